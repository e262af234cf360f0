/** What --adapter names: built in, a module of the user's, or a process. */
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBatch, isStreaming, type AdapterFacts } from '../../../src/eot/adapter.js';
import { EotError } from '../../../src/eot/error.js';
import { messageOf } from '../../../src/error.js';
import { ConstantAdapter } from './constant.js';

export interface LoadedAdapter {
  readonly adapter: AdapterFacts;
  /** Its name in manifests and folders: "module:ClassName". */
  readonly reference: string;
}

export interface AdapterOverrides {
  readonly model?: string | undefined;
  readonly chunkMs?: number | undefined;
  readonly eotThreshold?: number | undefined;
}

export const ADAPTERS_HELP =
  'constant[:P], vad, smart-turn:MODEL.onnx, realtime[:URL], livekit-v1-mini, process:COMMAND, or MODULE.js[:EXPORT]';

/**
 * An adapter's module is loaded when it is the one that is named.
 *
 * @param timeoutMs for one answer of a process
 * @param accepted the user accepted the licence of LiveKit's model
 */
export async function loadAdapter(spec: string, timeoutMs: number, accepted = false): Promise<LoadedAdapter> {
  const colon = spec.indexOf(':');
  const [kind, rest] = colon < 0 ? [spec, ''] : [spec.slice(0, colon), spec.slice(colon + 1)];
  switch (kind) {
    case 'constant': {
      const p = rest === '' ? 0.5 : Number(rest);
      if (!(p >= 0 && p <= 1)) throw new EotError(`--adapter constant:${rest}: a probability is 0 to 1`);
      return { adapter: new ConstantAdapter(p), reference: 'turnrig.adapters:ConstantAdapter' };
    }
    case 'vad':
      return { adapter: new (await import('./vad.js')).VadSilenceAdapter(), reference: 'turnrig.adapters:VadSilenceAdapter' };
    case 'smart-turn':
      if (rest === '')
        throw new EotError('--adapter smart-turn wants the model file: smart-turn:MODEL.onnx', {
          hint: 'Its authors publish it; turnrig does not bring it along.',
        });
      return {
        adapter: await (await import('./smart-turn.js')).SmartTurnAdapter.load(resolve(rest)),
        reference: 'turnrig.adapters:SmartTurnAdapter',
      };
    case 'realtime':
      return {
        adapter: (await import('./realtime.js')).realtimeFromEnvironment(rest, process.env),
        reference: 'turnrig.adapters:RealtimeAdapter',
      };
    case 'livekit-v1-mini':
      return {
        adapter: await (await import('./livekit-v1-mini.js')).LiveKitMiniAdapter.load(process.cwd(), accepted),
        reference: 'turnrig.adapters:LiveKitMiniAdapter',
      };
    case 'process':
      if (rest.trim() === '') throw new EotError('--adapter process wants a command: process:COMMAND');
      return {
        adapter: await (await import('./process.js')).ProcessAdapter.start({ command: rest, timeoutMs }),
        reference: 'turnrig.adapters:ProcessAdapter',
      };
    default:
      return fromModule(spec);
  }
}

/** A file that is JavaScript Node can import; a class is made without arguments. */
async function fromModule(spec: string): Promise<LoadedAdapter> {
  const colon = spec.lastIndexOf(':');
  const [file, name] = colon > 1 ? [spec.slice(0, colon), spec.slice(colon + 1)] : [spec, 'default'];
  const path = resolve(file);
  try {
    await access(path);
  } catch (cause) {
    throw new EotError(`--adapter ${spec}: there is no file ${file}`, { hint: `There are ${ADAPTERS_HELP}.`, cause });
  }
  let exported: unknown;
  try {
    exported = ((await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>)[name];
    if (typeof exported === 'function') exported = new (exported as new () => unknown)();
  } catch (cause) {
    throw new EotError(`--adapter ${spec} cannot be loaded: ${messageOf(cause)}`, { cause });
  }
  if (typeof exported !== 'object' || exported === null || !('adapterId' in exported) || typeof exported.adapterId !== 'string')
    throw new EotError(`--adapter ${spec}: the export "${name}" has no adapterId`, { type: 'TypeError' });
  const adapter = exported as AdapterFacts;
  if (!isBatch(adapter) && !isStreaming(adapter))
    throw new EotError(`--adapter ${spec}: the export "${name}" has neither predictBatch nor predictTurn`, { type: 'TypeError' });
  const className =
    adapter.constructor === Object
      ? name === 'default'
        ? file.replace(/^.*[\\/]/, '').replace(/\.[cm]?js$/, '')
        : name
      : adapter.constructor.name;
  return { adapter, reference: `${file}:${className}` };
}

/** --model, --chunk-ms and --eot-threshold, for adapters that have such a property. @throws EotError for others */
export function applyOverrides(adapter: AdapterFacts, overrides: AdapterOverrides): void {
  for (const [key, value, flag] of [
    ['model', overrides.model, '--model'],
    ['chunkMs', overrides.chunkMs, '--chunk-ms'],
    ['eotThreshold', overrides.eotThreshold, '--eot-threshold'],
  ] as const) {
    if (value === undefined) continue;
    if (!(key in adapter)) throw new EotError(`Adapter '${adapter.adapterId}' does not support ${flag}.`, { type: 'TypeError' });
    Object.assign(adapter, { [key]: value });
  }
}
