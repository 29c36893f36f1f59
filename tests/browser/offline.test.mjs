// Kosti without a server: static files, a service worker, and no network.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { chromium } from 'playwright-core';

import { Browser, phone } from './browser.mjs';
import { CHROMIUM } from './chromium.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { PATIENCE, fullLength } from './patience.mjs';
import { act, begin, isOver, playTurn, version } from './play.mjs';
import { WebHost } from './web-host.mjs';

/** @typedef {import('playwright-core').Page} Page */

const folder = process.env['KOSTI_WEB'];
if (folder === undefined) {
  const why = process.env['KOSTI_NO_WEB'] ?? 'KOSTI_WEB must say where the files of `cargo xtask web` are';
  test('offline', { skip: fullLength ? false : why }, () => assert.fail(why));
} else {
  await tests(folder);
}

/** Opens the application, as somebody does who comes for the first time. @param {Page} page @param {string} [url] */
async function install(page, url = '/') {
  await page.goto(url);
  await page.locator('details.tile').first().waitFor();
}

/** Runs a command of the browser's own on service workers. @param {Page} page */
async function stopServiceWorker(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

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

/** The id of the table that a page shows. @param {Page} page */
const tableOf = (page) => /** @type {string} */ (new URL(page.url()).pathname.split('/t/')[1]);

/** @param {string} folder */
async function tests(folder) {
  const host = await WebHost.start(folder);
  const browser = await Browser.start(host);

  /** A page of the installed application, with the network off. @param {import('node:test').TestContext} t */
  async function offline(t) {
    const own = new WebHost(folder);
    await own.start();
    const page = await browser.page(t, phone, { baseURL: own.url });
    await install(page);
    await page.context().setOffline(true);
    await own.stop();
    return page;
  }

  const games = ['balut', 'crag', 'dice-poker', 'generals', 'school', 'thousand', 'yatzy'];
  for (const game of games) {
    test(`${game} by clicking, with the network off`, async (t) => {
      const page = await offline(t);
      await begin(page, game);
      const most = fullLength || game === 'crag' ? 1000 : 1;
      for (let turn = 0; turn < most && !(await isOver(page)); turn++) await playTurn(page);
      await screenshot(page, `offline-${game}`);
      if (most > 1) {
        assert.ok(await isOver(page), 'the game does not end');
        await page.getByRole('link', { name: 'The review' }).waitFor();
      }
    });
  }

  test('a bot plays', async (t) => {
    const page = await offline(t);
    await begin(page, 'crag', 'bot');
    await playTurn(page);
    await page.waitForFunction(() => document.querySelector('#throw') && document.querySelectorAll('#log li').length > 3);
    await playTurn(page);
  });

  test('a tab that crashes in the middle of a turn loses nothing', async (t) => {
    const page = await offline(t);
    await begin(page, 'crag');
    await act(page, page.locator('#throw'));
    const [url, shown] = [page.url(), await dice(page)];
    const again = await page.context().newPage();
    await page.close();
    await again.goto(url);
    assert.deepEqual(await dice(again), shown);
    await again.goto('/');
    await again.locator(`a[href^="/t/${url.split('/t/')[1]}"]`).first().click();
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

  test('below a path of its host', async (t) => {
    const own = await WebHost.start(folder, '/games/kosti/');
    const page = await browser.page(t, phone, { baseURL: own.url });
    await install(page, `${own.url}/`);
    await page.context().setOffline(true);
    await page.locator('details.tile summary').first().click();
    await page.locator('details.tile button').first().click();
    await page.waitForURL(/\/games\/kosti\/t\//);
    await act(page, page.locator('#throw'));
    assert.deepEqual(own.requests.filter((path) => !path.startsWith('/games/kosti/')), []);
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
    const process_id = Number(readlinkSync(join(profile, 'SingletonLock')).split('-').at(-1));
    const closed = new Promise((resolve) => first.once('close', resolve));
    process.kill(process_id, 'SIGKILL');
    await closed;
    rmSync(join(profile, 'SingletonLock'), { force: true });
    const second = await open();
    t.after(() => second.close());
    await second.setOffline(true);
    const again = await second.newPage();
    await again.goto(url);
    assert.deepEqual(await dice(again), shown);
    await act(again, again.locator('#throw'));
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

  test('it can be installed', async (t) => {
    const page = await browser.page(t, phone, { baseURL: host.url });
    await install(page);
    const session = await page.context().newCDPSession(page);
    const { errors, data } = await session.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    const { icons, shortcuts } = JSON.parse(data ?? '{}');
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (src) => {
        const picture = new Image();
        picture.src = src;
        await picture.decode();
        return picture.naturalWidth;
      }, src);
      if (sizes !== 'any') assert.equal(sizes, `${size}x${size}`, src);
    }
    for (const { url } of shortcuts) assert.equal((await page.request.get(new URL(url, `${host.url}/`).href, { failOnStatusCode: false })).status() < 500, true, url);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
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

  test("another server's dice are checked, from its table's address and from a record", async (t) => {
    const kosti = await Kosti.start();
    const there = await browser.page(t, phone, { baseURL: kosti.url });
    await begin(there, 'crag');
    await act(there, there.locator('#throw'));
    const record = await (await fetch(`${kosti.url}/api/v1/tables/${tableOf(there)}/record`)).text();
    const page = await browser.page(t, phone, { baseURL: host.url });
    // The table is on another host.
    browser.expect(page, /another host/);
    await install(page);
    await page.goto('/verify');
    await page.getByLabel('Address of the table').fill(there.url());
    await page.getByRole('button', { name: 'Fetch and check' }).click();
    await page.getByText('Every throw holds').waitFor();
    assert.equal(await page.locator('.throws tbody tr').count(), 1);
    await screenshot(page, 'offline-verify');
    await page.context().setOffline(true);
    browser.expect(page, /status of 422/);
    await page.getByRole('textbox', { name: 'Or paste' }).fill(record.replace(/"dice":\[(\d)/, (_, face) => `"dice":[${face === '1' ? 2 : 1}`));
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('NOT proven').waitFor();
    await page.getByRole('textbox', { name: 'Or paste' }).fill(record);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Every throw holds').waitFor();
  });

  test('what takes long is computed beside the service worker, shown, stopped, and kept', async (t) => {
    const page = await offline(t);
    // This game takes long enough to be stopped.
    await page.goto('/rules/yatzy/balance?work=1');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await screenshot(page, 'offline-computing');
    // The service worker answers while it goes on.
    assert.equal(await page.evaluate(async () => (await fetch('/rules')).status), 200);
    assert.equal(await page.locator('#outlook section').count(), 0);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await page.goto('/rules/crag/balance');
    await page.locator('#outlook section').first().waitFor();
    await page.goto('/rules/crag');
    await page.locator('main:not([data-wait])').waitFor();
    assert.deepEqual(await page.evaluate(async () => (await (await caches.open('/ kosti-solutions')).keys()).length > 0), true);
  });

  test('a server that offers it, and is away', async (t) => {
    const kosti = await Kosti.start('--web', folder);
    const page = await browser.page(t, phone, { baseURL: kosti.url });
    browser.expect(page, /ERR_CONNECTION_REFUSED|status of 503/);
    await begin(page, 'crag');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await openMenu(page, 'Without a network');
    await page.locator('details.tile').first().waitFor();
    assert.match(page.url(), /\/here\/$/);
    await page.goBack();
    await page.locator('#throw').waitFor();
    await kosti.kill();
    await page.locator('#lost a').waitFor();
    await screenshot(page, 'offline-lost');
    await page.reload();
    await page.getByText('The server is away').waitFor();
    await screenshot(page, 'offline-away');
    await page.getByRole('link', { name: 'Play on this device' }).click();
    await page.locator('details.tile').first().waitFor();
    await page.locator('details.tile summary').first().click();
    await page.locator('details.tile button').first().click();
    await page.waitForURL(/\/here\/t\//);
    await act(page, page.locator('#throw'));
  });

  test('the same request gives the same page as a server', async (t) => {
    const kosti = await Kosti.start();
    const page = await offline(t);
    const paths = ['/', '/rules', '/rules/school', '/rules/thousand', '/open/yatzy', '/own', '/print/crag', '/join', '/nowhere', '/t/none'];
    browser.expect(page, /status of 404/);
    for (const language of ['en', 'uk']) {
      const headers = { 'accept-language': language };
      await page.evaluate((language) => fetch(`/look?lang=${language}&back=/`), language);
      for (const path of paths) {
        const server = await fetch(kosti.url + path, { headers: { ...headers, cookie: `kosti_lang=${language}` } });
        const here = await page.evaluate(async (path) => {
          const answer = await fetch(path);
          return { status: answer.status, text: await answer.text() };
        }, path);
        assert.equal(here.status, server.status, path);
        assert.ok(plain(here.text) === plain(await server.text()), `${language} ${path} differs`);
      }
    }
  });
}

/** A page without what is computed while it is read, which one may know sooner. @param {string} text */
const plain = (text) => text.replace(/<section id="outlook".*?<\/section>/s, '').replace(' data-wait', '').replace(/<a href="(\/device|\/api\/v1\/docs)">[^<]*<\/a>/g, '').replace(/<div class="computing".*?<\/div>/s, '');

/** Follows a link of the menu. @param {Page} page @param {string} name */
async function openMenu(page, name) {
  if (!(await page.locator('.settings').count())) await page.goto('/');
  await page.locator('.settings summary').first().click();
  await page.getByRole('link', { name, exact: true }).click();
}

/** The dice that lie on the table. @param {Page} page */
const dice = (page) => page.locator('input[name="keep"]').evaluateAll((all) => all.map((die) => /** @type {HTMLInputElement} */ (die).value));
