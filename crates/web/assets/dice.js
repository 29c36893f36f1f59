// The browser's part in the dice: it follows the table's journal, checks every throw as it happens, has a chain of its
// own for each of the visitor's seats, and says what it finds. The arithmetic, and what may be given away, is fair.js.

import { Burnt, Fault, Own, Table, hex, recordOf } from './fair.js';

/** How long a throw waits for the journal, in milliseconds; then it is the server's word. */
const PATIENCE = 5000;
/** Throws whose marks are kept. */
const MARKS = 40;

/** Beside the scripts, wherever the pages are. */
const API = new URL('../api/v1/', import.meta.url).pathname;

/** @typedef {import('./fair.js').Mark} Mark */
/** What is kept of a table between two visits. @typedef {{ known: Table['known'], marks: [string, Mark][], fault: string | null }} Saved */

/** A version-4 UUID; browsers refuse their own to pages over plain http. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (/** @type {number} */ (bytes[6]) & 0x0f) | 0x40;
  bytes[8] = (/** @type {number} */ (bytes[8]) & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The words for what is found, as the page has them. */
const words = () => /** @type {HTMLElement | null} */ (document.getElementById('proof'))?.dataset ?? {};

/**
 * Says something about the dice that stays: an alarm for good, a notice until the next.
 * @param {'alarm' | 'notice'} kind
 * @param {string | undefined} text
 * @param {number | string} [what] The number of the throw, or what does not hold.
 */
function tell(kind, text, what) {
  const id = `dice-${kind}`;
  const place = document.getElementById(id) ?? Object.assign(document.createElement('div'), { id, className: kind, role: kind === 'alarm' ? 'alert' : 'status' });
  place.textContent = (text ?? '#').replace('#', String(what ?? ''));
  if (!place.isConnected) document.querySelector('main')?.before(place);
}

/** A table that this page follows. */
export class Following {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.own = new Own(localStorage, id);
    /** @type {Saved} */
    const saved = JSON.parse(localStorage.getItem(`kosti-table-${id}`) ?? 'null') ?? { known: new Table().known, marks: [], fault: null };
    this.table = new Table(saved.known);
    this.marks = new Map(saved.marks);
    this.fault = saved.fault;
    /** Whether everything that has happened is known. */
    this.caughtUp = false;
    /** Seats whose chain was somebody else's when this page came. @type {Set<number>} */
    this.taken = new Set();
    /** Throws that wait until something is heard. @type {(() => void)[]} */
    this.waiting = [];
    /** What is being sent, one after the other; never rejected. @type {Promise<unknown>} */
    this.sending = Promise.resolve();
    if (this.fault) tell('alarm', words()['alarm'], this.fault);
  }

  /** Where the stream is to begin. */
  get version() {
    return this.table.known.version;
  }

  /**
   * An event of the table's stream.
   * @param {string} version
   * @param {string} data
   * @param {string | undefined} history The hash of all records, where nothing newer follows.
   */
  hear(version, data, history) {
    const record = recordOf(data);
    try {
      if (record === undefined && version !== this.version) throw new Fault(words()['replaced'] ?? 'another history');
      if (record !== undefined && Number(version) > Number(this.version)) this.#follow(version, record);
      if (history && history !== this.table.known.history) throw new Fault(words()['replaced'] ?? 'another history');
    } catch (error) {
      this.#alarm(error);
    }
    localStorage.setItem(`kosti-table-${this.id}`, JSON.stringify({ known: this.table.known, marks: [...this.marks].slice(-MARKS), fault: this.fault }));
    if (!history) return;
    this.caughtUp = true;
    for (const go of this.waiting.splice(0)) go();
    this.#witness();
  }

  /**
   * The page shows the table as it stands at a version.
   * @param {string} version
   * @param {string} history
   */
  shown(version, history) {
    if (version === this.version && history !== this.table.known.history) this.#alarm(new Fault(words()['replaced'] ?? 'another history'));
    if (Number(version) <= Number(this.version)) this.caughtUp = true;
    this.mark();
  }

  /** @param {string} version @param {string} record */
  #follow(version, record) {
    const mine = this.#mine();
    const mark = this.table.follow(version, record);
    if (mark) this.marks.set(version, mark);
    // One's own device was left out: either it slept, or the server did not want its answer.
    const left = mark?.silent ?? -1;
    const anchor = mine.get(left);
    if (mark && anchor) tell('notice', this.own.gave(anchor, mark.number) ? words()['dropped'] : words()['left'], mark.number);
    for (const [seat, anchor] of mine) {
      const now = this.table.known.seats[seat]?.chain?.anchor;
      if (now && now !== anchor && !this.own.has(now)) tell('notice', words()['foreign']);
    }
  }

  /** The anchors of one's own chains that the table knows, by seat. */
  #mine() {
    /** @type {Map<number, string>} */
    const mine = new Map();
    this.table.known.seats.forEach(({ chain }, seat) => { if (chain && this.own.has(chain.anchor)) mine.set(seat, chain.anchor); });
    return mine;
  }

  /** What does not hold is said for good, and nothing more is given away. @param {unknown} error */
  #alarm(error) {
    this.fault ??= error instanceof Error ? error.message : String(error);
    tell('alarm', words()['alarm'], this.fault);
  }

  /** Gives the link that a called throw waits for, if it waits for one's own. */
  #witness() {
    if (this.fault) return;
    try {
      const given = this.table.witnessing(this.own);
      if (given) this.#send('POST', 'witness', { seat: given.seat, number: given.number, link: given.link, history: given.history });
    } catch (error) {
      // The throw falls without, and a new chain follows.
      if (!(error instanceof Burnt)) throw error;
    }
  }

  /** @param {string} method @param {string} path @param {object} body */
  #send(method, path, body) {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${API}tables/${this.id}/${path}`, { method, headers, body: JSON.stringify(body) }).catch(() => undefined);
  }

  /** Waits until something is heard, or not for long. */
  #heard() {
    return new Promise((resolve) => {
      const late = setTimeout(resolve, PATIENCE);
      this.waiting.push(() => { clearTimeout(late); resolve(undefined); });
    });
  }

  /**
   * Makes sure that every seat of the visitor has a chain of this browser's that can be used.
   * @param {number[]} seats
   */
  anchor(seats) {
    return this.#queue(async () => {
      for (const seat of seats) if (this.#wants(seat)) await this.#begin(seat);
    });
  }

  /** Does something after all that is being sent; a failure is reported and holds nothing up. @param {() => Promise<unknown>} work */
  #queue(work) {
    return (this.sending = this.sending.then(work).catch((error) => console.error(error)));
  }

  /** Whether a seat needs a new chain. @param {number} seat */
  #wants(seat) {
    const { known } = this.table;
    if (this.fault || !this.caughtUp || !known.server || known.called || !known.seats[seat]) return false;
    const chain = known.seats[seat].chain;
    if (!chain) return true;
    // Somebody else's is replaced once: two devices at one seat must not do so for ever.
    if (!this.own.has(chain.anchor)) return !this.taken.has(seat);
    return !chain.live || known.throws + 1 - chain.base > 4096;
  }

  /** @param {number} seat */
  async #begin(seat) {
    this.taken.add(seat);
    const anchor = this.own.begin(crypto.getRandomValues(new Uint8Array(32)));
    const answer = await this.#send('PUT', `seats/${seat}/anchor`, { anchor, command: uuid() });
    if (!answer?.ok) return;
    // It counts when it is in the journal.
    for (let tries = 0; tries < 3 && this.table.known.seats[seat]?.chain?.anchor !== anchor; tries++) await this.#heard();
  }

  /**
   * What this browser brings to a throw that was decided on a version of the table; nothing where it has no part in it.
   * @param {number} seat
   * @param {string} version
   */
  async brings(seat, version) {
    // The page may show an answer that the stream has not told yet; a link for an older state would be refused.
    const behind = () => !this.fault && (!this.caughtUp || Number(this.version) < Number(version));
    for (let tries = 0; tries < 3 && behind(); tries++) await this.#heard();
    await this.sending;
    for (let tries = 0; tries < 3; tries++) {
      const { moved } = this.table.known;
      // Something has happened in the game that the player has not seen.
      if (this.fault || behind() || Number(moved) > Number(version)) return undefined;
      try {
        return this.table.throwing(this.own, seat);
      } catch (error) {
        if (!(error instanceof Burnt)) throw error;
        tell('notice', words()['burnt'], this.table.known.throws + 1);
        await this.#queue(() => this.#begin(seat));
      }
    }
    return undefined;
  }

  /** Waits until more is known than this version, as after a refusal. @param {string} version */
  async past(version) {
    for (let tries = 0; tries < 3 && this.version === version; tries++) await this.#heard();
    return this.version !== version;
  }

  /** Marks the throws of the page that were checked here. */
  mark() {
    for (const place of document.querySelectorAll('[data-mark]')) {
      const mark = this.marks.get(place.getAttribute('data-mark') ?? '');
      place.classList.toggle('checked', mark?.checked === true);
      const said = place.querySelector('.here');
      if (said) said.textContent = mark?.checked ? ` ${words()['checked'] ?? ''}` : '';
    }
  }
}
