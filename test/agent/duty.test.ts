import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { calledBy, isAsked, NOT_HEARD, underDuty } from '../../agent/livekit/duty.js';
import { scenarioIo, withoutSpeech } from '../../simulator/scenario-io.js';
import { DUTY } from '../../src/generate/preamble.js';
import { loadSuite } from '../../src/scenario/load.js';

describe('calledBy', () => {
  it('knows a duty, in one message or in several, and the name that it gives', () => {
    expect(calledBy([DUTY.en])).toBe('Aria');
    expect(calledBy(DUTY.en.split(/(?<=[.]) /))).toBe('Aria');
    expect(calledBy(['Stay silent when somebody only mentions you.'])).toBe('');
    expect(calledBy(['What time do you open on Sunday?', 'Aria, where is it?'])).toBeUndefined();
  });
});

describe('isAsked', () => {
  it.each([
    ['Aria, where do we find the cheese?', true],
    ['So tell me, Aria, where is it?', true],
    ['Where is it, Aria?', true],
    ['Could you tell me where the cheese is now?', true],
    ['Remind us, which way did the ranger say?', true],
    ['I have to say, Aria has been useful on this trip.', false],
    ['Ben, hold the basket for a moment, would you?', false],
    ['Well, that was steep.', false],
    ['Where is that charger.', false],
    ['No, George, it goes on until two.', false],
  ])('%s: %s', (message, asked) => {
    expect(isAsked('Aria', message)).toBe(asked);
  });
});

describe('underDuty', () => {
  const told = ['The cheese stall has moved, Ben. It used to be at the old pump.', 'Oh, these shoes were a mistake.'];
  it('repeats the sentence that has the question’s words and the one after it, says when there is none, and keeps silent when it is not asked', () => {
    expect(underDuty('Aria', [DUTY.en, ...told, 'Aria, where do we find the cheese?'])).toBe(
      'The cheese stall has moved, Ben. It used to be at the old pump.',
    );
    expect(underDuty('Aria', [DUTY.en, ...told, 'Aria, what is at the pump?'])).toBe('It used to be at the old pump.');
    expect(underDuty('Aria', [DUTY.en, ...told, 'Aria, how high is that peak?'])).toBe(NOT_HEARD);
    expect(underDuty('Aria', [DUTY.en, ...told])).toBe('');
    expect(underDuty('Aria', [DUTY.en])).toBe('');
  });

  it('never repeats the duty or an earlier question', () => {
    const said = underDuty('Aria', [
      DUTY.en,
      'Aria, does the market close at noon?',
      'It goes on until two.',
      'Aria, when does the market close?',
    ]);
    expect(said).toBe(NOT_HEARD);
    const inPieces = [...DUTY.en.split(/(?<=[.]) /), 'Lovely day.', 'Aria, which place did we stop at?'];
    expect(underDuty('Aria', inPieces)).toBe(NOT_HEARD);
  });

  it('on the suite selective: speaks whenever it is called, never when others are', async () => {
    const file = fileURLToPath(new URL('../../scenarios/selective.yaml', import.meta.url));
    const loaded = await loadSuite(file, withoutSpeech(scenarioIo()));
    if ('problems' in loaded) throw new Error('selective.yaml has problems');
    let called = 0;
    for (const scene of loaded.suite.scenes) {
      const heard: string[] = [];
      for (const turn of scene.turns) {
        heard.push(turn.text);
        const spoke = underDuty('Aria', heard) !== '';
        const explicit = turn.label === 'N4Q' || (turn.label === 'T' && scene.pair?.condition === 'explicit');
        if (explicit) called += 1;
        if (explicit) expect(spoke, turn.text).toBe(true);
        if (turn.label === 'N2' || turn.label === 'N3' || turn.label === 'N4R') expect(spoke, turn.text).toBe(false);
      }
    }
    expect(called).toBe(72);
  }, 180_000);
});
