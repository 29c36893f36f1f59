// Makes pages live: forms and links of a table are sent in the background, and what happens there is heard as it
// happens. Everything works without this too.

import { busy, show, tellTurn } from './game.js';
import { showConfirmation } from './pages.js';

/** @typedef {{ take: string, points: number, bank: boolean, throw: boolean, left: number, bust: number, note: string | null }} Choice */

const PART = { 'kosti-part': '1' };
/** Beside the scripts, wherever the pages are. */
const API = new URL('../api/v1/', import.meta.url).pathname;

/** Whether a service worker on this device answers, and no server. */
const onDevice = document.getElementById('computing') !== null;

/** @returns {HTMLElement | null} */
const main = () => document.querySelector('main');
/** @returns {HTMLElement | null} */
const table = () => document.querySelector('main[data-table]');

/**
 * Says something to a screen reader.
 * @param {string} text
 */
function say(text) {
  const place = document.getElementById('said');
  if (place) place.textContent = text;
}

/** Whether two addresses are the same page. @param {string} one @param {string} other */
const samePage = (one, other) => new URL(one, location.href).pathname === new URL(other, location.href).pathname;

/**
 * What a person has done on the page that the server does not know: held dice, places scrolled to, folds opened.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function carryOver(old, fresh) {
  if (old.dataset.throws === fresh.dataset.throws) {
    for (const die of fresh.querySelectorAll('.fell')) die.classList.remove('fell');
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (old.querySelectorAll('input[name="keep"][type="checkbox"]'))) {
      const same = fresh.querySelector('#' + box.id);
      if (same instanceof HTMLInputElement && same.value === box.value) same.checked = box.checked;
    }
  }
  for (const fold of old.querySelectorAll('details')) {
    const same = [...fresh.querySelectorAll('details')].find((other) => other.className === fold.className && other.id === fold.id);
    if (same) same.open = fold.open;
  }
}

/** What was said before is not said again. @param {HTMLElement} old @param {HTMLElement} fresh */
function announce(old, fresh) {
  const known = new Set([...old.querySelectorAll('#log li')].map((line) => line.getAttribute('data-version')));
  const lines = [...fresh.querySelectorAll('#log li')].filter((line) => !known.has(line.getAttribute('data-version')));
  const said = lines.reverse().map((line) => line.firstChild?.textContent ?? '');
  const wrong = fresh.querySelector('.wrong, .why p, #asked')?.textContent;
  const whose = fresh.querySelector('.whose')?.textContent ?? '';
  if (wrong) say(wrong);
  else if (said.length) say([...said, whose].join(' '));
}

/**
 * Puts the new middle of the page in its place. What a person is being asked stays, unless the table has gone on.
 * @param {string} text
 * @param {boolean} wanted Whether somebody asked for it.
 */
function put(text, wanted) {
  const old = main();
  const fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
  if (!old || !(fresh instanceof HTMLElement)) return;
  const same = old.dataset.version === fresh.dataset.version;
  if (!wanted && same && old.querySelector('.ask, .correct, .entered, .why')) return;
  const focused = document.activeElement?.id;
  const scroll = old.querySelector('.sheet-scroll, .form');
  const place = { left: scroll?.scrollLeft ?? 0, top: scroll?.scrollTop ?? 0 };
  const wrote = old.querySelectorAll('.form .entry').length < fresh.querySelectorAll('.form .entry').length;
  carryOver(old, fresh);
  const wrong = old.querySelector('.tray .wrong');
  // Why something was refused stays until something is done about it.
  if (wrong && !wanted && old.dataset.throws === fresh.dataset.throws) fresh.querySelector('.tray .say')?.after(wrong);
  announce(old, fresh);
  old.replaceWith(fresh);
  fresh.classList.toggle('landed', wrote);
  if (wrote) land(old, fresh);
  show(old, fresh);
  const again = fresh.querySelector('.sheet-scroll, .form');
  again?.scrollTo({ ...place, behavior: 'instant' });
  const next = (focused && document.getElementById(focused)) || fresh.querySelector('[autofocus]');
  if (fresh.querySelector('.ask')) /** @type {HTMLElement | null} */ (fresh.querySelector('[autofocus]'))?.focus();
  else if (focused && next instanceof HTMLElement) next.focus({ preventScroll: true });
  else if (focused) /** @type {HTMLElement | null} */ (fresh.querySelector('#throw, .slip, #bank'))?.focus({ preventScroll: true });
  settle();
}

/** Marks the entries that were written just now. @param {HTMLElement} old @param {HTMLElement} fresh */
function land(old, fresh) {
  const before = old.querySelectorAll('.form td');
  for (const [nth, cell] of fresh.querySelectorAll('.form td').entries()) {
    cell.classList.toggle('landed', cell.matches('.newest') && !before[nth]?.matches('.newest'));
  }
}

/** Says on a button how many dice it throws. @param {Element | null} button @param {number} count */
function count(button, count) {
  const said = button instanceof HTMLElement ? button.dataset.counts?.split('|')[count] : undefined;
  const does = button?.querySelector('.does');
  if (said && does) does.textContent = said;
}

/** Dice as the server writes them. @param {string[]} faces */
const inOrder = (faces) => faces.sort((one, other) => Number(one) - Number(other)).join('-');

/** What the chosen dice bring: how many are thrown, and in a race what they score. */
function weigh() {
  const form = document.getElementById('act');
  if (!(form instanceof HTMLFormElement)) return;
  const dice = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('input[name="keep"][type="checkbox"]')]);
  const chosen = dice.filter((box) => box.checked).map((box) => box.value);
  const on = /** @type {HTMLButtonElement | null} */ (document.getElementById('throw'));
  if (!form.dataset.selections) {
    if (dice.length) count(on, dice.length - chosen.length);
    const { keeps } = form.dataset;
    if (on && keeps !== undefined) on.disabled = !keeps.split('|').includes(inOrder(chosen));
    return;
  }
  const take = inOrder(chosen);
  for (const chip of form.querySelectorAll('.chip')) {
    if (chip.getAttribute('data-take') === take) chip.setAttribute('aria-current', 'true');
    else chip.removeAttribute('aria-current');
  }
  /** @type {Choice[]} */
  const all = JSON.parse(form.dataset.selections);
  if (!all.length) return;
  const found = all.find((choice) => choice.take === take);
  const bank = /** @type {HTMLButtonElement | null} */ (document.getElementById('bank'));
  if (on) {
    on.disabled = !found?.throw;
    if (found) count(on, found.left);
    const risk = on.querySelector('small');
    if (risk) risk.textContent = found ? `${on.dataset.bust} ${found.bust} %` : '';
  }
  if (bank) {
    bank.disabled = !found?.bank;
    const does = bank.querySelector('.does');
    const note = bank.querySelector('small');
    if (note) note.textContent = found?.note ?? '';
    if (does) does.textContent = found ? `${bank.dataset.said} ${Number(bank.dataset.had) + found.points}` : (bank.dataset.said ?? '');
  }
  // Why a button is off.
  const hint = document.getElementById('race-hint');
  if (hint) hint.textContent = (found ? (found.bank ? '' : hint.dataset.least) : chosen.length ? hint.dataset.wrong : hint.dataset.none) ?? '';
}

/** The seats that are held here, while there is something to prove. */
const mySeats = () => (table()?.dataset.chains ?? '').split(' ').filter(Boolean).map((one) => Number(one.split(':')[0]));

/** The table whose dice are checked here. @type {import('./dice.js').Following | undefined} */
let following;

/** Every seat that is held here gets its chain, and every throw its mark. */
function proving() {
  const { version, history } = table()?.dataset ?? {};
  if (!following || !version || !history) return;
  following.shown(version, history);
  following.anchor(mySeats());
}

/**
 * Puts the browser's part in a throw into what is sent. Whether it has one.
 * @param {URLSearchParams} body
 */
async function prove(body) {
  const seat = table()?.dataset.acting;
  for (const name of ['link', 'history']) body.delete(name);
  const brings = seat !== undefined && (await following?.brings(Number(seat), body.get('version') ?? ''));
  if (!brings) return false;
  for (const name of /** @type {const} */ (['link', 'history', 'version'])) body.set(name, brings[name]);
  return true;
}

/** Done when no button is being pressed. @type {Promise<unknown>} */
let released = Promise.resolve();
/** @type {(value?: unknown) => void} */
let release = () => {};
addEventListener('pointerdown', () => {
  release();
  released = new Promise((resolve) => { release = resolve; });
});
// The click follows on the release.
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => setTimeout(release, 50));

let asking = 0;
/** What a person has asked for and is on its way. No event replaces it: the page catches up with events afterwards. */
let sending = 0;
/** The newest version, and the seats with a connected client, that events have told. @type {{ version?: string, here?: string }} */
let heard = {};
/** Whether the page is being fetched because of an event: however many events arrive meanwhile, one more request follows. */
let catchingUp = false;

/** Fetches the page if events have told something that it does not show. */
async function catchUp() {
  if (catchingUp) return;
  catchingUp = true;
  while (!sending) {
    const { version, here } = heard;
    const shown = table()?.dataset;
    if (!shown || ((version ?? shown.version) === shown.version && (here ?? shown.here) === shown.here)) break;
    await refresh();
    if (heard.version === version) heard.version = undefined;
    if (heard.here === here) heard.here = undefined;
  }
  catchingUp = false;
}

/**
 * Asks for the middle of a page and puts it in its place; the newest question wins. The status of the answer, or 0.
 * @param {string} address
 * @param {RequestInit} [how]
 * @param {boolean} [wanted] Whether somebody asked for it.
 * @param {() => Promise<boolean>} [again] Whether to ask again when the table has gone on.
 */
async function ask(address, how = {}, wanted = true, again = async () => false) {
  const nth = ++asking;
  try {
    const fetched = () => fetch(address, { ...how, headers: PART, redirect: 'follow' });
    let answer = await fetched();
    for (let tries = 0; answer.status === 409 && tries < 5 && (await again()); tries++) answer = await fetched();
    if (!answer.redirected || samePage(answer.url, location.href)) {
      const text = await answer.text();
      // A button that is replaced while it is pressed is never clicked; the next may be pressed before the last is released.
      for (let last; !wanted && last !== released; ) await (last = released);
      // What happened is seen before the table goes on.
      while (!wanted && nth === asking && busy()) await new Promise((resolve) => setTimeout(resolve, Math.min(busy(), 100)));
      if (nth === asking) put(text, wanted);
    } else location.href = answer.url;
    lost(false);
    return answer.status;
  } catch {
    lost(true);
    setTimeout(() => { if (nth === asking) refresh(); }, 1500);
    return 0;
  }
}

/** Sends a form; its answer is newer than the events so far. @param {string} address @param {URLSearchParams} body @param {() => Promise<boolean>} [again] */
async function send(address, body, again) {
  heard.version = undefined;
  await undisturbed(() => ask(address, { method: 'POST', body }, true, again));
}

/** Does what a person has asked for, then catches up with events. @param {() => Promise<unknown>} work */
async function undisturbed(work) {
  sending++;
  await work();
  sending--;
  await catchUp();
}

/** Done when the last link that was tapped is shown. @type {Promise<void>} */
let followed = Promise.resolve();

/** Shows what a link of the table leads to. Quick taps wait for each other: the next link stands on the page of the one before. @param {HTMLAnchorElement} link */
function follow(link) {
  followed = followed.then(() => undisturbed(async () => {
    const now = link.isConnected ? link : document.getElementById(link.id);
    await ask(now instanceof HTMLAnchorElement ? now.href : link.href);
  }));
}

/** The page as it stands now: a table, or something that is being worked out. */
async function refresh() {
  if (sending) return;
  if (table() || main()?.dataset.wait !== undefined) await ask(location.pathname + location.search, {}, false);
}

/** Whether the server cannot be reached. @param {boolean} is */
function lost(is) {
  const place = document.getElementById('lost');
  if (!place) return;
  place.hidden = !is;
  place.textContent = is ? (place.dataset.said ?? '') : '';
  // Where there is Kosti without a server, people need not wait.
  const here = document.getElementById('here');
  if (is && here instanceof HTMLTemplateElement) place.append(here.content.cloneNode(true));
}

/** Shows who is connected. Only players matter for the rest of the page. @param {{ seats: number[], watching: number }} here */
function present(here) {
  heard.here = here.seats.join(' ');
  catchUp();
  const place = document.querySelector('.watching');
  if (!(place instanceof HTMLElement)) return;
  place.hidden = !here.watching;
  /** @type {Element} */ (place.lastElementChild).textContent = String(here.watching);
}

/** @type {EventSource | undefined} */
let events;

/** Hears what happens at the table; the browser goes on after the last event when a connection breaks. */
async function listen() {
  const here = table();
  const id = here?.dataset.table;
  if (!here || !id || events?.url.includes(`/${id}/`)) return;
  events?.close();
  heard = {};
  // Only tables need it.
  const { Following } = await import('./dice.js');
  // What waits for an event goes on with the new stream.
  const follows = (following = following?.id === id ? following : new Following(id));
  events = new EventSource(`${API}tables/${id}/events?after=${follows.version}&witness=true&thin=true`);
  events.onmessage = (event) => {
    lost(false);
    /** @type {{ history?: string }} */
    const { history } = JSON.parse(event.data);
    follows.hear(event.lastEventId, event.data, history);
    // Something newer follows.
    if (!history) return;
    heard.version = event.lastEventId;
    if (heard.version !== table()?.dataset.version) catchUp();
    else proving();
  };
  events.addEventListener('here', (event) => present(JSON.parse(event.data)));
  events.onopen = () => lost(false);
  events.onerror = () => {
    lost(true);
    // A server that answers with a problem ends it for good: then it is begun anew.
    if (events?.readyState === EventSource.CLOSED) {
      events = undefined;
      // A service worker that the browser has ended answers at once.
      setTimeout(() => { refresh(); listen(); }, onDevice ? 100 : 1500);
    }
  };
  proving();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** After every change of the page. */
function settle() {
  weigh();
  proving();
  tellTurn(table());
  showConfirmation();
  clearTimeout(waiting);
  const again = document.querySelector('#outlook form[data-again]');
  if (again instanceof HTMLFormElement) waiting = setTimeout(() => lookAgain(again), 1000);
  else if (main()?.dataset.wait !== undefined) waiting = setTimeout(refresh, 700);
  awake();
}

/** What is being worked out comes to its place; the rest of the page may be half filled in. @param {HTMLFormElement} form */
async function lookAgain(form) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  const posts = form.method === 'post';
  const answer = await fetch(posts ? form.action : `${form.action}?${body}`, posts ? { method: 'POST', body, headers: PART } : { headers: PART }).catch(() => undefined);
  const fresh = answer && new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#outlook');
  if (fresh) document.querySelector('#outlook')?.replaceWith(fresh);
  settle();
}

/** A phone that keeps score does not sleep. */
let locked = false;
async function awake() {
  if (locked || table()?.dataset.awake === undefined || !('wakeLock' in navigator)) return;
  try {
    const lock = await navigator.wakeLock.request('screen');
    locked = true;
    lock.addEventListener('release', () => { locked = false; });
  } catch {
    // Not every browser allows it, and not always.
  }
}

addEventListener('submit', async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !table()?.contains(form) || form.method !== 'post') return;
  event.preventDefault();
  // Another sheet was only looked at.
  history.replaceState(null, '', location.pathname);
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, event.submitter)) body.append(name, String(value));
  const throws = form.id === 'act' && (body.has('throw') || body.get('then') === 'throw' || /^(throw|then:throw)$/.test(body.get('sure') ?? ''));
  if (!throws) return send(form.action, body);
  main()?.classList.add('throwing');
  // The page stays as it is until the throw is answered, also when a new chain has to be begun for it.
  sending++;
  // Where the browser cannot take part, as without storage, it is the server's word.
  await prove(body).catch((error) => console.error(error));
  sending--;
  // A link that was shown for nothing is shown again only for the same dice.
  await send(form.action, body, async () => !!(await following?.past(body.get('version') ?? '')) && prove(body));
});

addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.dataset.print !== undefined) {
    event.preventDefault();
    print();
  } else if (link.dataset.copy !== undefined && navigator.clipboard) {
    event.preventDefault();
    navigator.clipboard.writeText(link.href).then(() => {
      say(link.dataset.copy ?? '');
      link.after(Object.assign(document.createElement('span'), { textContent: ' ✓ ' + link.dataset.copy }));
    }, () => { location.href = link.href; });
  } else if (link.dataset.take !== undefined) {
    event.preventDefault();
    const take = link.dataset.take.split('-');
    for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('#act input[name="keep"]'))) {
      const at = take.indexOf(box.value);
      box.checked = at >= 0;
      if (at >= 0) take.splice(at, 1);
    }
    weigh();
  } else if (link.dataset.view !== undefined && table()) {
    event.preventDefault();
    // It stays chosen while the others play.
    history.replaceState(null, '', link.href);
    follow(link);
  } else if (link.dataset.part !== undefined && table()) {
    event.preventDefault();
    follow(link);
  }
});

addEventListener('change', weigh);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') /** @type {HTMLElement | null} */ (document.querySelector('.ask a.button, .why a.button, .correct a.button'))?.click();
});
document.addEventListener('visibilitychange', () => { if (!document.hidden) { locked = false; refresh(); awake(); } });

if (onDevice) import(new URL('../device.js', import.meta.url).href).catch((error) => console.error(error));
// A server that also offers Kosti without a server: when it is away, a worker says so instead of the browser.
if (document.getElementById('here')) navigator.serviceWorker?.register(new URL('../here/away.js', import.meta.url), { scope: new URL('..', import.meta.url).pathname }).catch((error) => console.error(error));
listen();
settle();
