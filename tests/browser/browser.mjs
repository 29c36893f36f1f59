// Chromium, and pages in it that fail their test when anything goes wrong on them.

import assert from 'node:assert/strict';
import { after } from 'node:test';

import { chromium } from 'playwright-core';

import { CHROMIUM } from './chromium.mjs';
import { PATIENCE } from './patience.mjs';

/** @typedef {import('playwright-core').BrowserContextOptions} Look */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').BrowserContext} Context */
/** @typedef {import('node:test').TestContext} TestContext */

/** How a page is looked at; looks can be put together. @type {Look} */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
/** @type {Look} */
export const desktop = { viewport: { width: 1280, height: 800 } };
/** @type {Look} */
export const withoutScript = { javaScriptEnabled: false };
/** @type {Look} */
export const ukrainian = { locale: 'uk-UA' };
/** @type {Look} */
export const dark = { colorScheme: 'dark' };
/** Dice that tumble; elsewhere tests do not wait for them. @type {Look} */
export const motion = { reducedMotion: 'no-preference' };

/**
 * Requests that are refused because somebody else was faster: a chain was begun just before a throw, a witness was late. The
 * page goes on by itself.
 */
const RACES = [
  /status of 409 .*\/(act|anchor|witness)\)/,
  /status of 422 .*\/witness\)/,
  // A page that is left before its transition ends, as on a busy machine: https://github.com/w3c/csswg-drafts/issues/13726
  /^script: .*Transition was (skipped|aborted)/,
];

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Nothing leaves the machine, whatever a page asks for.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

export class Browser {
  #chromium;
  #kosti;
  /** What went wrong on the pages of a context. @type {WeakMap<Context, Faults>} */
  #faults = new WeakMap();

  /**
   * @param {import('playwright-core').Browser} browser
   * @param {{ readonly url: string }} kosti
   */
  constructor(browser, kosti) {
    this.#chromium = browser;
    this.#kosti = kosti;
  }

  /**
   * A Chromium for the tests of a file, closed after them.
   *
   * @param {{ readonly url: string }} kosti The server whose pages are opened.
   */
  static async start(kosti) {
    const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: ARGUMENTS, timeout: PATIENCE });
    after(() => browser.close());
    return new Browser(browser, kosti);
  }

  /**
   * An empty page of somebody who has never been here; `page.goto('/path')` opens one of the server's. It is closed after the
   * test, which fails if anything went wrong on it.
   *
   * @param {TestContext} test
   * @param {...Look} looks
   * @returns {Promise<Page>}
   */
  async page(test, ...looks) {
    const look = Object.assign({ baseURL: this.#kosti.url, locale: 'en-GB', reducedMotion: 'reduce' }, desktop, ...looks);
    const context = await this.#chromium.newContext(look);
    context.setDefaultTimeout(PATIENCE);
    const faults = new Faults(context, new URL(look.baseURL).host);
    this.#faults.set(context, faults);
    test.after(async () => {
      await context.close();
      faults.check();
    });
    return context.newPage();
  }

  /**
   * Lets something go wrong that the test wants to: a refused request, a server that is gone. The test fails if it does not.
   *
   * @param {Page} page
   * @param {RegExp} fault
   */
  expect(page, fault) {
    this.#faults.get(page.context())?.expected.push(fault);
  }
}

/** What went wrong on the pages of a context. */
class Faults {
  /** @type {RegExp[]} */
  expected = [];
  /** @type {string[]} */
  #happened = [];

  /**
   * @param {Context} context
   * @param {string} host
   */
  constructor(context, host) {
    const add = (/** @type {string} */ fault) => this.#happened.push(fault);
    context.on('console', (message) => {
      if (message.type() === 'error') add(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => add(`script: ${error.error().stack || error.error()}`));
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.host !== host) add(`another host: ${url}`);
    });
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText;
      // A page that is left gives up what it still reads, such as a stream of events.
      if (why !== 'net::ERR_ABORTED') add(`request: ${request.method()} ${request.url()} ${why}`);
    });
  }

  check() {
    const faults = this.#happened.filter((fault) => ![...this.expected, ...RACES].some((expected) => expected.test(fault)));
    assert.deepEqual(faults, [], 'the page has faults');
    const absent = this.expected.filter((expected) => !this.#happened.some((fault) => expected.test(fault)));
    assert.deepEqual(absent, [], 'faults that should have happened did not');
  }
}
