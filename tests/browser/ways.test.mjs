// Other ways to play: without scripts, by keyboard, in Ukrainian, with real dice, with the coach.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible } from './axe.mjs';
import { Browser, dark, phone, ukrainian, withoutScript } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { answerTime, screenshot, wire } from './measure.mjs';
import { act, begin, chained, goneOn, isOver, playTurn, version } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);

test('a whole game without JavaScript', async (t) => {
  const page = await browser.page(t, phone, withoutScript);
  await begin(page, 'crag');
  for (let turn = 0; !(await isOver(page)); turn++) {
    assert.ok(turn < 30, 'the game does not end');
    await page.locator('#throw').click();
    const again = page.getByRole('button', { name: /Throw again/ });
    await page.locator('label.die-box').first().click();
    await again.click();
    const score = page.locator('button.score').last();
    await (await score.count() ? score : page.locator('button.cross').first()).click();
  }
  await page.locator('.ending').waitFor();
});

test('a whole game with the keyboard only', async (t) => {
  const page = await browser.page(t);
  await page.goto('/');
  /** Goes on with Tab until something has the focus. @param {string} selector */
  const tabTo = async (selector) => {
    for (let steps = 0; steps < 120; steps++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`${selector} cannot be reached by keyboard: ${await page.locator('main').innerText()}`);
  };
  await tabTo('details.tile:has(input[value="crag"]) summary');
  await page.keyboard.press('Enter');
  await tabTo('[aria-label="Crag: play alone"]');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/t\//);
  await chained(page);
  const pressed = async (/** @type {string} */ key) => {
    const before = await version(page);
    await page.keyboard.press(key);
    await goneOn(page, before);
  };
  for (let turn = 0; !(await isOver(page)); turn++) {
    assert.ok(turn < 30, 'the game does not end');
    await tabTo('#throw');
    await pressed('Enter');
    await tabTo('#die-1');
    await page.keyboard.press('Space');
    assert.ok(await page.locator('#die-1').isChecked());
    await tabTo('#throw');
    await pressed('Enter');
    await tabTo('button.score, button.cross');
    await pressed('Enter');
  }
});

test('held dice are told, and results are said aloud', async (t) => {
  const page = await browser.page(t, phone);
  await begin(page, 'yatzy');
  await act(page, page.locator('#throw'));
  assert.match(await page.locator('#said').innerText(), /You: threw/);
  const die = page.getByRole('checkbox').first();
  await page.locator('label.die-box').first().click();
  assert.ok(await die.isChecked());
  const face = ['', 'one', 'two', 'three', 'four', 'five', 'six'][Number(await die.getAttribute('value'))];
  await page.getByRole('checkbox', { name: `${face} held` }).first().waitFor();
  const boxes = await page.locator('main button, main label.die-box, main a').evaluateAll((all) =>
    all.filter((one) => one.getClientRects().length).map((one) => [one.textContent, one.getBoundingClientRect().height]));
  for (const [what, height] of boxes) assert.ok(Number(height) >= 44, `${what} is only ${height} pixels high`);
});

test('a zero is written at once, and a decision can be taken back', async (t) => {
  const page = await browser.page(t, phone);
  await begin(page, 'crag');
  await act(page, page.locator('#throw'));
  const before = await version(page);
  await page.locator('button.score[data-points="0"]').last().click();
  await goneOn(page, before);
  assert.equal(await page.locator('.ask').count(), 0, 'nothing is asked');
  assert.equal(await page.locator('.form .entry').count(), 1);
  await act(page, page.getByRole('button', { name: 'Take back' }));
  assert.equal(await page.locator('.form .entry').count(), 0);
});

test('the label of a box belongs to its button', async (t) => {
  const page = await browser.page(t, phone);
  await begin(page, 'yatzy');
  await act(page, page.locator('#throw'));
  const before = await version(page);
  const label = await page.locator('#why-chance').boundingBox();
  assert.ok(label);
  await page.mouse.click(label.x + 12, label.y + label.height / 2);
  await goneOn(page, before);
  assert.equal(await page.locator('.form .entry').count(), 1);
});

test('in Ukrainian, in the dark, and the language is remembered', async (t) => {
  const page = await browser.page(t, phone, ukrainian, dark);
  await begin(page, 'school');
  await playTurn(page);
  await accessible(page);
  await screenshot(page, 'table-school-dark-uk');
  await page.locator('.menu-box > summary').click();
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('button', { name: /^Throw/ }).waitFor();
  await page.goto('/');
  await page.getByRole('heading', { name: 'The games' }).waitFor();
});

test('real dice: what lies on the table is tapped in, and an entry can be corrected', async (t) => {
  const page = await browser.page(t, phone);
  await page.goto('/open/yatzy');
  await page.locator('#name-0').fill('Olena');
  await page.locator('#who-1').selectOption('here');
  await page.locator('#name-1').fill('Petro');
  await page.locator('details.options > summary').click();
  await page.getByText('real dice on your table').click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL(/\/t\//);
  // Mistyped, and taken back.
  for (const face of [1, 1, 1, 1, 1]) await tap(page, face);
  await act(page, page.getByRole('button', { name: 'That is right' }));
  await act(page, page.getByRole('button', { name: 'Take back' }));
  for (const face of [6, 6, 6, 2, 1]) await tap(page, face);
  await screenshot(page, 'real-dice');
  await accessible(page);
  await act(page, page.getByRole('button', { name: 'That is right' }));
  for (const die of [0, 1, 2]) await page.locator(`#die-${die}`).evaluate((box) => /** @type {HTMLInputElement} */ (box).checked);
  for (const value of ['6', '6', '6']) await page.locator(`.die-box:has(input[value="${value}"]:not(:checked))`).first().click();
  await page.locator('#throw').click();
  await page.locator('.keypad').waitFor();
  for (const face of [6, 3]) await tap(page, face);
  await act(page, page.getByRole('button', { name: 'That is right' }));
  await act(page, page.getByRole('button', { name: 'Sixes: write 24' }));
  assert.match(await page.locator('.whose').innerText(), /Petro/);
  await act(page, page.getByRole('button', { name: 'Take back' }));
  assert.match(await page.locator('.whose').innerText(), /Olena/);
  await act(page, page.getByRole('button', { name: 'Sixes: write 24' }));
  await page.getByRole('link', { name: /Olena, Sixes: 24/ }).click();
  await page.getByLabel('Points, or x').fill('18');
  await act(page, page.getByRole('button', { name: 'Correct' }));
  await page.getByRole('link', { name: /Olena, Sixes: 18/ }).waitFor();
  assert.match(await page.locator('#log').innerText(), /Corrected for Olena/);
});

test('quick taps on a slow network are all taken, whatever else is fetched meanwhile', async (t) => {
  const page = await browser.page(t, phone);
  await page.goto('/open/crag');
  await page.locator('details.options > summary').click();
  await page.getByText('real dice on your table').click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL(/\/t\//);
  /** @type {() => void} */
  let answer = () => {};
  const network = new Promise((resolve) => { answer = () => resolve(undefined); });
  await page.route('**/*do=enter*', (route) => network.then(() => route.continue()));
  await page.evaluate(() => {
    for (const face of [6, 6, 2]) document.getElementById(`key-${face}`)?.click();
    // A page that is looked at again is fetched anew.
    document.dispatchEvent(new Event('visibilitychange'));
  });
  answer();
  await page.getByRole('button', { name: 'That is right' }).waitFor();
  const faces = page.locator('input[name="fell"]');
  assert.deepEqual(await faces.evaluateAll((all) => all.map((one) => /** @type {HTMLInputElement} */ (one).value)), ['6', '6', '2']);
});

/** Taps a die on the keypad. @param {Page} page @param {number} face */
async function tap(page, face) {
  const before = await page.locator('.entered a').count();
  await page.locator(`#key-${face}`).click();
  await page.waitForFunction((had) => document.querySelectorAll('.entered a').length > had, before);
}

test('the coach shows what is best, and warns before a costly choice', async (t) => {
  const page = await browser.page(t, phone);
  await begin(page, 'crag');
  await page.locator('#coach-switch').click();
  await page.locator('#coach-switch.lit').waitFor();
  await act(page, page.locator('#throw'));
  await page.locator('section.coach .picks').waitFor();
  await page.locator('.slip.best, .wished').first().waitFor();
  await accessible(page);
  await screenshot(page, 'coach');
  await page.locator('.menu-box > summary').click();
  await page.getByRole('link', { name: 'warns' }).click();
  await page.locator('section.coach').waitFor({ state: 'detached' });
  // To give a box up for nothing after the first throw is never good.
  await page.locator('button.score[data-points="0"]').last().click();
  await page.locator('.ask').waitFor();
  await accessible(page);
  assert.equal(await page.locator('.ask .primary').innerText(), 'Think again', 'the blunder is not the main button');
  const before = await version(page);
  await page.locator('.ask .primary').click();
  await page.locator('.ask').waitFor({ state: 'detached' });
  assert.equal(await version(page), before, 'nothing has happened');
});

test('the coach of a table is nobody else\'s', async (t) => {
  const [olena, watcher] = [await browser.page(t, phone), await browser.page(t, phone)];
  await begin(olena, 'crag');
  await act(olena, olena.locator('#throw'));
  const place = new URL(olena.url()).pathname;
  await watcher.goto(`/look?coach=show&back=${place}`);
  await watcher.locator('main[data-table]').waitFor();
  assert.equal(await watcher.locator('.coach, .loss, .coach-choice, #coach-switch').count(), 0);
});

test('nonsense is refused in words, and nothing changes', async (t) => {
  const page = await browser.page(t, phone);
  browser.expect(page, /404|422|400/);
  await page.goto('/t/no-such-table');
  await page.getByRole('link', { name: 'Home' }).waitFor();
  await accessible(page);
  await page.goto('/nowhere');
  await page.getByRole('heading', { name: 'That did not work' }).waitFor();
  await begin(page, 'yatzy');
  await act(page, page.locator('#throw'));
  const game = () => page.evaluate(() => {
    const faces = [...document.querySelectorAll('.die-box input')].map((die) => /** @type {HTMLInputElement} */ (die).value);
    return [document.querySelector('main')?.dataset.throws, faces, document.querySelectorAll('.entry').length];
  });
  const before = await game();
  await page.locator('.die-box input').evaluateAll((all) => { for (const die of all) /** @type {HTMLInputElement} */ (die).checked = true; });
  await page.locator('#throw').click();
  await page.locator('.wrong').waitFor();
  assert.deepEqual(await game(), before);
});

test('ten players with long names fit', async (t) => {
  const page = await browser.page(t, phone);
  await page.goto('/open/yatzy');
  await page.getByText('More seats').click();
  for (let seat = 0; seat < 10; seat++) {
    await page.locator(`#who-${seat}`).selectOption('here');
    await page.locator(`#name-${seat}`).fill(`Player with a very long name ${seat}`);
  }
  await page.getByRole('button', { name: 'Open the table' }).click();
  await page.waitForURL(/\/t\//);
  await act(page, page.locator('#throw'));
  await accessible(page);
  await screenshot(page, 'ten-players');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wide, 0, 'the page itself does not scroll sideways');
});

test('the first view of a table is small, and a click is answered at once', async (t) => {
  const page = await browser.page(t, phone);
  await begin(page, 'yatzy');
  // Somebody who comes by the link has nothing of it yet.
  const { bytes } = await wire(await browser.page(t, phone), new URL(page.url()).pathname);
  assert.ok(bytes < 100_000, `${bytes} bytes`);
  const time = await answerTime(page, () => page.locator('#throw').click(), 'body');
  t.diagnostic(`first view of a table: ${bytes} bytes; a click is answered in ${time.toFixed(1)} ms`);
});
