// Dice with names and colours of their own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessible } from './axe.mjs';
import { Browser, dark, desktop, phone, ukrainian } from './browser.mjs';
import { Kosti } from './kosti.mjs';
import { screenshot } from './measure.mjs';
import { act, begin } from './play.mjs';

const kosti = await Kosti.start();
const browser = await Browser.start(kosti);

const COLOURS = ['', 'black', 'red', 'green', 'green', 'red', 'black'];

test('poker dice show their own faces', async (t) => {
  for (const [name, faces, looks] of /** @type {const} */ ([
    ['phone', ['9', '10', 'J', 'Q', 'K', 'A'], [phone]],
    ['dark-uk', ['9', '10', 'В', 'Д', 'К', 'Т'], [desktop, dark, ukrainian]],
  ])) {
    const page = await browser.page(t, ...looks);
    await begin(page, 'poker-dice');
    await act(page, page.locator('#throw'));
    const dice = page.locator('.tray .die-box');
    assert.equal(await dice.count(), 5);
    for (const die of await dice.all()) {
      const face = Number(await die.locator('.cast').getAttribute('data-face'));
      assert.equal(await die.locator('.cast svg text').textContent(), faces[face - 1]);
      assert.match((await die.locator('.visually-hidden').last().textContent()) ?? '', new RegExp(`^${faces[face - 1]}`));
    }
    await accessible(page);
    await screenshot(page, `faces-poker-${name}`);
    await page.goto('/rules/poker-dice');
    await accessible(page);
    await screenshot(page, `faces-poker-rules-${name}`);
  }
});

test('faces have their colours', async (t) => {
  for (const [name, looks] of /** @type {const} */ ([
    ['phone', [phone]],
    ['dark-uk', [desktop, dark, ukrainian]],
  ])) {
    const page = await browser.page(t, ...looks);
    await begin(page, 'kismet');
    await act(page, page.locator('#throw'));
    const dice = await page.locator('.tray .cast').all();
    assert.equal(dice.length, 5);
    for (const die of dice) {
      const face = Number(await die.getAttribute('data-face'));
      assert.ok((await die.getAttribute('class'))?.split(' ').includes(COLOURS[face] ?? 'no colour'));
    }
    await accessible(page);
    await screenshot(page, `faces-kismet-${name}`);
    await page.goto('/rules/kismet');
    await screenshot(page, `faces-kismet-rules-${name}`);
  }
});
