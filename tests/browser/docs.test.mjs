// The page to browse the API with.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Browser, phone } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot, wire } from './measure.mjs';

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);

test('the description of the API can be browsed', async (t) => {
  const page = await browser.page(t);
  await page.goto('/api/v1/docs');
  await page.getByRole('heading', { name: 'Kosti', level: 1 }).waitFor();
  await screenshot(page, 'docs');
});

test('it opens on a phone, and comes over the wire once', async (t) => {
  const page = await browser.page(t, phone);
  const { bytes, requests } = await wire(page, '/api/v1/docs');
  assert.equal(new Set(requests.map(({ url }) => url)).size, requests.length);
  assert.ok(bytes > 100_000, `${bytes} bytes are too few for this page`);
});
