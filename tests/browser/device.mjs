// Kosti without a server, for its tests: installed from a host that knows nothing of Kosti, then without a network.

import { Browser, phone } from './browser.mjs';
import { WebHost } from './web-host.mjs';

/** @typedef {import('node:test').TestContext} TestContext */
/** @typedef {import('playwright-core').Page} Page */

/** The files that `cargo xtask web` writes. */
export const folder = process.env['KOSTI_WEB'] ?? missing();

/** @returns {never} */
function missing() {
  throw new Error('KOSTI_WEB must say where the files of `cargo xtask web` are; `cargo xtask browser offline` does');
}

/** The host of the tests of a file. */
export const host = await WebHost.start(folder);
export const browser = await Browser.start(host);

/** Opens the application, as somebody does who comes for the first time. @param {Page} page @param {string} [url] */
export async function install(page, url = '/') {
  await page.goto(url);
  await page.locator('details.tile').first().waitFor();
}

/**
 * A page of the installed application, with the network off and its host gone.
 * @param {TestContext} t
 * @param {...import('./browser.mjs').Look} looks
 */
export async function offline(t, ...looks) {
  const own = new WebHost(folder);
  await own.start();
  const page = await browser.page(t, phone, ...looks, { baseURL: own.url });
  await install(page);
  await page.context().setOffline(true);
  await own.stop();
  return page;
}

/** Ends every service worker, as browsers do when they like. @param {Page} page */
export async function stopServiceWorker(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

/** Follows a link of the menu. @param {Page} page @param {string} name */
export async function openMenu(page, name) {
  if (!(await page.locator('.settings').count())) await page.goto('/');
  await page.locator('.settings summary').first().click();
  await page.getByRole('link', { name, exact: true }).click();
}

/** The dice that lie on the table. @param {Page} page */
export const dice = (page) => page.locator('input[name="keep"]').evaluateAll((all) => all.map((die) => /** @type {HTMLInputElement} */ (die).value));

/** The id of the table that a page shows. @param {Page} page */
export const tableOf = (page) => /** @type {string} */ (new URL(page.url()).pathname.split('/t/')[1]);
