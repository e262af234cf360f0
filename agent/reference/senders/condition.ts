/**
 * The ways in which an agent's audio can reach a room that calibration knows (measurement.md, "Truth for calibration": packet times, modes,
 * DTX, RED, source queues, starvation, stop, clear, mute, republish).
 */

/** How a condition's voice is sent. Lengths in ms. */
export interface SenderSettings {
  /** `rtc`: @livekit/rtc-node's AudioSource. `opus`: an own encoder and packetizer, where packet time and mode can be chosen. */
  readonly by: 'rtc' | 'opus';
  readonly queueMs: 0 | 200 | 1000;
  readonly dtx: boolean;
  readonly red: boolean;
  readonly packetMs: 10 | 20 | 60;
  readonly mode: 'voip' | 'low-delay';
  readonly breaks: Breaks;
}

/** What goes wrong between two bursts, if anything. */
export type Breaks =
  | { readonly kind: 'none' }
  /** No frame for so long, in silence; the next burst begins right after it. */
  | { readonly kind: 'starve'; readonly ms: number }
  /** Stops dead in the middle of a voice, pushes nothing for 200 to 2,000 ms, and begins another voice at once. */
  | { readonly kind: 'restart' }
  /** Empties the queue in the middle of a voice; another one follows soon. */
  | { readonly kind: 'clear' }
  /** Mutes, unmutes, and publishes another track in turn. */
  | { readonly kind: 'republish' };

const PLAIN: SenderSettings = {
  by: 'rtc',
  queueMs: 0,
  dtx: false,
  red: true,
  packetMs: 20,
  mode: 'voip',
  breaks: { kind: 'none' },
};

/** Senders by the name of their condition. Continuous ones first, then those that break placement. */
export const SENDERS = {
  'queue-0': PLAIN,
  'queue-200': { ...PLAIN, queueMs: 200 },
  'queue-1000': { ...PLAIN, queueMs: 1000 },
  dtx: { ...PLAIN, dtx: true },
  'red-off': { ...PLAIN, red: false },
  'dtx-red-off': { ...PLAIN, dtx: true, red: false },
  'packet-10': { ...PLAIN, by: 'opus', red: false, packetMs: 10 },
  'packet-20': { ...PLAIN, by: 'opus', red: false },
  'packet-60': { ...PLAIN, by: 'opus', red: false, packetMs: 60 },
  'low-delay': { ...PLAIN, by: 'opus', red: false, mode: 'low-delay' },
  'starve-60': { ...PLAIN, breaks: { kind: 'starve', ms: 60 } },
  'starve-100': { ...PLAIN, breaks: { kind: 'starve', ms: 100 } },
  'starve-400': { ...PLAIN, breaks: { kind: 'starve', ms: 400 } },
  'starve-3000': { ...PLAIN, breaks: { kind: 'starve', ms: 3000 } },
  'stop-restart': { ...PLAIN, breaks: { kind: 'restart' } },
  'clear-queue': { ...PLAIN, queueMs: 1000, breaks: { kind: 'clear' } },
  republish: { ...PLAIN, breaks: { kind: 'republish' } },
} as const satisfies Readonly<Record<string, SenderSettings>>;
export type SenderName = keyof typeof SENDERS;

/**
 * What is held back when no more is pushed, ms: an Opus encoder's look-ahead (facts.md: 6.5, low delay 2.5) and the first half of a packet of
 * 20 ms. Which half of a packet a frame is, the sender cannot know.
 */
export const HELD_BACK_MS: Readonly<Record<SenderSettings['mode'], number>> = { voip: 16.5, 'low-delay': 12.5 };
