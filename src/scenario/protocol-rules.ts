/** What selective-participation.md asks of a scene's labels (Scene; "Making scenes", the validator's rules). */
import type { Finding, Path } from './problem.js';
import type { RuledTurn } from './ruled-turn.js';
import { mapping } from './short-forms.js';

/**
 * A scene is one of the protocol when it has a T, is one of a pair, or has no plain `user` turn at all. It holds exactly one T, which
 * is not the first turn and is followed by talk. In every scene an N4R follows each N4Q, and nothing else comes before an N4R.
 */
export function protocolRules(turns: readonly RuledTurn[], path: Path, paired: boolean): Finding[] {
  const spoken = turns.filter(({ noise }) => !noise);
  const findings = resolutions(spoken);
  const requests = spoken.filter(({ label }) => label === 'T');
  const [request, ...more] = requests;
  if (request === undefined) {
    const labelled = spoken.length > 0 && spoken.every(({ label }) => label !== 'user');
    if (labelled || paired)
      findings.push({
        path,
        message: 'the scene has no T: a scene of selective participation holds exactly one direct request',
        hint: 'Label the request to the agent T. For a scene outside the protocol label it "user".',
      });
    return findings;
  }
  for (const other of more)
    findings.push({
      path: [...other.path, 'label'],
      value: 'T',
      message: `a second T: a scene holds exactly one, and "${request.id}" is it`,
      hint: 'Make two scenes of it, or label plain requests "user".',
    });
  if (spoken[0] === request)
    findings.push({
      path: [...request.path, 'label'],
      value: 'T',
      message: 'T cannot be the first turn',
      hint: 'Let people talk before the request.',
    });
  if (spoken.at(-1) === request && spoken.length > 1)
    findings.push({
      path: [...request.path, 'label'],
      value: 'T',
      message: 'T cannot be the last turn: talk follows it',
      hint: 'Add a turn after it.',
    });
  return findings;
}

function resolutions(spoken: readonly RuledTurn[]): Finding[] {
  return spoken.flatMap((turn, i): Finding[] => {
    if (turn.label === 'N4Q' && spoken[i + 1]?.label !== 'N4R')
      return [
        {
          path: [...turn.path, 'label'],
          value: 'N4Q',
          message: `no N4R follows the N4Q "${turn.id}": a human answers or withdraws the request`,
          hint: 'Add a turn with label N4R right after it.',
        },
      ];
    if (turn.label !== 'N4R') return [];
    if (spoken[i - 1]?.label !== 'N4Q')
      return [
        {
          path: [...turn.path, 'label'],
          value: 'N4R',
          message: `the N4R "${turn.id}" resolves nothing: no N4Q stands before it`,
          hint: 'Put it right after its N4Q.',
        },
      ];
    return mapping(turn.turn['when']) === undefined
      ? []
      : [
          {
            path: [...turn.path, 'when'],
            message: 'an N4R plays when the answer window of its N4Q is over',
            hint: 'Remove "when"; the hold of the N4Q sets the window.',
          },
        ];
  });
}
