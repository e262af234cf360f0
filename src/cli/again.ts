/** The command that goes on with a run, as a person can run it. */

export interface AgainOptions {
  readonly agent: readonly string[];
  readonly agentCmd?: string;
  readonly memory: boolean;
  /** The command that goes on; `run` when left out. */
  readonly verb?: string;
}

/** Quoted for a shell where that is needed. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
}

/** An agent's command is not repeated: it may hold secrets. */
export function resumeCommand(dir: string, options: AgainOptions): string {
  return [
    `turnrig ${options.verb ?? 'run'} --resume ${quoted(dir)}`,
    ...(options.memory ? ['--memory'] : []),
    ...options.agent.map((agent) => `--agent ${quoted(agent)}`),
    ...(options.agentCmd === undefined ? [] : ['--agent-cmd … (the same as before)']),
  ].join(' ');
}
