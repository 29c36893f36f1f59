// What makes a table feel like one: dice that tumble, keys, sounds, the title that says whose turn it is. Nothing is
// decided here; every page works without it.

const root = document.documentElement;
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** How each face is turned to the viewer. */
const TURNS = ['', '', 'rotateX(90deg)', 'rotateY(-90deg)', 'rotateY(90deg)', 'rotateX(-90deg)', 'rotateY(180deg)'];
/** Milliseconds of a tumble; each die takes a little longer than the one before. */
const [TUMBLE, LATER] = [620, 45];
/** Milliseconds that a highlight is shown before the table goes on. */
const HIGHLIGHT = 1500;

/** Until when nothing replaces what is seen. */
let seenUntil = 0;
/** @type {(() => void)[]} */
let skips = [];

/** Milliseconds until the page may change by itself. */
export const busy = () => Math.max(0, seenUntil - performance.now());

/** A tap ends what is being shown. */
function skip() {
  seenUntil = 0;
  for (const done of skips.splice(0)) done();
}

/**
 * A cube whose faces show pips, that comes to rest with one of them up. A die with names shows only the one that it has
 * fallen on.
 * @param {number} face
 * @param {string | undefined} named
 */
function cube(face, named) {
  const whole = Object.assign(document.createElement('span'), { className: 'cube' });
  for (let side = 1; side <= 6; side++) {
    const part = document.createElement('i');
    part.innerHTML = named === undefined ? `<svg viewBox="0 0 100 100"><use href="#pips-${side}"/></svg>` : side === face ? named : '';
    part.style.transform = `${TURNS[side]} translateZ(calc(var(--size) / 2))`;
    whole.append(part);
  }
  // The inverse of the turn that puts the face there.
  const rest = (TURNS[face] ?? '').replace(/\((-?)/, (_, sign) => (sign ? '(' : '(-'));
  return { whole, rest };
}

/** What tells how the dice fell. */
const TELLING = ['.tabs', '.say', '.race', '.turns', '#log'];

/**
 * Leaves what tells of a throw as it was. Returns what shows it as it is.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function holdBack(old, fresh) {
  const shown = TELLING.flatMap((place) => {
    const [was, is] = [old.querySelector(place), fresh.querySelector(place)];
    if (!was || !is) return [];
    const copy = /** @type {Element} */ (was.cloneNode(true));
    is.replaceWith(copy);
    return [() => copy.replaceWith(is)];
  });
  return () => { for (const show of shown) show(); };
}

/**
 * Lets the dice that have just fallen tumble into their places; what the throw brings appears when they lie.
 * @param {HTMLElement} old
 * @param {HTMLElement} main
 */
function tumble(old, main) {
  const dice = /** @type {HTMLElement[]} */ ([...main.querySelectorAll('.fell .cast')]);
  if (!dice.length || still.matches || document.hidden) return;
  main.classList.add('tumbling');
  const reveal = holdBack(old, main);
  const ends = dice.map((die, nth) => {
    const face = Number(die.dataset.face ?? 1);
    const { whole, rest } = cube(face, die.querySelector('text') ? die.innerHTML : undefined);
    die.classList.add('rolls');
    die.append(whole);
    const spin = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z) => `rotateZ(${z}deg) rotateX(${x}deg) rotateY(${y}deg) ${rest}`;
    const [way, more] = [nth % 2 ? 1 : -1, 90 * (nth % 3)];
    const move = whole.animate([
      { transform: `translate3d(${way * 60}px, -210px, 120px) ${spin(way * (540 + more), 360, way * 140)}`, offset: 0, easing: 'cubic-bezier(.3, .1, .7, .9)' },
      { transform: `translate3d(${way * 12}px, 6px, 0) ${spin(way * 180, 120, way * 40)}`, offset: 0.55, easing: 'cubic-bezier(.2, .8, .6, 1)' },
      { transform: `translate3d(${way * 4}px, -22px, 20px) ${spin(way * 60, 40, way * 14)}`, offset: 0.76, easing: 'cubic-bezier(.5, 0, .9, .6)' },
      { transform: spin(0, 0, 0), offset: 1 },
    ], { duration: TUMBLE + nth * LATER, fill: 'backwards' });
    skips.push(() => move.finish());
    return move.finished.catch(() => {}).then(() => {
      whole.remove();
      die.classList.remove('rolls');
    });
  });
  seenUntil = Math.max(seenUntil, performance.now() + TUMBLE + dice.length * LATER);
  Promise.all(ends).then(() => {
    main.classList.remove('tumbling');
    reveal();
    findTab();
    sound('land');
  });
}

/**
 * Shows what has happened between two states of the table.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
export function show(old, fresh) {
  const thrown = old.dataset.throws !== fresh.dataset.throws;
  const highlight = old.dataset.version === fresh.dataset.version ? undefined : fresh.dataset.highlight;
  if (thrown) {
    keepPlaces(old, fresh);
    tumble(old, fresh);
    sound('throw');
  }
  if (highlight) {
    fresh.classList.add('highlight-now');
    // The dice fall first.
    seenUntil = Math.max(performance.now(), seenUntil) + (highlight === 'bust' ? HIGHLIGHT : HIGHLIGHT / 2);
    setTimeout(() => sound(highlight), busy() - HIGHLIGHT / 2);
  } else if (fresh.classList.contains('landed')) sound('write');
  if (!old.querySelector('.ending') && fresh.querySelector('.ending')) sound('win');
}

/** Dice that were held stay where they lay, whichever of equal ones the server counts. @param {HTMLElement} old @param {HTMLElement} fresh */
function keepPlaces(old, fresh) {
  const lay = [...old.querySelectorAll('label.die-box input')].map((box) => /** @type {HTMLInputElement} */ (box));
  const dice = [...fresh.querySelectorAll('.tray .dice > .die-box')];
  const [kept, fell] = [dice.filter((die) => !die.classList.contains('fell')), dice.filter((die) => die.classList.contains('fell'))];
  const held = lay.filter((box) => box.checked);
  if (!kept.length || held.length !== kept.length || lay.length !== dice.length) return;
  const faceOf = (/** @type {Element} */ die) => /** @type {HTMLElement | null} */ (die.querySelector('.cast'))?.dataset.face;
  const order = lay.map((box) => (box.checked ? kept.splice(kept.findIndex((die) => faceOf(die) === box.value), 1)[0] : fell.shift()));
  if (order.includes(undefined)) return;
  for (const die of /** @type {Element[]} */ (order)) die.parentElement?.append(die);
  for (const [nth, box] of fresh.querySelectorAll('label.die-box input').entries()) box.id = `die-${nth}`;
}

/** The title and the icon say whose turn it is. @param {HTMLElement | null} table */
export function tellTurn(table) {
  const yours = table?.dataset.yours;
  root.dataset.title ??= document.title;
  document.title = yours ? `▶ ${yours} · ${root.dataset.title}` : root.dataset.title;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  const wanted = yours ? icon?.dataset.turn : icon?.dataset.plain;
  if (icon && wanted && !icon.href.endsWith(wanted)) icon.href = wanted;
  findTab();
}

/** Brings the tab of the player on turn into view, without moving the page. */
function findTab() {
  const tab = /** @type {HTMLElement | null} */ (document.querySelector('.tab.on'));
  const tabs = tab?.parentElement;
  if (tab && tabs) tabs.scrollLeft = tab.offsetLeft - (tabs.clientWidth - tab.clientWidth) / 2;
}
addEventListener('resize', findTab);

/** @type {AudioContext | undefined} */
let audio;

/** A short noise or tone. @param {number} at @param {number} length @param {number} loud @param {number} [tone] */
function blip(at, length, loud, tone) {
  if (!audio) return;
  const [start, gain] = [audio.currentTime + at, audio.createGain()];
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(audio.destination);
  if (tone) {
    const voice = new OscillatorNode(audio, { type: 'triangle', frequency: tone });
    voice.connect(gain);
    voice.start(start);
    voice.stop(start + length);
    return;
  }
  const buffer = audio.createBuffer(1, Math.ceil(length * audio.sampleRate), audio.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let nth = 0; nth < wave.length; nth++) wave[nth] = Math.random() * 2 - 1;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const wood = new BiquadFilterNode(audio, { type: 'bandpass', frequency: 1800 + Math.random() * 1400, Q: 1.2 });
  noise.connect(wood).connect(gain);
  noise.start(start);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  throw: () => { for (let nth = 0; nth < 7; nth++) blip(nth * 0.07 + Math.random() * 0.03, 0.06, 0.35 - nth * 0.03); },
  land: () => blip(0, 0.09, 0.4),
  hold: () => blip(0, 0.04, 0.25),
  write: () => { for (const at of [0, 0.05, 0.11]) blip(at, 0.05, 0.12); },
  bust: () => { for (const [nth, tone] of [220, 175, 131].entries()) blip(nth * 0.16, 0.3, 0.2, tone); },
};
const fanfare = () => { for (const [nth, tone] of [523, 659, 784, 1047].entries()) blip(nth * 0.11, 0.35, 0.15, tone); };

/** Plays a sound where somebody wants sounds, and shakes the phone a little where it can. @param {string} name */
export function sound(name) {
  if (root.dataset.sound === undefined) return;
  const buzz = name === 'bust' ? [60, 40, 90] : name === 'throw' ? [15, 30, 15] : 12;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(buzz);
  if (!('AudioContext' in window)) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') audio.resume().catch(() => {});
  (SOUNDS[name] ?? fanfare)();
}

/** Clicks what a key stands for. @param {string} selector */
function press(selector) {
  const found = /** @type {HTMLElement | null} */ (document.querySelector(selector));
  found?.click();
  return found !== null;
}

/** Goes to the next box that can be written, or the one before. @param {number} step */
function nextBox(step) {
  const boxes = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.slip')].filter((slip) => slip.getClientRects().length));
  const here = boxes.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = boxes[here < 0 ? (step > 0 ? 0 : boxes.length - 1) : (here + step + boxes.length) % boxes.length];
  next?.focus();
  return next !== undefined;
}

/** Whether a key has done something. @param {KeyboardEvent} event */
function key(event) {
  switch (event.key) {
    case ' ': return press('#throw:enabled');
    case 'ArrowDown': case 'ArrowRight': return nextBox(1);
    case 'ArrowUp': case 'ArrowLeft': return nextBox(-1);
    case 'u': case 'U': return press('#undo:enabled');
    case 'c': case 'C': return press('#coach-switch');
    case 'b': case 'B': return press('#bank:enabled');
    case '?': {
      const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector('.menu-box'));
      const keys = /** @type {HTMLDetailsElement | null} */ (document.querySelector('.menu-box .keys'));
      if (!menu || !keys) return false;
      menu.open = keys.open = !(menu.open && keys.open);
      return true;
    }
    default: return /^[1-9]$/.test(event.key) && press(`#die-${Number(event.key) - 1}`);
  }
}

addEventListener('keydown', (event) => {
  const at = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || !document.querySelector('main[data-table]')) return;
  if (at?.closest('input:not([type="checkbox"]), select, textarea')) return;
  // What has the focus keeps its own keys.
  if (event.key === ' ' && at?.closest('button, a, summary, input')) return;
  if (key(event)) event.preventDefault();
});
addEventListener('pointerdown', () => { if (busy()) skip(); }, { capture: true });
// A tap on the dice of a bot lets it play faster, like the button.
addEventListener('click', (event) => {
  const dice = event.target instanceof Element && event.target.closest('.tray .dice, .tray .waiting');
  const hurry = dice && document.querySelector('#hurry');
  if (hurry instanceof HTMLButtonElement) hurry.click();
});
addEventListener('click', (event) => {
  const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector('.menu-box[open]'));
  if (menu && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
});
addEventListener('change', (event) => { if (event.target instanceof Element && event.target.matches('.die-box input')) sound('hold'); });
