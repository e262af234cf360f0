/** What streaming decoders give: a stretch of every channel. */
import { TurnrigError } from '../../error.js';

/** Full scale is 1; channels of one length, at least one sample. */
export interface AudioBlock {
  readonly rate: number;
  readonly channels: readonly Float32Array[];
}

/** Channels and rates that any of the formats may have here. */
export const MOST_CHANNELS = 32;
export const LEAST_RATE = 1000;
export const GREATEST_RATE = 768_000;

/** What is wrong with a file, as one error. @param name what the user calls the file. */
export function broken(name: string, kind: string, what: string, hint = 'Encode the file anew, or give it as WAV or FLAC.'): TurnrigError {
  return new TurnrigError('audio', `${name} is not ${kind} that can be read: ${what}`, { hint });
}
