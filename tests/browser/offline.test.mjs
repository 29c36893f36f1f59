// Kosti without a server, with the network off: everything that somebody does with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ukrainian } from './browser.mjs';
import { browser, dice, offline, tableOf } from './device.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { fullLength } from './patience.mjs';
import { act, begin, isOver, playTurn } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

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

test('two people with real dice, in Ukrainian', async (t) => {
  const page = await offline(t, ukrainian);
  await page.goto('/open/crag?with=friends');
  // Nobody can be invited to a table that is only here.
  assert.equal(await page.locator('option[value="link"]').count(), 0);
  await page.locator('#name-0').fill('Олена');
  await page.locator('#name-1').fill('Петро');
  await page.locator('details.options > summary').click();
  await page.locator('input[name="dice"][value="real"]').check();
  await page.getByRole('button', { name: 'Відкрити стіл' }).click();
  await page.waitForURL(/\/t\//);
  for (const name of ['Олена', 'Петро']) {
    await page.locator('.whose').getByText(name).waitFor();
    for (const [nth, face] of [6, 6, 1].entries()) {
      await page.locator(`#key-${face}`).click();
      await page.waitForFunction((nth) => document.querySelectorAll('.entered a').length > nth, nth);
    }
    await act(page, page.locator('.keypad ~ * button.primary, .entered ~ * button.primary, button.primary').first());
    assert.deepEqual((await dice(page)).toSorted(), ['1', '6', '6']);
    await screenshot(page, 'offline-real-dice-uk');
    await act(page, page.locator('button.score').first());
  }
});

test('the exact coach, then the review, the game step by step, puzzles, history and print', async (t) => {
  const page = await offline(t);
  await begin(page, 'crag');
  await page.locator('#coach-switch').click();
  await act(page, page.locator('#throw'));
  await page.locator('section.coach .picks').waitFor();
  await page.locator('.slip.best, .wished').first().waitFor();
  await act(page, page.locator('button.score, button.cross').first());
  while (!(await isOver(page))) await playTurn(page);
  const table = tableOf(page);
  await page.getByRole('link', { name: 'The review' }).click();
  await page.getByRole('heading', { name: 'Luck and skill' }).waitFor();
  await page.locator('.decisions .card').first().waitFor();
  await screenshot(page, 'offline-review');
  await page.getByRole('link', { name: /^Try all \d+ again/ }).click();
  await page.getByText('Puzzle 1 of').waitFor();
  const again = page.locator('#throw');
  await ((await again.count()) ? again : page.locator('.slip').first()).click();
  await page.locator('.answer').waitFor();
  await page.goto(`/t/${table}/replay/0`);
  await page.getByRole('link', { name: 'To the next costly choice' }).click();
  await page.locator('.verdict.wrong').waitFor();
  await page.goto(`/t/${table}/history`);
  await page.getByText('The game began').waitFor();
  await page.goto(`/t/${table}/print`);
  assert.equal(await page.locator('.paper .entry').count(), 13);
  await page.goto(`/t/${table}/dice`);
  await page.locator('.throws tbody tr').first().waitFor();
});

test('a game of one’s own is explained, valued, printed and played', async (t) => {
  const page = await offline(t);
  await page.goto('/own?start');
  await page.locator('form.own button').first().click();
  await page.locator('#outlook').getByText('on average').first().waitFor();
  await page.getByRole('button', { name: 'Print an empty sheet' }).click();
  await page.locator('.paper .sheet').waitFor();
  await page.goBack();
  await page.locator('.open button.primary').click();
  await page.waitForURL(/\/t\//);
  await playTurn(page);
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

test('the same request gives the same page as a server', async (t) => {
  const kosti = await Kosti.start();
  const page = await offline(t);
  const table = await bringTable(kosti.url, page);
  const paths = ['/', '/rules', '/rules/school', '/rules/thousand', '/open/yatzy', '/own', '/print/crag', '/join', '/nowhere', '/t/none'];
  for (const end of ['', '/rules', '/history', '/print', '/dice']) paths.push(`/t/${table}${end}`);
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
      const [own, other] = [plain(here.text), plain(await server.text())];
      let at = 0;
      while (at < own.length && own[at] === other[at]) at++;
      assert.equal(own.slice(Math.max(0, at - 80), at + 160), other.slice(Math.max(0, at - 80), at + 160), `${language} ${path}`);
    }
  }
});

/**
 * A page without what is computed while it is read, which one may know sooner, without its origin and the ids of commands, and without
 * what one of them has alone: a device its own page, a server the description of its interface and places for others to join.
 * @param {string} text
 */
const plain = (text) => [
  /<section id="outlook".*?<\/section>/gs,
  / data-wait/g,
  /name="command" value="[^"]*"/g,
  /http:\/\/127\.0\.0\.1:\d+/g,
  /<a href="(\/device|\/api\/v1\/docs)">[^<]*<\/a>/g,
  /<div class="computing".*?<\/div>/gs,
  /<section class="join".*?<\/section>/gs,
  /<option value="link">[^<]*<\/option>/g,
  /(?<=<\/p>)<p>[^<]*<\/p>(?=<p><a class="button primary" href="\/">)/g,
].reduce((text, own) => text.replace(own, ''), text);

/**
 * Plays a turn on a server, and brings the table to the device as a record. Returns its id.
 * @param {string} server
 * @param {Page} page
 */
async function bringTable(server, page) {
  /** @param {string} path @param {unknown} body @param {string} [token] */
  const post = async (path, body, token) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${server}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.ok(answer.ok, await answer.clone().text());
    return /** @type {any} */ (await answer.json());
  };
  const { table: { id, version }, token } = await post('/tables', { game: 'crag', dice: 'real', seats: [{ name: 'Олена' }, { name: 'Petro' }] });
  const thrown = await post(`/tables/${id}/actions`, { version, action: { keep: [], fell: [6, 6, 1] } }, token);
  await post(`/tables/${id}/actions`, { version: thrown.table.version, action: { score: 'crag' } }, token);
  const record = await (await fetch(`${server}/api/v1/tables/${id}/record`)).text();
  await page.goto('/device');
  await page.locator('#file').setInputFiles({ name: `${id}.kosti`, mimeType: 'text/plain', buffer: Buffer.from(record) });
  await page.getByRole('button', { name: 'Bring them here' }).click();
  await page.getByRole('link', { name: id }).waitFor();
  return id;
}
