// The table as a game: everything for the decision is in view, on every screen; dice tumble and nothing jumps; keys play.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessible } from './axe.mjs';
import { Browser, dark, desktop, motion, phone, ukrainian } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { fullLength } from './patience.mjs';
import { act, begin, chained, goneOn, playTurn, version } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);
/** Its bots wait until somebody hurries them. */
const slow = await Browser.start(await Kosti.start('--bot-pause', '4000000000'));

const SCREENS = [[390, 844], [390, 664], [375, 560], [844, 390], [1280, 800]];
/** The short form has a sheet in two parts, the longest sheet, one with columns, one with places, and two races. */
const FEW = ['balut', 'maxi-yatzy', 'thousand', 'yamb', 'yatzy', 'zilch'];
const NAMES = ['Олена', 'Petro', 'Марія', 'Taras', 'Anna', 'Ivan', 'Oksana', 'Bohdan', 'Sofia', 'Maximilian'];

/**
 * Opens a table whose seats are all held by this browser.
 *
 * @param {Page} page
 * @param {string} game
 * @param {number} players
 */
async function open(page, game, players) {
  const seats = NAMES.slice(0, players).map((name) => ({ name }));
  const answer = await page.request.post('/api/v1/tables', { data: { game, seats } });
  const told = await answer.json();
  assert.ok(answer.ok(), JSON.stringify(told));
  await page.context().addCookies([{ name: `kosti-${told.table.id}`, value: told.token, url: kosti.url }]);
  await page.goto(`/t/${told.table.id}`);
  await chained(page);
}

/** What is not in view of everything that a decision needs. @param {Page} page @returns {Promise<string[]>} */
const outOfView = (page) => page.evaluate(async () => {
  // The mark that more lies below follows the scrolling with the next frame.
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  /** @type {string[]} */
  const missing = [];
  const inside = (/** @type {DOMRect} */ inner, /** @type {{ left: number, top: number, right: number, bottom: number }} */ outer) =>
    inner.left >= outer.left - 1 && inner.top >= outer.top - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const seen = (/** @type {string} */ selector, /** @type {number} */ least) => {
    const found = [...document.querySelectorAll(selector)];
    if (found.length < least) missing.push(`${selector}: only ${found.length}`);
    for (const one of found) if (!inside(one.getBoundingClientRect(), screen)) missing.push(`${selector}: ${JSON.stringify(one.getBoundingClientRect())}`);
  };
  seen('.tray .dice .cast', 1);
  seen('#throw', 1);
  seen('#bank', 0);
  seen('.chip', 0);
  seen('.tab.on .sum', 1);
  const form = document.querySelector('.form');
  if (form) {
    const box = form.getBoundingClientRect();
    const more = form.scrollHeight > form.clientHeight + 1 && Number(getComputedStyle(form, '::after').opacity) > 0;
    for (const slip of document.querySelectorAll('.slip')) {
      const place = slip.getBoundingClientRect();
      if (!place.width) missing.push(`${slip.id} is hidden`);
      else if (!more && !(inside(place, box) && inside(place, screen))) missing.push(`${slip.id}: ${JSON.stringify(place)}`);
    }
    if (!inside(box, screen)) missing.push(`the sheet: ${JSON.stringify(box)}`);
    const tray = document.querySelector('.tray')?.getBoundingClientRect();
    if (tray && innerWidth < innerHeight && box.bottom > tray.top + 1) missing.push('the tray covers the sheet');
  }
  if (document.documentElement.scrollWidth > innerWidth) missing.push('the page scrolls sideways');
  return missing;
});

const { games } = /** @type {{ games: { id: string }[] }} */ (await (await fetch(`${kosti.url}/api/v1/games`)).json());
for (const game of games.map(({ id }) => id).filter((id) => fullLength || FEW.includes(id))) {
  test(`${game}: everything for the decision is in view`, async (t) => {
    for (const players of fullLength || game === 'yatzy' ? [1, 2, 10] : [2]) {
      for (const looks of players === 2 && fullLength ? [[phone], [phone, ukrainian, dark]] : [[phone]]) {
        const page = await browser.page(t, ...looks);
        await open(page, game, players);
        await act(page, page.locator('#throw'));
        // A throw of a race may have ended the turn.
        for (let tries = 0; !(await page.locator('.tray .dice input').count()) && tries < 40; tries++) await act(page, page.locator('#throw'));
        for (const [width, height] of SCREENS) {
          await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
          assert.deepEqual(await outOfView(page), [], `${players} players on ${width} × ${height}`);
          await screenshot(page, `view-${game}-${players}-${width}x${height}${looks.length > 1 ? '-uk-dark' : ''}`);
        }
      }
    }
  });
}

test('what buttons and boxes say is not cut short, in Ukrainian either', async (t) => {
  const page = await browser.page(t, phone, ukrainian);
  for (const game of fullLength ? games.map(({ id }) => id) : ['balut', 'kniffel', 'thousand', 'yamb']) {
    await open(page, game, 2);
    await act(page, page.locator('#throw'));
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
      const cut = await page.evaluate(() => {
        const said = '.go, .alt.wide, .label > span, .of-columns th, .part thead th:first-child, .tab .name, .todo';
        const seen = [...document.querySelectorAll(said)].filter((one) => one.checkVisibility() && one.clientWidth > 0);
        return seen.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.className}: ${one.textContent} (${one.scrollWidth} in ${one.clientWidth})`);
      });
      assert.deepEqual(cut, [], `${game} on ${width} × ${height}`);
    }
  }
});

test('one tap explains what every box offers', async (t) => {
  const page = await browser.page(t, phone);
  await open(page, 'yatzy', 1);
  await act(page, page.locator('#throw'));
  const offers = await page.locator('.slip').count();
  await page.getByRole('link', { name: 'Why these numbers?' }).tap();
  const told = page.locator('.why.all li');
  await told.first().waitFor();
  assert.equal(await told.count(), offers);
  assert.match(await told.first().innerText(), /gives \d+: /);
  await accessible(page);
  await page.locator('.why.all .button').tap();
  await page.locator('.why.all').waitFor({ state: 'detached' });
});

test('who waits for a bot lets it play on at once', async (t) => {
  const page = await slow.page(t, phone);
  await begin(page, 'yatzy', 'bot');
  await playTurn(page);
  await page.locator('#hurry').waitFor();
  await screenshot(page, 'bot-waits');
  await accessible(page);
  const before = await version(page);
  await page.locator('#hurry').tap();
  await goneOn(page, before);
  // The dice of the bot are a button too.
  const again = await version(page);
  await page.locator('.tray .dice').tap();
  await goneOn(page, again);
});

test('dice tumble, offers come when they lie, and nothing jumps', async (t) => {
  const page = await browser.page(t, phone, motion);
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) /** @type {any} */ (window).shift += /** @type {any} */ (entry).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page, 'yatzy', 2);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => { /** @type {any} */ (window).shift = 0; });
  const before = await version(page);
  await page.locator('#throw').click();
  await page.locator('main.tumbling .cube').first().waitFor();
  assert.equal(await page.locator('.tumbling .slip').first().evaluate((slip) => getComputedStyle(slip).pointerEvents), 'none');
  await goneOn(page, before);
  await page.locator('main.tumbling').waitFor({ state: 'detached' });
  assert.equal(await page.locator('.cube').count(), 0);
  // Held dice stay where they lie, the last of equal ones too.
  const faces = () => page.locator('.die-box input').evaluateAll((all) => all.map((die) => /** @type {HTMLInputElement} */ (die).value));
  const lay = await faces();
  for (const nth of [1, 4]) await page.locator('label.die-box').nth(nth).click();
  const again = await version(page);
  await page.locator('#throw').click();
  await goneOn(page, again);
  const lie = await faces();
  assert.deepEqual([lie[1], lie[4]], [lay[1], lay[4]]);
  // A tap ends the tumble.
  await page.locator('main.tumbling').waitFor();
  await page.locator('.say').click();
  await page.locator('main.tumbling').waitFor({ state: 'detached', timeout: 400 });
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).shift), 0, 'layout shift');
  await page.reload();
  assert.equal(await page.locator('.tumbling, .cube').count(), 0, 'nothing is played again');
});

test('who likes no motion sees none', async (t) => {
  const page = await browser.page(t, phone);
  await open(page, 'yatzy', 1);
  await page.evaluate(() => {
    new MutationObserver(() => { if (document.querySelector('.cube')) document.body.dataset['moved'] = 'yes'; }).observe(document.body, { subtree: true, childList: true });
  });
  await act(page, page.locator('#throw'));
  assert.equal(await page.locator('body[data-moved]').count(), 0);
});

test('a turn by keys: throw, hold, choose a box, write, take back', async (t) => {
  const page = await browser.page(t, desktop);
  await open(page, 'yatzy', 1);
  const pressed = async (/** @type {string} */ key) => {
    const before = await version(page);
    await page.keyboard.press(key);
    await goneOn(page, before);
  };
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  await pressed('Space');
  await page.keyboard.press('2');
  assert.ok(await page.locator('#die-1').isChecked());
  await page.keyboard.press('2');
  assert.ok(!(await page.locator('#die-1').isChecked()));
  await page.keyboard.press('3');
  assert.match(await page.locator('#throw').innerText(), /Throw 4 dice/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'score-twos');
  await pressed('Enter');
  assert.equal(await page.locator('.form .entry').count(), 1);
  await pressed('u');
  assert.equal(await page.locator('.form .entry').count(), 0);
  await page.keyboard.press('?');
  await page.locator('.keys dl').waitFor();
  await page.keyboard.press('?');
  await page.keyboard.press('c');
  await page.locator('#coach-switch.lit').waitFor();
  await page.locator('.coach').waitFor();
});

test('the title and the tab say whose turn it is', async (t) => {
  const page = await browser.page(t, phone);
  await open(page, 'yatzy', 1);
  assert.match(await page.title(), /Your turn/);
  assert.equal(await page.locator('.tab.on.mine').count(), 1);
  assert.match(await page.locator('.tab.on').innerText(), /Your turn/);
  assert.match((await page.locator('link[rel="icon"]').getAttribute('href')) ?? '', /turn-icon/);
});

test('ten players: a tap shows another sheet, and all of them', async (t) => {
  const page = await browser.page(t, phone);
  await open(page, 'yatzy', 10);
  await page.locator('.tab', { hasText: 'Sofia' }).locator('a').click();
  await page.locator('.part th:visible', { hasText: 'Sofia' }).first().waitFor();
  await page.locator('.tab.all a').click();
  await page.locator('.form.whole .sheet').waitFor();
  assert.equal(await page.locator('.form.whole thead th').count(), 10);
  await accessible(page);
  await page.locator('.form.whole .close').click();
  await page.locator('.form.two').waitFor();
});

test('a table is accessible by day and by night', async (t) => {
  for (const looks of [[phone], [phone, dark], [desktop, dark], [desktop]]) {
    for (const game of ['yatzy', 'thousand']) {
      const page = await browser.page(t, ...looks);
      await open(page, game, 2);
      await accessible(page);
      await act(page, page.locator('#throw'));
      await accessible(page);
    }
  }
});
