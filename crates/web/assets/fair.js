// Dice that anyone can check, version 2, as docs/dice.md tells it: hashing, chains, following a table's journal, and
// what a client may give away. It knows no page and no network, so that it can be tested and read on its own. Hashing
// is its own because browsers refuse theirs to pages over plain http.

/** How many links a chain has. */
export const LENGTH = 4096;

const encoder = new TextEncoder();

/** The first 32 bits of the fractional parts of the roots of the first primes. @param {number} count @param {number} power */
function roots(count, power) {
  const found = [];
  for (let n = 2; found.length < count; n++) {
    let prime = true;
    for (let by = 2; by * by <= n; by++) if (n % by === 0) prime = false;
    if (prime) found.push(((n ** power) % 1) * 2 ** 32 | 0);
  }
  return found;
}
const K = new Int32Array(roots(64, 1 / 3));
const H = new Int32Array(roots(8, 1 / 2));

/** Bytes one after the other. @param {...Uint8Array} parts */
function join(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const W = new Int32Array(64);
/** @param {number} x @param {number} by */
const turn = (x, by) => (x >>> by) | (x << (32 - by));
/** @param {Int32Array} words @param {number} nth */
const at = (words, nth) => /** @type {number} */ (words[nth]);

/**
 * SHA-256, FIPS 180-4.
 * @param {Uint8Array} message
 */
export function sha256(message) {
  const padded = new Uint8Array((message.length + 72) & ~63);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  const state = new Int32Array(H);
  for (let block = 0; block < padded.length; block += 64) {
    for (let t = 0; t < 16; t++) W[t] = view.getInt32(block + 4 * t);
    for (let t = 16; t < 64; t++) {
      const [far, near] = [at(W, t - 15), at(W, t - 2)];
      const s0 = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
      const s1 = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
      W[t] = (at(W, t - 16) + s0 + at(W, t - 7) + s1) | 0;
    }
    let [a, b, c, d] = [at(state, 0), at(state, 1), at(state, 2), at(state, 3)];
    let [e, f, g, h] = [at(state, 4), at(state, 5), at(state, 6), at(state, 7)];
    for (let t = 0; t < 64; t++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(K, t) + at(W, t)) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, nth) => { state[nth] = at(state, nth) + value; });
  }
  const hash = new Uint8Array(32);
  const bytes = new DataView(hash.buffer);
  state.forEach((value, nth) => bytes.setInt32(4 * nth, value));
  return hash;
}

/**
 * HMAC-SHA-256, RFC 2104.
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  const whole = new Uint8Array(64);
  whole.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(join(whole.map((byte) => byte ^ 0x36), message));
  return sha256(join(whole.map((byte) => byte ^ 0x5c), inner));
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} text */
export const unhex = (text) => new Uint8Array((text.match(/../g) ?? []).map((byte) => parseInt(byte, 16)));

/** @param {string} purpose */
const tag = (purpose) => encoder.encode(`kosti-dice-2/${purpose}`);

/** @param {number} value */
function number(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** @param {string | undefined} link */
const optional = (link) => (link ? join(new Uint8Array([1]), unhex(link)) : new Uint8Array(1));

const LINK = tag('link');

/** The link before this one in its chain. @param {Uint8Array} link */
export const before = (link) => sha256(join(LINK, link));

/**
 * All links of the chain that ends in a secret, the anchor first.
 * @param {Uint8Array} secret
 */
export function chainOf(secret) {
  const links = [secret];
  for (let link = secret; links.length <= LENGTH; links.push(link)) link = before(link);
  return links.reverse();
}

/**
 * The history with one more record; the tag is the same in every version.
 * @param {string} history
 * @param {string} record
 */
export const extend = (history, record) =>
  hex(sha256(join(encoder.encode('kosti-dice-1/history'), unhex(history), encoder.encode(record))));

/**
 * The faces that the links of a throw give, in the order in which they are drawn.
 * @param {{ table: string, number: number, seat: number, server: string, thrower?: string | undefined, witness?: string | undefined }} draw
 * @param {number} count
 * @param {number} sides
 */
export function fall(draw, count, sides) {
  const table = encoder.encode(draw.table);
  const names = join(number(table.length), table, number(draw.number), number(draw.seat));
  const key = hmac(unhex(draw.server), join(tag('throw'), names, optional(draw.thrower), optional(draw.witness)));
  /** @type {number[]} */
  const faces = [];
  for (let counter = 0; faces.length < count; counter++)
    for (const byte of hmac(key, join(tag('dice'), number(counter))))
      if (byte < 256 - (256 % sides) && faces.length < count) faces.push((byte % sides) + 1);
  return faces;
}

/**
 * The exact text of the record in an event of the stream; the history is the hash of these texts.
 * @param {string} data
 */
export function recordOf(data) {
  const start = data.indexOf('"note":') + 7;
  if (start < 7) return undefined;
  let [depth, quoted] = [0, false];
  for (let at = start; at < data.length; at++) {
    const c = data[at];
    if (quoted) {
      if (c === '\\') at++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) return data.slice(start, at + 1);
  }
  return undefined;
}

/** Why a record is not believed. */
export class Fault extends Error {
  /** @param {string} why @param {number} [throws] The number of the throw. */
  constructor(why, throws) {
    super(throws ? `throw ${throws}: ${why}` : why);
    this.number = throws;
  }
}

/** The link was shown for something else: the client must begin a new chain. */
export class Burnt extends Error {}

/** @typedef {{ anchor: string, newest: string, number: number, base: number, live: boolean }} Chain */
/** @typedef {{ key: string | null, chain: Chain | null }} Seat */
/** @typedef {{ seat: number, keep: string, number: number, thrower?: string, history?: string, witness: number, before: string }} Called */
/** What proves a throw. @typedef {{ number: number, seat: number, thrower: boolean, witness: number | null, silent: number | null, checked: boolean }} Mark */
/** What a client brings to a throw. @typedef {{ number: number, link: string, history: string, version: string }} Contribution */

/** What is known of a table; plain data, so that it can be kept. */
const nothing = () => ({
  /** The version of the last record. */
  version: '0',
  /** The version of the last record that changed the game. */
  moved: '0',
  history: '0'.repeat(64),
  throws: 0,
  id: '',
  virtual: false,
  /** What the rules file says of sides: the table's, and those of house rules. */
  sides: [6],
  /** The server's chain, where it is of version 2. @type {Chain | null} */
  server: null,
  /** @type {Seat[]} */
  seats: [],
  /** @type {Called | null} */
  called: null,
});

/** Facts that leave the game as it is. */
const QUIET = ['anchored', 'seated', 'vacated', 'stood-in', 'took-back', 'rematched'];

/** A table, followed record by record. Every throw is derived again; what does not hold is a `Fault`. */
export class Table {
  /** @param {ReturnType<typeof nothing>} [known] What was known before. */
  constructor(known) {
    this.known = known ?? nothing();
  }

  /**
   * Follows one record, and tells what proves its throw, if it has one.
   * @param {string} version
   * @param {string} text Exactly as it was written.
   * @returns {Mark | undefined}
   */
  follow(version, text) {
    /** @type {{ did: Record<string, any>[] }} */
    const { did } = JSON.parse(text);
    const facts = did.flatMap((fact) => Object.entries(fact));
    const thrown = facts.filter(([name]) => name === 'thrown');
    if (thrown.length > 1) throw new Fault('two throws in one record', this.known.throws + 1);
    const aside = facts.find(([name]) => name === 'set-aside')?.[1].dice;
    const mark = thrown[0] && this.known.virtual ? this.#derive(thrown[0][1], aside) : undefined;
    for (const [name, fact] of facts) this.#take(name, fact);
    this.known.history = extend(this.known.history, text);
    this.known.version = version;
    if (facts.some(([name]) => !QUIET.includes(name))) this.known.moved = version;
    return mark;
  }

  /** The seat whose client must witness what this seat throws next. @param {number} thrower */
  witnessOf(thrower) {
    const { seats, throws } = this.known;
    for (let step = 1; step < seats.length; step++) {
      const at = (thrower + step) % seats.length;
      const { key, chain } = /** @type {Seat} */ (seats[at]);
      if (key && key !== seats[thrower]?.key && chain?.live && throws + 1 - chain.base <= LENGTH) return at;
    }
    return null;
  }

  /** @param {any} fact @param {number[] | undefined} aside @returns {Mark} */
  #derive(fact, aside) {
    const { known } = this;
    const { seat, proof } = fact;
    const n = known.throws + 1;
    const { thrower, witness } = proof ?? {};
    const answered = witness?.link ? witness : undefined;
    const mark = { number: n, seat, thrower: !!thrower, witness: answered?.seat ?? null, silent: witness && !answered ? witness.seat : null };
    // A chain of version 1, which the server ends when it begins anew.
    if (!known.server) return { ...mark, checked: false };
    /** @param {unknown} holds @param {string} why */
    const hold = (holds, why) => { if (!holds) throw new Fault(why, n); };
    hold(proof?.number === n, 'it has another number');
    hold(leads(known.server, proof.server, n), 'the link of the server does not belong to its chain');
    hold(!thrower || leads(known.seats[seat]?.chain, thrower, n), 'the link of the thrower does not belong to its chain');
    hold(!answered || leads(known.seats[witness.seat]?.chain, answered.link, n), 'the link of the witness does not belong to its chain');
    const { called } = known;
    hold((witness?.seat ?? null) === this.witnessOf(seat), 'it has not the witness that the records call for');
    hold(witness ? called && called.seat === seat && called.thrower === thrower && called.witness === witness.seat && called.keep === String(aside ?? fact.kept) : !called, 'it is not as it was called');
    const stood = called ? called.before : known.history;
    hold(proof.history === (thrower ? stood : undefined) && (!called || called.history === proof.history), 'the thrower stood on another history');
    hold(!witness || witness.history === (answered ? known.history : undefined), 'the witness stood on another history');
    const draw = { table: known.id, number: n, seat, server: proof.server, thrower, witness: answered?.link };
    /** @param {number[]} dice */
    const sorted = (dice) => String([...dice].sort((a, b) => a - b));
    hold(known.sides.some((sides) => sorted(fall(draw, fact.dice.length, sides)) === sorted(fact.dice)), 'its links give other dice');
    return { ...mark, checked: true };
  }

  /** @param {string} name @param {any} fact */
  #take(name, fact) {
    const { known } = this;
    if (known.called && !['set-aside', 'thrown', 'deleted'].includes(name)) throw new Fault(`${name} while a throw is in the air`, known.throws + 1);
    const seat = known.seats[fact.seat];
    switch (name) {
      case 'opened': {
        if (known.id) throw new Fault('the table is opened twice');
        const rules = fact.rules.replace(/#.*/g, '');
        /** @type {number[]} */
        const sides = [...rules.matchAll(/(?:^|[\s{.])sides\s*=\s*(\d+)/g)].map(([, count]) => Number(count));
        const said = /(^|\s)sides\s*=/.test(rules.split(/^\s*\[/m)[0]);
        known.sides = [...new Set(said ? sides : [6, ...sides])];
        [known.id, known.virtual] = [fact.table, fact.dice === 'virtual'];
        known.seats = fact.seats.map((/** @type {any} */ plan) => ({ key: plan.key ?? null, chain: null }));
        if (fact.generation) known.server = chain(fact.anchor, 0);
        break;
      }
      case 'seated':
        known.seats[fact.seat] = { key: fact.key, chain: null };
        break;
      case 'vacated':
        known.seats[fact.seat] = { key: null, chain: null };
        break;
      case 'started':
        known.seats = fact.seats.map((/** @type {number} */ old) => known.seats[old]);
        break;
      case 'anchored':
        if (fact.base !== known.throws) throw new Fault('a chain begins at another throw', known.throws + 1);
        if (fact.seat !== undefined) {
          if (seat) seat.chain = chain(fact.anchor, fact.base);
        } else if (fact.generation) {
          // Links of version 1 prove nothing in version 2.
          if (!known.server) for (const other of known.seats) other.chain = null;
          known.server = chain(fact.anchor, fact.base);
        } else if (known.server) throw new Fault('the server goes back to version 1', known.throws + 1);
        break;
      case 'called':
        if (fact.number !== known.throws + 1) throw new Fault('a throw is called with another number', known.throws + 1);
        known.called = { ...fact, keep: String(fact.keep), before: known.history };
        break;
      case 'thrown': {
        known.throws++;
        known.called = null;
        const { server, thrower, witness } = fact.proof ?? {};
        show(known.server, server, known.throws);
        show(seat?.chain, thrower, known.throws);
        const other = witness && known.seats[witness.seat]?.chain;
        show(other, witness?.link, known.throws);
        if (other && !witness.link) other.live = false;
        break;
      }
    }
  }

  /**
   * What the client of a seat brings to its next throw. The number is the table's own count, never one that somebody
   * names.
   * @param {Own} own
   * @param {number} seat
   * @returns {Contribution | undefined} Nothing without a chain of one's own.
   */
  throwing(own, seat) {
    const { known } = this;
    if (known.called) return undefined;
    const witness = this.witnessOf(seat);
    const other = witness === null ? null : known.seats[witness]?.chain?.anchor;
    return this.#give(own, seat, ['throw', seat, witness, other ?? null]);
  }

  /**
   * What the client of the witness of a called throw brings. The call has been checked: the next number, and a link of
   * the thrower that leads to its chain.
   * @param {Own} own
   * @returns {Contribution & { seat: number } | undefined} Nothing where no throw waits for a chain of one's own.
   */
  witnessing(own) {
    const { known } = this;
    const called = known.called;
    if (!called || this.witnessOf(called.seat) !== called.witness) return undefined;
    const { thrower } = called;
    if (thrower && !leads(known.seats[called.seat]?.chain, thrower, called.number)) return undefined;
    if (called.history !== (thrower ? called.before : undefined)) return undefined;
    const given = this.#give(own, called.witness, ['witness', called.seat, thrower ?? null]);
    return given && { ...given, seat: called.witness };
  }

  /** @param {Own} own @param {number} seat @param {unknown[]} what */
  #give(own, seat, what) {
    const { known } = this;
    const chain = known.seats[seat]?.chain;
    if (!known.server || !chain || !own.has(chain.anchor)) return undefined;
    const number = known.throws + 1;
    const context = JSON.stringify([known.server.anchor, known.server.base, ...what]);
    return { number, link: own.give(chain, number, context), history: known.history, version: known.version };
  }
}

/** @param {string} anchor @param {number} base @returns {Chain} */
const chain = (anchor, base) => ({ anchor, newest: anchor, number: base, base, live: true });

/** Whether this is the link of a throw in a chain. @param {Chain | null | undefined} chain @param {string} link @param {number} n */
function leads(chain, link, n) {
  if (!chain || n <= chain.number || n - chain.number > LENGTH || !/^[0-9a-f]{64}$/i.test(link)) return false;
  let bytes = unhex(link);
  for (let step = chain.number; step < n; step++) bytes = before(bytes);
  return hex(bytes) === chain.newest;
}

/** @param {Chain | null | undefined} chain @param {string | undefined} link @param {number} n */
function show(chain, link, n) {
  if (chain && link) [chain.newest, chain.number] = [link.toLowerCase(), n];
}

/** @typedef {{ secret: string, last: number, context: string }} Kept */
/** @typedef {Pick<Storage, 'getItem' | 'setItem'>} Store */

/**
 * The chains of one's own at a table, by their anchors. Each is kept before anything of it is shown, and so is what was
 * shown, so that a reload or another window cannot show a link a second time for something else.
 */
export class Own {
  /** @param {Store} store @param {string} table */
  constructor(store, table) {
    this.store = store;
    this.table = table;
    /** @type {Map<string, Uint8Array[]>} */
    this.links = new Map();
  }

  /** @param {string} anchor @returns {Kept | null} */
  #kept(anchor) {
    return JSON.parse(this.store.getItem(`kosti-chain-${this.table}-${anchor}`) ?? 'null');
  }

  /** @param {string} anchor @param {Kept} kept */
  #keep(anchor, kept) {
    this.store.setItem(`kosti-chain-${this.table}-${anchor}`, JSON.stringify(kept));
  }

  /** Begins a chain; its anchor. @param {Uint8Array} secret 32 random bytes. */
  begin(secret) {
    const links = chainOf(secret);
    const anchor = hex(/** @type {Uint8Array} */ (links[0]));
    this.links.set(anchor, links);
    this.#keep(anchor, { secret: hex(secret), last: 0, context: '' });
    return anchor;
  }

  /** @param {string} anchor */
  has(anchor) {
    return this.#kept(anchor) !== null;
  }

  /** Whether a link was shown for this throw or a later one. @param {string} anchor @param {number} n */
  gave(anchor, n) {
    return (this.#kept(anchor)?.last ?? 0) >= n;
  }

  /**
   * The link of a throw, in a context: everything that decides the dice besides. It was never shown in another one.
   * @param {Chain} chain
   * @param {number} n
   * @param {string} context
   */
  give(chain, n, context) {
    const kept = this.#kept(chain.anchor);
    if (!kept || n <= chain.base || n - chain.base > LENGTH) throw new Burnt('no link is left');
    if (n < kept.last || (n === kept.last && context !== kept.context)) throw new Burnt(`the link of throw ${n} was shown before`);
    if (n > kept.last) this.#keep(chain.anchor, { ...kept, last: n, context });
    let links = this.links.get(chain.anchor);
    if (!links) this.links.set(chain.anchor, (links = chainOf(unhex(kept.secret))));
    return hex(/** @type {Uint8Array} */ (links[n - chain.base]));
  }
}
