// Playing at a table as a person does who looks only at what can be clicked.

/** @typedef {import('playwright-core').Page} Page */

/**
 * Starts a game from the home page: its tile is opened, then the way to play is chosen.
 * @param {Page} page
 * @param {string} game The id.
 * @param {'nobody' | 'bot'} [against]
 */
export async function begin(page, game, against = 'nobody') {
  await page.goto('/');
  const tile = page.locator('details.tile', { has: page.locator(`input[value="${game}"]`) });
  await tile.locator('summary').click();
  const buttons = tile.locator('button');
  const wanted = tile.locator(`button[value="${against}"]`);
  await ((await wanted.count()) ? wanted : buttons.first()).click();
  await page.waitForURL(/\/t\//);
}

/** Whether the game has ended. @param {Page} page */
export const isOver = async (page) => (await page.locator('.ending').count()) > 0;

/**
 * The version of the table that the page shows.
 * @param {Page} page
 */
export const version = async (page) => (await page.locator('main').getAttribute('data-version')) ?? '';

/**
 * Clicks, and waits until the table has gone on, or asks.
 * @param {Page} page
 * @param {import('playwright-core').Locator} button
 */
export async function act(page, button) {
  await chained(page);
  // The page may put a new button in its place between pressing and releasing.
  await button.click({ trial: true });
  // The version is read with the click: a new chain may change it right before. A button that was found and then replaced is not clicked.
  const press = () => button.evaluate((it) => {
    if (!it.isConnected) return undefined;
    const shown = document.querySelector('main')?.dataset.version ?? '';
    /** @type {HTMLElement} */ (it).click();
    return shown;
  });
  let before = await press();
  while (before === undefined) before = await press();
  await goneOn(page, before);
  const sure = page.locator('#sure');
  if (await sure.count()) {
    await sure.click();
    await page.locator('.ask').waitFor({ state: 'detached' });
    await goneOn(page, before);
  }
}

/**
 * Waits until the browser has its part in the dice: the table goes on by that too.
 * @param {Page} page
 */
export async function chained(page) {
  await page.waitForFunction(() => !(document.querySelector('main')?.dataset.chains ?? '').includes(':no'));
}

/**
 * Waits until the table has gone on and no dice are in the air, or it asks.
 * @param {Page} page
 * @param {string} before
 */
export async function goneOn(page, before) {
  await page.waitForFunction((old) => {
    const main = document.querySelector('main');
    const lies = main?.dataset.waitsFor === undefined;
    return (main?.dataset.version !== old && lies) || main?.querySelector('.ask') !== null;
  }, before);
}

/**
 * Throws, announces a box where that is asked for, holds a die and throws again, then writes what gives most, or crosses a box out; in a race sets aside what is
 * chosen and banks.
 * @param {Page} page
 */
export async function playTurn(page) {
  await act(page, page.locator('#throw'));
  if (await page.locator('.race').count()) {
    // A throw that brought nothing has ended the turn; who has too little to bank throws on.
    for (;;) {
      const bank = page.locator('#bank:enabled');
      if (await bank.count()) return act(page, bank);
      const rest = page.locator('#throw[name="then"]:enabled');
      if (!(await rest.count())) return;
      await act(page, rest);
    }
  }
  if (await isOver(page)) return;
  const again = page.locator('#throw');
  const choices = page.locator('button.score, button.cross');
  // A box is announced when the dice like it, and when nothing else is left.
  const announce = page.locator('button.announce');
  if ((await announce.count()) && (!(await again.count()) || (await announce.count()) > 9)) await act(page, announce.first());
  if (await again.count()) {
    // Some games let only some dice be kept; those that may be are held already.
    const die = page.locator('label.die-box:has(input:enabled)').first();
    if (await die.count()) {
      await die.click();
      if (await again.isDisabled()) await die.click();
    }
    await act(page, again);
  }
  // Some games have nothing to write before the last throw.
  while (!(await choices.count()) && (await again.count())) await act(page, again);
  if (await isOver(page)) return;
  await act(page, await bestBox(page));
}

/**
 * The box that the dice give most.
 * @param {Page} page
 */
async function bestBox(page) {
  const scores = page.locator('button.score');
  const points = await scores.evaluateAll((all) => all.map((slip) => Number(/** @type {HTMLElement} */ (slip).dataset.points)));
  if (!points.length) return page.locator('button.cross').first();
  return scores.nth(points.indexOf(Math.max(...points)));
}
