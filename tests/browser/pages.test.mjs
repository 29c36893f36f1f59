// The pages that tell: rules, a game of one's own, sheets for paper, history, and what the dice prove.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { accessible } from './axe.mjs';
import { Browser, dark, phone, ukrainian, withoutScript } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { some } from './patience.mjs';

/** @typedef {import('playwright-core').Page} Page */

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);

/** A small game of one's own, sound, with a house rule. */
const SOUND = `name = "Pair or not"
about = "Two dice, two boxes."
dice = 2
throws = 2
[each-box]
unfit = "zero"
[box.pair]
name = "Pair"
needs = { alike = 2 }
score = { points = 10 }
example = [{ dice = [3, 3], score = 10 }]
[box.any]
name = "Any dice"
score = "all-dice"
[house.pair]
name = "What a pair gives"
[house.pair.choices]
ten = { about = "10" }
sum.about = "its sum"
sum.change = { box.pair = { score = "combination", example = [] } }
`;
/** The same with two faults, on lines 3 and 14. */
const FAULTY = SOUND.replace('dice = 2', 'dice = 99').replace('"all-dice"', '"everything"');

/**
 * Asks the API.
 *
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [token]
 * @returns {Promise<any>}
 */
async function api(path, body, token) {
  /** @type {Record<string, string>} */
  const headers = { 'content-type': 'application/json' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  const request = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(`${kosti.url}/api/v1${path}`, request);
  const told = await answer.json();
  assert.ok(answer.ok, `${path}: ${JSON.stringify(told)}`);
  return told;
}

/** A table whose seats are all held by one program. */
class Table {
  /** @param {any} opened */
  constructor(opened) {
    this.id = opened.table.id;
    this.token = opened.token;
    this.version = opened.table.version;
  }

  /** @param {unknown} body */
  static async open(body) {
    return new Table(await api('/tables', body));
  }

  /**
   * @param {Record<string, unknown>} action
   * @param {number} [seat] The one on turn without.
   */
  async does(action, seat) {
    const told = await api(`/tables/${this.id}/actions`, { version: this.version, action, seat }, this.token);
    this.version = told.table.version;
    return told.table;
  }
}

/** No page is wider than its screen. @param {Page} page */
async function fits(page) {
  const [page_, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok((page_ ?? 0) <= (screen ?? 0), `${page.url()} is ${page_} wide on a screen of ${screen}`);
}

/** @param {Page} page @param {string} text */
async function paste(page, text) {
  await page.goto('/own');
  await page.locator('#rules').fill(text);
  await page.locator('form.own button').click();
}

test('house rules change what is told, what perfect play brings, and the table that is opened', async (t) => {
  const page = await browser.page(t, phone, withoutScript);
  await page.goto('/rules/generals');
  const average = async () => {
    for (;;) {
      const told = await page.locator('#outlook').innerText();
      if (!(await page.locator('[data-again]').count())) return told;
      await page.locator('#outlook button').click();
    }
  };
  assert.match(await average(), /162\.03 on average; most games end within 32\.22/);
  await page.locator('summary', { hasText: 'House rules' }).click();
  await page.locator('input[name="house-straight"][value="joker"]').check();
  await page.getByRole('button', { name: 'Show the rules' }).click();
  assert.match(page.url(), /house-straight=joker/);
  assert.match(await page.locator('.wrong').innerText(), /differ from the standard/);
  assert.match(await average(), /155\.90 on average/);
  await page.getByRole('link', { name: 'Open a table' }).click();
  assert.ok(await page.locator('input[name="house-straight"][value="joker"]').isChecked());
});

test('the rules of every game are told, on a phone and in every language', async (t) => {
  const page = await browser.page(t, phone);
  await page.goto('/rules');
  await accessible(page);
  const games = await page.locator('main ul a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  assert.ok(games.length >= 7, games.join(' '));
  const other = await browser.page(t, phone, ukrainian, dark);
  for (const game of some(games)) {
    for (const reader of [page, other]) {
      await reader.goto(game);
      assert.ok((await reader.locator('.turn-steps .dice-row').count()) > 0, game);
      const boxes = reader.locator('.slot');
      assert.equal(await boxes.filter({ has: reader.locator('.dice-row') }).count(), await boxes.count(), `${game}: a box without an example`);
      // What is written for those who make games is not for those who play them.
      assert.doesNotMatch(await reader.locator('main').innerText(), /seeds|clause|Scoring:|Section|\.toml/, game);
      await reader.locator('#outlook').waitFor();
      await accessible(reader);
      await fits(reader);
    }
  }
});

test('how to play well is told in sentences made from the solution', async (t) => {
  const page = await browser.page(t, phone);
  const told = async (/** @type {string} */ game) => {
    await page.goto(`/rules/${game}`);
    await page.locator('.strategy').waitFor();
    return page.locator('.strategy').innerText();
  };
  const sheet = await told('generals');
  assert.match(sheet, /On average most points come from .+ \(\d+\.\d\)/);
  // The share of the balance report: 70.3 %.
  assert.match(sheet, /General brings nothing 70 times out of 100/);
  await page.locator('.by-box summary').click();
  assert.equal(await page.locator('.by-box tbody tr').count(), 10);
  await accessible(page);
  await fits(page);
  const race = await told('pig');
  assert.match(race, /The next throw loses everything 17 times out of 100 with one die/);
  assert.match(race, /bank from 19 points\./);
  await screenshot(page, 'rules-strategy');
});

test('a house rule that there is not is a clear problem', async (t) => {
  const page = await browser.page(t);
  browser.expect(page, /422/);
  const answer = await page.goto('/rules/school?house-nothing=at-all');
  assert.equal(answer?.status(), 422);
  assert.match(await page.locator('main').innerText(), /nothing/);
});

test('a race has no average: who wins of two, and how long it takes alone', async (t) => {
  const page = await browser.page(t);
  await page.goto('/rules/pig');
  while (await page.locator('[data-again]').count()) await page.reload();
  const told = await page.locator('#outlook').innerText();
  assert.match(told, /53\.06 %/);
  assert.match(told, /12\.55 turns on average; most games end within 4\.37/);
});

test('what takes minutes is worked out only where somebody wishes it', async (t) => {
  const page = await browser.page(t);
  await page.goto('/rules/balut');
  assert.match(await page.locator('#outlook').innerText(), /takes minutes/);
  assert.equal(await page.locator('main[data-wait], [data-again]').count(), 0);
  await page.getByRole('button', { name: 'Work it out' }).waitFor();
});

test('how a game plays: numbers, bars and words, on a phone and in every language', async (t) => {
  const page = await browser.page(t, phone, withoutScript);
  await page.goto('/rules/generals');
  await page.getByRole('link', { name: 'How it plays' }).click();
  while (await page.locator('[data-again]').count()) await page.locator('[data-again] button').click();
  assert.match(await page.locator('#boxes').innerText(), /General\s+29\.7 %\s+70\.3 %/);
  assert.match(await page.locator('#house').innerText(), /straight=joker\s+155\.90\s+−6\.13/);
  await fits(page);
  const other = await browser.page(t, phone, ukrainian, dark);
  await other.goto('/rules/generals/balance');
  assert.match(await other.locator('#seats').innerText(), /Хто виграє/);
  await accessible(other);
  await fits(other);
  // A game of one's own, from its page: what is worked out comes to its place.
  const own = await browser.page(t, phone);
  await paste(own, SOUND);
  await own.getByRole('button', { name: 'How it plays' }).click();
  await own.locator('#house').waitFor();
  assert.match(await own.locator('#house').innerText(), /pair=sum/);
  await accessible(own);
  await fits(own);
  await screenshot(own, 'balance');
});

test('every fault of a file is shown under its line', async (t) => {
  const page = await browser.page(t, phone);
  browser.expect(page, /422/);
  await paste(page, FAULTY);
  await accessible(page);
  await fits(page);
  assert.deepEqual(await page.locator('.source mark').allInnerTexts(), ['99', '"everything"']);
  assert.match(await page.locator('#line-3 .fault').innerText(), /99/);
  assert.match(await page.locator('#line-14 .fault').innerText(), /everything/);
  assert.equal(await page.locator('.source .fault').count(), 2);
  assert.equal(await page.locator('#rules').inputValue(), FAULTY);
  await screenshot(page, 'own-faults');
  // Mended in place, it is a game.
  await page.locator('#rules').fill(SOUND);
  await page.locator('form.own button').click();
  await page.getByRole('heading', { name: 'Pair or not', level: 1 }).waitFor();
});

test('a file is uploaded without a script, explained, valued, and played', async (t) => {
  const page = await browser.page(t, phone, withoutScript);
  await page.goto('/own');
  const file = { name: 'pair.toml', mimeType: 'application/toml', buffer: Buffer.from(SOUND) };
  await page.locator('#file').setInputFiles(file);
  await page.locator('form.own button').click();
  await page.getByRole('heading', { name: 'Pair or not', level: 1 }).waitFor();
  await fits(page);
  while (await page.locator('[data-again]').count()) await page.locator('#outlook button').click();
  assert.match(await page.locator('#outlook').innerText(), /on average; most games end within/);
  assert.equal(await page.locator('.sheet th[scope="row"]').first().innerText(), 'Pair');
  await page.locator('.open details.options > summary').click();
  await page.locator('.open input[value="sum"]').check();
  await page.locator('.open button.primary').click();
  await page.waitForURL(/\/t\//);
  const table = page.url();
  await page.goto(`${table}/rules`);
  assert.match(await page.locator('.wrong').innerText(), /What a pair gives: its sum/);
  const id = table.split('/').at(-1);
  const kept = await fetch(`${kosti.url}/api/v1/tables/${id}/rules`);
  assert.equal(await kept.text(), SOUND);
});

/**
 * Keeps the page from looking again for what is being worked out, until the returned function is called. That one waits until
 * the page has looked and shows it.
 *
 * @param {Page} page
 * @param {(url: URL) => boolean} looks
 */
async function holdLookingAgain(page, looks) {
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const released = new Promise((resolve) => { release = resolve; });
  let held = 0;
  await page.route(looks, async (route) => {
    // Only what a script asks for beside the page.
    if (route.request().resourceType() === 'fetch' && (await page.locator('[data-again]').count())) {
      held++;
      await released;
    }
    await route.continue();
  });
  return async () => {
    while (!held) await sleep(20);
    release();
    await page.locator('[data-again]').waitFor({ state: 'detached' });
    await page.unroute(looks);
  };
}

test('what somebody does while a game is worked out is not lost', async (t) => {
  const page = await browser.page(t);
  await page.goto('/own?start');
  const shownOwn = await holdLookingAgain(page, (url) => url.pathname === '/own');
  // Another game than any before, so that it has to be worked out.
  const text = (await page.locator('#rules').inputValue()).replace('points = 40', 'points = 41').replace('score = 40', 'score = 41');
  await paste(page, text.replace('My game', 'Slow game'));
  await page.getByRole('heading', { name: 'Slow game', level: 1 }).waitFor();
  assert.equal(await page.locator('[data-again]').count(), 1, 'it is worked out too fast for this test');
  await page.locator('#name-0').fill('Olena');
  await shownOwn();
  assert.equal(await page.locator('#name-0').inputValue(), 'Olena');
  assert.equal(await page.locator('h1').innerText(), 'Slow game');
});

test('a house rule that is chosen while the game is worked out stays chosen', async (t) => {
  const page = await browser.page(t);
  const shown = await holdLookingAgain(page, (url) => url.pathname === '/rules/dice-poker');
  await page.goto('/rules/dice-poker?house-pair-from-three=allowed');
  assert.equal(await page.locator('[data-again]').count(), 1, 'it is worked out too fast for this test');
  await page.locator('input[name="house-pair-from-three"][value="forbidden"]').check();
  await shown();
  assert.ok(await page.locator('input[name="house-pair-from-three"][value="forbidden"]').isChecked());
});

test('a table that is refused comes back with the game of one’s own', async (t) => {
  const page = await browser.page(t);
  browser.expect(page, /422/);
  await paste(page, SOUND);
  await accessible(page);
  await page.locator('#name-0').fill('Olena');
  await page.locator('#who-1').selectOption('here');
  await page.locator('#name-1').fill('Olena');
  await page.locator('.open button.primary').click();
  await page.locator('p.wrong').waitFor();
  assert.equal(await page.locator('h1').innerText(), 'Pair or not');
  assert.equal(await page.locator('.open input[name="rules"]').inputValue(), SOUND);
});

test('what is no rules file is refused in words', async (t) => {
  const page = await browser.page(t);
  browser.expect(page, /422/);
  browser.expect(page, /413/);
  await page.goto('/own');
  await page.locator('form.own button').click();
  assert.match(await page.locator('.wrong').innerText(), /Nothing was sent/);
  const send = async (/** @type {Buffer} */ buffer) => {
    await page.locator('#file').setInputFiles({ name: 'a.toml', mimeType: 'text/plain', buffer });
    await page.locator('form.own button').click();
    return page.locator('.wrong').innerText();
  };
  assert.match(await send(Buffer.from([0xff, 0xfe, 0x00])), /no text/);
  assert.match(await send(Buffer.alloc(65 * 1024, '#')), /at most 65536 bytes/);
  assert.match(await send(Buffer.alloc(400 * 1024, '#')), /at most 65536 bytes/);
});

test('the example that one starts from is sound in both languages', async (t) => {
  for (const language of [{}, ukrainian]) {
    const page = await browser.page(t, language);
    await page.goto('/own');
    await accessible(page);
    await page.locator('a[href="/own?start"]').click();
    await page.locator('form.own button').click();
    await page.locator('#outlook').waitFor();
  }
});

/**
 * The pages that a print of this page has.
 *
 * @param {Page} page
 */
async function printed(page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length;
}

test('an empty sheet for six fits on one page, and nothing but it is printed', async (t) => {
  const page = await browser.page(t, dark);
  const games = await (await fetch(`${kosti.url}/api/v1/games`)).json();
  for (const { id } of some(games.games)) {
    await page.emulateMedia({ media: null });
    await page.goto(`/print/${id}?players=6`);
    await accessible(page);
    await fits(page);
    assert.equal(await printed(page), 1, id);
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['.top', '.no-print', '[data-print]']) assert.ok(await page.locator(hidden).first().isHidden());
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), 'rgb(0, 0, 0)');
  }
});

test('a sheet of one’s own game can be printed', async (t) => {
  const page = await browser.page(t);
  await paste(page, SOUND);
  await page.getByRole('button', { name: 'Print an empty sheet' }).click();
  await page.locator('.paper .sheet').waitFor();
  await page.locator('#players').selectOption('2');
  await page.getByRole('button', { name: 'Draw' }).click();
  assert.equal(await page.locator('.paper thead th').count(), 2);
});

test('history tells everything, with what was taken back and corrected', async (t) => {
  const seats = [{ name: 'Olena' }, { name: 'Petro' }];
  const table = await Table.open({ game: 'yatzy', dice: 'real', seats });
  await table.does({ keep: [], fell: [2, 2, 3, 5, 6] });
  await table.does({ score: 'chance' });
  await table.does({ undo: true }, 0);
  await table.does({ score: 'twos' });
  await table.does({ correct: { seat: 0, box: 'twos', entry: 6 } });
  const page = await browser.page(t, phone);
  await page.goto(`/t/${table.id}/history`);
  await accessible(page);
  await fits(page);
  const lines = (await page.locator('.history li').allInnerTexts()).map((line) => line.replace(/\s+/g, ' '));
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d The table was opened: Yatzy\.$/);
  assert.match(lines.join('\n'), /The game began: Olena, Petro\.\n.*threw 2-2-3-5-6\.\n.*taken back Olena: scored Chance, 18\.\n.*took it back/);
  assert.match(lines.at(-1) ?? '', /correction Corrected for Olena: Twos 4 is now Twos 6\./);
  assert.equal(await page.locator('.taken-back s').count(), 1);
  await page.goto(`/t/${table.id}/print`);
  assert.equal(await page.locator('.paper .entry').innerText(), '6');
  assert.deepEqual(await page.locator('.paper thead .name').allInnerTexts(), ['Olena', 'Petro']);
  await page.goto(`/t/${table.id}/dice`);
  assert.match(await page.locator('main').innerText(), /The dice were real ones/);
});

test('a race is printed as it was run', async (t) => {
  const table = await Table.open({ game: 'thousand', dice: 'real', seats: [{ name: 'Olena' }, { name: 'Petro' }] });
  await table.does({ keep: [], fell: [1, 1, 1, 2, 3] });
  await table.does({ take: [1, 1, 1], then: 'bank' });
  await table.does({ undo: true }, 0);
  await table.does({ take: [1, 1], then: 'bank' });
  const page = await browser.page(t);
  await page.goto(`/t/${table.id}/print`);
  await accessible(page);
  assert.deepEqual(await page.locator('.race-lines .entry').allInnerTexts(), ['20']);
  await page.goto(`/t/${table.id}/history`);
  // What was set aside to bank is taken back with it.
  assert.equal(await page.locator('.taken-back').count(), 2);
});

test('every throw is checked, and what that means is said', async (t) => {
  const table = await Table.open({ game: 'crag', seats: [{ name: 'Olena' }] });
  const page = await browser.page(t, phone);
  await page.goto(`/t/${table.id}/dice`);
  assert.match(await page.locator('main').innerText(), /No dice have been thrown yet/);
  const { turn } = await table.does({ keep: [] });
  await page.reload();
  await accessible(page);
  await fits(page);
  assert.match(await page.locator('main').innerText(), /1 throw, derived again\./);
  const row = page.locator('.throws tbody tr');
  assert.equal(await row.locator('th').innerText(), '1');
  assert.equal(await row.locator('.dice-row').getAttribute('aria-label'), [...turn.dice].sort().join('-'));
  assert.match(await row.innerText(), /Olena.*the server's word/s);
  assert.equal(await page.locator('pre').innerText(), `kosti verify ${table.id}.kosti`);
  const seating = await Table.open({ game: 'crag', seats: [{ name: 'Olena' }, {}] });
  await page.goto(`/t/${seating.id}/dice`);
  assert.match(await page.locator('main').innerText(), /nothing to check yet: the game had not begun/);
  for (const end of ['history', 'print', 'rules']) {
    assert.equal((await page.goto(`/t/${seating.id}/${end}`))?.status(), 200, end);
    await accessible(page);
  }
});
