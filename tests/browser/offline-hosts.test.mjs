// Kosti without a server and the hosts around it: where it comes from, the server that offers it, and servers whose dice it checks.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { phone, ukrainian } from './browser.mjs';
import { browser, folder, host, install, openMenu, tableOf } from './device.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { act, begin } from './play.mjs';
import { WebHost } from './web-host.mjs';

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

for (const [language, look, play] of /** @type {const} */ ([['en', {}, 'The games'], ['uk', ukrainian, 'Ігри']])) test(`it can be installed, in ${language}`, async (t) => {
  const page = await browser.page(t, phone, look);
  await install(page);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const { icons, shortcuts, lang } = JSON.parse(data ?? '{}');
  assert.deepEqual([lang, shortcuts[0].name], [language, play]);
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      return picture.naturalWidth;
    }, src);
    if (sizes !== 'any') assert.equal(sizes, `${size}x${size}`, src);
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
  for (const { url } of shortcuts) assert.equal((await page.goto(url))?.status(), 200, url);
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

test('a server that offers it, and is away', async (t) => {
  const kosti = await Kosti.start('--web', folder);
  const page = await browser.page(t, phone, { baseURL: kosti.url });
  browser.expect(page, /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|status of 503/);
  await begin(page, 'crag');
  const table = page.url();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await openMenu(page, 'Without a network');
  await page.locator('details.tile').first().waitFor();
  assert.match(page.url(), /\/here\/$/);
  await page.goto(table);
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
