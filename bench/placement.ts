/**
 * How fast do packets become placed and decoded audio, against real time on one core?
 *
 *   node dist/bench/placement.js
 *
 * A five-minute track of 20 ms Opus packets with jitter, a hole every 20 s and 1% loss; seeded, so that two runs do the same work.
 */
import { decodeTrack } from '../src/media/decode.js';
import { locateClip } from '../src/media/locate.js';
import type { MediaPacket } from '../src/media/packet.js';
import { OnlinePlacer, placePackets, type PlacedTrack } from '../src/media/placement.js';
import { SAMPLE_RATE, rigPos } from '../src/time/position.js';

const SECONDS = 300;
const PACKET = 960;
const RUNS = 5;

/** One line of the table. */
interface BenchRow {
  readonly what: string;
  /** CPU time, median of the runs. */
  readonly ms: number;
  /** Seconds of audio per second of work. */
  readonly timesRealTime: number;
}

/** Measures and returns the table's rows. */
async function benchPlacement(): Promise<BenchRow[]> {
  const packets = track();
  const opus: PlacedTrack = { codec: 'opus', constantDelay: 312, constantDelayPlusMinus: 0 };
  const audio = await decodeTrack(packets, opus);
  const at = rigPos(audio.from + 60 * SAMPLE_RATE);
  const clip = audio.samples.slice(60 * SAMPLE_RATE, 62 * SAMPLE_RATE);
  return [
    await measure('place a track', SECONDS, () => placePackets(packets, opus)),
    await measure('place live, packet by packet', SECONDS, () => {
      const placer = new OnlinePlacer(opus);
      for (const packet of packets) placer.push(packet);
    }),
    await measure('place and decode a track', SECONDS, () => decodeTrack(packets, opus)),
    await measure('locate a 2 s clip within 150 ms', 2, () => locateClip(audio, clip, at)),
  ];
}

/** The table as printed. */
function formatPlacement(rows: readonly BenchRow[]): string {
  const lines = rows.map(
    ({ what, ms, timesRealTime }) => `${what.padEnd(34)}${ms.toFixed(1).padStart(10)}${timesRealTime.toFixed(0).padStart(14)}`,
  );
  return [`${'placement'.padEnd(34)}${'CPU ms'.padStart(10)}${'x real time'.padStart(14)}`, ...lines].join('\n');
}

async function measure(what: string, seconds: number, work: () => unknown): Promise<BenchRow> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    // CPU time, not the wall's: the machine may be doing other things.
    const from = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(from);
    times.push((user + system) / 1000);
  }
  const ms = times.sort((a, b) => a - b)[RUNS >> 1] ?? NaN;
  return { what, ms, timesRealTime: (1000 * seconds) / ms };
}

/** Packets of noise: the decoder works on them as on any audio. */
function track(): MediaPacket[] {
  let state = 7;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const packets: MediaPacket[] = [];
  let hole = 0;
  for (let i = 0; i < (SECONDS * SAMPLE_RATE) / PACKET; i++) {
    if (i % 1000 === 999) hole += 4_800;
    const payload = Uint8Array.from({ length: 90 }, (_, k) => (k === 0 ? 0xf8 : Math.floor(256 * next())));
    const arrival = rigPos((i + 1) * PACKET + hole - 48 * Math.log(1 - next()));
    if (next() < 0.01) continue;
    packets.push({ arrival, ssrc: 1, seq: i & 0xffff, time: (i * PACKET) >>> 0, marker: false, recovered: false, payload });
  }
  return packets;
}

console.log(formatPlacement(await benchPlacement()));
