import type { ErrorCode } from '../error.js';

/** Exit codes of the command line (design.md, "Exit codes"). A run with nothing measured never exits 0. */
export const EXIT = {
  /** Every expectation was met. */
  met: 0,
  /** An expectation or a gate failed. */
  failed: 1,
  /** The input or the usage is wrong. */
  usage: 2,
  /** Nothing can be decided: only rig-invalid sessions, too many of them, or the rig could not work. */
  undecided: 3,
  /** The agent failed in every session. */
  agent: 4,
  /** Stopped by the user. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const OF_ERROR: Readonly<Record<ErrorCode, ExitCode>> = {
  input: EXIT.usage,
  'run-folder': EXIT.usage,
  audio: EXIT.usage,
  missing: EXIT.usage,
  'room-unreachable': EXIT.undecided,
  'room-refused': EXIT.undecided,
  store: EXIT.undecided,
  'speech-service': EXIT.undecided,
  'agent-start': EXIT.agent,
  internal: EXIT.undecided,
};

/** The exit code for an error of this code. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  return OF_ERROR[code];
}
