// A web host that knows nothing of Kosti: static files of a folder, as `python3 -m http.server` has them.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { after } from 'node:test';

/** @type {Record<string, string>} */
const KINDS = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export class WebHost {
  /** Where the files are. */
  url = '';
  /** What was asked for. @type {string[]} */
  requests = [];
  #folder;
  #path;
  #port = 0;
  /** @type {import('node:http').Server | undefined} */
  #server;

  /**
   * @param {string} folder
   * @param {string} path The path that the files are below; ends with a slash.
   */
  constructor(folder, path = '/') {
    this.#folder = folder;
    this.#path = path;
  }

  /** A host for the tests of a file. @param {string} folder @param {string} [path] */
  static async start(folder, path) {
    const host = new WebHost(folder, path);
    await host.start();
    after(() => host.stop());
    return host;
  }

  async start() {
    const server = createServer((request, response) => this.#answer(request, response));
    this.#server = server;
    await new Promise((resolve) => server.listen(this.#port, '127.0.0.1', () => resolve(undefined)));
    this.#port = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
    this.url = `http://127.0.0.1:${this.#port}${this.#path.slice(0, -1)}`;
  }

  /** Other files from now on, as when a new version is uploaded. @param {string} folder */
  replace(folder) {
    this.#folder = folder;
  }

  /** Nothing answers at this address any more. */
  async stop() {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  #answer(request, response) {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    this.requests.push(path);
    const inside = path.startsWith(this.#path) ? normalize(path.slice(this.#path.length)) : '..';
    const file = join(this.#folder, inside === '.' || inside === '' ? 'index.html' : inside);
    if (inside.startsWith('..') || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': KINDS[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-cache' });
    createReadStream(file).pipe(response);
  }
}
