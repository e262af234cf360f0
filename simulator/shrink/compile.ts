/** A candidate through the ordinary loader of scenario files: what it does not take is no scenario. */
import { loadSuite, type CompiledSuite, type LoadResult } from '../../src/scenario/index.js';
import { writeWav } from '../../src/media/wav.js';
import type { Built } from '../../src/shrink/document.js';
import type { ScenarioIo } from '../../src/scenario/io.js';
import { placeholderTts } from '../../src/speech/placeholder.js';
import { SAMPLE_RATE } from '../../src/time/position.js';

const FILE = 'scenario.yaml';

/** The file and its clips in memory. */
function ioOf({ yaml, clips }: Built): ScenarioIo {
  return {
    readFile: (path) => {
      if (path === FILE) return Promise.resolve(new TextEncoder().encode(yaml));
      const samples = clips.get(path.slice(path.lastIndexOf('/') + 1));
      return samples === undefined
        ? Promise.reject(Object.assign(new Error(`there is no ${path}`), { code: 'ENOENT' }))
        : Promise.resolve(writeWav([samples], SAMPLE_RATE));
    },
    resolve: (_, to) => to,
    list: () => Promise.resolve([]),
    tts: () => placeholderTts(),
    cache: { get: () => Promise.resolve(undefined), put: () => Promise.resolve() },
  };
}

/** What is known of the latest candidate: each is compiled once for its check and its sessions. */
export class Compiler {
  #latest: { readonly key: string; readonly loaded: Promise<LoadResult> } | undefined;

  /** Undefined: the loader has problems with it. */
  async compile(built: Built): Promise<CompiledSuite | undefined> {
    if (this.#latest?.key !== built.key) this.#latest = { key: built.key, loaded: loadSuite(FILE, ioOf(built)) };
    const loaded = await this.#latest.loaded;
    return 'suite' in loaded ? loaded.suite : undefined;
  }
}
