// Served by a server that offers Kosti without a server: says that the server is away, where the browser would only say that
// it cannot be reached, and leads to the tables on this device. Everything else goes to the server.

const own = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const page = new URL('./', location.href).href;
const cache = 'kosti-away';

own.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cache).then((kept) => kept.addAll(['./', 'start.js', 'start.css', 'icon.svg'])).then(() => own.skipWaiting()));
});
own.addEventListener('activate', (event) => event.waitUntil(own.clients.claim()));

/** The first page of Kosti without a server, which has the words. */
async function away() {
  const kept = await caches.match(page);
  const text = (await kept?.text())?.replace('<html', '<html data-away').replace('<head>', `<head><base href="${page}">`);
  return new Response(text ?? '', { status: 503, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}

own.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') return event.respondWith(fetch(request).catch(away));
  // What the page above loads.
  if (request.url.startsWith(page)) event.respondWith(fetch(request).catch(async () => (await caches.match(request, { cacheName: cache })) ?? Response.error()));
});
