/** Redacted copies of runs (docs/privacy.md): what scoring asks for is not there, and their scores are those of the runs that they were made of. */
import { SUMMARY_FILE } from '../../../simulator/scoring/score-run.js';
import { runDerivedFile } from '../../../simulator/store/layout.js';
import type { RunReader } from '../../../simulator/store/run-reader.js';
import { TurnrigError } from '../../error.js';
import { SCORER_VERSION } from '../../score/constants.js';
import type { RunSummary } from '../../score/model.js';
import { parseSummary } from '../../score/stored.js';

/** @throws TurnrigError `run-folder` for a redacted run. */
export function refuseRedacted({ dir, manifest: { redacted } }: RunReader): void {
  if (redacted === undefined) return;
  const gone = [
    ...(redacted.audio ? ['sound'] : []),
    ...(redacted.transcripts ? ['texts'] : []),
    ...(redacted.names ? ['names'] : []),
    ...(redacted.audio || redacted.transcripts || redacted.names ? [] : ['outputs of models']),
  ];
  throw new TurnrigError(
    'run-folder',
    `${dir} is a redacted run and cannot be scored again: it lacks ${gone.join(', ')} of the run that it was made of`,
    {
      hint: 'Its scores are in it: turnrig report shows them. Score the run that it was made of.',
    },
  );
}

/** The scores that it has. @throws TurnrigError `run-folder` where they are missing, or another scorer made them. */
export async function redactedSummary(reader: RunReader): Promise<RunSummary> {
  const bytes = await reader.readDerived(SUMMARY_FILE);
  const summary = bytes && parseSummary(bytes, runDerivedFile(reader.dir, SUMMARY_FILE));
  if (summary?.scorer?.version === SCORER_VERSION) return summary;
  const by = summary?.scorer === undefined ? 'has no summary of its scores' : `was scored by scorer version ${summary.scorer.version}`;
  throw new TurnrigError('run-folder', `${reader.dir} is a redacted run that ${by}; this turnrig has version ${SCORER_VERSION}`, {
    hint: 'Score the run that it was made of with this turnrig, and redact it again.',
  });
}
