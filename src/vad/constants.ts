/** What segments rest on, under the names that the run manifest shows. */
import { samplesToMs } from '../time/position.js';
import { LONGEST_BRIDGED_PAUSE, SHORTEST_RUN, SOFT_ONSET } from './find.js';
import { SPEECH_OFF, SPEECH_ON } from './hysteresis.js';
import { EDGE_BELOW_PEAK_DB, EDGE_BELOW_PEAK_IN_NOISE_DB, STRONG_BELOW_PEAK_DB } from './noise.js';
import { LONGEST_QUIET_MS, LOUD_BELOW_REFERENCE_DB } from './own-voice.js';
import { INTRA_WORD_MS } from './runs.js';
import { CLIFF, CLIFF_DB, LEAST_DOUBT, LEVEL_DOUBT_DB, SMEAR_REACH } from './smear.js';

export const VAD_CONSTANTS: Readonly<Record<string, number>> = {
  'vad.on': SPEECH_ON,
  'vad.off': SPEECH_OFF,
  'vad.shortestRunMs': samplesToMs(SHORTEST_RUN),
  'vad.longestBridgedPauseMs': samplesToMs(LONGEST_BRIDGED_PAUSE),
  'vad.intraWordMs': INTRA_WORD_MS,
  'vad.edgeBelowPeakDb': EDGE_BELOW_PEAK_DB,
  'vad.edgeBelowPeakInNoiseDb': EDGE_BELOW_PEAK_IN_NOISE_DB,
  'vad.strongBelowPeakDb': STRONG_BELOW_PEAK_DB,
  'vad.softOnsetMs': samplesToMs(SOFT_ONSET),
  'vad.cliffDb': CLIFF_DB,
  'vad.cliffMs': samplesToMs(CLIFF),
  'vad.smearBeforeMs': samplesToMs(SMEAR_REACH.onset),
  'vad.smearBehindMs': samplesToMs(SMEAR_REACH.offset),
  'vad.onsetLevelDoubtDb': LEVEL_DOUBT_DB.onset.inner,
  'vad.offsetLevelDoubtDb': LEVEL_DOUBT_DB.offset.inner,
  'vad.offsetLevelDoubtOutsideDb': LEVEL_DOUBT_DB.offset.outer,
  'vad.onsetLeastPlusMinusMs': samplesToMs(LEAST_DOUBT.onset),
  'vad.offsetLeastPlusMinusMs': samplesToMs(LEAST_DOUBT.offset),
  'vad.otherVoiceBelowDb': LOUD_BELOW_REFERENCE_DB,
  'vad.otherVoiceAfterMs': LONGEST_QUIET_MS,
};
