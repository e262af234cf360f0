/** The companion file of a data set as text, so that reading it gives the same again. */
import { stringify } from 'yaml';
import type { CallEntry, Companion } from './companion.js';

/** @param written what is known of the data set; what is left out is as the protocol has it. */
export function companionYaml({
  calls,
  vad,
  clipping,
  text,
  spans,
  policies,
  versions,
}: Pick<Companion, 'calls'> & Partial<Companion>): string {
  const file = {
    version: 1,
    calls: Object.fromEntries([...calls].map(([id, call]) => [id, callOf(call)])),
    vad,
    clipping: clipping === '' ? undefined : clipping,
    text,
    spans,
    policies,
    versions: versions === undefined || Object.keys(versions).length === 0 ? undefined : versions,
  };
  return stringify(withoutUndefined(file), { lineWidth: 0 });
}

const callOf = ({ recording, userChannel, agentChannel, language, points, split }: CallEntry): object =>
  withoutUndefined({ recording, user: userChannel, agent: agentChannel, language, points, split });

const withoutUndefined = (record: object): object => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
