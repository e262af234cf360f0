import { RELIABLE, type DataLabel } from './native.js';

const MAX_PACKETS = 1000;
const MAX_BYTES = 8 << 20;

export interface QueuedPacket {
  readonly label: DataLabel;
  readonly bytes: Uint8Array;
}

/** Reliable packets for a participant whose channel has not opened yet. Bounded; the newest are dropped when it is full. */
export class DataQueue {
  private packets: QueuedPacket[] = [];
  private size = 0;

  keep(label: DataLabel, bytes: Uint8Array): void {
    if (label !== RELIABLE || this.packets.length >= MAX_PACKETS || this.size + bytes.length > MAX_BYTES) return;
    this.packets.push({ label, bytes });
    this.size += bytes.length;
  }

  /** All of them, in order; the queue is empty afterwards. */
  take(): readonly QueuedPacket[] {
    const packets = this.packets;
    this.packets = [];
    this.size = 0;
    return packets;
  }
}
