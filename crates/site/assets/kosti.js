// Makes pages live: forms and links of a table are sent in the background, and what happens there is heard as it
// happens. Everything works without this too.

/** @typedef {{ take: string, points: number, bank: boolean, throw: boolean }} Choice */

const root = document.documentElement;
const PART = { 'kosti-part': '1' };

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
  const scroll = old.querySelector('.sheet-scroll');
  const place = { left: scroll?.scrollLeft ?? 0, top: scroll?.scrollTop ?? 0 };
  const wrote = old.querySelectorAll('.sheet .entry').length !== fresh.querySelectorAll('.sheet .entry').length;
  carryOver(old, fresh);
  const wrong = old.querySelector('.desk .wrong');
  // Why something was refused stays until something is done about it.
  if (wrong && !wanted && old.dataset.throws === fresh.dataset.throws) fresh.querySelector('.desk')?.prepend(wrong);
  announce(old, fresh);
  old.replaceWith(fresh);
  fresh.classList.toggle('landed', wrote);
  if (fresh.querySelector('.fell')) sound();
  const again = fresh.querySelector('.sheet-scroll');
  again?.scrollTo({ ...place, behavior: 'instant' });
  const next = (focused && document.getElementById(focused)) || fresh.querySelector('[autofocus]');
  if (fresh.querySelector('.ask')) /** @type {HTMLElement | null} */ (fresh.querySelector('[autofocus]'))?.focus();
  else if (focused && next instanceof HTMLElement) next.focus({ preventScroll: true });
  else if (focused) /** @type {HTMLElement | null} */ (fresh.querySelector('#throw, .score, #bank'))?.focus({ preventScroll: true });
  settle();
}

/** What the chosen dice bring, in a race. */
function weigh() {
  const form = document.getElementById('act');
  if (!(form instanceof HTMLFormElement) || !form.dataset.selections) return;
  const chosen = [...form.querySelectorAll('input[name="keep"]:checked')].map((box) => /** @type {HTMLInputElement} */ (box).value);
  const take = chosen.sort().join('-');
  /** @type {Choice[]} */
  const all = JSON.parse(form.dataset.selections);
  if (!all.length) return;
  const found = all.find((choice) => choice.take === take);
  const [on, bank] = ['throw', 'bank'].map((id) => /** @type {HTMLButtonElement | null} */ (document.getElementById(id)));
  if (on) on.disabled = !found?.throw;
  if (bank) {
    bank.disabled = !found?.bank;
    const said = bank.dataset.said ?? '';
    bank.textContent = found ? `${said}: ${Number(bank.dataset.had) + found.points}` : said;
  }
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
  const brings = seat !== undefined && (await following?.brings(Number(seat), body.get('version') ?? ''));
  for (const name of ['link', 'history']) body.delete(name);
  if (!brings) return false;
  for (const name of /** @type {const} */ (['link', 'history', 'version'])) body.set(name, brings[name]);
  return true;
}

let asking = 0;
/** Forms on their way: what they are answered with is newer than what anybody else is told meanwhile. */
let sending = 0;

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

/** Sends a form. @param {string} address @param {URLSearchParams} body @param {() => Promise<boolean>} [again] */
async function send(address, body, again) {
  sending++;
  newest = undefined;
  await ask(address, { method: 'POST', body }, true, again);
  sending--;
  // What happened meanwhile was only heard.
  if (!sending && newest !== undefined && newest !== table()?.dataset.version) await refresh();
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
}

/** Shows who is connected. Only players matter for the rest of the page. @param {{ seats: number[], watching: number }} here */
function present(here) {
  if (table()?.dataset.here !== here.seats.join(' ')) refresh();
  const place = document.querySelector('.watching');
  if (!(place instanceof HTMLElement)) return;
  place.hidden = !here.watching;
  /** @type {Element} */ (place.lastElementChild).textContent = String(here.watching);
}

/** @type {EventSource | undefined} */
let events;
/** The newest version that was heard of. @type {string | undefined} */
let newest;

/** Hears what happens at the table; the browser goes on after the last event when a connection breaks. */
async function listen() {
  const here = table();
  const id = here?.dataset.table;
  if (!here || !id || events?.url.includes(`/${id}/`)) return;
  events?.close();
  // Only tables need it.
  const { Following } = await import('./dice.js');
  const follows = (following = new Following(id));
  events = new EventSource(`/api/v1/tables/${id}/events?after=${follows.version}&witness=true`);
  events.onmessage = (event) => {
    lost(false);
    const view = JSON.parse(event.data).table;
    follows.hear(event.lastEventId, event.data, view);
    // Something newer follows.
    if (!view) return;
    newest = event.lastEventId;
    if (newest !== table()?.dataset.version) refresh();
    else proving();
  };
  events.addEventListener('here', (event) => present(JSON.parse(event.data)));
  events.onopen = () => lost(false);
  events.onerror = () => {
    lost(true);
    // A server that answers with a problem ends it for good: then it is begun anew.
    if (events?.readyState === EventSource.CLOSED) {
      events = undefined;
      setTimeout(() => { refresh(); listen(); }, 1500);
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

/** The rattle of dice, where somebody wants it. */
function sound() {
  if (root.dataset.sound === undefined || !('AudioContext' in window)) return;
  const audio = new AudioContext();
  for (const [nth, start] of [0, 0.07, 0.13, 0.21].entries()) {
    const noise = audio.createBufferSource();
    const buffer = audio.createBuffer(1, 900, 44100);
    const wave = buffer.getChannelData(0);
    for (let at = 0; at < wave.length; at++) wave[at] = (Math.random() * 2 - 1) * (1 - at / wave.length) * (0.25 - nth * 0.04);
    noise.buffer = buffer;
    noise.connect(audio.destination);
    noise.start(audio.currentTime + start);
  }
  setTimeout(() => audio.close(), 800);
}

addEventListener('submit', async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !table()?.contains(form) || form.method !== 'post') return;
  event.preventDefault();
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, event.submitter)) body.append(name, String(value));
  const throws = form.id === 'act' && (body.has('throw') || body.get('then') === 'throw' || /^(throw|then:throw)$/.test(body.get('sure') ?? ''));
  if (!throws) return send(form.action, body);
  // The page stays as it is until the throw is answered, also when a new chain has to be begun for it.
  sending++;
  await prove(body);
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
  } else if (link.dataset.part !== undefined && table()) {
    event.preventDefault();
    ask(link.href);
  }
});

addEventListener('change', weigh);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') /** @type {HTMLElement | null} */ (document.querySelector('.ask a.button, .why a.button, .correct a.button'))?.click();
});
document.addEventListener('visibilitychange', () => { if (!document.hidden) { locked = false; refresh(); awake(); } });

listen();
settle();
