// The browser's part in the dice, as docs/dice.md tells it: a chain of hashes for each of one's seats, fixed before the
// throws, so that the server alone cannot choose them. Where the browser cannot hash, throws are the server's only.

const LENGTH = 4096;
const encoder = new TextEncoder();

/** @typedef {{ links: Uint8Array[], base: number }} Chain */

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
/** @param {string} text */
const bytesOf = (text) => new Uint8Array((text.match(/../g) ?? []).map((byte) => parseInt(byte, 16)));

/** Whether this browser can take part: only pages from this machine, or over TLS, may hash. */
export const canProve = globalThis.isSecureContext && 'subtle' in crypto;

/**
 * All links of the chain that ends in a secret, the anchor first.
 * @param {Uint8Array} secret
 */
async function linksOf(secret) {
  const tag = encoder.encode('kosti-dice-1/link');
  const links = [secret];
  const text = new Uint8Array(tag.length + 32);
  text.set(tag);
  for (let nth = 0; nth < LENGTH; nth++) {
    text.set(/** @type {Uint8Array} */ (links[nth]), tag.length);
    links.push(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
  }
  return links.reverse();
}

/** The chains of this page, by table and seat. @type {Map<string, Promise<Chain | undefined>>} */
const chains = new Map();

/** Where the browser keeps the secret of a seat's chain, so that a reload goes on with it. @param {string} place */
const kept = (place) => /** @type {{ secret: string, base: number } | null} */ (JSON.parse(localStorage.getItem(place) ?? 'null'));

/**
 * Begins a new chain for a seat.
 * @param {string} table
 * @param {number} seat
 * @returns {Promise<Chain | undefined>}
 */
async function begin(table, seat) {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const links = await linksOf(secret);
  const body = JSON.stringify({ anchor: hex(/** @type {Uint8Array} */ (links[0])), command: crypto.randomUUID() });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`/api/v1/tables/${table}/seats/${seat}/anchor`, { method: 'PUT', headers, body });
  if (!answer.ok) return undefined;
  const base = (await answer.json()).table.throws;
  localStorage.setItem(`kosti-chain-${table}-${seat}`, JSON.stringify({ secret: hex(secret), base }));
  return { links, base };
}

/**
 * Makes sure that every seat of the visitor has a chain: the one that is kept where the table knows it, a new one
 * otherwise. Whether any was begun: the table has gone on then.
 * @param {HTMLElement} main
 */
export async function anchor(main) {
  const { table, chains: told } = main.dataset;
  if (!canProve || !table || !told) return false;
  let begun = false;
  for (const [seat, known] of told.split(' ').map((one) => one.split(':'))) {
    const place = `kosti-chain-${table}-${seat}`;
    if (chains.has(place)) continue;
    const own = known === 'yes' ? kept(place) : null;
    begun ||= !own;
    const made = own ? linksOf(bytesOf(own.secret)).then((links) => ({ links, base: own.base })) : begin(table, Number(seat));
    chains.set(place, made.catch(() => undefined));
    await chains.get(place);
  }
  return begun;
}

/**
 * The link for a throw; nothing where there is no chain.
 * @param {string} table
 * @param {number} seat
 * @param {number} number
 */
export async function link(table, seat, number) {
  const chain = await chains.get(`kosti-chain-${table}-${seat}`);
  const found = chain?.links[number - chain.base];
  return found && hex(found);
}

/** A link that was shown for nothing: the next throw needs a new chain. @param {string} table @param {number} seat */
export async function renew(table, seat) {
  const place = `kosti-chain-${table}-${seat}`;
  if (!chains.has(place)) return;
  chains.set(place, begin(table, seat).catch(() => undefined));
  await chains.get(place);
}

/**
 * Gives the link that the table asks a witness for.
 * @param {string} table
 * @param {{ seat: number, number: number, witness: number }} air
 */
export async function witness(table, air) {
  const own = await link(table, air.witness, air.number);
  if (!own) return;
  const body = JSON.stringify({ seat: air.witness, number: air.number, link: own });
  await fetch(`/api/v1/tables/${table}/witness`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}
