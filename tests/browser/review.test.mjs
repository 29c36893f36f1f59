// The end of a game: the review, a decision tried again, the record.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible } from './axe.mjs';
import { Browser, dark, phone } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { begin, isOver, playTurn } from './play.mjs';

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);

test('a finished game is reviewed, and an expensive decision tried again', async (t) => {
  const page = await browser.page(t, phone);
  await begin(page, 'crag');
  browser.expect(page, /422/);
  const early = await page.request.get(`${new URL(page.url()).pathname}/review`);
  assert.equal(early.status(), 422, 'a running game has no review');
  await page.goto(`${new URL(page.url()).pathname}/review`);
  await page.goBack();
  while (!(await isOver(page))) await playTurn(page);
  await page.getByRole('link', { name: 'The review' }).click();
  await page.getByRole('heading', { name: 'Luck and skill' }).waitFor();
  await page.getByRole('img', { name: /^You: from 1\d\d\.\d\d to \d+\.00\./ }).waitFor();
  await accessible(page);
  await screenshot(page, 'review', { fullPage: true });
  await page.getByRole('link', { name: /^Try it again/ }).first().click();
  await page.getByText('What would you do now?').waitFor();
  await accessible(page);
  // One of all choices is the best.
  const answers = [];
  for (let nth = 0; nth < (await page.locator('form.try button').count()); nth++) {
    await page.locator('form.try button').nth(nth).click();
    answers.push(await page.locator('.why').innerText());
  }
  assert.ok(answers.every((answer) => /costs|nothing is better|not possible/.test(answer)), answers.join('\n'));
  await page.getByRole('link', { name: 'Back' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download the record' }).click()]);
  assert.match(download.suggestedFilename(), /\.kosti$/);
});

test('the review of a race, in the dark', async (t) => {
  const page = await browser.page(t, phone, dark);
  await begin(page, 'thousand');
  while (!(await isOver(page))) await playTurn(page);
  await page.getByRole('link', { name: 'The review' }).click();
  await page.getByRole('heading', { name: 'Luck and skill' }).waitFor();
  await accessible(page);
  await screenshot(page, 'review-race-dark', { fullPage: true });
});
