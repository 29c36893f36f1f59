// Loaded by pages that the service worker answers: asks the browser to keep the tables, and computes for the service worker,
// which must be free to answer taps. A computation runs in a worker of its own, shows its progress, can be stopped, and ends with
// the page.

/** How often a page says that it still computes, in milliseconds. */
const BEAT = 1000;
/** How long a computation runs before it is shown. */
const SHOWN_AFTER = 400;
/** Where it is remembered that the browser was asked to keep the tables. */
const ASKED = 'kosti-asked-to-keep';

const beside = (/** @type {string} */ file) => new URL(file, import.meta.url);
const manifest = beside(`manifest.${document.documentElement.lang}.webmanifest`).href;
document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: manifest }));

/** What is being computed, and how to stop it. @type {Set<() => void>} */
const running = new Set();
/** Whether somebody has stopped it: then nothing is begun again on this page until they want it to. */
let stopped = false;

/** Shows what is being computed. @param {number} [share] How far it is. */
function show(share) {
  const place = document.getElementById('computing');
  const [label, bar, button] = [place?.querySelector('.label'), place?.querySelector('progress'), place?.querySelector('button')];
  if (!place || !label || !bar || !button) return;
  place.hidden = !running.size && !stopped;
  bar.hidden = stopped;
  label.textContent = (stopped ? place.dataset.stopped : bar.ariaLabel) ?? '';
  button.dataset.stop ||= button.textContent ?? '';
  button.textContent = (stopped ? button.dataset.again : button.dataset.stop) ?? '';
  if (share === undefined) bar.removeAttribute('value');
  else bar.value = share;
}

document.querySelector('#computing button')?.addEventListener('click', () => {
  stopped = !stopped;
  for (const stop of running) stop();
  show();
});

/**
 * Notes that a computation runs. Returns what to call at its end.
 * @param {() => void} stop
 */
function begin(stop) {
  const late = setTimeout(() => { running.add(stop); show(); }, SHOWN_AFTER);
  return () => {
    clearTimeout(late);
    running.delete(stop);
    if (!stopped) show();
  };
}

/** Solves a game in a worker of its own. @param {{ name: string, text: string }} game @param {MessagePort} port */
function solve(game, port) {
  if (stopped) return port.postMessage({});
  const worker = new Worker(beside('solver.js'));
  const alive = () => port.postMessage({ alive: true });
  const beat = setInterval(alive, BEAT);
  alive();
  const done = begin(() => end());
  /** @param {Uint8Array<ArrayBuffer>} [bytes] */
  function end(bytes) {
    clearInterval(beat);
    worker.terminate();
    done();
    port.postMessage({ bytes }, bytes ? [bytes.buffer] : []);
  }
  worker.onmessage = ({ data }) => { if ('share' in data) show(data.share); else end(data.bytes); };
  worker.onerror = (event) => { console.error(event.message); end(); };
  worker.postMessage(game);
}

/** @typedef {{ method: string, address: string, headers: string[], body: Uint8Array }} Page */
/** @typedef {{ nth: number, status: number, headers: string[], content?: Uint8Array<ArrayBuffer> }} Computed */

/** The worker that answers requests for pages, made when it is needed first. @type {Worker | undefined} */
let computer;
/** Requests on their way, by what is asked. @type {Map<string, { nth: number, done: () => void, ports: MessagePort[] }>} */
const asked = new Map();
let number = 0;

function stopComputer() {
  computer?.terminate();
  computer = undefined;
  for (const { done, ports } of asked.values()) {
    done();
    for (const port of ports) port.postMessage(undefined);
  }
  asked.clear();
}

/** Lets the worker answer a request for a page. @param {Page} page @param {MessagePort} port */
function compute(page, port) {
  if (stopped) return port.postMessage(undefined);
  const key = `${page.method} ${page.address} ${page.body.length}`;
  const before = asked.get(key);
  // A page that waits asks again and again.
  if (before) return void before.ports.push(port);
  const nth = number++;
  asked.set(key, { nth, done: begin(stopComputer), ports: [port] });
  if (!computer) {
    computer = new Worker(beside('computer.js'));
    computer.onmessage = ({ data }) => {
      if ('share' in data) return show(data.share);
      if (!('broken' in data)) return answered(data);
      console.error(data.broken);
      stopComputer();
    };
    computer.onerror = (event) => { console.error(event.message); stopComputer(); };
  }
  computer.postMessage({ nth, ...page });
}

/** @param {Computed} answer */
function answered(answer) {
  for (const [key, { nth, done, ports }] of asked) {
    if (nth !== answer.nth) continue;
    asked.delete(key);
    done();
    for (const port of ports) port.postMessage(answer);
  }
}

navigator.serviceWorker.addEventListener('message', ({ data, ports: [port] }) => {
  if (!port) return;
  if (data?.solve) solve(data.solve, port);
  if (data?.compute) compute(data.compute, port);
});
navigator.serviceWorker.startMessages();

/** Asks the browser to keep the tables, which some browsers ask people about. */
async function keep() {
  localStorage.setItem(ASKED, '1');
  return navigator.storage?.persist?.().catch(() => false) ?? false;
}

// Not on the first visit, when there is nothing to keep: at a table, after the first throw there.
document.addEventListener('submit', () => { if (document.querySelector('main[data-table]') && !localStorage.getItem(ASKED)) keep(); });
addEventListener('appinstalled', () => { keep(); });
// Browsers fetch downloads past the service worker, where there is nothing.
document.addEventListener('click', async (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[download]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
  event.preventDefault();
  const answer = await fetch(link.href);
  if (!answer.ok) return void (location.href = link.href);
  const href = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement('a'), { href, download: link.pathname.endsWith('/record') ? `${link.pathname.split('/').at(-2)}.kosti` : link.pathname.split('/').at(-1) }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
});
document.addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-keep]') : null;
  if (!(button instanceof HTMLElement)) return;
  if (await keep()) return location.reload();
  const answer = document.getElementById('keep-answer');
  if (answer) answer.textContent = button.dataset.keep ?? '';
});
