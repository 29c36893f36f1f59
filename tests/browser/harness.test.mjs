// What the other tests rely on: that a page with faults fails, and that measures measure.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { accessible } from './axe.mjs';
import { Browser, dark, phone, ukrainian, withoutScript } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { answerTime, wire } from './measure.mjs';

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);

/**
 * Serves a page of the test's own.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} body
 * @param {Record<string, string>} [headers]
 */
async function serve(page, body, headers = {}) {
  await page.route('**/own', (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/html', ...headers },
      body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Own</title>
        <main><h1>Own</h1>${body}</main></html>`,
    }),
  );
  await page.goto('/own');
}

test('faults of a page fail its test', async (t) => {
  const page = await browser.page(t);
  browser.expect(page, /^console: a fault /);
  browser.expect(page, /^script: Error: thrown/);
  browser.expect(page, /^another host: http:\/\/kosti\.invalid\/picture/);
  browser.expect(page, /^request: GET http:\/\/kosti\.invalid\/picture net::ERR_NAME_NOT_RESOLVED/);
  browser.expect(page, /^console: .* 404 .*\/nothing\)/);
  browser.expect(page, /^console: Failed to load resource: net::ERR_NAME_NOT_RESOLVED/);
  await serve(page, '<script>console.error("a fault"); setTimeout(() => { throw new Error("thrown") })</script>');
  await page.evaluate(async () => {
    await fetch('/nothing');
    await new Promise((resolve) => {
      const picture = new Image();
      picture.onerror = resolve;
      picture.src = 'http://kosti.invalid/picture';
    });
  });
});

test('axe finds what is wrong, under a policy that forbids scripts', async (t) => {
  const page = await browser.page(t);
  const headers = { 'content-security-policy': "default-src 'none'; img-src data:" };
  await serve(page, '<p>All is well.</p>', headers);
  await accessible(page);
  await page.unroute('**/own');
  await serve(page, '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">', headers);
  await assert.rejects(accessible(page), /image-alt \(critical\).*\n +img: .*\n +<img src=/);
  await accessible(page, { 'image-alt': 'the test wants it so' });
});

test('looks are what they say', async (t) => {
  const page = await browser.page(t, phone, ukrainian, dark);
  await serve(page, '');
  const seen = await page.evaluate(() => ({
    width: innerWidth,
    language: navigator.language,
    touch: matchMedia('(pointer: coarse)').matches,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
  }));
  assert.deepEqual(seen, { width: 390, language: 'uk-UA', touch: true, dark: true });
});

test('scripts do not run where there are none', async (t) => {
  const still = await browser.page(t, withoutScript);
  await serve(still, '<script>document.body.append("script runs")</script><noscript><p>no script</p></noscript>');
  // Playwright looks for no text in a noscript element.
  assert.equal(await still.locator('main').innerText(), 'Own\n\nno script');
  await assert.rejects(accessible(still), /no scripts run/);
});

test('the time of an answer is measured in a page and across pages', async (t) => {
  const page = await browser.page(t);
  await serve(
    page,
    `<button onclick="setTimeout(() => document.querySelector('p').textContent = 'late', 100)">here</button><p></p>
     <a href="/own">there</a>`,
  );
  const here = await answerTime(page, () => page.getByText('here', { exact: true }).click(), 'p');
  assert.ok(here >= 99, `${here} ms`);
  const there = await answerTime(page, () => page.getByText('there').click());
  assert.ok(there > 0, `${there} ms`);
});

test('a server that is killed comes back where it was', async (t) => {
  const { url } = kosti;
  await kosti.kill();
  const page = await browser.page(t);
  browser.expect(page, /ERR_CONNECTION_REFUSED/);
  await assert.rejects(page.goto('/api/v1/docs'), /ERR_CONNECTION_REFUSED/);
  // Chromium loads its error page again by itself when the server is back.
  const context = page.context();
  await page.close();
  await kosti.restart();
  assert.equal(kosti.url, url);
  assert.ok((await wire(await context.newPage(), '/api/v1/games')).bytes > 0);
});
