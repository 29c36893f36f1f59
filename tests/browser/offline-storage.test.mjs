// Kosti without a server: nothing that was shown is lost, whatever happens to the browser, its storage and the version.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { chromium } from 'playwright-core';

import { phone } from './browser.mjs';
import { CHROMIUM } from './chromium.mjs';
import { browser, dice, folder, host, install, offline, openMenu, stopServiceWorker, tableOf } from './device.mjs';
import { screenshot } from './measure.mjs';
import { PATIENCE } from './patience.mjs';
import { act, begin, version } from './play.mjs';
import { WebHost } from './web-host.mjs';

/** @typedef {import('playwright-core').Page} Page */

test('a tab that crashes in the middle of a turn loses nothing', async (t) => {
  const page = await offline(t);
  await begin(page, 'crag');
  await act(page, page.locator('#throw'));
  const [url, shown] = [page.url(), await dice(page)];
  const again = await page.context().newPage();
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  session.send('Page.crash').catch(() => {});
  await crashed;
  await again.goto(url);
  assert.deepEqual(await dice(again), shown);
  await again.goto('/');
  await again.locator(`a[href^="/t/${url.split('/t/')[1]}"]`).first().click();
  await act(again, again.locator('#throw'));
});

test('the browser is killed and started again', async (t) => {
  const profile = mkdtempSync(join(tmpdir(), 'kosti-profile-'));
  t.after(() => rmSync(profile, { recursive: true, force: true }));
  const open = () => chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'], baseURL: host.url, timeout: PATIENCE, ...phone });
  const first = await open();
  const page = await first.newPage();
  await install(page);
  await begin(page, 'crag');
  await act(page, page.locator('#throw'));
  const [url, shown] = [page.url(), await dice(page)];
  const session = await first.browser()?.newBrowserCDPSession();
  const processes = (await session?.send('SystemInfo.getProcessInfo'))?.processInfo ?? [];
  const killed = processes.find(({ type }) => type === 'browser')?.id;
  assert.ok(killed);
  const closed = new Promise((resolve) => first.once('close', resolve));
  process.kill(killed, 'SIGKILL');
  await closed;
  const second = await open();
  t.after(() => second.close());
  await second.setOffline(true);
  const again = await second.newPage();
  await again.goto(url);
  assert.deepEqual(await dice(again), shown);
  await act(again, again.locator('#throw'));
});

test('two tabs of one table', async (t) => {
  const page = await offline(t);
  await begin(page, 'crag');
  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const [acts, sees] of /** @type {const} */ ([[page, other], [other, page]])) {
    await act(acts, acts.locator('#throw'));
    const now = await version(acts);
    await sees.waitForFunction((now) => Number(document.querySelector('main')?.dataset.version) >= Number(now), now);
    assert.deepEqual(await dice(sees), await dice(acts));
  }
});

test('the service worker is ended between two taps', async (t) => {
  const page = await offline(t);
  await begin(page, 'yatzy');
  await act(page, page.locator('#throw'));
  for (let times = 0; times < 2; times++) {
    await stopServiceWorker(page);
    await act(page, page.locator('#throw'));
  }
  await act(page, page.locator('button.score, button.cross').first());
});

test('a full storage refuses a move, and nothing is half written', async (t) => {
  const page = await offline(t);
  browser.expect(page, /status of (507|503)/);
  await begin(page, 'crag');
  await act(page, page.locator('#throw'));
  const shown = await dice(page);
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(() => { /** @type {any} */ (globalThis).kostiStore.append = () => Promise.reject(new DOMException('no room', 'QuotaExceededError')); });
  await page.locator('button.score, button.cross').first().click();
  await page.locator('.wrong, .problem').first().waitFor();
  await screenshot(page, 'offline-full');
  await stopServiceWorker(page);
  await page.goto(page.url());
  // A new chain may have begun; the game has not gone on.
  assert.deepEqual(await dice(page), shown);
  assert.equal(await page.locator('.form .entry').count(), 0);
  await act(page, page.locator('button.score, button.cross').first());
});

test('storage that the browser refuses', async (t) => {
  const files = mkdtempSync(join(tmpdir(), 'kosti-web-'));
  t.after(() => rmSync(files, { recursive: true, force: true }));
  cpSync(folder, files, { recursive: true });
  const script = join(files, 'store.js');
  writeFileSync(script, `indexedDB.open = () => { throw new DOMException('storage is refused', 'SecurityError'); };\n${readFileSync(script, 'utf8')}`);
  const own = await WebHost.start(files);
  const page = await browser.page(t, phone, { baseURL: own.url });
  browser.expect(page, /status of 503/);
  browser.expect(page, /storage is refused/);
  await page.goto('/');
  await page.locator('[data-text="failed"]').getByText('cannot be opened').waitFor();
  await page.getByText('storage is refused').waitFor();
  await screenshot(page, 'offline-refused');
});

/** Changes what a record in the storage says. @param {Page} page @param {string} table */
const damage = (page, table) => page.evaluate(async (table) => {
  /** @type {IDBDatabase} */
  const database = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('kosti');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise((resolve, reject) => {
    const transaction = database.transaction('records', 'readwrite');
    const records = transaction.objectStore('records');
    const found = records.index('table').get([table, 2]);
    found.onsuccess = () => records.put({ ...found.result, body: `${found.result.body} ` });
    transaction.oncomplete = () => resolve(undefined);
    transaction.onerror = () => reject(transaction.error);
  });
  database.close();
}, table);

test('a damaged table says so, and the others go on', async (t) => {
  const page = await offline(t);
  browser.expect(page, /status of 500/);
  await begin(page, 'crag');
  await act(page, page.locator('#throw'));
  const [damaged, url] = [tableOf(page), page.url()];
  await begin(page, 'school');
  const sound = page.url();
  await damage(page, damaged);
  await stopServiceWorker(page);
  assert.equal((await page.goto(url))?.status(), 500);
  await screenshot(page, 'offline-damaged');
  await page.goto(sound);
  await act(page, page.locator('#throw'));
  await page.goto('/');
  await page.locator(`a[href^="/t/${sound.split('/t/')[1]}"]`).first().waitFor();
});

test('a new version takes over in the middle of a game', async (t) => {
  const files = mkdtempSync(join(tmpdir(), 'kosti-web-'));
  t.after(() => rmSync(files, { recursive: true, force: true }));
  cpSync(folder, files, { recursive: true });
  const own = await WebHost.start(files);
  const page = await browser.page(t, phone, { baseURL: own.url });
  await install(page);
  await begin(page, 'crag');
  await act(page, page.locator('#throw'));
  const script = join(files, 'service-worker.js');
  writeFileSync(script, readFileSync(script, 'utf8').replace(/kosti-[0-9a-f]{16}/, 'kosti-0123456789abcdef'));
  await page.evaluate(async () => {
    const changed = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    await changed;
  });
  await page.context().setOffline(true);
  await act(page, page.locator('#throw'));
  // The old files go when the new worker has taken over.
  await page.waitForFunction(async () => (await caches.keys()).join() === 'kosti-0123456789abcdef /');
});

test('tables that the first version wrote open, and go on', async (t) => {
  const { table, dice: shown, records, settings } = JSON.parse(readFileSync(new URL('device-layout-1.json', import.meta.url), 'utf8'));
  const page = await browser.page(t, phone);
  // A file of the host: Kosti is not installed yet.
  await page.goto('/icon.svg');
  await page.evaluate(async ({ records, settings }) => {
    /** @type {IDBDatabase} */
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('kosti', 1);
      opening.onupgradeneeded = () => {
        const records = opening.result.createObjectStore('records', { keyPath: 'place', autoIncrement: true });
        records.createIndex('table', ['table', 'number'], { unique: true });
        opening.result.createObjectStore('settings');
      };
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    await new Promise((resolve, reject) => {
      const transaction = database.transaction(['records', 'settings'], 'readwrite');
      for (const record of records) transaction.objectStore('records').put(record);
      for (const [name, value] of Object.entries(settings)) transaction.objectStore('settings').put(value, name);
      transaction.oncomplete = () => resolve(undefined);
      transaction.onerror = () => reject(transaction.error);
    });
    database.close();
  }, { records, settings });
  await install(page);
  await page.locator(`a[href="/t/${table}"]`).first().click();
  assert.deepEqual(await dice(page), shown);
  await act(page, page.locator('button.score, button.cross').first());
});

test('tables are saved as a file and brought to another device', async (t) => {
  const page = await offline(t);
  await begin(page, 'crag');
  await act(page, page.locator('#throw'));
  const [table, shown] = [tableOf(page), await dice(page)];
  await openMenu(page, 'This device');
  await screenshot(page, 'offline-device');
  await page.getByText('MB of this device').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save all tables' }).click()]);
  const file = await download.path();
  const other = await offline(t);
  await other.goto('/device');
  await other.locator('#file').setInputFiles(file);
  await other.getByRole('button', { name: 'Bring them here' }).click();
  await other.getByRole('link', { name: table }).click();
  assert.deepEqual(await dice(other), shown);
  await act(other, other.locator('button.score, button.cross').first());
});
