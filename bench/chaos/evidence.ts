/** What a run folder must hold, looked at from outside. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openRun } from '../../simulator/store/run-store.js';
import type { AttemptInfo, RunReader } from '../../simulator/store/run-reader.js';

/** What `turnrig run --json` prints, as far as it is looked at. */
export const printed = z.object({
  report: z.string().nullable(),
  gate: z.object({ result: z.string(), exitCode: z.number(), reason: z.string() }),
  summary: z.object({
    sessions: z.array(
      z.object({
        attempt: z.string(),
        session: z.string(),
        outcome: z.enum(['scored', 'agent_failure', 'rig_invalid']),
        reason: z.string(),
        tally: z.object({ pass: z.number(), fail: z.number(), withinUncertainty: z.number(), unscored: z.number() }),
      }),
    ),
    measures: z.array(z.unknown()),
    outcomes: z.array(z.object({ agent: z.string(), missing: z.number() })),
  }),
});
export type Printed = z.infer<typeof printed>;

/** SHA-256 of every file of the attempts that have their end, by path. */
export type Snapshot = ReadonlyMap<string, string>;

/** Ends that the rig or the user brought about: the session is still to be played. */
const CUT_SHORT = new Set(['rig-trouble', 'stopped']);
/** A report with its sounds is larger, and one that was cut off smaller, bytes. */
const LEAST_REPORT = 10_000;

/** What may never change again: recorded files of whole attempts. Derived ones may be made anew. */
export async function snapshot(dir: string): Promise<Snapshot> {
  const found = new Map<string, string>();
  const sessions = join(dir, 'sessions');
  for (const attempt of await readdir(sessions).catch(() => [])) {
    const folder = join(sessions, attempt);
    if (!existsSync(join(folder, 'end.json'))) continue;
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || entry.parentPath.endsWith('derived') || entry.name.endsWith('.tmp')) continue;
      found.set(
        path,
        createHash('sha256')
          .update(await readFile(path))
          .digest('hex'),
      );
    }
  }
  return found;
}

/** Problems of a folder whose run is complete; none when nothing is lost and nothing doubled. */
export async function checkFolder(dir: string, before: Snapshot, result: Printed): Promise<string[]> {
  const problems: string[] = [];
  const reader = await openRun(dir);
  const after = await snapshot(dir);
  for (const [path, hash] of before) {
    if (!after.has(path)) problems.push(`lost: ${path} was there before the resume`);
    else if (after.get(path) !== hash) problems.push(`changed: ${path} of a whole attempt`);
  }
  const whole = new Map<string, { attempt: string; good: boolean }[]>(reader.manifest.plan.map(({ id }) => [id, []]));
  for await (const info of reader.sessions()) {
    if (info.problem !== '') problems.push(`damaged: ${info.attempt}: ${info.problem}`);
    if (info.end === undefined || info.manifest === undefined) continue;
    // One that the rig spoiled may be played again, and is kept: it is no double as long as nothing follows a good one.
    if (!CUT_SHORT.has(info.end.reason))
      whole.get(info.manifest.session.id)?.push({ attempt: info.attempt, good: info.end.spoiled === undefined });
    problems.push(...(await checkAttempt(reader, info)));
  }
  for (const [session, attempts] of whole) {
    const good = attempts.findIndex((one) => one.good);
    const names = attempts.map((one) => `${one.attempt}${one.good ? '' : ' (spoiled)'}`).join(', ');
    if (attempts.length === 0) problems.push(`${session} has no complete attempt`);
    if (good !== -1 && good !== attempts.length - 1) problems.push(`${session} was played again after a good attempt: ${names}`);
    const counted = attempts[good === -1 ? attempts.length - 1 : good]?.attempt;
    const scored = result.summary.sessions.filter((one) => one.session === session).map((one) => one.attempt);
    if (scored.length !== 1 || scored[0] !== counted) problems.push(`${session}: ${scored.join(', ')} counts, of ${names}`);
  }
  const scored = result.summary.sessions.map(({ session }) => session).sort();
  const planned = reader.manifest.plan.map(({ id }) => id).sort();
  if (scored.join() !== planned.join()) problems.push(`the summary has the sessions ${scored.join()}, the plan ${planned.join()}`);
  for (const { agent, missing } of result.summary.outcomes) if (missing !== 0) problems.push(`${agent}: ${missing} sessions are missing`);
  if (existsSync(join(dir, 'lock.json'))) problems.push('the lock was left behind');
  const size = result.report === null ? 0 : ((await stat(result.report).catch(() => undefined))?.size ?? 0);
  if (size < LEAST_REPORT) problems.push(`the report has ${size} bytes`);
  return problems;
}

/** A whole attempt has every event once and as many packets as its end says. */
async function checkAttempt(reader: RunReader, { attempt, end }: AttemptInfo): Promise<string[]> {
  const problems: string[] = [];
  const session = reader.session(attempt);
  const timeline = await session.timeline();
  if (timeline.ending !== 'whole') problems.push(`${attempt}: its timeline is ${timeline.ending}: ${timeline.problem}`);
  for (const [track, count] of Object.entries(end?.packets ?? {})) {
    const file = await session.packets(track);
    if (file?.ending !== 'whole') problems.push(`${attempt}: the packets of ${track} are ${file?.ending ?? 'not there'}`);
    const stored = file?.packets.length ?? 0;
    if (stored !== count) problems.push(`${attempt}: ${track} has ${stored} packets, its end says ${count}`);
  }
  return problems;
}
