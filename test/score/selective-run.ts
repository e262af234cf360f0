/** Made-up sessions of pairs: what each request, silence and N4 came to, as the scorer would say it. */
import type { CompiledScene, PlannedSession } from '../../src/scenario/model.js';
import type { Verdict, WindowScore } from '../../src/score/model.js';
import type { SessionResult } from '../../src/score/summarise.js';
import { windowScore } from '../../src/score/values.js';
import { planned, scene, turn } from '../recording/fixtures.js';
import { span } from './fixtures.js';

export interface MadeScene {
  readonly pair: string;
  readonly condition: 'explicit' | 'implicit';
  readonly agent?: string;
  readonly repeat?: number;
  readonly outcome?: SessionResult['outcome'];
  /** The request; `already`: speaking at its end. */
  readonly t?: { readonly initiation: Verdict; readonly presence: Verdict; readonly already?: boolean; readonly right?: Verdict };
  /** Voiced ms of each silence window. */
  readonly silences?: readonly number[];
  readonly n4?: { readonly voiced: boolean; readonly fresh: boolean; readonly yielded?: Verdict };
  /** Labelled turns before the request. */
  readonly before?: number;
  readonly blips?: number;
}

const WINDOW = span(0, 1);
const window = (
  id: string,
  measure: string,
  verdict: Verdict,
  details: WindowScore['details'] = {},
  flags: readonly string[] = [],
): WindowScore =>
  windowScore({
    id: `${id}/${measure}`,
    turn: id,
    measure: measure as WindowScore['measure'],
    window: WINDOW,
    verdict,
    reason: '',
    details,
    flags,
  });

export function windowsOf({ t, silences = [], n4, before = 1, blips }: MadeScene): WindowScore[] {
  const windows: WindowScore[] = [];
  if (t !== undefined) {
    const details = { speakingAtEnd: t.already === true, sinceStartMs: 4000 * (before + 1), ...(blips === undefined ? {} : { blips }) };
    windows.push(window('t', 'new-initiation', t.initiation, details), window('t', 'response-presence', t.presence, details));
    if (t.right !== undefined) windows.push(window('t', 'answer-accuracy', t.right));
    else if (t.presence === 'fail') windows.push(window('t', 'answer-accuracy', 'unscored', {}, ['not-eligible']));
  }
  for (const [i, voicedMs] of silences.entries()) windows.push(window(`n${i}`, 'silence', voicedMs > 0 ? 'fail' : 'pass', { voicedMs }));
  if (n4 !== undefined) {
    const details = {
      eligible: n4.yielded !== undefined,
      windowResponse: n4.voiced,
      silentInQuestion: n4.fresh,
      onsetInWindow: n4.fresh,
      speakingAtResolution: n4.yielded !== undefined,
    };
    windows.push(
      window('r', 'answer-window-yield', n4.yielded ?? 'unscored', details, n4.yielded === undefined ? ['not-eligible'] : []),
      window('r', 'window-response', n4.voiced ? 'pass' : 'fail', details),
    );
  }
  return windows;
}

export interface MadeRun {
  readonly id: string;
  readonly plan: readonly PlannedSession[];
  readonly scenes: readonly CompiledScene[];
  readonly results: readonly SessionResult[];
}

export function madeRun(made: readonly MadeScene[]): MadeRun {
  const id = ({ pair, condition }: MadeScene): string => `${pair}-${condition}`;
  const all = made.map((one) => ({ ...one, agent: one.agent ?? 'a', repeat: one.repeat ?? 1 }));
  const sessionId = (one: (typeof all)[number]): string => `s/${id(one)}#${one.repeat}@${one.agent}`;
  const scenes = [...new Map(all.map((one) => [id(one), one])).values()].map((one) =>
    scene({
      ...{ id: id(one), scene: id(one), suite: 's', variant: {} },
      pair: { id: one.pair, condition: one.condition },
      turns: [
        ...Array.from({ length: one.before ?? 1 }, (_, i) => turn({ id: `n${i}`, label: 'N2' })),
        turn({ id: 't', label: 'T' }),
        turn({ id: 'r', label: 'N4R' }),
      ],
    }),
  );
  return {
    id: 'r',
    plan: all.map((one) => planned({ id: sessionId(one), suite: 's', scene: id(one), agent: one.agent, repeat: one.repeat })),
    scenes,
    results: all.map((one) => ({
      ...{ attempt: `x-${sessionId(one)}`, session: sessionId(one), scene: id(one), agent: one.agent, reason: '' },
      outcome: one.outcome ?? 'scored',
      windows: windowsOf(one),
    })),
  };
}
