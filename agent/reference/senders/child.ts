/** The sender's side of process.ts. */
import { mediaFirst } from '../../../simulator/priority.js';
import { mulberry32 } from '../../../src/scenario/random.js';
import { msToSamples, SAMPLE_RATE } from '../../../src/time/position.js';
import { ReferenceAgent } from '../livekit-agent.js';
import { spokenVoice } from '../spoken-voice.js';
import { Answering } from './answering.js';
import { HELD_BACK_MS } from './condition.js';
import { OpusSender } from './opus-sender.js';
import { failureOf, type FromSender, type SenderOrder, type ToSender } from './process.js';
import { PushLog } from './push-log.js';
import { RtcSender } from './rtc-sender.js';
import { script, type Step } from './script.js';
import { voiceOf } from './voices.js';

/** Voices that bursts are cut from; each takes a second to render. */
const VOICES = ['slt', 'rms'] as const;
/** How long a reply is. */
const REPLY_MS = 600;

/** A part that is in the room. */
interface Present {
  heard(): Promise<void>;
  play(bursts: number): Promise<void>;
  close(): Promise<void>;
}

const abort = new AbortController();
let present: Present | undefined;
let log: PushLog | undefined;
let leaving = false;

function say(message: FromSender): void {
  if (process.connected) process.send?.(message, () => undefined);
}

async function join(order: SenderOrder): Promise<Present> {
  const voices = await Promise.all(VOICES.map((voice) => spokenVoice(voice)));
  const { access, room, identity, part, seed } = order;
  const settings = part.kind === 'sender' ? part.settings : undefined;
  const pushes = new PushLog(order.log, {
    name: identity,
    rate: SAMPLE_RATE,
    queueMs: settings?.queueMs ?? 0,
    heldBackMs: HELD_BACK_MS[settings?.mode ?? 'voip'],
  });
  log = pushes;
  if (part.kind === 'answer') {
    const delay = (turn: number): number => msToSamples(part.fromMs + (part.toMs - part.fromMs) * mulberry32(seed + turn)());
    const behaviour = new Answering(delay, (turn) => voiceOf(voices, msToSamples(REPLY_MS), seed + turn));
    const agent = await ReferenceAgent.join(access, room, behaviour, (ns, samples) => pushes.frame(ns, samples));
    return { heard: () => Promise.resolve(), play: () => Promise.resolve(), close: () => agent.close() };
  }
  const options = { access, room, identity, settings: part.settings, log: pushes, signal: abort.signal };
  const sender = part.settings.by === 'rtc' ? await RtcSender.join(options) : await OpusSender.join(options);
  const steps = script(part.settings, seed, voices);
  return {
    heard: () => sender.heard(),
    play: (bursts) => sender.play(first(steps, bursts)),
    close: () => sender.close(),
  };
}

/** Steps up to and with so many bursts and what follows the last one of them. */
function* first(steps: Iterator<Step, never>, bursts: number): Generator<Step> {
  for (let said = 0; said < bursts;) {
    const { value } = steps.next();
    if (value.kind === 'speak') said++;
    yield value;
  }
}

async function leave(): Promise<void> {
  if (leaving) return;
  leaving = true;
  abort.abort();
  await present?.close();
  await log?.close();
  say({ type: 'left' });
  // Killed by whoever started it; alone when that one is gone.
  if (!process.connected) process.exit(0);
}

async function begin(order: SenderOrder): Promise<void> {
  present = await join(order);
  say({ type: 'joined' });
  await present.heard();
  say({ type: 'heard' });
}

mediaFirst();
process.on('message', (message: ToSender) => {
  const fail = (error: unknown): void => say(failureOf(error));
  if (message.type === 'join') void begin(message.order).catch(fail);
  else if (message.type === 'play') void present?.play(message.bursts).then(() => say({ type: 'played' }), fail);
  else void leave();
});
// Ctrl-C reaches the whole group: the rig decides when a sender leaves.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => {
  void leave().finally(() => process.exit(0));
});
