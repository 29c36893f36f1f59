// What pages cost somebody who opens them for the first time, on a phone whose processor is four times slower than this
// one: `cargo build --release`, then `KOSTI=target/release/kosti node benches/pages.mjs` (after `cargo xtask browser`,
// which installs what it needs; `taps` measures only these). Prints a line for each page, and how long a throw takes from the tap to its dice.

import { chromium } from '../tests/browser/node_modules/playwright-core/index.mjs';
import { CHROMIUM } from '../tests/browser/chromium.mjs';
import { Kosti } from '../tests/browser/kosti.mjs';

const SLOWER = 4;
const TIMES = 5;

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

const kosti = await Kosti.start();
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
const phone = { baseURL: kosti.url, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** A page of somebody new, and what is known about it. */
async function fresh() {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let bytes = 0;
  cdp.on('Network.loadingFinished', (done) => { bytes += done.encodedDataLength; });
  await page.addInitScript(() => {
    const seen = { shift: 0, largest: 0, blocked: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.shift += /** @type {any} */ (entry).value; }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.largest = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.blocked += entry.duration - 50; }).observe({ type: 'longtask', buffered: true });
  });
  return { context, page, bytes: () => bytes };
}

/** @param {string} name @param {string} path */
async function measure(name, path) {
  const runs = [];
  for (let nth = 0; nth < TIMES; nth++) {
    const { context, page, bytes } = await fresh();
    await page.goto(path);
    await page.waitForTimeout(700);
    const told = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN;
      const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
      return { ... /** @type {any} */ (window).seen, paint, answer: navigation.responseStart - navigation.requestStart };
    });
    runs.push({ ...told, bytes: bytes() });
    await context.close();
  }
  const of = (/** @type {string} */ field) => median(runs.map((run) => run[field]));
  console.log(
    `${name}: ${(of('bytes') / 1000).toFixed(1)} kB, answered in ${of('answer').toFixed(1)} ms, first paint ${of('paint').toFixed(0)} ms, ` +
      `largest paint ${of('largest').toFixed(0)} ms, blocked ${of('blocked').toFixed(0)} ms, layout shift ${of('shift').toFixed(4)}`,
  );
}

const { page } = await fresh();
await page.goto('/');
await page.locator('form[action="/play"] button').first().click();
await page.waitForURL(/\/t\//);
const table = new URL(page.url()).pathname;
await page.waitForTimeout(1500);
if (!process.argv.includes('taps')) {
  await measure('home', '/');
  await measure('opening a table', '/open/school');
  await measure('a table', table);
  await measure('the rules', '/rules/school');
}
const cdp = await page.context().newCDPSession(page);
for (const rate of [SLOWER, 1]) {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  const times = [];
  for (let nth = 0; nth < 9; nth++) {
    const before = await page.locator('main').getAttribute('data-version');
    times.push(await page.evaluate((old) => new Promise((resolve) => {
      const start = performance.now();
      const watch = new MutationObserver(() => {
        if (document.querySelector('main')?.getAttribute('data-version') === old) return;
        watch.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - start));
      });
      watch.observe(document.body, { subtree: true, childList: true });
      // The box that gives most.
      const scores = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('button.score')]);
      const best = scores.sort((one, other) => Number(other.dataset.points) - Number(one.dataset.points))[0];
      (/** @type {HTMLElement | null} */ (document.querySelector('#throw')) ?? best)?.click();
    }), before));
  }
  console.log(`a tap on a table, processor slowed ${rate} times: ${median(times).toFixed(1)} ms until it is drawn (longest ${Math.max(...times).toFixed(1)} ms)`);
}
const shift = await page.evaluate(() => /** @type {any} */ (window).seen?.shift);
console.log(`layout shift while playing: ${Number(shift).toFixed(4)}`);
await browser.close();
await kosti.stop();
