/** Whether a calibration may be kept in a folder: the observations of one among the senders' logs of another belong to nothing. */
import { readdir } from 'node:fs/promises';
import { TurnrigError } from '../../error.js';
import { systemCode } from '../../../simulator/store/system-code.js';
import { refuseEmptyOut } from '../out-option.js';

/** What a calibration writes (measure.ts, run-job.ts): its observations, and its senders' logs, which one that was broken off leaves too. */
const OF_A_CALIBRATION = /^(observations|calibrate-.+)\.jsonl$/;

/** @throws TurnrigError `input` when the folder holds a calibration, or is none. A folder that is not there yet is fine, and so are other files. */
export async function freshFolder(folder: string): Promise<void> {
  refuseEmptyOut(folder, 'the logs go');
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (cause) {
    if (systemCode(cause) === 'ENOTDIR')
      throw new TurnrigError('input', `--out ${folder} is not a folder`, { hint: 'Choose another one.', cause });
    // Not there yet; what else is wrong with it is told when it is made.
    return;
  }
  const found = names.find((name) => OF_A_CALIBRATION.test(name));
  if (found !== undefined)
    throw new TurnrigError('input', `--out ${folder} holds an earlier calibration already (${found})`, {
      hint: 'Give each calibration a folder of its own, or remove that one first.',
    });
}
