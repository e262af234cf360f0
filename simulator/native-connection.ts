/**
 * A peer connection of node-datachannel with its tracks and data channels, from its making to its clean end.
 *
 * The binding (0.33.4) keeps every track and channel in a list of its own, by a bare pointer that is struck out only when the channel's end
 * has been delivered to somebody who listens for it. One that is collected before that leaves its pointer behind, and `cleanup()`, which walks
 * the list, ends the process: "napi_release_threadsafe_function ... Assertion failed: (func) != nullptr", or a segmentation fault. So every
 * channel is listened to and held until its end has been delivered, and nothing calls `cleanup()`: it is for the whole process and would take
 * other sessions' connections with it. `npm run bench -- recorder-churn` opens and closes many in one process.
 */
import { PeerConnection, type DataChannel, type RtcConfig, type RtcpReceivingSession, type Track } from 'node-datachannel';

type Channel = Track | DataChannel;

/** libdatachannel closes a connection's channels with it, but for a data channel that never connected. That one is closed by hand after so long, ms. */
const LATE_MS = 2_000;

export class NativeConnection {
  readonly pc: PeerConnection;
  /** With what each receives through: libdatachannel stops what JavaScript no longer holds (facts.md). */
  private readonly channels = new Map<Channel, RtcpReceivingSession | undefined>();
  private late: NodeJS.Timeout | undefined;

  /** @param state told every state, `closed` last. Always listened to: without a listener the binding keeps the event loop alive. */
  constructor(name: string, config: RtcConfig, state: (state: string) => void) {
    this.pc = new PeerConnection(name, config);
    this.pc.onStateChange(state);
  }

  /** Takes charge of a track or data channel of this connection, at once when there is one. */
  hold<T extends Channel>(channel: T, session?: RtcpReceivingSession): T {
    this.channels.set(channel, session);
    // The binding strikes it out of its list after this callback: not before that may it be collected.
    channel.onClosed(() => setImmediate(() => this.drop(channel)));
    return channel;
  }

  /** To be called once. Not the channels first: one that the other side closes at the same moment would never be told of its end. */
  close(): void {
    this.pc.close();
    if (this.channels.size > 0)
      this.late = setTimeout(() => {
        for (const channel of this.channels.keys()) this.drop(channel);
      }, LATE_MS);
  }

  /** Frees what is native of a channel now, and not when its wrapper happens to be collected. */
  private drop(channel: Channel): void {
    if (this.channels.delete(channel)) channel.close();
    if (this.channels.size === 0) clearTimeout(this.late);
  }
}
