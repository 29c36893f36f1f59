// Loaded by pages that the service worker answers: lets the browser offer to install Kosti, asks it to keep the tables, and
// solves games for the service worker.

/** How often a page says that it still solves, in milliseconds. */
const BEAT = 1000;

const manifest = Object.assign(document.createElement('link'), { rel: 'manifest', href: new URL('manifest.webmanifest', import.meta.url).href });
document.head.append(manifest);
// A browser that refuses may still keep them; there is nothing to be done about it.
navigator.storage?.persist?.().catch(() => false);

/** Solves a game in a worker of its own, which ends with the page. @param {string} text @param {MessagePort} port */
function solve(text, port) {
  const worker = new Worker(new URL('solver.js', import.meta.url));
  const alive = () => port.postMessage({ alive: true });
  const beat = setInterval(alive, BEAT);
  alive();
  /** @param {Uint8Array<ArrayBuffer>} [bytes] */
  const end = (bytes) => {
    clearInterval(beat);
    worker.terminate();
    port.postMessage({ bytes }, bytes ? [bytes.buffer] : []);
  };
  worker.onmessage = ({ data }) => end(data);
  worker.onerror = (event) => { console.error(event.message); end(); };
  worker.postMessage(text);
}

navigator.serviceWorker.addEventListener('message', ({ data, ports: [port] }) => {
  if (typeof data?.solve === 'string' && port) solve(data.solve, port);
});
navigator.serviceWorker.startMessages();
