// A running `kosti serve` on tables of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';

import { PATIENCE } from './patience.mjs';

/** @typedef {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} Child */

/** Time limits that no test meets, however slow the machine is. A test of a limit gives its own, which counts. */
const PATIENT = ['request=3600', 'answer=3600', 'work=3600', 'witness=3600', 'stop=3600'].flatMap((limit) => ['--limit', limit]);

export class Kosti {
  /** Where the server is: `http://127.0.0.1:PORT`, also after a restart. */
  url = '';
  #data = mkdtempSync(join(tmpdir(), 'kosti-browser-'));
  /** @type {readonly string[]} */
  #more;
  /** @type {Child | undefined} */
  #child;

  /** @param {readonly string[]} more Further arguments of `kosti serve`. */
  constructor(more) {
    this.#more = more;
    // Also when the file fails before its tests run.
    process.once('exit', () => {
      this.#child?.kill('SIGKILL');
      rmSync(this.#data, { recursive: true, force: true });
    });
  }

  /**
   * A server for the tests of a file, stopped after them.
   *
   * @param {string[]} more Further arguments of `kosti serve`.
   */
  static async start(...more) {
    const kosti = new Kosti(more);
    await kosti.#listen('127.0.0.1:0');
    after(() => kosti.stop());
    return kosti;
  }

  /** @param {string} address */
  async #listen(address) {
    const program = process.env['KOSTI'];
    if (program === undefined) throw new Error('KOSTI must say where the program is; `cargo xtask browser` does');
    const pause = this.#more.includes('--bot-pause') ? [] : ['--bot-pause', '0'];
    const place = ['--lang', 'en', '--listen', address, '--data', this.#data];
    const child = spawn(program, ['serve', ...place, '--rate', '0', ...pause, ...PATIENT, ...this.#more], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { KOSTI_LOG: 'warn', ...process.env },
    });
    this.#child = child;
    this.url = await addressOf(child);
    // The tests of a file are over when they are, not when the server is: it is stopped after them.
    child.unref();
    /** @type {import('node:net').Socket} */ (child.stdout).unref();
  }

  /** Pulls the plug. */
  async kill() {
    await this.#end('SIGKILL');
  }

  /** Starts again after `kill`, with the same tables at the same address. */
  async restart() {
    if (this.#child !== undefined) throw new Error('it still runs');
    await this.#listen(new URL(this.url).host);
  }

  /** Stops in order, and takes the tables away. */
  async stop() {
    const code = await this.#end('SIGTERM');
    rmSync(this.#data, { recursive: true, force: true });
    if (code !== undefined && code !== 0) throw new Error(`kosti serve did not stop in order: ${code}`);
  }

  /**
   * The code of the process or the signal that ended it; nothing if none ran.
   *
   * @param {NodeJS.Signals} signal
   */
  async #end(signal) {
    const child = this.#child;
    if (child === undefined) return undefined;
    this.#child = undefined;
    child.ref();
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.signalCode ?? child.exitCode ?? undefined;
  }
}

/**
 * What the first line says.
 *
 * @param {Child} child
 * @returns {Promise<string>}
 */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`kosti serve did not listen in ${PATIENCE} ms`));
    }, PATIENCE);
    /** @param {Error} error */
    const fail = (error) => {
      clearTimeout(late);
      reject(error);
    };
    child.once('error', fail);
    child.once('exit', (code, signal) => fail(new Error(`kosti serve ended: ${code ?? signal}`)));
    // The lines after the first are read too, or a full pipe would stop the server.
    createInterface({ input: child.stdout }).once('line', (line) => {
      const url = /http:\/\/\S+/.exec(line)?.[0];
      if (url === undefined) return fail(new Error(`kosti serve said no address but: ${line}`));
      clearTimeout(late);
      resolve(url);
    });
  });
}
