// What a page costs, how fast it answers, and what it looks like.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { PATIENCE } from './patience.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Milliseconds without a request after which a page has what it wants. */
const QUIET = 300;

/**
 * Bytes that come over the wire, with headers, until a page that is opened has what it wants. Streams of events go on and do
 * not count.
 *
 * @param {Page} page A new one, so that nothing is cached.
 * @param {string} path
 * @returns {Promise<{ bytes: number, requests: { url: string, bytes: number }[] }>}
 */
export async function wire(page, path) {
  const cdp = await page.context().newCDPSession(page);
  /** @type {Map<string, string>} */
  const open = new Map();
  /** @type {{ url: string, bytes: number }[]} */
  const requests = [];
  let last = performance.now();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, redirectResponse }) => {
    if (redirectResponse) requests.push({ url: redirectResponse.url, bytes: redirectResponse.encodedDataLength });
    if (type !== 'EventSource' && request.url.startsWith('http')) open.set(requestId, request.url);
  });
  /** @param {{ requestId: string, encodedDataLength?: number }} done */
  const finished = ({ requestId, encodedDataLength = 0 }) => {
    const url = open.get(requestId);
    if (url === undefined) return;
    open.delete(requestId);
    requests.push({ url, bytes: encodedDataLength });
    last = performance.now();
  };
  cdp.on('Network.loadingFinished', finished);
  cdp.on('Network.loadingFailed', finished);
  await cdp.send('Network.enable');
  await page.goto(path, { waitUntil: 'load' });
  const loaded = performance.now();
  while (open.size > 0 || performance.now() - last < QUIET) {
    assert.ok(performance.now() - loaded < PATIENCE, `still on the way: ${[...open.values()].join(' ')}`);
    await sleep(20);
  }
  await cdp.detach();
  return { bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0), requests };
}

/**
 * Milliseconds from a click to the first change in the page, or to the next page being read if the click leads to one, as the
 * page itself measures them.
 *
 * @param {Page} page With JavaScript.
 * @param {() => Promise<void>} click Clicks, taps, or presses a key on a button.
 * @param {string} [changes] Where the change is waited for; anywhere if absent.
 * @returns {Promise<number>}
 */
export async function answerTime(page, click, changes = 'body') {
  const watch = await page.evaluateHandle(([changes, patience]) => {
    const place = document.querySelector(changes);
    if (place === null) throw new Error(`there is no ${changes}`);
    sessionStorage.removeItem('clicked');
    /** @type {Promise<number | undefined>} */
    const done = new Promise((resolve) => {
      setTimeout(() => resolve(undefined), patience);
      addEventListener(
        'click',
        (event) => {
          // The next page reads it.
          sessionStorage.setItem('clicked', `${performance.timeOrigin + event.timeStamp}`);
          const observer = new MutationObserver(() => {
            observer.disconnect();
            resolve(performance.now() - event.timeStamp);
          });
          observer.observe(place, { subtree: true, childList: true, attributes: true, characterData: true });
        },
        { capture: true, once: true },
      );
    });
    return { done };
  }, /** @type {const} */ ([changes, PATIENCE]));
  await click();
  // It fails when the page that watches is gone.
  const here = await watch.evaluate(({ done }) => done).catch(() => 'gone');
  if (here === 'gone') return await nextPageTime(page);
  if (typeof here !== 'number') assert.fail(`nothing was clicked, or nothing changed in ${changes}`);
  return here;
}

/**
 * Milliseconds from the click on the page before until this one was read.
 *
 * @param {Page} page
 */
async function nextPageTime(page) {
  await page.waitForLoadState('domcontentloaded');
  const time = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    const read = /** @type {PerformanceNavigationTiming} */ (entry).domContentLoadedEventStart;
    return performance.timeOrigin + read - Number(sessionStorage.getItem('clicked') ?? NaN);
  });
  assert.ok(time > 0, 'the page was left without a click');
  return time;
}

/**
 * Writes `NAME.png` where whoever runs the tests wants pictures.
 *
 * @param {Page} page
 * @param {string} name
 * @param {import('playwright-core').PageScreenshotOptions} [options]
 */
export async function screenshot(page, name, options = {}) {
  const directory = process.env['KOSTI_SCREENSHOTS'];
  if (directory === undefined) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ animations: 'disabled', ...options, path: join(directory, `${name}.png`) });
}
