/**
 * The only writer of a session's log (design.md, rule 2).
 *
 * `event`, `command`, `track` and `packet` take effect in call order, are buffered (see appender.ts) and never throw: a media loop
 * must not stumble over a disk. The first failure is kept, given to `onFailure` once, and thrown by `end`.
 * `end.json` is written last and atomically, after every other file is on the disk: an attempt that has it is whole.
 */
import { TurnrigError } from '../../src/error.js';
import type { MediaPacket } from '../../src/media/packet.js';
import { SESSION_FORMAT } from '../../src/recording/manifests.js';
import type { SessionEnd, SessionManifest, TimelineLine, TrackManifest } from '../../src/recording/model.js';
import { RUN_VERSION } from '../../src/recording/model.js';
import { encodePacketHeader, MAX_RECORD, writePacket } from '../../src/recording/packets.js';
import { encodeTimelineLine } from '../../src/recording/timeline.js';
import type { PlannedSession } from '../../src/scenario/model.js';
import type { SessionCommand, SessionEvent, TrackId } from '../../src/schedule/events.js';
import { Appender } from './appender.js';
import { writeAtomic } from './atomic.js';
import { storeFailure } from './failures.js';
import type { FileSystem } from './file-system.js';
import { nodeFileSystem, systemCode } from './file-system.js';
import type { AgentLogLine } from '../transport/transport.js';
import { encodeAgentLog } from './agent-log.js';
import { agentLogFile, endFile, sessionFile, sessionFolder, sessionsFolder, timelineFile, trackFile, tracksFolder } from './layout.js';

export interface SessionStart {
  /** File-safe and new in the run folder, e.g. "s0012-a2". */
  readonly attempt: string;
  readonly session: PlannedSession;
  /** ISO 8601. */
  readonly startedAt: string;
}

export interface WriterOptions {
  readonly fs?: FileSystem;
  readonly onFailure?: (failure: TurnrigError) => void;
}

export class SessionWriter {
  readonly attempt: string;
  readonly #run: string;
  readonly #fs: FileSystem;
  readonly #onFailure: (failure: TurnrigError) => void;
  readonly #timeline: Appender;
  readonly #tracks = new Map<TrackId, Appender>();
  #agentLog: Appender | undefined;
  readonly #text = new TextEncoder();
  readonly #record = new Uint8Array(MAX_RECORD);
  #manifest: SessionManifest;
  #lastSeq = -1;
  #failure: TurnrigError | undefined;
  #closed = false;

  private constructor(run: string, manifest: SessionManifest, options: WriterOptions) {
    this.attempt = manifest.attempt;
    this.#run = run;
    this.#manifest = manifest;
    this.#fs = options.fs ?? nodeFileSystem;
    this.#onFailure = options.onFailure ?? (() => undefined);
    this.#timeline = this.#appender(timelineFile(run, manifest.attempt));
  }

  /**
   * Starts an attempt: makes its folder and writes session.json.
   * @throws TurnrigError `store` when that fails; `run-folder` when the attempt is there already (evidence is never overwritten).
   */
  static async open(run: string, start: SessionStart, options: WriterOptions = {}): Promise<SessionWriter> {
    const { attempt, session, startedAt } = start;
    const format = SESSION_FORMAT;
    const { scene, agent } = session;
    const writer = new SessionWriter(
      run,
      { format, version: RUN_VERSION, attempt, session, scene, agent, startedAt, zeroNs: '0' },
      options,
    );
    const folder = sessionFolder(run, attempt);
    try {
      await writer.#fs.makeFolder(sessionsFolder(run));
      await writer.#fs.makeNewFolder(folder);
      await writer.#fs.makeFolder(tracksFolder(run, attempt));
    } catch (cause) {
      if (systemCode(cause) === 'EEXIST') throw new TurnrigError('run-folder', `attempt ${attempt} is already in ${run}`, { cause });
      throw storeFailure(folder, cause);
    }
    await writer.#writeManifest();
    return writer;
  }

  /** The first failure to write, if there was one. */
  get failure(): TurnrigError | undefined {
    return this.#failure;
  }

  /** Notes the monotonic nanoseconds of the session's position 0, known once the transport is open. @throws TurnrigError `store`. */
  async zero(zeroNs: bigint): Promise<void> {
    this.#manifest = { ...this.#manifest, zeroNs: zeroNs.toString() };
    await this.#writeManifest();
  }

  event(event: SessionEvent): void {
    this.#lastSeq = event.seq;
    this.#line({ kind: 'event', ...event });
  }

  /** A command that the machine gave on the last event. */
  command(command: SessionCommand): void {
    this.#line({ kind: 'command', after: this.#lastSeq, command });
  }

  /** A track that packets will come of. The same id again, with what is better known by now, is not written. */
  track(track: TrackManifest): void {
    if (this.#closed || this.#tracks.has(track.id)) return;
    const file = this.#appender(trackFile(this.#run, this.attempt, track.id));
    this.#tracks.set(track.id, file);
    file.append(encodePacketHeader(track));
  }

  /** @throws RangeError for a track that was not announced: a mistake of the caller, not of the disk. */
  packet(track: TrackId, packet: MediaPacket): void {
    if (this.#closed) return;
    const file = this.#tracks.get(track);
    if (!file) throw new RangeError(`packets of ${track} came before its track`);
    file.append(writePacket(packet, this.#record));
  }

  /** A reference agent's own log. Truth beside the evidence: no score is made from it. */
  agentLog(lines: readonly AgentLogLine[]): void {
    if (this.#closed) return;
    this.#agentLog ??= this.#appender(agentLogFile(this.#run, this.attempt));
    this.#agentLog.append(this.#text.encode(encodeAgentLog(lines)));
  }

  /** Hands everything given so far to the system. */
  async flush(): Promise<void> {
    await Promise.all(this.#files().map((file) => file.flush()));
  }

  /** Brings everything to the disk, then writes end.json. @throws TurnrigError `store`; the attempt then stays cut off, and readable. */
  async end(end: SessionEnd): Promise<void> {
    await this.#close();
    if (this.#failure) throw this.#failure;
    await writeAtomic(this.#fs, endFile(this.#run, this.attempt), `${JSON.stringify(end, null, 2)}\n`);
  }

  /** Closes without an end: the attempt stays as evidence and counts as cut off. */
  async abandon(): Promise<void> {
    await this.#close();
  }

  async #close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    // Each file is closed whatever the others do; the first failure is kept in #failure.
    await Promise.allSettled(this.#files().map((file) => file.close()));
  }

  #files(): Appender[] {
    return [this.#timeline, ...this.#tracks.values(), ...(this.#agentLog ? [this.#agentLog] : [])];
  }

  #line(line: TimelineLine): void {
    if (!this.#closed) this.#timeline.append(this.#text.encode(encodeTimelineLine(line)));
  }

  #appender(path: string): Appender {
    return new Appender(this.#fs, path, (failure) => {
      if (this.#failure) return;
      this.#failure = failure;
      this.#onFailure(failure);
    });
  }

  async #writeManifest(): Promise<void> {
    await writeAtomic(this.#fs, sessionFile(this.#run, this.attempt), `${JSON.stringify(this.#manifest, null, 2)}\n`);
  }
}
