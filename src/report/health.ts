/** The rig's own health in words: the strip under a session, its cell in the suite table, and one line over a whole run. */
import type { Starver } from '../recording/model.js';
import type { HealthFigures, RunSummary } from '../score/model.js';

const STARVER_WORDS: Readonly<Record<Starver, string>> = {
  agent: 'the agent used most of the machine',
  others: 'the machine was busy with other work',
  nobody: 'a short stall: the machine had room',
  unknown: 'why is not known',
};

const ms = (value: number): string => `${value.toFixed(1)} ms`;
/** 1.5 processors are 150%. */
const cpu = (share: number): string => `${Math.round(share * 100)}%`;
const or = (value: number | undefined, words: (value: number) => string): string => (value === undefined ? 'not measured' : words(value));

/** Names and values for a session's strip, in the order of what spoils first. */
export function healthItems(h: HealthFigures): readonly (readonly [string, string])[] {
  return [
    ['late frames', `${h.lateFrames} of ${h.frames}`],
    ['latest', h.starvedBy === undefined ? ms(h.latestMs) : `${ms(h.latestMs)} (${STARVER_WORDS[h.starvedBy]})`],
    ['event-loop lag p99', or(h.lagP99Ms, ms)],
    ['worst', or(h.lagMaxMs, ms)],
    ['packets lost', lossWords(h)],
    ["concealed of the agent's audio", `${Math.round(h.concealedMs)} ms`],
    ['CPU of the rig', or(h.rigCpu, cpu)],
    ['CPU of the agent', or(h.agentCpu, cpu)],
    ['CPU of the machine', or(h.hostCpu, (share) => machineWords(share, h.processors))],
  ];
}

function machineWords(share: number, processors: number | undefined): string {
  return processors === undefined ? cpu(share) : `${cpu(share)} of ${cpu(processors)}`;
}

function lossWords(h: HealthFigures): string {
  const own = h.lostAgentPackets === undefined || h.lostAgentPackets === 0 ? '' : `, ${h.lostAgentPackets} of them of the agent's track`;
  return `${h.lostPackets} of ${h.packets + h.lostPackets}${own}`;
}

/** A cell of the suite table. */
export function healthBrief(h: HealthFigures): string {
  return [
    `latest ${ms(h.latestMs)}`,
    ...(h.lagP99Ms === undefined ? [] : [`lag ${ms(h.lagP99Ms)}`]),
    `lost ${h.lostPackets}`,
    ...(h.rigCpu === undefined ? [] : [`CPU rig ${cpu(h.rigCpu)}`]),
    ...(h.agentCpu === undefined ? [] : [`agent ${cpu(h.agentCpu)}`]),
  ].join(', ');
}

/** One line over all sessions; undefined when none tells its health. */
export function healthLine(summary: Pick<RunSummary, 'sessions'>): string | undefined {
  const all = summary.sessions.flatMap(({ health }) => health ?? []);
  if (all.length === 0) return undefined;
  const most = (of: (h: HealthFigures) => number | undefined): number | undefined => {
    const known = all.flatMap((h) => of(h) ?? []);
    return known.length === 0 ? undefined : Math.max(...known);
  };
  const sum = (of: (h: HealthFigures) => number): number => all.reduce((total, h) => total + of(h), 0);
  const lag = most((h) => h.lagP99Ms);
  const shares = (
    [
      ['rig', most((h) => h.rigCpu)],
      ['agent', most((h) => h.agentCpu)],
      ['machine', most((h) => h.hostCpu)],
    ] as const
  ).flatMap(([who, share]) => (share === undefined ? [] : [`${who} ${cpu(share)}`]));
  return [
    `rig's health: latest frame ${ms(most((h) => h.latestMs) ?? 0)}`,
    ...(lag === undefined
      ? []
      : [
          `event-loop lag p99 ${ms(lag)} (worst ${or(
            most((h) => h.lagMaxMs),
            ms,
          )})`,
        ]),
    `${sum((h) => h.lostPackets)} of ${sum((h) => h.packets + h.lostPackets)} packets lost`,
    `${Math.round(sum((h) => h.concealedMs))} ms concealed`,
    ...(shares.length === 0 ? [] : [`CPU in the busiest session: ${shares.join(', ')}`]),
  ].join(', ');
}
