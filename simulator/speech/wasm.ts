/**
 * The few parts of the WebAssembly JavaScript API that turnrig uses. Node has the API, but its types come with the browser's
 * (`lib: dom`), which this project does not load.
 */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Compiled code without state; costly to make, cheap to instantiate. */
export type WasmModule = object;

interface WasmApi {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: Readonly<Record<string, object>>) => WasmInstance;
}

export const wasm = (globalThis as unknown as { readonly WebAssembly: WasmApi }).WebAssembly;
