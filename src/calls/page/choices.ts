/** The rows of buttons for label, reason and confidence: each tells its key and whether it is chosen. */
import { CONFIDENCES } from '../model.js';
import { reasonsOf, VERDICTS, verdictOf, type ReviewLabel, type Verdict } from '../review-json.js';
import { byId, el } from './dom.js';
import { CONFIDENCE_KEYS, REASON_KEYS, VERDICT_KEYS, type Action } from './keys.js';

const WORDS: Readonly<Record<Verdict, string>> = {
  hold: 'No, goes on (hold)',
  eot: 'Yes, has finished (eot)',
  uncertain: 'Nobody can tell',
};

interface Choice {
  readonly text: string;
  readonly key: string;
  readonly chosen: boolean;
  readonly action: Action;
}

/** Buttons are kept where their texts stay, so that the focus does too. */
function row(id: string, choices: readonly Choice[], act: (action: Action) => void): void {
  const box = byId(id, HTMLElement);
  const there = [...box.children];
  const same = there.length === choices.length && choices.every(({ text }, i) => there[i]?.getAttribute('data-text') === text);
  if (!same)
    box.replaceChildren(
      ...choices.map(({ text, key, action }) => {
        const button = el('button', { type: 'button', 'data-text': text }, [text, el('kbd', {}, [key])]);
        button.addEventListener('click', () => act(action));
        return button;
      }),
    );
  choices.forEach(({ chosen }, i) => box.children[i]?.setAttribute('aria-pressed', String(chosen)));
}

export function showChoices(label: ReviewLabel | null, act: (action: Action) => void): void {
  const verdict = label && verdictOf(label.reason);
  row(
    'verdicts',
    VERDICTS.map((one) => ({
      text: WORDS[one],
      key: VERDICT_KEYS[one],
      chosen: one === verdict,
      action: { kind: 'verdict', verdict: one },
    })),
    act,
  );
  row(
    'reasons',
    (verdict === null ? [] : reasonsOf(verdict)).map((reason, number) => ({
      text: reason.replaceAll('_', ' '),
      key: REASON_KEYS[number] ?? '',
      chosen: reason === label?.reason,
      action: { kind: 'reason', number },
    })),
    act,
  );
  row(
    'confidences',
    (label === null ? [] : [...CONFIDENCES, null]).map((confidence, i) => ({
      text: confidence ?? 'none',
      key: CONFIDENCE_KEYS[i] ?? '',
      chosen: confidence === label?.confidence,
      action: { kind: 'confidence', confidence },
    })),
    act,
  );
}
