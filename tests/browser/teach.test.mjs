// A first game that teaches itself: three turns with a hint at the dice, then the game goes on as usual.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessible } from './axe.mjs';
import { Browser, dark, desktop, phone, ukrainian, withoutScript } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { fullLength } from './patience.mjs';
import { act } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);

/** Begins a lesson from the page of a game's rules. @param {Page} page @param {string} game */
async function learn(page, game) {
  await page.goto(`/rules/${game}`);
  await page.locator('button[name="learn"]').click();
  await page.waitForURL(/\/t\//);
}

/** The hint, once the coach has answered. @param {Page} page */
async function hint(page) {
  await page.locator('main:not([data-wait])').waitFor();
  return page.locator('.lesson p').innerText();
}

/** Does what the hint says, until the turn is over. @param {Page} page @param {(name: string) => Promise<void>} look */
async function follow(page, look) {
  const turn = async () => (await page.locator('.nth-turn').count()) ? page.locator('.nth-turn').innerText() : '';
  const nth = await turn();
  await act(page, page.locator('#throw'));
  for (let tries = 0; tries < 60; tries++) {
    if ((await turn()) !== nth || (await page.locator('#throw[name="throw"]').count() && !(await page.locator('.tray .dice input').count()) && !(await page.locator('.slip').count()))) return;
    const said = await hint(page);
    await look(said.startsWith('1/3') ? 'first' : 'later');
    const best = page.locator('.slip.best');
    if (await best.count()) {
      await act(page, best.first());
      continue;
    }
    for (const die of await page.locator('label.die-box').all()) {
      const wished = await die.evaluate((it) => it.classList.contains('wished'));
      if (wished !== (await die.locator('input').isChecked())) await die.click();
    }
    const bank = page.locator('#bank');
    await act(page, /bank/.test(said) && (await bank.count()) ? bank : page.locator('#throw'));
  }
  assert.fail('the turn does not end');
}

for (const game of fullLength ? ['yatzy', 'thousand', 'school', 'yamb', 'farkle', 'pig', 'crag', 'generals'] : ['yatzy', 'thousand']) {
  test(`${game} teaches itself in three turns`, async (t) => {
    const page = await browser.page(t, phone);
    await learn(page, game);
    assert.match(await hint(page), /^1\/3 .*Throw/s);
    await screenshot(page, `teach-${game}-begin`);
    await accessible(page);
    let looked = 0;
    for (let nth = 1; nth <= 3; nth++) {
      assert.match(await hint(page), new RegExp(`^${nth}/3`));
      await follow(page, async (name) => {
        if (looked++ > 3) return;
        await screenshot(page, `teach-${game}-${name}-${looked}`);
        const throwing = await page.locator('#throw, .slip').first().boundingBox();
        assert.ok(throwing && throwing.y + throwing.height <= 844, 'the next step is in view');
        if (looked === 1) await accessible(page);
      });
    }
    assert.match(await hint(page), /That is how it goes/);
    await screenshot(page, `teach-${game}-goodbye`);
    // The game goes on, and nothing is taught any more.
    await act(page, page.locator('#throw'));
    assert.equal(await page.locator('.lesson').count(), 0);
  });
}

test('a lesson is ended at any time, without a script, and nobody else sees it', async (t) => {
  const page = await browser.page(t, phone, withoutScript);
  await page.goto('/');
  await page.locator('.hero').getByRole('button', { name: /learn by playing/i }).click();
  await page.waitForURL(/\/t\//);
  await page.locator('#throw').click();
  while (await page.locator('main[data-wait]').count()) await page.reload();
  assert.match(await page.locator('.lesson').innerText(), /^1\/3/);
  const other = await browser.page(t, desktop);
  await other.goto(page.url());
  assert.equal(await other.locator('.lesson').count(), 0);
  await page.getByRole('link', { name: 'End the lesson' }).click();
  assert.equal(await page.locator('.lesson').count(), 0);
  assert.equal(await page.locator('.slip.best').count(), 0);
});

test('a lesson fits every screen, in Ukrainian by night too', async (t) => {
  for (const [width = 0, height = 0] of [[390, 844], [390, 664], [375, 560], [844, 390], [1280, 800]]) {
    for (const game of ['yatzy', 'thousand']) {
      const page = await browser.page(t, phone, ukrainian, dark, { viewport: { width, height } });
      await learn(page, game);
      await act(page, page.locator('#throw'));
      await hint(page);
      await screenshot(page, `teach-${game}-uk-${width}x${height}`);
      for (const wanted of ['#throw', '.tray .cast', '.lesson']) {
        const place = await page.locator(wanted).first().boundingBox();
        assert.ok(place && place.y >= 0 && place.y + place.height <= height + 1 && place.x + place.width <= width + 1, `${game}: ${wanted} on ${width} × ${height}: ${JSON.stringify(place)}`);
      }
    }
  }
});
