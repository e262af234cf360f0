/**
 * How exact is the end wait? A reference agent that answers 700 ms after it heard a voice end, in a live room, on each server there is.
 *
 *   node dist/bench/reference-700.js [turns] [--save]
 *
 * Truth is what the two senders pushed and when: the human's last voiced sample by the rig's schedule, the agent's first sample by the log of
 * its own process, both on the host's monotonic clock. It shares nothing with recorder, placement, decoder and edge finder. The agent's own
 * wait is not 700 ms to the sample: it hears the end by its own ear, through Opus, which lets a voice that stops dead ring on for tens of
 * milliseconds. So the error is the measured wait minus the true one, and the true one is printed.
 *
 * Measured is what the scorer measures: the clip located in the recorded human track plus its labelled end; the agent's onset by Silero and
 * the edge finder. "AudioStream" is the same from what a hidden rtc-node participant heard of the same session through NetEq (facts.md).
 */
import { behaviourOf } from '../agent/reference/catalogue.js';
import { startReferenceProcess } from '../agent/reference/process.js';
import { spokenVoice } from '../agent/reference/spoken-voice.js';
import { BINARY_VARIABLE, startLivekitServer } from '../simulator/server/livekit-server.js';
import type { RoomServer } from '../simulator/server/room-server.js';
import { startRoomServer } from '../simulator/server/start.js';
import { LiveClock } from '../simulator/transport/livekit/live-clock.js';
import { livekitTransport } from '../simulator/transport/livekit/livekit.js';
import { locateClip } from '../src/media/locate.js';
import type { CompiledScene } from '../src/scenario/model.js';
import type { TimelineAudio } from '../src/time/audio.js';
import { msToSamples, samplesToMs, shift } from '../src/time/position.js';
import type { RigPos, Samples } from '../src/time/position.js';
import { detectSpeech } from '../src/vad/detect.js';
import { findSpeech } from '../src/vad/find.js';
import { sileroDetector } from '../src/vad/silero.js';
import { Evidence } from '../simulator/calibration/evidence.js';
import { saveFigures, type FigureRow } from './figures.js';
import { summariseErrors } from './statistics.js';
import { StreamListener } from '../simulator/calibration/stream-listener.js';

const DELAY: Samples = msToSamples(700);
/** How long agent and rig may take to find each other. */
const JOIN_MS = 30_000;
const BEHAVIOUR = behaviourOf('answer-after', { delay: samplesToMs(DELAY), speak: 600 }, 3);
/** The human's voice; the agent has another one. */
const CLIP = await spokenVoice('awb');
/** From one turn's first sample to the next one's; no whole number of frames, so that edges fall anywhere in packets. */
const EVERY: Samples = msToSamples(3_500) + 137;
/** Before the first turn: the streams' jitter buffers settle. */
const LEAD: Samples = msToSamples(2_000);
/** NetEq delays by 50 to 130 ms (facts.md); an onset further away is another one's. */
const NEAR: Samples = msToSamples(400);

/** What the transport reads of a scene. */
const SCENE = { id: 'reference-700', layout: 'mixed', speakers: [{ id: 'human', name: 'Human' }], turns: [] } as unknown as CompiledScene;

/** One turn: the true wait and what was measured, ms; undefined where the measurement found nothing. */
interface Wait {
  readonly truth: number;
  readonly rtp: number | undefined;
  readonly stream: number | undefined;
  /** Where the recorder puts the human's clip against the schedule, and the agent's onset against its log, ms. */
  readonly humanOffset: number | undefined;
  readonly agentOffset: number | undefined;
}

/** Finds turns and answers in one kind of recording. */
async function measurer(human: TimelineAudio, agent: TimelineAudio) {
  const { runs } = findSpeech(agent, 'agent', await detectSpeech(agent, await sileroDetector()));
  return {
    clip: (scheduled: RigPos): number | undefined => locateClip(human, CLIP, scheduled, { search: NEAR })?.at,
    onset: (logged: RigPos): number | undefined => runs.map((run) => run.from).find((from) => Math.abs(from - logged) < NEAR),
  };
}

async function heard(evidence: Evidence, kind: 'human' | 'agent'): Promise<TimelineAudio> {
  return present((await evidence.audio(kind))[0]?.audio);
}

function present(audio: TimelineAudio | undefined): TimelineAudio {
  if (audio === undefined) throw new Error('a track was not heard');
  return audio;
}

async function session(server: RoomServer, turns: number) {
  const room = `bench-${process.pid}-${server.kind}`;
  const evidence = new Evidence();
  const agent = { name: 'reference', way: 'reference', settings: {}, reported: {} } as const;
  const live = await livekitTransport(server).open({ room, scene: SCENE, agent, way: { kind: 'wait' }, clip: () => CLIP }, evidence);
  const clock = new LiveClock(live.zeroNs);
  const reference = await startReferenceProcess(server, room, BEHAVIOUR);
  await evidence.until('agent-subscribed', JOIN_MS);
  await evidence.until('agent-flowing', JOIN_MS);
  const listener = new StreamListener(clock);
  await listener.join(server, room);
  const first = shift(clock.now(), LEAD);
  const starts = Array.from({ length: turns }, (_, turn) => shift(first, turn * EVERY));
  for (const [turn, at] of starts.entries()) {
    live.play({ turn: `t${turn}`, speaker: 'human', clip: 'clip', at, voicedEnd: CLIP.length });
    await new Promise<void>((resolve) => clock.at(shift(at, EVERY - msToSamples(200)), resolve));
  }
  const health = live.health();
  await listener.leave();
  await live.close();
  const spoke = (await reference.leave()).filter(({ what }) => what === 'speak').map(({ ns }) => clock.position(ns));
  const rtp = await measurer(await heard(evidence, 'human'), await heard(evidence, 'agent'));
  const stream = await measurer(present(listener.audio('humans')), present(listener.audio('reference-agent')));
  const waits = starts.flatMap((at): Wait[] => {
    const end = shift(at, CLIP.length);
    const answer = spoke.find((from) => from > end && from < end + DELAY + NEAR);
    if (answer === undefined) return [];
    const wait = ({ clip, onset }: typeof rtp): number | undefined => difference(onset(answer), clip(at), CLIP.length);
    return [
      {
        truth: samplesToMs(answer - end),
        rtp: wait(rtp),
        stream: wait(stream),
        humanOffset: difference(rtp.clip(at), at),
        agentOffset: difference(rtp.onset(answer), answer),
      },
    ];
  });
  return { waits, health, troubles: evidence.troubles };
}

/** `to` minus `from` minus a length, ms. */
function difference(to: number | undefined, from: number | undefined, length: Samples = 0): number | undefined {
  return to === undefined || from === undefined ? undefined : samplesToMs(to - from - length);
}

const minus = (measured: number | undefined, truth: number): number | undefined => (measured === undefined ? undefined : measured - truth);

function row(server: string, what: string, errors: readonly (number | undefined)[]): Record<string, string | number> {
  const { n, bias, median, p95, worst } = summariseErrors(errors.filter((error) => error !== undefined));
  const ms = (value: number): string => value.toFixed(2);
  return { server, what, n, 'bias ms': ms(bias), 'median ms': ms(median), 'p95 |x| ms': ms(p95), 'worst ms': ms(worst) };
}

function figure(server: string, how: string, errors: readonly (number | undefined)[]): FigureRow {
  const { n, bias, p95 } = summariseErrors(errors.filter((error) => error !== undefined));
  return {
    what: `End wait of a reference agent in a live room (${server}), ${how}`,
    figure: `bias ${bias.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`,
    n,
  };
}

async function main(): Promise<void> {
  const turns = Number(process.argv.slice(2).find((text) => !text.startsWith('--')) ?? 60);
  const figures: FigureRow[] = [];
  const starts = process.env[BINARY_VARIABLE] === undefined ? [startRoomServer] : [startRoomServer, startLivekitServer];
  const rows: Record<string, string | number>[] = [];
  for (const start of starts) {
    const server = await start();
    try {
      const { waits, health, troubles } = await session(server, turns);
      const error = (measured: (wait: Wait) => number | undefined) => waits.map((wait) => minus(measured(wait), wait.truth));
      rows.push(
        row(
          server.kind,
          'end wait by RTP: error',
          error((wait) => wait.rtp),
        ),
        row(
          server.kind,
          'end wait by AudioStream: error',
          error((wait) => wait.stream),
        ),
        row(
          server.kind,
          'human clip: recorded - scheduled',
          waits.map((wait) => wait.humanOffset),
        ),
        row(
          server.kind,
          'agent onset: recorded - logged',
          waits.map((wait) => wait.agentOffset),
        ),
      );
      figures.push(
        figure(
          server.kind,
          'by RTP',
          error((wait) => wait.rtp),
        ),
        figure(
          server.kind,
          'by AudioStream, for comparison',
          error((wait) => wait.stream),
        ),
      );
      const truths = summariseErrors(waits.map(({ truth }) => truth));
      console.log(
        `${server.kind}: ${waits.length} of ${turns} turns answered, true wait ${truths.median.toFixed(1)} ms (median); ` +
          `${troubles} troubles, ${health.lateFrames} of ${health.frames} frames late, ${health.lostPackets} packets lost, ` +
          `event loop lag p99 ${samplesToMs(health.eventLoopLagP99 ?? 0).toFixed(1)} ms`,
      );
    } finally {
      await server.stop();
    }
  }
  console.table(rows);
  if (process.argv.includes('--save'))
    await saveFigures({ name: 'reference-700', command: `npm run bench -- reference-700 ${turns} --save`, topic: 'sure' }, figures);
}

await main();
process.exit(0);
