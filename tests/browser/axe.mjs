// Whether everybody can use a page, as far as axe can tell.

import assert from 'node:assert/strict';

import axe from 'axe-core';

/** @typedef {import('playwright-core').Page} Page */

/** Places of a violation that are told; the others mostly look the same. */
const SHOWN = 5;

/**
 * Fails with every violation that axe finds.
 *
 * @param {Page} page With JavaScript; what is served is the same without.
 * @param {Record<string, string>} [except] Rules that need not hold here, each with the reason.
 */
export async function accessible(page, except = {}) {
  const found = await violations(page, Object.keys(except));
  if (found.length > 0) assert.fail(`${page.url()} is not accessible:\n${found.join('\n')}`);
}

/**
 * @param {Page} page
 * @param {string[]} except
 */
async function violations(page, except) {
  const runs = await page.evaluate(() => matchMedia('(scripting: enabled)').matches);
  assert.ok(runs, 'axe waits for ever where no scripts run');
  // A script element would be refused by the page's Content-Security-Policy; this is not.
  await page.evaluate(axe.source);
  // Off unless asked for, and a small target is a mistake waiting on a phone.
  const rules = { 'target-size': { enabled: true } };
  for (const rule of except) Object.assign(rules, { [rule]: { enabled: false } });
  const results = await page.evaluate((rules) => {
    const { axe } = /** @type {typeof globalThis & { axe: typeof import('axe-core') }} */ (globalThis);
    return axe.run(document, { resultTypes: ['violations'], rules });
  }, rules);
  return results.violations.map(told);
}

/** @param {axe.Result} violation */
function told(violation) {
  const places = violation.nodes.slice(0, SHOWN).map((node) => {
    const why = node.failureSummary?.replace(/\s*\n\s*/g, ' ') ?? '';
    return `    ${node.target.join(' ')}: ${why}\n      ${node.html}`;
  });
  const more = violation.nodes.length - places.length;
  if (more > 0) places.push(`    and ${more} more`);
  return `  ${violation.id} (${violation.impact}): ${violation.help}\n${places.join('\n')}`;
}
