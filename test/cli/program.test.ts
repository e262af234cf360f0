/** The help and --version load no command; what the help says of one is what that one says itself. */
import type { Command } from 'commander';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { helpTerm } from '../../src/cli/commands.js';
import { program } from '../../src/cli/program.js';
import { turnrig } from './turnrig.js';

// Every command's modules are loaded once.
vi.setConfig({ testTimeout: 120_000 });

const built = (...words: string[]): Promise<Command> => program(['node', 'turnrig', ...words]);

function named(parent: Command, name: string): Command {
  const found = parent.commands.find((command) => command.name() === name);
  if (found === undefined) throw new Error(`no command ${name}`);
  return found;
}

/** Whether its module was loaded: every command and verb has an option of its own, or verbs. */
const isLoaded = (command: Command): boolean => command.options.length > 0 || command.commands.length > 0;

describe('commands are loaded when they are asked for', () => {
  it.each([[['--version']], [['--help']], [['nonsense']], [['help']], [[]], [['-']]])('none by %j', async (words) => {
    const root = await built(...words);
    expect(root.commands.map((command) => command.name())).toEqual(expect.arrayContaining(['demo', 'run', 'eot', 'doctor']));
    expect(root.commands.filter(isLoaded)).toEqual([]);
  });

  it.each([
    [['plan', 'sid'], 'plan'],
    [['help', 'plan'], 'plan'],
    [['--help', 'plan'], 'plan'],
    [['eot', '--help'], 'eot'],
  ])('one by %j', async (words, name) => {
    const root = await built(...words);
    expect(root.commands.filter(isLoaded).map((command) => command.name())).toEqual([name]);
  });

  it.each([
    ['help nope', "unknown command 'nope'"],
    ['help eot compute-metric', "unknown command 'compute-metric'\n(Did you mean compute-metrics?)"],
  ])('says of %s that there is none', async (line, message) => {
    const { code, out, err } = await turnrig(...line.split(' '));
    expect([code, out, err.startsWith(`error: ${message}\n`)], err).toEqual([2, '', true]);
  });

  it.each([['eot compute-metrics'], ['eot help compute-metrics'], ['help eot compute-metrics']])('one verb by %s', async (line) => {
    const eot = named(await built(...line.split(' ')), 'eot');
    expect(eot.commands.filter(isLoaded).map((command) => command.name())).toEqual(['compute-metrics']);
  });
});

describe('the help of a parent and that of the command', () => {
  it('agree in every usage', async () => {
    const unloaded = await built();
    for (const stub of unloaded.commands) {
      const loaded = named(await built(stub.name()), stub.name());
      expect(helpTerm(stub)).toBe(helpTerm(loaded));
      for (const verb of loaded.commands) {
        const itself = named(named(await built(stub.name(), verb.name()), stub.name()), verb.name());
        expect(isLoaded(itself)).toBe(true);
        expect(helpTerm(verb)).toBe(helpTerm(itself));
      }
    }
  });

  it('the built binary prints the verbs of a command that it names, and the help of one', async () => {
    const { code, out } = await turnrig('sid', '--help');
    expect(code).toBe(0);
    expect(out).toContain('from-run [options] <run>');
    expect((await turnrig('help', 'sid')).out).toBe(out);
    expect((await turnrig('eot', 'help', 'tune')).out).toContain('--vary');
  });

  it('the built binary knows near misses of commands that it has not loaded', async () => {
    const { code, err } = await turnrig('generat');
    expect(code).toBe(2);
    expect(err).toContain('Did you mean generate?');
  });
});

it('says what there is and which exit codes', async () => {
  const ran = await turnrig('--help');
  expect(ran.code).toBe(0);
  for (const text of ['demo', 'run', 'score', 'report', 'validate', 'plan', 'doctor', 'Exit codes', '130']) expect(ran.out).toContain(text);
});

it('doctor finds this machine in order', async () => {
  const ran = await turnrig('doctor', '--json');
  const found = z
    .object({ ok: z.boolean(), checks: z.array(z.object({ name: z.string(), ok: z.boolean(), fix: z.string() })) })
    .parse(JSON.parse(ran.out));
  expect(found.checks.filter((check) => check.name.startsWith('library')).every((check) => check.ok)).toBe(true);
  expect(ran.code).toBe(found.ok ? 0 : 2);
});
