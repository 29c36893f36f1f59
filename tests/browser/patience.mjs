// How long anything is waited for, and how much of everything is tried.

/** Milliseconds after which what a test waits for does not come any more: a guard against tests that hang, and no measure. */
export const PATIENCE = 600_000;

/** Whether tests run at full length, as `cargo xtask prove` does, or in their short form. */
export const fullLength = process.env['KOSTI_FULL_LENGTH'] !== undefined;

/**
 * All of these at full length, and every fourth in the short form.
 *
 * @template T
 * @param {T[]} all
 */
export const some = (all) => all.filter((_, nth) => fullLength || nth % 4 === 0);
