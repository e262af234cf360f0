import { expect, it } from 'vitest';
import { resumeCommand } from '../../src/cli/again.js';

it.each([
  [{ agent: ['preset:vad-only', 'x=wait'], memory: false }, 'turnrig run --resume runs/a --agent preset:vad-only --agent x=wait'],
  [{ agent: ['reference:silent'], memory: true }, 'turnrig run --resume runs/a --memory --agent reference:silent'],
  [
    { agent: ['wait'], memory: false, agentCmd: 'python a.py --key s3cret' },
    'turnrig run --resume runs/a --agent wait --agent-cmd … (the same as before)',
  ],
])('goes on with %j', (options, command) => expect(resumeCommand('runs/a', options)).toBe(command));

it('quotes a folder for the shell', () =>
  expect(resumeCommand("my runs/it's", { agent: [], memory: false })).toBe(`turnrig run --resume 'my runs/it'\\''s'`));
