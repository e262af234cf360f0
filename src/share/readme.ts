/** README.md of a packed session. */
import { RECORDING } from '../analysis/scene.js';
import type { RunManifest } from '../recording/model.js';
import type { SessionScore } from '../score/model.js';
import { samplesToMs } from '../time/position.js';
import type { Redaction } from './model.js';

export interface ReadmeFacts {
  readonly manifest: RunManifest;
  readonly score: SessionScore;
  readonly redaction: Redaction;
  /** Whether recording.wav is there. */
  readonly recording: boolean;
  /** Whether the scene is there as a scenario file (turnrig replay). */
  readonly scenario: boolean;
}

export function readme({ manifest, score, redaction, recording, scenario }: ReadmeFacts): string {
  const planned = manifest.plan.find(({ id }) => id === score.session);
  const failed = score.windows.filter(({ verdict }) => verdict === 'fail');
  const lines = [
    '# One session of turnrig',
    '',
    `Session \`${code(score.session)}\`, attempt \`${code(score.attempt)}\`, ${score.outcome}; ${(samplesToMs(score.span.to) / 1000).toFixed(1)} s.`,
    '',
    `- Listen: open \`run/report/index.html\` in a browser. It asks the network for nothing.`,
    `- The report again: \`turnrig report run\`.`,
    manifest.redacted === undefined
      ? '- Score it again from its recording: `turnrig score run`. The same evidence gives the same bytes.'
      : '- It cannot be scored again: something that scoring asks for was taken away. Its scores are those of the run that it is from.',
    ...(scenario ? ['- Play the scene again: `turnrig run run/scenario/replay.yaml --agent ...`.'] : again(manifest, planned, recording)),
    '',
    '## What failed',
    '',
    ...(failed.length === 0 ? ['Nothing.'] : failed.map(({ id, reason }) => `- \`${code(id)}\` ${plainText(reason)}`)),
    '',
    '## What was left out',
    '',
    `Removed by ${redaction.by}: ${removedWords(redaction)}. \`run/redaction.json\` counts it. A voice stays a voice in the sound that is here.`,
    '',
    '## Made with',
    '',
    `turnrig ${manifest.turnrig}, Node ${manifest.node}, ${manifest.platform}, ${manifest.cpus} processors, room ${manifest.server}.`,
  ];
  return `${lines.join('\n')}\n`;
}

function again(manifest: RunManifest, planned: RunManifest['plan'][number] | undefined, recording: boolean): string[] {
  if (manifest.transport === RECORDING)
    return recording
      ? [
          '- Play it again to an agent: `turnrig replay recording.wav ...` (user on channel 0, agent on channel 1), or analyze it: `turnrig analyze recording.wav`.',
        ]
      : [];
  const suite = manifest.suites.find(({ name }) => name === planned?.suite);
  if (planned === undefined || suite === undefined) return [];
  const known = /^0+$/.test(suite.sha256) ? '' : ` (SHA-256 ${suite.sha256})`;
  return [
    `- Play the scene again: \`turnrig run ${code(suite.file)} --scene '${code(planned.scene)}' --seed ${manifest.seed} --agent ...\` with the suite ${code(suite.name)}${known}; its clips are in \`run/clips\`.`,
  ];
}

function removedWords({ removed }: Redaction): string {
  const kinds = [
    removed.names ? 'names' : '',
    removed.transcripts ? 'transcripts' : '',
    removed.audio ? 'sound outside the kept turns' : '',
  ];
  const said = kinds.filter((kind) => kind !== '').join(', ');
  return `other sessions, host names, logs of agents, outputs of models${said === '' ? '' : `, ${said}`}`;
}

/** Foreign text inside backticks: no backtick, no line feed. */
const code = (text: string): string => text.replace(/[`\p{Cc}]/gu, ' ').slice(0, 200);
/** Foreign text as plain text of Markdown. */
const plainText = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[\\`*_[\]<>!#|]/g, '\\$&')
    .slice(0, 400);
