/** Why a file is in a packed session: each has a reason, and one without has no place there. */
import { TurnrigError } from '../error.js';

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^README\.md$/, 'what this is, how to listen, how to play it again'],
  [/^recording\.wav$/, 'user and agent on a channel each, for turnrig analyze and replay'],
  [/^run\/run\.json$/, 'the scene, the agent and the versions'],
  [/^run\/redaction\.json$/, 'what was left out, and by which version'],
  [/^run\/scenario\/replay\.yaml$/, 'the scene as a scenario file, to play it again'],
  [/^run\/scenario\/clips\/[A-Za-z0-9_][A-Za-z0-9_.-]*\.flac$/, 'what that scenario file plays'],
  [/^run\/clips\/[0-9a-f]{64}\.wav$/, 'a clip that the scene played'],
  [/^run\/sessions\/[^/]+\/session\.json$/, 'what was played, with its seed'],
  [/^run\/sessions\/[^/]+\/timeline\.jsonl$/, 'what happened when'],
  [/^run\/sessions\/[^/]+\/tracks\/[^/]+\.pkt$/, 'what was recorded'],
  [/^run\/sessions\/[^/]+\/end\.json$/, 'how it ended, and how the rig did'],
  [/^run\/sessions\/[^/]+\/derived\/scores\.json$/, 'its scores'],
  [/^run\/derived\/summary\.json$/, 'its numbers in one file'],
  [/^run\/derived\/words\.json$/, 'what its words came to'],
  [/^run\/report\/(index|sessions\/[^/]+)\.html$/, 'the page to open, without a network'],
];

/** @param path inside the pack, with slashes @throws TurnrigError `internal` for a file that nobody gave a reason. */
export function reasonFor(path: string): string {
  const found = REASONS.find(([shape]) => shape.test(path));
  if (found === undefined) throw new TurnrigError('internal', `${path} has no place in a packed session`);
  return found[1];
}
