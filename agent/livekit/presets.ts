/**
 * The presets: real @livekit/agents sessions that differ in one thing each, and work without a network.
 *
 * All settings that take part in turn taking are set explicitly and equal, because the defaults differ silently: 500/3000 ms
 * with 'vad', 300/2500 with a streaming turn detector, and a first 3 s in which nobody can interrupt (facts.md).
 */
export const PRESET_NAMES = ['vad-only', 'turn-detector', 'moonshine'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

export type TurnDetection = 'vad' | 'v1-mini';
export type SttKind = 'scripted' | 'moonshine' | 'none';

export interface Preset {
  readonly name: PresetName;
  readonly turnDetection: TurnDetection;
  readonly stt: SttKind;
  /** Endpointing of the session, ms. */
  readonly minDelay: number;
  readonly maxDelay: number;
  /** Silence after which the session's VAD ends a stretch of speech, ms. */
  readonly vadMinSilence: number;
  /** User speech that interrupts the agent, ms. */
  readonly interruptAfter: number;
  /** Time the stand-in LLM takes to its first token, and the TTS to its first frame, ms. */
  readonly firstToken: number;
  readonly firstAudio: number;
}

/** Endpointing of facts.md, "The demo's contrast, tried", for both presets that are compared. */
const COMPARED = {
  minDelay: 300,
  maxDelay: 2500,
  // Default of `inference.VAD` in @livekit/agents 1.9.0.
  vadMinSilence: 250,
  interruptAfter: 500,
  // A quick pipeline: a slow one hides cuts that the session did commit.
  firstToken: 150,
  firstAudio: 80,
} as const;

const PRESETS: Readonly<Record<PresetName, Preset>> = {
  'vad-only': { name: 'vad-only', turnDetection: 'vad', stt: 'scripted', ...COMPARED },
  'turn-detector': { name: 'turn-detector', turnDetection: 'v1-mini', stt: 'scripted', ...COMPARED },
  // A real recogniser takes longer than 300 ms here, and a final transcript that comes after the turn was committed starts a
  // second reply: it needs the larger delay.
  moonshine: { name: 'moonshine', turnDetection: 'v1-mini', stt: 'moonshine', ...COMPARED, minDelay: 1200, maxDelay: 3000 },
};

export function isPresetName(name: string): name is PresetName {
  return (PRESET_NAMES as readonly string[]).includes(name);
}

/** Settings of a preset that may be given other values, ms: what its turn taking is tuned by. */
export const TUNABLE = ['minDelay', 'maxDelay', 'vadMinSilence'] as const;
export type Tunable = (typeof TUNABLE)[number];
export type PresetTuning = Partial<Readonly<Record<Tunable, number>>>;

/** A preset by its name, with another STT where one is asked for (`none`: replies without transcripts), and other settings. */
export function presetOf(name: PresetName, stt?: SttKind, tuning: PresetTuning = {}): Preset {
  const preset = PRESETS[name];
  return { ...preset, ...(stt === undefined ? {} : { stt }), ...tuning };
}

/** What the run manifest says of an agent of this preset. Names what is a stand-in. */
export function presetSettings(preset: Preset): Readonly<Record<string, string | number | boolean>> {
  return {
    framework: '@livekit/agents 1.9.0',
    preset: preset.name,
    turnDetection: preset.turnDetection === 'vad' ? 'vad' : 'inference.TurnDetector v1-mini',
    minDelay: preset.minDelay,
    maxDelay: preset.maxDelay,
    vad: 'inference.VAD (silero)',
    vadMinSilence: preset.vadMinSilence,
    interruption: 'vad',
    interruptAfter: preset.interruptAfter,
    aecWarmupDuration: 0,
    stt: STT_NAMES[preset.stt],
    llm: `rules (stand-in), first token after ${preset.firstToken} ms`,
    tts: `recorded answers, else flite; first audio after ${preset.firstAudio} ms`,
  };
}

const STT_NAMES: Readonly<Record<SttKind, string>> = {
  scripted: 'scripted (stand-in: hears by level, is told the scene’s words)',
  moonshine: 'Moonshine tiny, int8',
  none: 'none',
};
