/**
 * A sender through @livekit/rtc-node's AudioSource, as agents are: with a queue or without, with DTX and RED or without.
 * rtc-node offers neither packet time nor encoder mode: opus-sender.ts has these.
 */
import { AudioFrame, AudioSource, LocalAudioTrack, Room, TrackPublishOptions, TrackSource } from '@livekit/rtc-node';
import type { LocalTrackPublication } from '@livekit/rtc-node';
import { ServerApi } from '../../../simulator/transport/livekit/server-api.js';
import { SAMPLE_RATE } from '../../../src/time/position.js';
import { muteTrack } from './mute.js';
import { Pace } from './pace.js';
import { FRAME, type Step } from './script.js';
import type { Sender, SenderOptions } from './sender.js';

const FRAME_MS = 10;
/** The recorder takes a track a moment after somebody is known to hear it. */
const RECORDER_MS = 800;
const NS_PER_MS = 1e6;
/** The queue's clock ticks at every frame. A push that was taken so much later waited for a tick. */
const TICK_NS = BigInt(FRAME_MS * NS_PER_MS);
const WAITED_NS = 2.5 * NS_PER_MS;
/** So long behind a tick it has surely been worked off, and the next one is far. */
const BEHIND_TICK_MS = 3;
const SILENCE = new Int16Array(FRAME);

export class RtcSender implements Sender {
  private readonly options: SenderOptions;
  private readonly room: Room;
  private source: AudioSource;
  private track: LocalAudioTrack;
  private publication: LocalTrackPublication;
  private readonly pace = new Pace();
  private closed = false;
  private idle: Promise<void> | undefined;
  private playing = false;
  /** When a tick of the queue's clock was last known. */
  private tick: bigint | undefined;

  private constructor(options: SenderOptions, room: Room, published: Published) {
    this.options = options;
    this.room = room;
    ({ source: this.source, track: this.track, publication: this.publication } = published);
    this.idle = this.beQuiet();
  }

  static async join(options: SenderOptions): Promise<RtcSender> {
    const { access, room: name, identity } = options;
    const room = new Room();
    const token = await new ServerApi(access).speakerToken(name, { identity, name: identity });
    await room.connect(access.url, token, { autoSubscribe: false, dynacast: false });
    return new RtcSender(options, room, await publish(room, options));
  }

  async heard(): Promise<void> {
    await this.publication.waitForSubscription();
  }

  async play(steps: Iterable<Step>): Promise<void> {
    this.playing = true;
    await this.idle;
    for (const step of steps) {
      if (this.options.signal.aborted || this.closed) break;
      await this.step(step);
    }
    this.playing = false;
    this.idle = this.beQuiet();
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.idle;
    await this.room.disconnect().catch(() => undefined);
    await this.track.close(true).catch(() => undefined);
  }

  private async step(step: Step): Promise<void> {
    const { log } = this.options;
    switch (step.kind) {
      case 'silence':
        for (let i = 0; i < step.frames; i++) await this.quietFrame();
        return;
      case 'speak':
        await this.betweenTicks();
        for (let at = 0; at < step.samples.length; at += FRAME) await this.frame(step.samples.slice(at, at + FRAME), step.burst);
        return;
      case 'starve':
        log.event('stop');
        await this.pace.next(step.ms);
        log.event('go');
        return;
      case 'clear':
        await this.pace.next(step.afterMs);
        await this.betweenTicks();
        log.event('clear');
        this.source.clearQueue();
        return;
      case 'mute':
      case 'unmute':
        log.event(step.kind);
        muteTrack(this.track, step.kind === 'mute');
        return;
      case 'republish':
        await this.republish();
        return;
    }
  }

  /** Another source under another track, as an agent that reconnects makes. */
  private async republish(): Promise<void> {
    const { log } = this.options;
    log.event('unpublish');
    const old = this.track;
    await this.room.localParticipant?.unpublishTrack(this.publication.sid ?? '', true);
    await old.close(true).catch(() => undefined);
    ({ source: this.source, track: this.track, publication: this.publication } = await publish(this.room, this.options));
    log.event('publish');
    this.pace.restart();
    const heard = this.publication.waitForSubscription();
    // Silence flows meanwhile; an even number of frames, as ever.
    const waiting = new AbortController();
    void heard.then(() => waiting.abort());
    while (!waiting.signal.aborted && !this.options.signal.aborted) for (let i = 0; i < 2; i++) await this.quietFrame();
    for (let i = 0; i < RECORDER_MS / FRAME_MS; i++) await this.quietFrame();
  }

  /** A queue sends silence by itself; without one it is frames like any other. */
  private async quietFrame(): Promise<void> {
    if (this.options.settings.queueMs > 0) await this.pace.next(FRAME_MS);
    else await this.frame(SILENCE.slice(), -1);
  }

  /** Without a queue a frame waits for its deadline; with one it is pushed at once, and waits for room. */
  private async frame(samples: Int16Array<ArrayBuffer>, burst: number): Promise<void> {
    const queued = this.options.settings.queueMs > 0;
    if (!queued) await this.pace.next(FRAME_MS);
    const at = process.hrtime.bigint();
    await this.source.captureFrame(new AudioFrame(samples, SAMPLE_RATE, 1, FRAME));
    const done = process.hrtime.bigint();
    this.options.log.push(at, samples, burst, queued ? done : undefined);
    if (!queued) return;
    if (Number(done - at) > WAITED_NS) this.tick = done;
    // The queue's time runs on its own: deadlines count from here again.
    this.pace.restart();
  }

  /** What comes close to a tick of the queue's clock may be taken by it or by the next: no log could tell. So it comes between two of them. */
  private async betweenTicks(): Promise<void> {
    if (this.tick === undefined) return;
    const since = Number((process.hrtime.bigint() - this.tick) % TICK_NS) / NS_PER_MS;
    this.pace.restart();
    await this.pace.next((BEHIND_TICK_MS - since + FRAME_MS) % FRAME_MS);
    this.pace.restart();
  }

  private async beQuiet(): Promise<void> {
    while (!this.playing && !this.closed) for (let i = 0; i < 2; i++) await this.quietFrame();
  }
}

interface Published {
  readonly source: AudioSource;
  readonly track: LocalAudioTrack;
  readonly publication: LocalTrackPublication;
}

async function publish(room: Room, { settings, identity }: SenderOptions): Promise<Published> {
  const local = room.localParticipant;
  if (local === undefined) throw new Error('joined without a local participant');
  const source = new AudioSource(SAMPLE_RATE, 1, settings.queueMs);
  const track = LocalAudioTrack.createAudioTrack(identity, source);
  const options = new TrackPublishOptions();
  options.source = TrackSource.SOURCE_MICROPHONE;
  options.dtx = settings.dtx;
  options.red = settings.red;
  return { source, track, publication: await local.publishTrack(track, options) };
}
