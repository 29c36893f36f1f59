// The browser's part in the dice on its own: hashing against Node's, the vectors and the record of docs/dice.md, and servers
// that cheat. No page and no server is needed.

import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Burnt, Fault, LENGTH, Own, Table, before, chainOf, extend, fall, hex, hmac, recordOf, sha256, unhex } from '../../crates/web/assets/fair.js';

const page = readFileSync(new URL('../../docs/dice.md', import.meta.url), 'utf8');
/** @param {string} kind */
const block = (kind) => page.split(`\`\`\`${kind}\n`)[1]?.split('```')[0] ?? '';
const records = block('record').split('\n').filter((line) => line.startsWith('#= ')).map((line) => line.slice(3));

test('hashing is as Node does it', () => {
  assert.equal(hex(sha256(new Uint8Array())), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  for (let length = 0; length < 400; length++) {
    const [message, key] = [crypto.randomBytes(length), crypto.randomBytes(length % 150)];
    assert.equal(hex(sha256(message)), crypto.createHash('sha256').update(message).digest('hex'), `${length} bytes`);
    assert.equal(hex(hmac(key, message)), crypto.createHmac('sha256', key).update(message).digest('hex'), `${length} bytes`);
  }
  const long = crypto.randomBytes(1_000_003);
  assert.equal(hex(sha256(long)), crypto.createHash('sha256').update(long).digest('hex'));
});

test('the vectors of the document', () => {
  const vectors = JSON.parse(block('json'));
  /** @param {string} kind @returns {any[]} */
  const of = (kind) => vectors[kind].filter((/** @type {any} */ one) => one.version !== 1);
  for (const { link, before: earlier } of of('links')) assert.equal(hex(before(unhex(link))), earlier);
  for (const { secret, links, anchor } of of('chains')) {
    const chain = chainOf(unhex(secret)).map(hex);
    assert.equal(chain.length, LENGTH + 1);
    assert.equal(chain[0], anchor);
    for (const [number, link] of Object.entries(links)) assert.equal(chain[Number(number)], link);
  }
  for (const { records: all, history } of of('histories'))
    assert.equal(all.reduce((/** @type {string} */ so, /** @type {string} */ one) => extend(so, one), '0'.repeat(64)), history);
  for (const one of of('throws')) assert.deepEqual(fall({ ...one, thrower: one.thrower ?? undefined, witness: one.witness ?? undefined }, one.count, one.sides), one.dice);
});

/** @param {string[]} texts */
function followed(texts) {
  const table = new Table();
  const marks = texts.map((text, nth) => table.follow(String(nth + 1), text)).filter((mark) => mark !== undefined);
  return { table, marks };
}

test('the record of the document is followed, and every change of it is found', () => {
  const { marks } = followed(records);
  const told = marks.map(({ thrower, witness, silent, checked }) => [thrower, witness, silent, checked]);
  assert.deepEqual(told, [[true, 1, null, true], [true, null, 0, true], [false, null, 1, true]]);
  /** @param {string} from @param {string | RegExp} part @param {string} to */
  const changes = (from, part, to) => {
    const nth = records.findIndex((text) => text.includes(from));
    const changed = records.with(nth, String(records[nth]).replace(part, to));
    assert.notDeepEqual(changed, records, from);
    assert.throws(() => followed(changed), Fault, `${from}: ${to}`);
  };
  changes('"thrown"', /"dice":\[\d\]/, '"dice":[9]');
  changes('"thrown"', /"server":"../, '"server":"00');
  changes('"thrown"', /"thrower":"../, '"thrower":"00');
  changes('"thrown"', /"link":"../, '"link":"00');
  changes('"called"', '"witness":1', '"witness":2');
  changes('"called"', '"at":', '"at":1');
  changes('"seated"', '"at":', '"at":1');
  changes('"opened"', /"anchor":"../, '"anchor":"00');
  const called = records.findIndex((text) => text.includes('"called"'));
  assert.throws(() => followed(records.toSpliced(called, 1)), Fault);
});

test('the exact text of a record is found in an event', () => {
  const record = '{"v":1,"at":5,"did":[{"seated":{"seat":0,"name":"}\\"{\\\\"}}]}';
  assert.equal(recordOf(`{"version":"7","note":${record},"table":{"id":"x"}}`), record);
  assert.equal(recordOf('{"version":"7","table":{"id":"x"}}'), undefined);
});

/** What a browser keeps, for as long as a test runs. */
class Memory {
  /** @type {Map<string, string>} */
  all = new Map();
  /** @param {string} key */
  getItem(key) {
    return this.all.get(key) ?? null;
  }
  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this.all.set(key, value);
  }
}

/** A server that does as it likes, with Olena's and Petro's clients. */
class Host {
  records = /** @type {string[]} */ ([]);
  chain = chainOf(unhex('55'.repeat(32))).map(hex);
  base = 0;
  throws = 0;
  clients = [0, 1].map((nth) => {
    const own = new Own(new Memory(), 'kitchen');
    return { own, anchor: own.begin(unhex(String(nth + 1).repeat(64))), table: new Table(), nth };
  });

  constructor() {
    const [olena, petro] = this.clients;
    const rules = 'name = "One die"\ndice = 1\n';
    this.write({ opened: { table: 'kitchen', rules, dice: 'virtual', anchor: this.chain[0], generation: '00'.repeat(16), seats: [{}, {}] } });
    this.write({ seated: { seat: 0, name: 'Olena', key: 'a' } }, { anchored: { seat: 0, anchor: olena?.anchor, base: 0 } });
    this.write({ seated: { seat: 1, name: 'Petro', key: 'b' } }, { anchored: { seat: 1, anchor: petro?.anchor, base: 0 } }, { started: { seats: [0, 1] } });
  }

  /** Writes a record and shows it to everybody. @param {...object} did */
  write(...did) {
    this.records.push(JSON.stringify({ v: 1, at: this.records.length, did }));
    for (const { table } of this.clients) table.follow(String(this.records.length), String(this.records.at(-1)));
  }

  /** A new chain of the server. @param {string} secret */
  anchors(secret) {
    this.chain = chainOf(unhex(secret)).map(hex);
    this.base = this.throws;
    this.write({ anchored: { anchor: this.chain[0], base: this.base, generation: secret.slice(32) } });
  }

  /** @param {number} seat */
  client(seat) {
    return /** @type {NonNullable<Host['clients'][0]>} */ (this.clients[seat]);
  }

  /** What the client of a seat brings to a throw of its own. @param {number} seat */
  asks(seat) {
    const { table, own } = this.client(seat);
    return table.throwing(own, seat);
  }

  /** Calls a throw of a seat for the other's witness. @param {number} seat */
  calls(seat) {
    const brings = this.asks(seat);
    const called = { seat, keep: [], number: this.throws + 1, thrower: brings?.link, history: brings?.history, witness: 1 - seat };
    this.write({ called });
    return called;
  }

  /** The dice fall. @param {ReturnType<Host['calls']>} called @param {boolean} [drops] */
  falls(called, drops = false) {
    const { table, own } = this.client(called.witness);
    const given = table.witnessing(own);
    const witness = { seat: called.witness, ...(drops ? {} : { link: given?.link, history: given?.history }) };
    const number = ++this.throws;
    const server = String(this.chain[number - this.base]);
    const dice = fall({ table: 'kitchen', number, seat: called.seat, server, thrower: called.thrower, witness: witness.link }, 1, 6);
    this.write({ thrown: { seat: called.seat, kept: [], dice, proof: { number, server, thrower: called.thrower, history: called.history, witness } } });
    return dice;
  }
}

test('an honest host', () => {
  const host = new Host();
  for (let n = 0; n < 10; n++) host.falls(host.calls(n % 2));
  assert.equal(host.client(0).table.known.throws, 10);
});

test('a client is asked for link 4096', () => {
  const host = new Host();
  const { table, own } = host.client(1);
  // There is no way to name a number: a call with another one than the next is a fault, and nothing is given.
  const called = JSON.stringify({ v: 1, at: 1, did: [{ called: { seat: 0, keep: [], number: LENGTH, witness: 1 } }] });
  assert.throws(() => table.follow('9', called), Fault);
  assert.equal(own.gave(host.client(1).anchor, 1), false);
  // Nor by pretending that so many throws have been: each is derived.
  const fresh = new Host();
  const thrown = { seat: 0, kept: [], dice: [1], proof: { number: 1, server: '00'.repeat(32) } };
  assert.throws(() => fresh.client(1).table.follow('9', JSON.stringify({ v: 1, at: 1, did: [{ thrown }] })), Fault);
});

test('a refusal gets the same link for the same dice, and none for others', () => {
  const host = new Host();
  const first = host.asks(0);
  // Refused. Something was written that changes nothing.
  host.write({ 'stood-in': { seat: 1, level: 'regular' } });
  const again = host.asks(0);
  assert.equal(again?.link, first?.link);
  assert.notEqual(again?.history, first?.history);
  // Refused. The server has a new chain, perhaps one that suits the link.
  host.anchors('66'.repeat(32));
  assert.throws(() => host.asks(0), Burnt);
  // Another witness, whose link the server may know.
  const other = new Host();
  other.asks(0);
  other.write({ anchored: { seat: 1, anchor: '77'.repeat(32), base: 0 } });
  assert.throws(() => other.asks(0), Burnt);
  // A new chain of one's own goes on.
  const { own, table } = host.client(0);
  host.write({ anchored: { seat: 0, anchor: own.begin(unhex('99'.repeat(32))), base: 0 } });
  assert.equal(table.throwing(own, 0)?.number, 1);
});

test('a reload remembers what was given', () => {
  const host = new Host();
  const { own, table } = host.client(0);
  const first = host.asks(0);
  const known = JSON.parse(JSON.stringify(table.known));
  const [reloaded, store] = [new Table(known), new Own(own.store, 'kitchen')];
  assert.deepEqual(reloaded.throwing(store, 0), first);
  host.anchors('66'.repeat(32));
  reloaded.follow(table.known.version, String(host.records.at(-1)));
  assert.throws(() => reloaded.throwing(new Own(own.store, 'kitchen'), 0), Burnt);
});

test('a restored backup does not get published links', () => {
  const host = new Host();
  const backup = host.records.length;
  const { own } = host.client(0);
  const published = host.calls(0).thrower;
  // The table as it was, with a new chain of the server.
  const restored = new Table();
  host.records.slice(0, backup).forEach((text, nth) => restored.follow(String(nth + 1), text));
  restored.follow('4', JSON.stringify({ v: 1, at: 9, did: [{ anchored: { anchor: '66'.repeat(32), base: 0, generation: '01'.repeat(16) } }] }));
  assert.throws(() => restored.throwing(own, 0), Burnt);
  assert.ok(published);
});

test('two histories are shown to two players', () => {
  const host = new Host();
  const [olena, petro] = [host.client(0), host.client(1)];
  const brings = host.asks(0);
  const called = { seat: 0, keep: [], number: 1, thrower: brings?.link, history: brings?.history, witness: 1 };
  // Petro was shown something that Olena was not: her history is not his.
  petro.table.follow('4', JSON.stringify({ v: 1, at: 4, did: [{ left: { seat: 0 } }] }));
  petro.table.follow('5', JSON.stringify({ v: 1, at: 5, did: [{ called }] }));
  assert.equal(petro.table.witnessing(petro.own), undefined);
  assert.notEqual(petro.table.known.history, olena.table.known.history);
});

test('a call that is none is not answered', () => {
  for (const wrong of [{ thrower: '00'.repeat(32) }, { history: '00'.repeat(32) }, { thrower: undefined }, { witness: 0 }]) {
    const host = new Host();
    const { table, own } = host.client(1);
    const brings = host.asks(0);
    const called = { seat: 0, keep: [], number: 1, thrower: brings?.link, history: brings?.history, witness: 1, ...wrong };
    table.follow('4', JSON.stringify({ v: 1, at: 4, did: [{ called }] }));
    assert.equal(table.witnessing(own), undefined, JSON.stringify(wrong));
  }
});

test('a witness that is dropped on purpose knows that it had answered', () => {
  const host = new Host();
  host.falls(host.calls(0), true);
  const { table, own, anchor } = host.client(1);
  assert.ok(own.gave(anchor, 1));
  assert.equal(table.known.seats[1]?.chain?.live, false);
  assert.equal(table.witnessOf(0), null, 'nobody asks it until it anchors again');
  // Asked again at once, to be dropped again: that is found.
  const called = { seat: 0, keep: [], number: 2, witness: 1 };
  host.write({ called });
  const server = String(host.chain[2]);
  const dice = fall({ table: 'kitchen', number: 2, seat: 0, server }, 1, 6);
  assert.throws(() => host.write({ thrown: { seat: 0, kept: [], dice, proof: { number: 2, server, witness: { seat: 1 } } } }), Fault);
});

test('a server goes back to version 1', () => {
  const host = new Host();
  assert.throws(() => host.write({ anchored: { anchor: '66'.repeat(32), base: 0 } }), Fault);
});
