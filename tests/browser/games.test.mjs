// Whole games, played by clicking, on a phone and on a desktop.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible } from './axe.mjs';
import { Browser, dark, desktop, phone, ukrainian } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { fullLength } from './patience.mjs';
import { begin, isOver, playTurn } from './play.mjs';

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);

const games = [
  ...['balut', 'crag', 'dice-poker', 'farkle', 'generala', 'generals', 'kismet', 'kniffel', 'maxi-yatzy', 'midnight', 'pig', 'poker-dice'],
  ...['school', 'ship-captain-crew', 'ten-thousand', 'thousand', 'triple-yahtzee', 'two-dice-pig', 'yacht', 'yahtzee', 'yamb', 'yatzy', 'zilch'],
];
// The short form plays a sheet and a race to their ends, and a turn of the others.
const whole = fullLength ? games : ['crag', 'pig'];
const SOME = 1;

for (const [nth, game] of games.entries()) {
  const look = nth % 2 ? desktop : phone;
  const most = whole.includes(game) ? 1000 : SOME;
  test(`${game} by clicking`, async (t) => {
    const page = await browser.page(t, look);
    await begin(page, game);
    for (let turn = 0; !(await isOver(page)); turn++) {
      if (turn >= most) {
        assert.equal(most, SOME, 'the game does not end');
        return;
      }
      await playTurn(page);
      if (turn === 0) {
        await accessible(page);
        await screenshot(page, `table-${game}`);
      }
    }
    await page.getByRole('link', { name: 'The review' }).waitFor();
    await accessible(page);
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/t/'));
    await page.locator('#throw').waitFor();
  });
}

test('home and opening a table', async (t) => {
  for (const looks of [[phone], [desktop], [phone, dark, ukrainian]]) {
    const page = await browser.page(t, ...looks);
    const name = looks.map((look) => (look === phone ? 'phone' : look === desktop ? 'desktop' : look === dark ? 'dark' : 'uk')).join('-');
    await page.goto('/');
    await accessible(page);
    await screenshot(page, `home-${name}`);
    await page.goto('/open/school');
    await page.locator('details.options summary').click();
    await accessible(page);
    await screenshot(page, `open-${name}`);
  }
});

test('house rules are chosen, and the table tells what differs', async (t) => {
  const page = await browser.page(t, phone);
  await page.goto('/open/school');
  await page.locator('details.options summary').click();
  const option = page.locator('fieldset.house-option').first();
  assert.equal(await option.getByText('differs from the standard').isVisible(), false);
  await option.getByRole('radio').nth(1).check();
  await option.getByText('differs from the standard').waitFor();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL(/\/t\//);
  await page.locator('.menu-box > summary').click();
  await page.getByText('House rules that differ from the standard').click();
  assert.equal(await page.locator('details.house li').count(), 1);
});
