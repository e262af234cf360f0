/** The short forms people write, turned into the long ones: `greeting: ignored` is `greeting: { policy: ignored }`. */

type Plain = Record<string, unknown>;

/** A plain mapping, or undefined. The values are those of the file: anything. */
export function mapping(value: unknown): Plain | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : undefined;
}

/** A plain list; empty for anything else. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The document with its short forms written out. Whatever is not understood is left as it is for the checks to find. */
export function longForms(document: unknown): unknown {
  const suite = mapping(document);
  if (suite === undefined) return document;
  return change(suite, {
    speakers: (speakers) => each(speakers, (speaker) => (typeof speaker === 'string' ? { name: speaker } : speaker)),
    defaults: settings,
    scenes: (scenes) => elements(scenes, scene),
  });
}

function settings(value: unknown): unknown {
  const object = mapping(value);
  return object === undefined ? value : change(object, { greeting: greetings });
}

const greetings = (value: unknown): unknown => (typeof value === 'string' ? { policy: value } : value);

function scene(value: unknown): unknown {
  const object = mapping(settings(value));
  return object === undefined ? value : change(object, { turns: (turns) => elements(turns, turn), gold });
}

/** `must_mention: [nine]` is `must_mention: [[nine]]`. */
function gold(value: unknown): unknown {
  const object = mapping(value);
  const alone = (one: unknown): unknown => (typeof one === 'string' ? [one] : one);
  return object === undefined ? value : change(object, { must_mention: (all) => elements(all, alone) });
}

function turn(value: unknown): unknown {
  const object = mapping(value);
  if (object === undefined) return value;
  const { when, ...rest } = object;
  const isNext = when === 'next';
  return change(isNext ? rest : object, { expect: named, hold: named });
}

/** `silence` is `{ silence: {} }`, and `{ silence: }` is too. */
function named(value: unknown): unknown {
  if (typeof value === 'string') return { [value]: {} };
  const object = mapping(value);
  return object === undefined ? value : each(object, (inner) => (inner === null ? {} : inner));
}

function change(object: Plain, by: Readonly<Record<string, (value: unknown) => unknown>>): Plain {
  const changed = Object.assign(Object.create(null) as Plain, object);
  for (const [key, how] of Object.entries(by)) if (changed[key] !== undefined) changed[key] = how(changed[key]);
  return changed;
}

function each(value: unknown, how: (value: unknown) => unknown): unknown {
  const object = mapping(value);
  if (object === undefined) return value;
  const changed = Object.create(null) as Plain;
  for (const [key, inner] of Object.entries(object)) changed[key] = how(inner);
  return changed;
}

const elements = (value: unknown, how: (value: unknown) => unknown): unknown => (Array.isArray(value) ? value.map(how) : value);
