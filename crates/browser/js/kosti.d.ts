/** The module, as crates/browser/src/boundary.rs exports it. */
interface Answer {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly whole: boolean;
  piece(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  cancel(): void;
}

interface Kosti {
  answer(method: string, address: string, headers: string[], body: Uint8Array): Promise<Answer>;
}

interface KostiModule {
  (source: { module_or_path: Promise<Response> }): Promise<unknown>;
  solve(text: string): Uint8Array<ArrayBuffer> | undefined;
  Kosti: { open(origin: string, base: string): Promise<Kosti> };
}

declare var wasm_bindgen: KostiModule;
