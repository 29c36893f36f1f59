// The beginning: a game found and started with one tap, a table for friends, and a table that is continued.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessible } from './axe.mjs';
import { Browser, dark, desktop, phone, ukrainian, withoutScript } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { act, begin } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);
/** How many games there are. @type {number} */
const games = (await (await fetch(`${kosti.url}/api/v1/games`)).json()).games.length;

/** Screens of phones and desktops; two of them short. */
const screens = [
  [390, 844],
  [390, 664],
  [375, 560],
  [844, 390],
  [1280, 800],
].map(([width = 0, height = 0]) => ({ viewport: { width, height } }));

/** The names of the games that are seen. @param {Page} page */
const seen = (page) => page.locator('.tile .name').evaluateAll((all) => all.filter((name) => name.checkVisibility()).map((name) => name.textContent));

test('home fits every screen, and the first game is seen whole', async (t) => {
  for (const screen of screens) {
    for (const looks of [[], [dark, ukrainian]]) {
      const page = await browser.page(t, screen, ...looks);
      await page.goto('/');
      const { wide, hero, tiles } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - innerWidth,
        hero: Math.max(...[...document.querySelectorAll('.hero button, .hero .way')].map((way) => way.getBoundingClientRect().bottom - innerHeight)),
        tiles: document.querySelectorAll('.tile').length,
      }));
      assert.ok(wide <= 0, `${wide} too wide on ${JSON.stringify(screen)}`);
      assert.ok(hero <= 0, `the ways to play are ${hero} below ${JSON.stringify(screen)}`);
      assert.equal(tiles, games);
    }
  }
});

test('a tile tells of its game, and starts it alone or against a bot', async (t) => {
  const page = await browser.page(t, phone);
  await page.goto('/');
  await page.locator('.tile summary', { hasText: /^Thousand$/ }).click();
  const tile = page.locator('.tile[open]');
  assert.match(await tile.innerText(), /first to 1000/);
  await accessible(page);
  await screenshot(page, 'home-tile');
  await page.getByRole('button', { name: 'Thousand: against a bot' }).click();
  await page.waitForURL(/\/t\//);
  assert.equal(await page.locator('.tabs .tab').count(), 2);
  await begin(page, 'yatzy');
  assert.equal(await page.locator('.tabs .tab:not(.all)').count(), 1);
});

test('a game is found by its name, with a script and without', async (t) => {
  const page = await browser.page(t, desktop);
  await page.goto('/');
  assert.equal((await seen(page)).length, games);
  await page.getByRole('searchbox').fill('yat');
  assert.deepEqual(await seen(page), ['Yatzy', 'Maxi Yatzy']);
  await page.getByRole('searchbox').fill('chess');
  await page.getByText('No game has this name.').waitFor();
  const plain = await browser.page(t, phone, withoutScript, ukrainian);
  await plain.goto('/');
  await plain.getByRole('searchbox').fill('тис');
  await plain.getByRole('button', { name: 'Знайти' }).click();
  assert.deepEqual(await seen(plain), ['Тисяча', 'Десять тисяч']);
  await accessible(page);
});

test('the newest table comes first: whose turn, and how it stands', async (t) => {
  const page = await browser.page(t, phone);
  await begin(page, 'crag', 'bot');
  const table = new URL(page.url()).pathname;
  await act(page, page.locator('#throw'));
  await page.goto('/');
  const card = page.locator('a.continue');
  assert.match(await card.innerText(), /Your turn[\s\S]*Crag with Bot[\s\S]*round 1 of 13/);
  assert.ok(await card.evaluate((it) => it.getBoundingClientRect().top < (document.querySelector('.hero')?.getBoundingClientRect().top ?? 0)));
  await accessible(page);
  await card.click();
  await page.waitForURL((url) => url.pathname === table);
});

test('a table for friends: names first, then a link to send', async (t) => {
  for (const looks of [[phone], [desktop, dark]]) {
    const page = await browser.page(t, ...looks);
    await page.goto('/');
    await page.getByRole('link', { name: 'Yatzy: with friends' }).click();
    assert.equal(await page.locator('#who-1').inputValue(), 'link');
    assert.equal(await page.getByRole('radio').first().isVisible(), false, 'dice and coach are folded away');
    await page.locator('#name-0').fill('Olena');
    await page.locator('#who-2').selectOption('link');
    await accessible(page);
    await page.getByRole('button', { name: 'Open the table' }).click();
    await page.waitForURL(/\/t\//);
    await page.getByRole('button', { name: 'Share' }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.bringToFront();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: '✓ Copied' }).waitFor();
    assert.equal(await page.locator('#said').innerText(), 'The link is copied.');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /\/j\//);
    // The answer stays on the button when the table goes on, and goes with the next tap.
    const [, table, invite] = /\/j\/([^/]+)\/([^/]+)/.exec(link) ?? [];
    await page.request.post(`/api/v1/tables/${table}/seats`, { data: { invite, name: 'Petro' } });
    await page.locator('.seats', { hasText: 'Petro' }).waitFor();
    assert.equal(await page.getByRole('button', { name: '✓ Copied' }).count(), 1);
    await page.locator('.seating h2').click();
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    await accessible(page);
    await screenshot(page, `seating-${looks.length}`);
  }
});
