// What pages around the game do at once: games found while a name is typed, links copied or shared. Everything works
// without this too.

document.documentElement.classList.add('scripted');

/** Shows the games whose names contain what was typed. @param {HTMLInputElement} field */
function filter(field) {
  const typed = field.value.trim().toLowerCase();
  let found = 0;
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.game-group'))) {
    let here = 0;
    for (const game of /** @type {NodeListOf<HTMLElement>} */ (group.querySelectorAll('li[data-name]'))) {
      game.hidden = !game.dataset['name']?.includes(typed);
      if (!game.hidden) here++;
    }
    group.hidden = here === 0;
    found += here;
  }
  const none = document.querySelector('.none-found');
  if (none instanceof HTMLElement) none.hidden = found > 0;
}

addEventListener('input', (event) => {
  if (event.target instanceof HTMLInputElement && event.target.dataset['filter'] !== undefined) filter(event.target);
});

/** The button that has just done something, by what it does: the page may replace it. @type {{ link: string | undefined, clip: boolean } | undefined} */
let confirmed;

/** Shows on the button what it has done, until the next tap or key. */
export function showConfirmation() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('button[data-done]'))) {
    const { link, clip, done = '' } = button.dataset;
    const label = button.querySelector('.label') ?? button;
    button.dataset['label'] ??= label.textContent ?? '';
    const on = confirmed && link === confirmed.link && (clip !== undefined) === confirmed.clip;
    label.textContent = on ? `✓ ${done}` : button.dataset['label'];
  }
}
for (const next of ['pointerdown', 'keydown']) {
  addEventListener(next, () => {
    confirmed = undefined;
    showConfirmation();
  }, { capture: true });
}

/** Says what a button has done, on it and to a screen reader. @param {HTMLElement} button @param {string} text */
function confirm(button, text) {
  const said = document.getElementById('said');
  if (said) said.textContent = text;
  confirmed = { link: button.dataset['link'], clip: button.dataset['clip'] !== undefined };
  showConfirmation();
}

addEventListener('click', async (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-share], button[data-clip]') : null;
  if (!(button instanceof HTMLElement)) return;
  event.preventDefault();
  const { share, clip, link, copied = '' } = button.dataset;
  // A table that is only on this device has no link.
  const url = link === undefined ? undefined : new URL(link, location.href).href;
  if (share !== undefined && navigator.share) {
    // Somebody who changes their mind has done nothing wrong.
    await navigator.share(url === undefined ? { text: share } : { text: share, url }).catch(() => {});
    return;
  }
  const text = clip || [share, url].filter(Boolean).join(' ');
  await navigator.clipboard?.writeText(text).then(() => confirm(button, copied), () => {});
});

/** How long somebody pauses before the text is checked, in milliseconds. */
const PAUSE = 500;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;
/** @type {AbortController | undefined} */
let previewing;

/** Shows beside a rules file what is wrong with it, or how it is understood. @param {HTMLTextAreaElement} field */
async function preview(field) {
  const shown = document.getElementById('preview');
  if (!shown || !field.form) return;
  previewing?.abort();
  previewing = new AbortController();
  const body = new URLSearchParams({ rules: field.value, preview: '1' });
  const headers = { 'kosti-part': '1' };
  // A text that cannot be sent now is checked with the button, or after the next key.
  const reply = await fetch(field.form.action, { method: 'POST', body, headers, signal: previewing.signal }).catch(() => undefined);
  if (!reply?.ok) return;
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  shown.replaceChildren(...(page.getElementById('preview')?.childNodes ?? []));
}

addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLTextAreaElement) || target.dataset['preview'] === undefined) return;
  clearTimeout(pause);
  pause = setTimeout(preview, PAUSE, target);
});

// A game is stepped through with the arrows.
addEventListener('keydown', (event) => {
  const way = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key];
  const at = event.target instanceof Element ? event.target : null;
  if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || at?.closest('input, select, textarea')) return;
  const link = /** @type {HTMLElement | null} */ (document.querySelector(`.stepper a[rel="${way}"]`));
  if (!link) return;
  event.preventDefault();
  link.click();
});
