// What Kosti without a server costs in Chromium, with the network off: `cargo xtask web`, `cargo build --release`, then
// `KOSTI_WEB=target/web KOSTI=target/release/kosti node benches/offline.mjs` (after `cargo xtask browser`, which installs what it
// needs). Prints the first view, taps, exact solutions on one worker beside the native program on one thread, and memory. Where other
// work disturbs the machine, the time of the processor says more than the clock: both are printed, the first for the whole worker.

import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync, brotliCompressSync } from 'node:zlib';

import { chromium } from '../tests/browser/node_modules/playwright-core/index.mjs';
import { CHROMIUM } from '../tests/browser/chromium.mjs';
import { WebHost } from '../tests/browser/web-host.mjs';

const TIMES = 5;
/** Games, how many play, and how often each is solved. @type {[string, number, number][]} */
const GAMES = [['school', 1, 5], ['crag', 1, 5], ['generals', 1, 5], ['yatzy', 1, 3], ['dice-poker', 1, 3], ['thousand', 2, 1]];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = process.env['KOSTI_WEB'] ?? join(root, 'target/web');
const kosti = process.env['KOSTI'];

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
const milliseconds = (/** @type {number} */ time) => (time < 1000 ? `${time.toFixed(0)} ms` : `${(time / 1000).toFixed(2)} s`);

const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
const sum = (/** @type {(file: Buffer) => number} */ size) => files.reduce((all, file) => all + size(file), 0) / 1e6;
console.log(`size: ${sum((file) => file.length).toFixed(2)} MB, ${sum((file) => gzipSync(file, { level: 9 }).length).toFixed(3)} MB with gzip, ${sum((file) => brotliCompressSync(file).length).toFixed(3)} MB with brotli`);

const host = await startHost();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
const context = await browser.newContext({ baseURL: host.url, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
const page = await context.newPage();
const session = await context.newCDPSession(page);
await session.send('ServiceWorker.enable');

const began = performance.now();
await page.goto('/');
await page.locator('details.tile').first().waitFor();
console.log(`first visit, installed from a host on this machine: ${milliseconds(performance.now() - began)}`);
await context.setOffline(true);
await host.stop();

const views = [];
for (let nth = 0; nth < TIMES; nth++) {
  await page.goto('about:blank');
  await session.send('ServiceWorker.stopAllWorkers');
  const start = performance.now();
  await page.goto(`${host.url}/`);
  await page.locator('details.tile').first().waitFor();
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN);
  views.push({ shown: performance.now() - start, paint });
}
console.log(`first view offline, the service worker starts for it: first paint ${milliseconds(median(views.map(({ paint }) => paint)))}, whole page ${milliseconds(median(views.map(({ shown }) => shown)))}`);

await page.locator('form[action="/play"] button').first().click();
await page.waitForURL(/\/t\//);
await page.waitForTimeout(2500);
const taps = [];
for (let nth = 0; nth < 9; nth++) taps.push(await tap());
console.log(`a tap on a table: ${milliseconds(median(taps))} until it is drawn (longest ${milliseconds(Math.max(...taps))})`);
console.log(`memory after that: ${memory()}`);

for (const [game, players, times] of GAMES) {
  const rules = readFileSync(join(root, 'games', `${game}.toml`), 'utf8');
  const text = JSON.stringify({ hash: '', id: game, rules, house: {}, seats: players });
  const runs = [];
  for (let nth = 0; nth < times; nth++) runs.push(await solve(`bench-${game}-${nth}`, text));
  const [whole, computing, cpu] = [median(runs.map((run) => run.whole)), median(runs.map((run) => run.computing)), median(runs.map((run) => run.cpu))];
  const here = native(game, players, times);
  const beside = here === undefined ? '' : `; the native program on one thread ${milliseconds(here)}, a ratio of ${(cpu / here).toFixed(1)}`;
  console.log(`${game} for ${players}: ${milliseconds(whole)} with the start of the worker, ${milliseconds(computing)} of it computing; of the processor ${milliseconds(cpu)}${beside}`);
}
console.log(`memory at the end: ${memory()}`);
await browser.close();

async function startHost() {
  const own = new WebHost(folder);
  await own.start();
  return own;
}

/** Throws, or writes what gives most; milliseconds until the next frame shows it. */
async function tap() {
  const before = await page.locator('main').getAttribute('data-version');
  return page.evaluate((old) => new Promise((resolve) => {
    const start = performance.now();
    const watch = new MutationObserver(() => {
      if (document.querySelector('main')?.getAttribute('data-version') === old) return;
      watch.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - start));
    });
    watch.observe(document.body, { subtree: true, childList: true });
    const scores = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('button.score')]);
    const best = scores.sort((one, other) => Number(other.dataset.points) - Number(one.dataset.points))[0];
    (/** @type {HTMLElement | null} */ (document.querySelector('#throw')) ?? best)?.click();
  }), before);
}

/** Solves a game in a worker, as a page does. @param {string} name @param {string} text */
async function solve(name, text) {
  const times = await page.evaluate(([name, text]) => new Promise((resolve, reject) => {
    const start = performance.now();
    const worker = new Worker('/solver.js');
    Object.assign(globalThis, { worker });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if ('share' in data) return;
      if (data.bytes) resolve({ whole: performance.now() - start, computing: data.took });
      else reject(new Error('not solved'));
    };
    worker.postMessage({ name, text });
  }), [name, text]);
  const cpu = threads('DedicatedWorker').reduce((all, time) => all + time, 0);
  await page.evaluate(() => /** @type {any} */ (globalThis).worker.terminate());
  return { ...times, cpu };
}

/** Milliseconds of the processor that threads of the browser with such a name have used. @param {string} name */
function threads(name) {
  const all = [];
  for (const id of processes()) {
    for (const thread of readdirSync(`/proc/${id}/task`)) {
      const place = `/proc/${id}/task/${thread}`;
      if (!readFileSync(`${place}/comm`, 'utf8').startsWith(name)) continue;
      all.push(Number(readFileSync(`${place}/schedstat`, 'utf8').split(' ')[0]) / 1e6);
    }
  }
  return all;
}

/** The time of the processor on one thread of this machine. @param {string} game @param {number} players @param {number} times */
function native(game, players, times) {
  if (kosti === undefined) return undefined;
  const question = JSON.stringify({ ask: 'solve', game, objective: players > 1 ? 'win' : 'total' });
  const ask = () => {
    // The second line of `times` tells of the children: user and system.
    const { stderr } = spawnSync('bash', ['-c', '"$0" ask > /dev/null; times >&2', kosti], { input: question, encoding: 'utf8', env: { ...process.env, RAYON_NUM_THREADS: '1' } });
    const spent = [...(stderr.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
    return spent.reduce((all, [, minutes, seconds]) => all + 60_000 * Number(minutes) + 1000 * Number(seconds), 0);
  };
  return median(Array.from({ length: times }, ask));
}

/** What the processes of the browser's pages and workers use alone. */
function memory() {
  let all = 0;
  for (const id of processes()) {
    const kilobytes = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+: +(\d+)/gm);
    for (const [, size] of kilobytes) all += Number(size);
  }
  return `${(all / 1000).toFixed(0)} MB in the processes of pages and workers`;
}

/** The processes of the browser's pages and workers. */
function processes() {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer') && isOurs(id);
    } catch {
      // It has ended.
      return false;
    }
  });
}

/** Whether a process descends from this one. @param {string} id */
function isOurs(id) {
  for (let at = id; at !== '0'; ) {
    if (at === String(process.pid)) return true;
    at = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${at}/status`, 'utf8'))?.[1] ?? '0';
  }
  return false;
}
