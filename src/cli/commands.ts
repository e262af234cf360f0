/**
 * Commands whose modules are loaded when they are asked for: a room, models and codecs take many times as long to load as help, `--version`
 * and the offline commands take to work.
 */
import type { Command } from 'commander';
import { nearest } from '../scenario/nearest.js';
import { plain } from './console.js';

export interface CommandEntry {
  /** What its own help has behind its name, so that the help of its parent needs none of its modules. */
  readonly usage: string;
  readonly description: string;
  /** Adds arguments, options and action. @param words those of the line behind the command's name that are no options */
  readonly load: (command: Command, words: readonly string[]) => void | Promise<void>;
}

/**
 * @param entries by name, in the order of the help @param words of the line, behind the parent's name, that are no options
 * @throws CommanderError for help of a command that there is not: commander would show the parent's, without a word
 */
export async function addCommands(
  parent: Command,
  entries: Readonly<Record<string, CommandEntry>>,
  words: readonly string[],
): Promise<void> {
  const isHelp = words[0] === 'help';
  const [named, ...rest] = isHelp ? words.slice(1) : words;
  for (const [name, { usage, description, load }] of Object.entries(entries)) {
    const command = parent.command(name).description(description);
    if (name === named) await load(command, isHelp ? ['help', ...rest] : rest);
    else command.usage(usage);
  }
  if (isHelp && named !== undefined && named !== 'help' && !Object.hasOwn(entries, named)) {
    const near = nearest(named, Object.keys(entries));
    parent.error(`error: unknown command '${plain(named)}'${near === undefined ? '' : `\n(Did you mean ${near}?)`}`, {
      code: 'commander.unknownCommand',
    });
  }
}

/** A command's line in the help of its parent. */
export function helpTerm(command: Command): string {
  return `${command.name()} ${command.usage()}`;
}
