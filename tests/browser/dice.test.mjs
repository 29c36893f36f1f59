// Dice that the browser checks as they fall: marks, an alarm, pages over plain http, a server that is started again.

import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { after, test } from 'node:test';
import { Browser, desktop, phone } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { act, begin, playTurn } from './play.mjs';

/** @typedef {import('playwright-core').Page} Page */

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);
/** A server that does not wait long for a witness. */
const hasty = await Browser.start(await Kosti.start('--limit', 'witness=1'));

/** Two people at one table, each in a browser of their own. @param {Page} olena @param {Page} petro */
async function sitTogether(olena, petro) {
  await olena.goto('/open/crag');
  await olena.locator('#name-0').fill('Olena');
  await olena.locator('#who-1').selectOption('link');
  await olena.getByRole('button', { name: 'Open the table' }).click();
  await olena.waitForURL(/\/t\//);
  await petro.goto((await olena.locator('a[data-copy]').getAttribute('href')) ?? '');
  await petro.getByLabel('Your name').fill('Petro');
  await petro.getByRole('button', { name: 'Sit down' }).click();
  await petro.waitForURL(/\/t\//);
  await olena.locator('#throw').waitFor();
  // Both have their chains, and know of the other's.
  for (const page of [olena, petro]) {
    await page.waitForFunction(() => !(document.querySelector('main')?.dataset.chains ?? ':no').includes(':no'));
    await page.locator('.foreseen').waitFor({ state: 'detached' });
  }
}

/** A throw that both have a part in, as it is marked where it was checked. */
const BOTH = /✓✓ proven by (Olena and Petro|Petro and Olena) · checked here/;

/**
 * Plays on until a throw was proven by both. Mostly that is the first; a witness may be late where nobody waits long for it.
 * @param {Page} olena
 * @param {Page} petro
 */
async function untilBoth(olena, petro) {
  for (let turn = 0; turn < 20; turn++) {
    const now = (await olena.locator('#throw').count()) ? olena : petro;
    await playTurn(now);
    const marks = await now.locator('#log .mark').allInnerTexts();
    if (marks.some((mark) => mark.includes('✓✓'))) return;
    const next = now === olena ? petro : olena;
    await next.locator('#throw').waitFor();
    // Who was left out has a new chain.
    await next.locator('.foreseen').waitFor({ state: 'detached' });
  }
  assert.fail('no throw was proven by both');
}

test('a witnessed throw is marked as proven, and as checked, for everybody at the table', async (t) => {
  const [olena, petro, watcher] = [await browser.page(t, phone), await browser.page(t, desktop), await browser.page(t, desktop)];
  await sitTogether(olena, petro);
  await watcher.goto(new URL(olena.url()).pathname);
  await untilBoth(olena, petro);
  for (const page of [olena, petro, watcher]) {
    await page.locator('#log .mark.checked').filter({ hasText: BOTH }).first().waitFor();
    assert.equal(await page.locator('#dice-alarm').count(), 0);
  }
  await screenshot(petro, 'proven');
  await screenshot(olena, 'proven-phone');
  // What was checked is known after a reload.
  const checked = await petro.locator('#log .mark.checked').count();
  await petro.reload();
  await petro.locator('#log .mark.checked').nth(checked - 1).waitFor();
});

test('a witness that was left out says so, and takes part again', async (t) => {
  const [olena, petro] = [await hasty.page(t, phone), await hasty.page(t, phone)];
  await sitTogether(olena, petro);
  hasty.expect(petro, /\/witness/);
  // What it answers never comes; or so the server says.
  await petro.route('**/witness', (route) => route.abort());
  await act(olena, olena.locator('#throw'));
  await petro.getByText('Throw 1 fell without your device as the witness, although it had answered').waitFor();
  await olena.getByText('✓ proven by Olena ·').first().waitFor();
  await petro.unroute('**/witness');
  await olena.locator('.foreseen').waitFor({ state: 'detached' });
  await untilBoth(olena, petro);
});

test('without another device the table says that the host could foresee', async (t) => {
  const [olena, petro] = [await hasty.page(t, phone), await hasty.page(t, phone)];
  await sitTogether(olena, petro);
  await petro.close();
  // He is left out once, and then asked no more.
  await act(olena, olena.locator('#throw'));
  await olena.getByText('✓ proven by Olena · checked').first().waitFor();
  await olena.getByText('whoever runs this server could foresee it').waitFor();
  await screenshot(olena, 'foreseen');
});

test('answers that are faster than the stream are not refused', async (t) => {
  const page = await browser.page(t, phone);
  await page.addInitScript(() => {
    window.EventSource = class extends EventSource {
      /** @override @param {(event: MessageEvent) => void} listener */
      set onmessage(listener) {
        this.addEventListener('message', (event) => setTimeout(listener, 300, event));
      }
    };
  });
  await begin(page, 'thousand');
  for (let turn = 0; turn < 5; turn++) await playTurn(page);
  const marks = await page.locator('#log .mark').allInnerTexts();
  assert.ok(marks.length >= 5 && marks.every((mark) => mark.includes('✓')), marks.join('\n'));
});

test('where there is no chain it is the server\'s word', async (t) => {
  const page = await browser.page(t, phone, { javaScriptEnabled: false });
  await begin(page, 'yatzy');
  await page.locator('#throw').click();
  await page.getByText("○ the server's word").first().waitFor();
});

test('a page over plain http takes part too', async (t) => {
  const [olena, petro] = [await browser.page(t, phone), await browser.page(t, phone)];
  for (const page of [olena, petro])
    await page.addInitScript(() => {
      // As browsers do it where a page is neither from this machine nor over TLS.
      Reflect.deleteProperty(Crypto.prototype, 'subtle');
      Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
      Object.defineProperty(globalThis, 'isSecureContext', { value: false });
    });
  await sitTogether(olena, petro);
  assert.equal(await olena.evaluate(() => 'subtle' in crypto), false);
  await untilBoth(olena, petro);
  for (const page of [olena, petro]) await page.locator('#log .mark.checked').filter({ hasText: BOTH }).first().waitFor();
});

/** A server in between that changes what streams tell. @param {(text: string) => string} change */
async function tampering(change) {
  const proxy = createServer((asked, answer) => {
    const { hostname, port } = new URL(kosti.url);
    const passed = request({ hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      if (!got.headers['content-type']?.startsWith('text/event-stream')) return void got.pipe(answer);
      answer.flushHeaders();
      let text = '';
      got.setEncoding('utf8').on('data', (/** @type {string} */ more) => {
        text += more;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          answer.write(change(text.slice(0, end + 2)));
          text = text.slice(end + 2);
        }
      });
      got.on('end', () => answer.end());
      got.on('error', () => answer.destroy());
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(undefined)));
  after(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const address = proxy.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

/** The first die of every throw shows one more. */
const oneMore = await tampering((event) =>
  event.replace(/("thrown":\{"seat":\d+,"kept":\[[\d,]*\],"dice":\[)(\d)/, (_, start, face) => start + ((Number(face) % 6) + 1)),
);

/** Whether the other server tells of another history than its records give. */
let lies = false;
const liar = await tampering((event) => (lies ? event.replace(/"history":"[0-9a-f]{2}(?=[0-9a-f]{62}","air")/, '"history":"00') : event));

test('a changed die raises an alarm that stays', async (t) => {
  const its = await Browser.start(oneMore);
  const page = await its.page(t, phone);
  await begin(page, 'yatzy');
  await act(page, page.locator('#throw'));
  const alarm = page.locator('#dice-alarm');
  await alarm.waitFor();
  assert.match(await alarm.innerText(), /Do not trust these dice: throw 1: .*kosti verify/s);
  assert.equal(await alarm.getAttribute('role'), 'alert');
  await screenshot(page, 'alarm');
  await page.reload();
  await alarm.waitFor();
  // Nothing more is given away.
  const [sent] = await Promise.all([page.waitForRequest(/\/act$/), page.locator('#throw').click()]);
  assert.doesNotMatch(sent.postData() ?? '', /link=/);
});

test('a history that was replaced raises an alarm', async (t) => {
  const its = await Browser.start(liar);
  const page = await its.page(t, phone);
  await begin(page, 'yatzy');
  await act(page, page.locator('#throw'));
  await page.locator('#proof.checked').waitFor();
  lies = true;
  await act(page, page.locator('button.score').first());
  await page.getByText('the server shows another history').waitFor();
});

test('a server that is started again begins a new chain, and the browser goes on', async (t) => {
  const own = await Kosti.start();
  const its = await Browser.start(own);
  const page = await its.page(t, phone);
  await begin(page, 'yatzy');
  await act(page, page.locator('#throw'));
  its.expect(page, /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|Failed to load/);
  await own.kill();
  await page.getByText('The connection is lost').waitFor();
  await own.restart();
  await page.getByText('The connection is lost').waitFor({ state: 'hidden' });
  await act(page, page.locator('button.score').first());
  await playTurn(page);
  assert.equal(await page.locator('#dice-alarm').count(), 0);
  await page.locator('#proof.checked').waitFor();
  const record = await (await page.request.get(`/api/v1${new URL(page.url()).pathname.replace('/t/', '/tables/')}/record`)).text();
  const generations = [...record.matchAll(/"generation":"([0-9a-f]{32})"/g)].map(([, generation]) => generation);
  assert.equal(new Set(generations).size, 2);
});
