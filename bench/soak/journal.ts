/** The journal of a soak: one line of JSON a round, so that a soak that was stopped or killed can go on. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { RoundRecord, SoakSettings } from './model.js';

const settingsLine = z.object({ rooms: z.number(), participants: z.number(), seconds: z.number() });
const roundLine = z.object({
  server: z.enum(['embedded', 'livekit']),
  version: z.string(),
  round: z.number().int().nonnegative(),
  joins: z.array(z.number()),
  heard: z.number(),
  expected: z.number(),
  troubles: z.array(z.string()),
  stall: z.number(),
  crashes: z.array(z.string()),
  pid: z.number(),
  rss: z.number().optional(),
});

export class JournalError extends Error {}

export class Journal {
  readonly rounds: RoundRecord[] = [];
  private readonly path: string | undefined;

  /** @param path undefined: kept in memory only. @throws JournalError when the file holds a soak with other settings, or none. */
  constructor(path: string | undefined, settings: SoakSettings) {
    this.path = path;
    if (path === undefined) return;
    if (!existsSync(path)) {
      this.append(settings);
      return;
    }
    const text = readFileSync(path, 'utf8');
    const [first, ...lines] = text.split('\n');
    const before = settingsLine.safeParse(read(first ?? ''));
    if (!before.success) throw new JournalError(`${path} is no journal of a soak.`);
    const same = (Object.keys(settings) as (keyof SoakSettings)[]).every((key) => before.data[key] === settings[key]);
    if (!same) throw new JournalError(`${path} holds a soak with other settings: ${JSON.stringify(before.data)}.`);
    for (const line of lines) {
      // A line that a kill cut off is a round that was not played.
      const round = roundLine.safeParse(read(line));
      if (round.success) this.rounds.push(round.data);
    }
    if (!text.endsWith('\n')) appendFileSync(path, '\n');
  }

  add(round: RoundRecord): void {
    this.rounds.push(round);
    this.append(round);
  }

  private append(line: object): void {
    if (this.path !== undefined) appendFileSync(this.path, `${JSON.stringify(line)}\n`);
  }
}

function read(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
