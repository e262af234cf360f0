/** JSON Schema of the scenario format for editors, made from the schema that checks the files. */
import { z } from 'zod';
import { suiteSchema } from './schema.js';

/** A sweep's value may stand for any number. */
const REFERENCE = { type: 'string', pattern: '^\\$[A-Za-z][A-Za-z0-9_]*$', description: 'A name of the sweep, e.g. $pause.' };

/** The schema as committed in scenarios/scenario.schema.json, with a final newline. */
export function scenarioJsonSchema(): string {
  const schema = z.toJSONSchema(suiteSchema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      const { sweepable, short, ...own } = jsonSchema as Record<string, unknown>;
      if (sweepable !== true && short === undefined) return;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      const { description, ...shape } = own;
      Object.assign(jsonSchema, {
        ...(description === undefined ? {} : { description }),
        anyOf: [sweepable === true ? REFERENCE : short === true ? { type: 'string' } : { enum: short }, shape].reverse(),
      });
    },
  });
  return `${JSON.stringify({ $id: 'scenario.schema.json', title: 'turnrig scenario, format 1', ...schema }, null, 2)}\n`;
}
