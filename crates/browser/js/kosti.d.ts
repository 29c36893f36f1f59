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
  is_computed(address: string): boolean;
}

interface KostiModule {
  (source: { module_or_path: Promise<Response> }): Promise<unknown>;
  solve(text: string): Uint8Array<ArrayBuffer> | undefined;
  Kosti: { open(origin: string, base: string, computes: boolean): Promise<Kosti> };
}

declare var wasm_bindgen: KostiModule;

/** Where games are solved; in the service worker a page does it. */
declare var kostiSolver: {
  solve(name: string, text: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  report(share: number): void;
};
