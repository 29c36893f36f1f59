// The end of a game: the result and the series, the picture that is shared, the review, the game step by step, and costly
// decisions tried again.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { accessible } from './axe.mjs';
import { Browser, dark, desktop, phone, ukrainian, withoutScript } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { begin, isOver, playTurn } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);

const SCREENS = /** @type {const} */ ([[390, 844], [375, 560], [844, 390], [1280, 800]]);

/** One die, one box: a game of one turn each. */
const DUEL = "name = { en = 'Duel', uk = 'Дуель' }\ndice = 1\nthrows = 1\n[box.any]\nname = { en = 'Any', uk = 'Будь-що' }\nscore = 'all-dice'";

/** Dice that fall the same in every run. @param {number} seed */
function dice(seed) {
  let last = seed;
  return (/** @type {number} */ count) => Array.from({ length: count }, () => {
    last = (last * 1103515245 + 12345) % 2147483648;
    return 1 + (Math.floor(last / 65536) % 6);
  });
}

/**
 * Opens a table with real dice whose seats are all held by this browser.
 * @param {Page} page
 * @param {{ game?: string, rules?: string }} what
 * @param {string[]} names An empty name waits for somebody else.
 */
async function open(page, what, names) {
  const answer = await page.request.post('/api/v1/tables', { data: { ...what, dice: 'real', seats: names.map((name) => (name ? { name } : {})) } });
  const told = await answer.json();
  assert.ok(answer.ok(), JSON.stringify(told));
  await page.context().addCookies([{ name: `kosti-${told.table.id}`, value: told.token, url: kosti.url }]);
  return { id: told.table.id, token: told.token, invite: told.invite };
}

/**
 * Plays a sheet to its end by the API: nothing is thrown twice, and what stands first is written.
 * @param {Page} page
 * @param {{ id: string }} table
 * @param {string[]} tokens Of the seats.
 * @param {(count: number) => number[]} fall
 * @param {number} count The dice of the game.
 */
async function play(page, { id }, tokens, fall, count) {
  const { table: first } = await (await page.request.get(`/api/v1/tables/${id}`)).json();
  for (let table = first; table.status !== 'over'; ) {
    const { turn, offers } = table;
    /** @type {Record<string, unknown>} */
    let action;
    if (turn.throw === 0) action = { keep: [], fell: fall(count) };
    else {
      const offer = offers.find((/** @type {{ score: number | null }} */ { score }) => score !== null) ?? offers[0];
      action = offer.score === null ? { cross: offer.box } : { score: offer.box };
    }
    const headers = { authorization: `Bearer ${tokens[turn.seat] ?? tokens[0]}` };
    const answer = await page.request.post(`/api/v1/tables/${id}/actions`, { headers, data: { version: table.version, action } });
    assert.ok(answer.ok(), `${JSON.stringify(action)}: ${await answer.text()}`);
    table = (await answer.json()).table;
  }
}

/** No page is wider than its screen, and nothing on it is cut off at its side; names end in their cells. @param {Page} page */
async function fits(page) {
  const wide = await page.evaluate(() => {
    const out = [...document.querySelectorAll('main *')].filter((one) => {
      const { left, right, width } = one.getBoundingClientRect();
      return width > 0 && (left < -1 || right > innerWidth + 1) && !one.closest('.visually-hidden, svg, th');
    });
    return { page: document.documentElement.scrollWidth, screen: innerWidth, out: out.slice(0, 3).map((one) => one.outerHTML.slice(0, 120)) };
  });
  assert.ok(wide.page <= wide.screen && !wide.out.length, `${page.url()}: ${JSON.stringify(wide)}`);
}

/**
 * Looks at a page on all screens, in both themes.
 * @param {Page} page
 * @param {string} path
 * @param {string} name
 * @param {string} [ready]
 */
async function look(page, path, name, ready = 'main') {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await page.locator(ready).first().waitFor();
      await fits(page);
      await screenshot(page, `${name}-${width}x${height}-${colorScheme}`, { fullPage: true });
    }
    await accessible(page);
  }
}

test('the review has every inaccurate decision, and its marks lead to their positions', async (t) => {
  const page = await browser.page(t, phone);
  const table = await open(page, { game: 'crag' }, ['Олена']);
  browser.expect(page, /422/);
  for (const path of ['review', 'replay/0']) assert.equal((await page.goto(`/t/${table.id}/${path}`))?.status(), 422, 'a running game tells nothing');
  await play(page, table, [table.token], dice(7), 3);
  await page.goto(`/t/${table.id}`);
  await page.getByRole('link', { name: 'The review' }).click();
  await page.getByRole('heading', { name: 'Luck and skill' }).waitFor();
  await page.getByRole('group', { name: /^Олена: from 1\d\d\.\d\d to \d+\.00\./ }).waitFor();
  // Words first: luck and choices are told in sentences, figures on demand.
  assert.match(await page.locator('.player-review').innerText(), /of 100\.\s+\d+ of \d+ choices were the best; the others cost \d+ points in all\./);
  assert.equal(await page.locator('.figures-of').isVisible(), false);
  // The worst are open, worst first; all others are one tap away.
  const costs = await page.locator('.decisions .cost').allTextContents();
  const told = Number(/(\d+) choices that cost something/.exec(await page.locator('main').innerText())?.[1]);
  assert.equal(costs.length, told);
  const amounts = costs.map((cost) => Number(cost.replace('−', '')));
  assert.deepEqual(amounts, [...amounts].sort((one, other) => other - one));
  assert.equal(await page.locator('.decisions .card:visible').count(), 3, 'the worst are open');
  await page.locator('.all-decisions > summary').click();
  assert.equal(await page.locator('.decisions .card:visible').count(), told);
  // Marks are links of different shapes, each with its words and its number, and none covers another.
  const marks = page.locator('.chart a');
  const names = await marks.evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label') ?? ''));
  assert.ok(names.some((name) => /a costly choice, −\d/.test(name)), names.join('\n'));
  assert.ok(names.some((name) => /an? (un)?lucky throw, [+−]\d/.test(name)), names.join('\n'));
  const boxes = await marks.locator('.hit').evaluateAll((all) => all.map((hit) => hit.getBoundingClientRect().toJSON()));
  for (const [nth, box] of boxes.entries()) {
    assert.ok(box.width >= 24 && box.height >= 24);
    for (const other of boxes.slice(nth + 1)) assert.ok(other.y !== box.y || Math.abs(other.x - box.x) >= box.width - 0.5, 'marks cover each other');
  }
  await page.getByRole('link', { name: /a costly choice/ }).first().click();
  await page.waitForURL(/\/replay\/\d+$/);
  // The position: dice, sheet, what was chosen and what was best.
  assert.equal(await page.locator('.position .cast').count(), 3);
  assert.ok((await page.locator('.form .entry').count()) < 13);
  assert.match(await page.locator('.coach').innerText(), /The choice that was made costs .*points\./);
  assert.match(await page.locator('.picks .chosen').innerText(), /chosen/);
  assert.equal(await page.locator('.picks li.best').count(), 1);
});

test('a finished game is stepped through with links and arrow keys', async (t) => {
  const page = await browser.page(t, phone);
  const table = await open(page, { game: 'crag' }, ['Олена', 'Petro']);
  await play(page, table, [table.token], dice(11), 3);
  for (const path of ['', '/history']) {
    await page.goto(`/t/${table.id}${path}`);
    await page.getByRole('link', { name: 'Step through the game' }).click();
    await page.waitForURL(/\/replay\/0$/);
  }
  await page.locator('.picks, .coach .faint').first().waitFor();
  assert.match(await page.locator('.nth').innerText(), /^Step 0 of 52/);
  assert.equal(await page.locator('.stepper a[rel="prev"]').count(), 0);
  await page.getByRole('link', { name: 'One step on' }).click();
  await page.waitForURL(/\/replay\/1$/);
  assert.match(await page.locator('#happened').innerText(), /Олена.* \d-\d-\d/);
  assert.equal(await page.locator('.position .cast').count(), 3);
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/\/replay\/2$/);
  assert.equal(await page.locator('.form .entry').count(), 1);
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/\/replay\/1$/);
  await page.getByRole('link', { name: 'To the next costly choice' }).click();
  await page.waitForURL(/\/replay\/\d+$/);
  await page.locator('.verdict.wrong').waitFor();
  await page.getByRole('link', { name: 'To the end' }).click();
  await page.waitForURL(/\/replay\/52$/);
  assert.equal(await page.locator('.form .entry').count(), 26);
  assert.equal(await page.locator('.stepper a[rel="next"]').count(), 0);
  browser.expect(page, /404/);
  assert.equal((await page.goto(`/t/${table.id}/replay/53`))?.status(), 404);
  const still = await browser.page(t, phone, withoutScript);
  await still.goto(`/t/${table.id}/replay/1`);
  await still.getByRole('link', { name: 'One step on' }).click();
  await still.waitForURL(/\/replay\/2$/);
});

test('costly decisions are puzzles that tell nothing before the answer', async (t) => {
  const page = await browser.page(t, phone, withoutScript);
  const table = await open(page, { game: 'crag' }, ['Олена']);
  await play(page, table, [table.token], dice(7), 3);
  await page.goto(`/t/${table.id}/review`);
  while (!(await page.locator('.decisions').count())) await page.reload();
  await page.getByRole('link', { name: /^Try all \d+ again/ }).click();
  const all = Number(/of (\d+)/.exec(await page.locator('.faint').first().innerText())?.[1]);
  assert.ok(all > 5);
  for (const told of ['.picks', '.best', '.loss', '.answer', '.coach']) assert.equal(await page.locator(told).count(), 0, told);
  assert.ok((await page.locator('.form tbody th').count()) >= 13, 'the whole sheet is there');
  let right = 0;
  for (let nth = 1; nth <= all; nth++) {
    await page.getByText(`Puzzle ${nth} of ${all}`).waitFor();
    // Holding nothing and throwing all again is mostly not the best; any answer counts once.
    const throwAgain = page.locator('#throw');
    await ((await throwAgain.count()) ? throwAgain : page.locator('.slip').first()).click();
    const said = await page.locator('.answer').innerText();
    assert.match(said, /✓\s*Right!|✗\s*Not the best choice/);
    if (/Right/.test(said)) right++;
    else assert.match(said, /costs \d|not possible/);
    if (nth === 1) {
      // Another try is told too, and does not count.
      await page.locator('.slip').last().click();
      await page.locator('.answer').waitFor();
    }
    await page.getByRole('link', { name: 'Next' }).click();
  }
  await page.getByText(`${right} of ${all} solved at the first try.`).waitFor();
  await page.getByRole('link', { name: 'Back to the review' }).click();
  await page.waitForURL(/\/review$/);
  await page.goto(`/t/${table.id}/review/end`);
  await page.getByText('There is nothing to try again here.').waitFor();
});

test('a series between two people is counted for both, and the loser starts', async (t) => {
  const [olena, petro] = [await browser.page(t, phone), await browser.page(t, desktop)];
  const opened = await open(olena, { rules: DUEL }, ['Олена', '']);
  const sits = await petro.request.post(`/api/v1/tables/${opened.id}/seats`, { data: { invite: opened.invite, name: 'Petro' } });
  const { token } = await sits.json();
  await petro.context().addCookies([{ name: `kosti-${opened.id}`, value: token, url: kosti.url }]);
  const tokens = [opened.token, token];
  let id = opened.id;
  // Olena wins the first and the third, Petro the second. In each the loser of the one before starts.
  for (const [nth, [points, first, series]] of /** @type {[Record<number, number>, number, string][]} */ ([
    [{ 0: 4, 1: 2 }, 0, ''], [{ 0: 1, 1: 6 }, 1, '1 : 1'], [{ 0: 5, 1: 3 }, 0, '2 : 1'],
  ]).entries()) {
    const { table } = await (await olena.request.get(`/api/v1/tables/${id}`)).json();
    assert.equal(table.turn.seat, first, `game ${nth + 1} begins with the loser`);
    for (const seat of [first, 1 - first]) {
      const one = await (await olena.request.get(`/api/v1/tables/${id}`)).json();
      const headers = { authorization: `Bearer ${tokens[seat]}` };
      const fell = await olena.request.post(`/api/v1/tables/${id}/actions`, { headers, data: { version: one.table.version, action: { keep: [], fell: [points[seat]] } } });
      const { table } = await fell.json();
      await olena.request.post(`/api/v1/tables/${id}/actions`, { headers, data: { version: table.version, action: { score: 'any' } } });
    }
    const best = Math.max(points[0] ?? 0, points[1] ?? 0);
    for (const [page, seat] of /** @type {[Page, number][]} */ ([[olena, 0], [petro, 1]])) {
      await page.goto(`/t/${id}`);
      const wins = points[seat] === best ? 'You win' : `${points[0] === best ? 'Олена' : 'Petro'} wins`;
      assert.match(await page.locator('#ended').innerText(), new RegExp(`^${wins} by \\d`));
      assert.match(await page.locator('.big .score').innerText(), new RegExp(`${points[seat]}\\s*$`));
      // What a game needs a moment for: the list of one's own games follows the journal.
      const notes = page.locator('.notes');
      if (series) while (!(await notes.innerText()).includes(series)) await page.reload();
      else assert.doesNotMatch(await notes.innerText(), /series/);
      assert.doesNotMatch(await notes.innerText(), /Best turn/, 'there was only one');
      if (nth === 1 && seat === 1) assert.match(await notes.innerText(), /Your best game! Before: 2/);
      if (nth === 1 && seat === 0) assert.match(await notes.innerText(), /Your best: 4/);
      if (nth === 2) {
        await accessible(page);
        await fits(page);
        await screenshot(page, `series-${seat}`);
      }
    }
    if (nth === 2) break;
    // Playing again comes first.
    const again = olena.getByRole('button', { name: 'Play again' });
    assert.equal(await olena.evaluate(() => document.querySelector('div.end button, div.end a')?.textContent), 'Play again');
    await again.click();
    await olena.waitForURL((url) => !url.pathname.endsWith(id));
    await petro.reload();
    await petro.getByRole('link', { name: 'To the next game' }).click();
    await petro.waitForURL((url) => !url.pathname.endsWith(id));
    assert.equal(new URL(petro.url()).pathname, new URL(olena.url()).pathname);
    id = new URL(olena.url()).pathname.split('/').pop() ?? '';
  }
});

/** What a page says to messengers. @param {Page} page @param {string} property */
const meta = async (page, property) => (await page.locator(`meta[property="${property}"]`).getAttribute('content')) ?? '';

/** Writes a picture beside the screenshots. @param {Buffer} picture @param {string} name */
function keep(picture, name) {
  const directory = process.env['KOSTI_SCREENSHOTS'];
  if (directory === undefined) return;
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${name}.png`), picture);
}

/** The width and height of a PNG. @param {Buffer} picture */
const size = (picture) => [picture.subarray(1, 4).toString(), picture.readUInt32BE(16), picture.readUInt32BE(20)];

test('results and invitations have a picture, whatever people are called', async (t) => {
  const page = await browser.page(t, phone);
  for (const [nth, names] of [['Олена', 'Taras'], ['🎲🎲🎲', '<b>"&\''], ['小明', 'Wolfeschlegelsteinhausenbergerdorff the Third of Someplace']].entries()) {
    const table = await open(page, { rules: DUEL }, [...names, '']);
    await page.goto(`/j/${table.id}/${table.invite}`);
    for (const state of ['invitation', 'result']) {
      const address = await meta(page, 'og:image');
      assert.ok(address.startsWith(kosti.url), address);
      const answer = await page.request.get(address);
      assert.equal(answer.headers()['content-type'], 'image/png');
      const picture = await answer.body();
      assert.deepEqual(size(picture), ['PNG', 1200, 630]);
      assert.ok(picture.length < 300_000, `${picture.length} bytes`);
      keep(picture, `card-${state}-${nth}`);
      if (state === 'result') break;
      await page.request.post(`/api/v1/tables/${table.id}/start`, { headers: { authorization: `Bearer ${table.token}` }, data: {} });
      await play(page, table, [table.token], dice(nth + 3), 1);
      await page.goto(`/t/${table.id}`);
    }
    assert.equal(await meta(page, 'og:image:width'), '1200');
  }
  browser.expect(page, /404/);
  assert.equal((await page.goto('/t/nothing/card.png'))?.status(), 404);
});

test('a result is copied where it cannot be shared', async (t) => {
  const page = await browser.page(t, desktop);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const table = await open(page, { rules: DUEL }, ['Олена', 'Taras']);
  await play(page, table, [table.token], dice(3), 1);
  await page.goto(`/t/${table.id}`);
  await page.evaluate(() => { Object.defineProperty(navigator, 'share', { value: undefined }); });
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('The result is copied.').first().waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^Duel: Олена \d, Taras \d\. http.*\/t\//);
});

test('the review, its positions and its puzzles on every screen, by day and by night', async (t) => {
  const page = await browser.page(t, ukrainian);
  const alone = await open(page, { game: 'yatzy' }, ['Олена', 'Maximilian']);
  await play(page, alone, [alone.token], dice(5), 5);
  await page.goto(`/t/${alone.id}/review`);
  await page.locator('.decisions').first().waitFor();
  const puzzle = await page.locator('.decisions a[href*="/review/"]').first().getAttribute('href');
  const position = await page.locator('.decisions a[href*="/replay/"]').first().getAttribute('href');
  await look(page, `/t/${alone.id}/review`, 'review', '.chart');
  await look(page, position ?? '', 'replay', '.picks');
  await look(page, puzzle ?? '', 'puzzle', '.slip');
  await look(page, `${puzzle}?score=chance`, 'puzzle-answered', '.answer');
  await look(page, `/t/${alone.id}`, 'result', '.ending');
});

test('ten players and long sheets fit on a phone, with and without the coach', async (t) => {
  const page = await browser.page(t, phone);
  const names = ['Олена', 'Petro', 'Марія', 'Taras', 'Anna', 'Ivan', 'Oksana', 'Bohdan', 'Sofia', 'Maximilian'];
  const many = await open(page, { game: 'crag' }, names);
  await play(page, many, [many.token], dice(13), 3);
  for (const path of ['review', 'replay/3', 'review/4']) {
    await page.goto(`/t/${many.id}/${path}`);
    await page.locator('.decisions, .picks, .slip').first().waitFor();
    await fits(page);
    await accessible(page);
    await screenshot(page, `ten-${path.replace('/', '-')}`, { fullPage: true });
  }
  // What takes minutes to work out can be stepped through at once.
  const long = await open(page, { game: 'balut' }, ['Олена']);
  await play(page, long, [long.token], dice(17), 5);
  await page.goto(`/t/${long.id}/replay/55`);
  assert.equal(await page.locator('.form .entry').count(), 27);
  await page.locator('.coach').waitFor();
  await fits(page);
  await screenshot(page, 'replay-long', { fullPage: true });
});

test('the review of a race, and its steps', async (t) => {
  const page = await browser.page(t, phone, dark);
  await begin(page, 'thousand');
  while (!(await isOver(page))) await playTurn(page);
  await page.getByRole('link', { name: 'The review' }).click();
  await page.getByRole('heading', { name: 'Luck and skill' }).waitFor();
  await accessible(page);
  await fits(page);
  await screenshot(page, 'review-race-dark', { fullPage: true });
  await page.getByRole('link', { name: 'Step through the game' }).click();
  for (const nth of [1, 2]) {
    await page.getByRole('link', { name: 'One step on' }).click();
    await page.waitForURL(new RegExp(`/replay/${nth}$`));
  }
  await accessible(page);
  await fits(page);
  await screenshot(page, 'replay-race-dark', { fullPage: true });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'The review' }).click().then(() => page.getByRole('link', { name: 'Download the record' }).click()),
  ]);
  assert.match(download.suggestedFilename(), /\.kosti$/);
});
