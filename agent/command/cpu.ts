/** CPU time of a group of processes, from Linux' /proc (proc_pid_stat(5)). Elsewhere it is not known. */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc; 100 on every Linux architecture that Node runs on (USER_HZ). */
export const TICKS_PER_SECOND = 100;

/** What one line of /proc/PID/stat tells of a process. */
export interface ProcessStat {
  readonly group: number;
  /** Its own CPU time and that of its ended children that it has waited for, in ticks. */
  readonly ticks: number;
}

/** Reads /proc/PID/stat. The name of the program is in brackets and may hold spaces and brackets. */
export function parseStat(text: string): ProcessStat | undefined {
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .trim()
    .split(/\s+/)
    .map(Number);
  // After the name come field 3 (state) and so on: group is field 5; utime, stime, cutime and cstime are 14 to 17.
  const group = fields[2];
  const times = fields.slice(11, 15);
  if (group === undefined || !Number.isInteger(group) || times.length < 4 || !times.every(Number.isFinite)) return undefined;
  return { group, ticks: times.reduce((sum, ticks) => sum + ticks, 0) };
}

/**
 * CPU seconds that the living processes of a group, and their ended children, have used so far.
 *
 * @returns undefined where there is no /proc, or when no process of the group is left.
 */
export function groupCpuSeconds(group: number): number | undefined {
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  let ticks: number | undefined;
  for (const pid of pids) {
    let stat: ProcessStat | undefined;
    try {
      stat = parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      continue; // It ended between the two reads.
    }
    if (stat?.group === group) ticks = (ticks ?? 0) + stat.ticks;
  }
  return ticks === undefined ? undefined : ticks / TICKS_PER_SECOND;
}
