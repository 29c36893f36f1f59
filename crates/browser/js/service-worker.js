// Answers the requests of the pages with the module, so that Kosti needs no server. The browser may end this worker at
// any time between two events: everything that counts is in the storage.

/// <reference path="./kosti.d.ts" />

/** `cargo xtask web` puts the hash of all files here, so that every change of them is a new version. */
const VERSION = 'kosti-version';
/** Files that the browser keeps. `./` is the page that starts all this. */
const FILES = [
  './', 'start.js', 'start.css', 'device.js', 'solver.js', 'solutions.js', 'computer.js', 'manifest.en.webmanifest', 'manifest.uk.webmanifest',
  'icon.svg', 'icon-192.png', 'icon-512.png', 'icon-maskable.png', 'store.js', 'records.js', 'module.js', 'module_bg.wasm',
];
const SCRIPTS = ['module.js', 'store.js', 'records.js'];

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = new URL(worker.registration.scope);
const base = scope.pathname.replace(/\/$/, '');
const cacheName = `${VERSION} ${scope.pathname}`;

importScripts(...SCRIPTS);

worker.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
    // The tables are in the storage, and every page follows from them: nothing is lost by a new version in the middle of a game. The
    // browser waits for the streams of the old version.
    worker.registration.active?.postMessage({ leave: true });
    await worker.skipWaiting();
  };
  event.waitUntil(keep());
});

/** Whether a newer version is about to take over. */
let leaving = false;
/** Ends the streams that pages read. @type {Set<() => void>} */
const streams = new Set();

worker.addEventListener('message', ({ data }) => {
  if (!data?.leave) return;
  leaving = true;
  for (const end of streams) end();
});

worker.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const own = (await caches.keys()).filter((name) => name.endsWith(` ${scope.pathname}`) && name !== cacheName);
    await Promise.all(own.map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(takeOver());
});

/** A kept file. @param {string} file */
async function kept(file) {
  const { href } = new URL(file, scope);
  // Not by opening the cache, which would make it again after a newer version has deleted it.
  return (await caches.match(href, { cacheName })) ?? fetch(href);
}

/** How long a page may be silent before another one is asked, in milliseconds. */
const SILENCE = 5000;
/** How long a request waits for a page that another instance computes; then it is answered without, and the page asks again. */
const PATIENCE = 1000;

/**
 * Asks a page for something. The answer is nothing if the page goes away, cannot, or is silent.
 * @param {Client} page
 * @param {object} question
 * @param {number} patience
 * @returns {Promise<any>}
 */
function askPage(page, question, patience) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let silent = setTimeout(end, patience);
    /** @param {unknown} [answer] */
    function end(answer) {
      clearTimeout(silent);
      port1.close();
      resolve(answer);
    }
    port1.onmessage = ({ data }) => {
      if (!data?.alive) return end(data);
      clearTimeout(silent);
      silent = setTimeout(end, patience);
    };
    page.postMessage(question, [port2]);
  });
}

const solver = {
  /** A solved game: the page has a worker that solves it or finds it solved. @param {string} name @param {string} text */
  async solve(name, text) {
    // The page that asks may only be coming.
    for (let tries = 0; tries < 20; tries++) {
      const pages = await worker.clients.matchAll({ type: 'window' });
      // One that is looked at: browsers slow the others down.
      for (const page of pages.toSorted((one, other) => Number(other.focused) - Number(one.focused))) {
        const answer = await askPage(page, { solve: { name, text } }, SILENCE);
        if (answer) return answer.bytes;
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return undefined;
  },
  report() {},
};
Object.assign(globalThis, { kostiSolver: solver });

/** @type {Promise<Kosti> | undefined} */
let opened;
/** Rejects the answers that are waited for when the module breaks. @type {Set<(why: unknown) => void>} */
const waiting = new Set();

/** The module, with the tables of this device. */
function kosti() {
  opened ??= (async () => {
    await wasm_bindgen({ module_or_path: kept('module_bg.wasm') });
    return wasm_bindgen.Kosti.open(scope.origin, base, false);
  })();
  opened.catch(() => { opened = undefined; });
  return opened;
}

/** A module that has panicked is of no use any more: the next request gets a new one. @param {unknown} why */
function broke(why) {
  if (!(why instanceof WebAssembly.RuntimeError)) return;
  opened = undefined;
  // Defines `wasm_bindgen` again.
  importScripts('module.js');
  for (const reject of waiting) reject(why);
  waiting.clear();
}
worker.addEventListener('error', (event) => broke(event.error));
worker.addEventListener('unhandledrejection', (event) => broke(event.reason));

/**
 * Names and values in turn, as a server would see them. A worker sees neither cookies nor the languages of the browser.
 * @param {Request} request
 */
function headersOf(request) {
  const languages = navigator.languages.map((language, nth) => `${language};q=${Math.max(0.1, 1 - nth / 10)}`);
  // Only a page can send a form here that another site has written; our own pages say where they are.
  const foreign = request.mode === 'navigate' && !request.referrer.startsWith(`${scope.origin}/`);
  return [...[...request.headers].flat(), 'accept-language', languages.join(','), 'sec-fetch-site', foreign ? 'cross-site' : 'same-origin'];
}

/** What a page says that shows a result before it is there. */
const WAITS = /<[^>]* data-(wait|again)/;

/** @param {string[]} all Names and values in turn. */
function readHeaders(all) {
  const headers = new Headers();
  for (let nth = 0; nth < all.length; nth += 2) headers.append(/** @type {string} */ (all[nth]), /** @type {string} */ (all[nth + 1]));
  return headers;
}

/**
 * The body of an answer that goes on, such as the events of a table.
 * @param {Answer} answer
 * @param {() => void} ended
 */
function streamOf(answer, ended) {
  return new ReadableStream({
    async pull(controller) {
      const piece = await answer.piece().catch(() => undefined);
      if (piece) return controller.enqueue(piece);
      ended();
      try {
        controller.close();
      } catch {
        // The page has closed it.
      }
    },
    cancel() {
      answer.cancel();
      ended();
    },
  });
}

/**
 * @param {Request} request
 * @param {FetchEvent} event
 */
async function answerOf(request, event) {
  const device = await kosti();
  const url = new URL(request.url);
  const body = ['GET', 'HEAD'].includes(request.method) ? new Uint8Array() : new Uint8Array(await request.arrayBuffer());
  /** @type {Answer} */
  const answer = await new Promise((resolve, reject) => {
    waiting.add(reject);
    const done = () => waiting.delete(reject);
    device.answer(request.method, url.pathname + url.search, headersOf(request), body).then(resolve, reject).finally(done);
  });
  const headers = readHeaders(answer.headers);
  const location = headers.get('location');
  if (location) headers.set('location', new URL(location, url).href);
  const { status } = answer;
  if (answer.whole) {
    const content = await answer.piece();
    if (content && device.is_computed(url.pathname + url.search) && WAITS.test(new TextDecoder().decode(content))) {
      const page = event.clientId ? await worker.clients.get(event.clientId) : undefined;
      const question = { method: request.method, address: url.pathname + url.search, headers: headersOf(request), body };
      /** @type {{ status: number, headers: string[], content?: Uint8Array<ArrayBuffer> } | undefined} */
      const computed = page && (await askPage(page, { compute: question }, PATIENCE));
      if (computed) return new Response(computed.content ?? '', { status: computed.status, headers: readHeaders(computed.headers) });
    }
    return new Response([204, 205, 304].includes(status) ? null : (content ?? ''), { status, headers });
  }
  if (leaving) {
    answer.cancel();
    // The page comes again, and meets the new version.
    return new Response('retry: 500\n\n', { status, headers });
  }
  const end = () => answer.cancel();
  streams.add(end);
  let ended = () => {};
  // As long as somebody listens, bots go on.
  event.waitUntil(new Promise((resolve) => { ended = () => { streams.delete(end); resolve(undefined); }; }));
  return new Response(streamOf(answer, () => ended()), { status, headers });
}

/** What is shown where the module cannot be opened; start.js has the words. @param {unknown} why */
async function failure(why) {
  console.error(why);
  const page = await kept('./');
  const text = (await page.text()).replace('<html', `<html data-failed="${encodeURIComponent(String(why))}"`);
  return new Response(text, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const file = url.pathname.slice(scope.pathname.length);
  if (file && (FILES.includes(file) || SCRIPTS.includes(file) || file === 'service-worker.js')) return event.respondWith(kept(file));
  event.respondWith(answerOf(request, event).catch((why) => { broke(why); return failure(why); }));
});
