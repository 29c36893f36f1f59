// Solved games, kept on this device: for the workers that compute. A game is solved once; the name of its solution follows from
// the rules, the objective and the form of the bytes, so a new version of Kosti uses it too.

/// <reference path="./kosti.d.ts" />

(() => {
  /** Milliseconds between two reports of progress. */
  const PAUSE = 100;
  const folder = new URL('solutions/', location.href);
  // Not the name of a version's files, which go when a newer version comes.
  const cacheName = `${new URL('.', location.href).pathname} kosti-solutions`;
  /** Solutions that are kept; the oldest go first. */
  const MOST = 40;
  let reported = 0;

  /** @param {string} place @param {Uint8Array<ArrayBuffer>} bytes */
  async function keep(place, bytes) {
    const cache = await caches.open(cacheName);
    await cache.put(place, new Response(bytes));
    for (const oldest of (await cache.keys()).slice(0, -MOST)) await cache.delete(oldest);
  }

  const solver = {
    /** @param {string} name @param {string} text */
    async solve(name, text) {
      const place = new URL(name, folder).href;
      const known = await caches.match(place, { cacheName });
      if (known) return new Uint8Array(await known.arrayBuffer());
      const bytes = wasm_bindgen.solve(text);
      // Where there is no room, it is solved again the next time.
      if (bytes) await keep(place, bytes).catch(() => undefined);
      return bytes;
    },

    /** Tells the page how far the computation is. @param {number} share */
    report(share) {
      const now = performance.now();
      if (now - reported < PAUSE) return;
      reported = now;
      postMessage({ share });
    },
  };
  Object.assign(globalThis, { kostiSolver: solver });
})();
