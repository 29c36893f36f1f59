// Answers the requests for pages that take long to compute, such as a review: the same application on the same storage as the
// service worker, which must not compute for long because it answers taps. It only reads tables.

/// <reference path="./kosti.d.ts" />

importScripts('solutions.js', 'store.js', 'records.js', 'module.js');

/** @type {Promise<Kosti> | undefined} */
let opened;

function kosti() {
  opened ??= (async () => {
    await wasm_bindgen({ module_or_path: fetch('module_bg.wasm') });
    const here = new URL('.', location.href);
    return wasm_bindgen.Kosti.open(here.origin, here.pathname.replace(/\/$/, ''), true);
  })();
  return opened;
}

/** @param {{ nth: number, method: string, address: string, headers: string[], body: Uint8Array }} request */
async function answer({ nth, method, address, headers, body }) {
  const answered = await (await kosti()).answer(method, address, headers, body);
  postMessage({ nth, status: answered.status, headers: answered.headers, content: await answered.piece() });
}

// A module that has panicked never answers: the page ends this worker, and makes a new one when it asks again.
const broke = (/** @type {unknown} */ why) => postMessage({ broken: String(why) });
addEventListener('unhandledrejection', ({ reason }) => broke(reason));
addEventListener('error', ({ message }) => broke(message));
addEventListener('message', ({ data }) => answer(data).catch(broke));
