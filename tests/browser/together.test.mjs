// Several people at one table, connections that break, and a server that is killed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { accessible } from './axe.mjs';
import { Browser, desktop, phone } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { PATIENCE } from './patience.mjs';
import { act, begin, chained, isOver, playTurn, version } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);

/**
 * Opens a table for two with a link for the second.
 * @param {Page} page
 * @param {string} game
 */
async function openForTwo(page, game) {
  await page.goto(`/open/${game}`);
  await page.locator('#name-0').fill('Olena');
  await page.locator('#who-1').selectOption('link');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL(/\/t\//);
  return (await page.locator('a[data-copy]').getAttribute('href')) ?? '';
}

/**
 * Sits down with a link.
 * @param {Page} page
 * @param {string} link
 */
async function sitDown(page, link) {
  await page.goto(link);
  await page.getByLabel('Your name').fill('Petro');
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.waitForURL(/\/t\//);
}

/** Waits until two pages show the same. @param {Page} page @param {Page} other */
async function catchUp(page, other) {
  const end = performance.now() + PATIENCE;
  while ((await version(page)) !== (await version(other))) {
    assert.ok(performance.now() < end, 'one page does not hear what happened on the other');
    await sleep(20);
  }
}

test('two browsers play a whole game at one table', async (t) => {
  const [olena, petro] = [await browser.page(t, phone), await browser.page(t, desktop)];
  const link = await openForTwo(olena, 'crag');
  await accessible(olena);
  await screenshot(olena, 'waiting');
  await petro.goto(link);
  await accessible(petro);
  await sitDown(petro, link);
  await catchUp(olena, petro);
  for (let turn = 0; !(await isOver(olena)); turn++) {
    assert.ok(turn < 60, 'the game does not end');
    const [now, other] = (await olena.locator('#throw').count()) ? [olena, petro] : [petro, olena];
    assert.equal(await other.locator('#throw').count(), 0, 'only one is on turn');
    await playTurn(now);
    await catchUp(other, now);
    if (turn === 3) await screenshot(other, 'two-at-a-table');
  }
  // The winner reads that they win, the other who does, by as much; a tie is the same for both.
  const ended = await Promise.all([olena, petro].map((page) => page.locator('#ended').innerText()));
  const [own = '', others = ''] = ended[0]?.startsWith('You') ? ended : ended.toReversed();
  if (own !== others) assert.deepEqual([own.replace(/\d+/, 'N'), /\d+/.exec(own)?.[0]], ['You win by N', /^\w+ wins by (\d+)/.exec(others)?.[1]]);
  assert.match(await olena.locator('.notes').innerText(), /Best turn: .+, \d/);
  const totals = (/** @type {Page} */ page) => page.locator('.tab .sum').allInnerTexts();
  // Everybody's own comes first.
  assert.deepEqual(await totals(olena), (await totals(petro)).reverse());
  // Throws are proven by the one who threw, and witnessed by the other; who has not yet a chain, or has a new one, is not asked.
  const record = await (await olena.request.get(`/api/v1${new URL(olena.url()).pathname.replace('/t/', '/tables/')}/record`)).text();
  const throws = record.split('\n').filter((line) => line.includes('"thrown"'));
  assert.ok(throws.length > 20);
  const witnessed = throws.filter((line) => /"thrower":"[0-9a-f]{64}","history":"[0-9a-f]{64}","witness":\{"seat":\d,"link":"[0-9a-f]{64}","history"/.test(line));
  assert.ok(witnessed.length > 1, `${witnessed.length} of ${throws.length} throws are witnessed`);
  for (const page of [olena, petro]) assert.equal(await page.locator('#dice-alarm').count(), 0);
  // Both go on to the next game, each in their own way, and both play there.
  const old = new URL(olena.url()).pathname;
  await olena.getByRole('button', { name: 'Play again' }).click();
  await olena.waitForURL((url) => url.pathname !== old);
  await petro.getByRole('link', { name: 'To the next game' }).click();
  await petro.waitForURL((url) => url.pathname !== old);
  assert.equal(petro.url(), olena.url());
  await catchUp(olena, petro);
  for (let turn = 0; turn < 4; turn++) {
    const now = (await olena.locator('#throw').count()) ? olena : petro;
    await now.locator('#throw').waitFor();
    await playTurn(now);
    await catchUp(now === olena ? petro : olena, now);
  }
  assert.equal(await petro.locator('.form .entry').count(), 4);
});

test('choosing a stand-in opens nobody else’s panel', async (t) => {
  const [olena, petro] = [await browser.page(t, phone), await browser.page(t, phone)];
  await sitDown(petro, await openForTwo(olena, 'crag'));
  await catchUp(olena, petro);
  await petro.goto('/');
  await olena.locator('.menu-box > summary').click();
  await olena.locator('details.people > summary').click();
  const panels = olena.locator('details.stand-in');
  await olena.waitForFunction(() => document.querySelectorAll('details.stand-in').length === 2);
  await panels.first().locator('summary').click();
  await olena.getByRole('button', { name: 'Let a bot play for Olena: beginner' }).click();
  await olena.locator('.chair').getByRole('button', { name: 'Play myself again' }).waitFor();
  await olena.locator('.tray').getByRole('button', { name: 'Play myself again' }).waitFor();
  assert.equal(await panels.count(), 1);
  assert.equal(await panels.first().getAttribute('open'), null);
});

test('who only watches and comes and goes makes nobody load the page again', async (t) => {
  const [olena, petro] = [await browser.page(t, phone), await browser.page(t, phone)];
  await sitDown(petro, await openForTwo(olena, 'crag'));
  await catchUp(olena, petro);
  for (const page of [olena, petro]) await chained(page);
  await catchUp(olena, petro);
  await olena.waitForFunction(() => document.querySelector('main')?.dataset.here === '0 1');
  const path = new URL(olena.url()).pathname;
  let loads = 0;
  olena.on('request', (request) => { loads += Number(new URL(request.url()).pathname === path); });
  const watcher = await browser.page(t, phone);
  for (let times = 0; times < 20; times++) {
    await watcher.goto(path);
    await watcher.goto('/rules');
  }
  await watcher.goto(path);
  await olena.getByText('watching: 1').waitFor({ state: 'attached' });
  assert.equal(loads, 0);
});

test('a code is enough to find the table, and a wrong one says so', async (t) => {
  const [olena, petro] = [await browser.page(t, phone), await browser.page(t, phone)];
  await openForTwo(olena, 'yatzy');
  const code = await olena.locator('.code').innerText();
  browser.expect(petro, /404/);
  await petro.goto('/');
  await petro.getByLabel('Code or link').fill('nobody-here');
  await petro.getByRole('button', { name: 'Join' }).click();
  await petro.getByText('Nobody waits at a table with the code').waitFor();
  await petro.getByLabel('Code or link').fill(code.toUpperCase());
  await petro.getByRole('button', { name: 'Join' }).click();
  await petro.getByRole('heading', { name: 'You are invited: Yatzy' }).waitFor();
});

test('a spectator sees everything and can do nothing', async (t) => {
  const [olena, watcher] = [await browser.page(t, phone), await browser.page(t, phone)];
  await begin(olena, 'yatzy');
  await act(olena, olena.locator('#throw'));
  await watcher.goto(new URL(olena.url()).pathname);
  assert.equal(await watcher.locator('main button').count(), 0);
  assert.equal(await watcher.locator('.tray .dice .cast').count(), 5);
  await act(olena, olena.locator('button.score').first());
  await catchUp(watcher, olena);
  assert.equal(await watcher.locator('.form .entry').count(), 1);
  await olena.getByText('watching: 1').waitFor({ state: 'attached' });
});

test('a bot stands in, and the player takes the seat back', async (t) => {
  const [olena, petro] = [await browser.page(t, phone), await browser.page(t, phone)];
  await sitDown(petro, await openForTwo(olena, 'crag'));
  await catchUp(olena, petro);
  await petro.locator('.menu-box > summary').click();
  await petro.locator('details.people > summary').click();
  const own = petro.locator('.chair').nth(1);
  await own.getByText('Let a bot play').click();
  await own.getByRole('button', { name: 'Let a bot play for Petro: beginner' }).click();
  await own.getByRole('button', { name: 'Play myself again' }).waitFor();
  await catchUp(olena, petro);
  await playTurn(olena);
  await olena.waitForFunction(() => document.querySelector('#throw') !== null);
  assert.ok((await olena.locator('.form tbody tr:not(.sum) td:nth-child(3) .entry').count()) > 0, 'the bot has written');
  await own.getByRole('button', { name: 'Play myself again' }).click();
  await own.getByText('Let a bot play').waitFor();
  await catchUp(olena, petro);
  await playTurn(olena);
  await petro.locator('#throw').waitFor();
});

test('a reload in the middle of a turn changes nothing', async (t) => {
  const page = await browser.page(t, phone);
  await begin(page, 'school');
  await act(page, page.locator('#throw'));
  const dice = await page.locator('.die-box input').evaluateAll((all) => all.map((die) => /** @type {HTMLInputElement} */ (die).value));
  await page.reload();
  assert.deepEqual(await page.locator('.die-box input').evaluateAll((all) => all.map((die) => /** @type {HTMLInputElement} */ (die).value)), dice);
  await page.getByRole('button', { name: /Throw 5 dice/ }).waitFor();
});

test('the server is killed in the middle of a turn, and the turn goes on', async (t) => {
  const own = await Kosti.start();
  const its = await Browser.start(own);
  const page = await its.page(t, phone);
  await begin(page, 'yatzy');
  await act(page, page.locator('#throw'));
  const dice = await page.locator('.die-box input').evaluateAll((all) => all.map((die) => /** @type {HTMLInputElement} */ (die).value));
  its.expect(page, /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|Failed to load/);
  await own.kill();
  await page.getByText('The connection is lost').waitFor();
  await page.locator('#throw').click();
  await own.restart();
  await page.getByText('The connection is lost').waitFor({ state: 'hidden' });
  const after = await page.locator('.die-box input').evaluateAll((all) => all.map((die) => /** @type {HTMLInputElement} */ (die).value));
  assert.deepEqual(after, dice, 'what was not acknowledged did not happen');
  await act(page, page.locator('#throw'));
  await act(page, page.locator('button.score').first());
});

test('streams that broke off with the server go on where they did', async (t) => {
  const own = await Kosti.start();
  const its = await Browser.start(own);
  const [olena, petro] = [await its.page(t, phone), await its.page(t, desktop)];
  for (const page of [olena, petro]) its.expect(page, /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|Failed to load/);
  await sitDown(petro, await openForTwo(olena, 'crag'));
  await catchUp(olena, petro);
  await own.kill();
  for (const page of [olena, petro]) await page.getByText('The connection is lost').waitFor();
  await own.restart();
  for (const page of [olena, petro]) await page.getByText('The connection is lost').waitFor({ state: 'hidden' });
  await playTurn(olena);
  await catchUp(petro, olena);
  await playTurn(petro);
  await catchUp(olena, petro);
});
