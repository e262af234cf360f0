/** The grid of an agent's own settings: axes, their combinations, and templates that are filled with them (`$name`, as in scenario files). */
import { TurnrigError } from '../../error.js';
import { substitute, variantsOf, type SweepValue } from '../../scenario/sweep.js';
import { EotError } from '../error.js';

export interface Axis {
  readonly name: string;
  readonly values: readonly SweepValue[];
}

export interface GridPoint {
  /** "min=200,max=1500": unique in its grid, and a plain file name. */
  readonly id: string;
  readonly values: Readonly<Record<string, SweepValue>>;
}

/** What is filled for each point. */
export interface Templates {
  readonly agent: string;
  readonly agentCmd?: string;
  /** Variables of the command. A value that is a JSON object or list is filled as JSON: "$name" alone becomes the value with its type. */
  readonly env: Readonly<Record<string, string>>;
}

const LONGEST_ID = 120;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** "NAME=V1,V2,...": numbers where they look like such. @throws EotError */
export function axisOf(text: string): Axis {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const written =
    at < 0
      ? []
      : text
          .slice(at + 1)
          .split(',')
          .map((one) => one.trim());
  if (name === '' || written.length === 0 || written.includes(''))
    throw new EotError(`--vary ${text}: write it as NAME=VALUE,VALUE,...`, { hint: 'For example: --vary min=200,300,500' });
  return { name, values: written.map(valueOf) };
}

function valueOf(text: string): SweepValue {
  const number = Number(text);
  // Only what prints as it was written: "007" and "1e3" stay texts.
  return Number.isFinite(number) && String(number) === text ? number : text;
}

/** "NAME=TEMPLATE". @throws EotError */
export function variableOf(text: string): readonly [name: string, template: string] {
  const at = text.indexOf('=');
  const name = at < 0 ? '' : text.slice(0, at);
  if (!VARIABLE.test(name))
    throw new EotError(`--env ${name === '' ? text : name}: write it as NAME=TEMPLATE`, { hint: "For example: --env 'MIN_DELAY=$min'" });
  return [name, text.slice(at + 1)];
}

/** All combinations, in the order of the axes. @throws EotError for an axis that is twice there, empty, or used in no template. */
export function gridOf(axes: readonly Axis[], templates: Templates): GridPoint[] {
  if (axes.length === 0)
    throw new EotError('there is nothing to vary.', {
      hint: "Give settings: --vary min=200,300,500 --agent 'preset:vad-only,min-delay=$min'",
    });
  const twice = axes.find(({ name }, i) => axes.findIndex((other) => other.name === name) < i);
  if (twice !== undefined) throw new EotError(`--vary ${twice.name} is given twice.`, { hint: 'Give all of its values at once.' });
  const sweep = Object.fromEntries(axes.map(({ name, values }) => [name, values]));
  const { variants, findings } = variantsOf({ sweep, templates }, []);
  const [finding] = findings;
  if (finding !== undefined)
    throw new EotError(
      `--vary: ${finding.message}.`,
      finding.hint === undefined || finding.hint === '' ? {} : { hint: finding.hint.replace('repeats', '--repeats') },
    );
  return variants.map(({ values, suffix }, i) => {
    const id = suffix.replace(/^\[|\]$/g, '');
    return { values, id: id.length > LONGEST_ID || /^\.*$/.test(id) ? `point-${i + 1}` : id };
  });
}

/** @throws TurnrigError `input` when the agent's template names what is not varied. */
export function filled(templates: Templates, { values }: Pick<GridPoint, 'values'>): Templates {
  const text = (template: string): string => String(substitute(template, values));
  const agent = text(templates.agent);
  const left = /\$[A-Za-z][A-Za-z0-9_]*/.exec(agent)?.[0];
  if (left !== undefined)
    throw new TurnrigError('input', `--agent ${templates.agent}: ${left} is not varied.`, {
      hint: `Add it: --vary ${left.slice(1)}=VALUE,VALUE`,
    });
  return {
    agent,
    ...(templates.agentCmd === undefined ? {} : { agentCmd: text(templates.agentCmd) }),
    env: Object.fromEntries(Object.entries(templates.env).map(([name, template]) => [name, filledVariable(template, values, text)])),
  };
}

function filledVariable(template: string, values: GridPoint['values'], text: (template: string) => string): string {
  let json: unknown;
  try {
    json = JSON.parse(template);
  } catch {
    return text(template);
  }
  return typeof json === 'object' && json !== null ? JSON.stringify(substitute(json, values)) : text(template);
}
