/** Debian's Chromium without windows: the same engine for about half of the processor's time. */
export const CHROMIUM = '/usr/bin/chromium-headless-shell';
