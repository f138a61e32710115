// A plain file server, as any host of static pages: it knows types, and nothing of ubin.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export class FileServer {
  /** @param {string} folder */
  static async start(folder) {
    const server = new FileServer(folder);
    await new Promise((resolve) => {
      server.http.listen(0, '127.0.0.1', () => resolve(undefined));
    });
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.http.address());
    server.url = `http://127.0.0.1:${port}`;
    return server;
  }

  /** @param {string} folder */
  constructor(folder) {
    /** May be set to another folder: a new version. */
    this.folder = folder;
    this.url = '';
    /** What was asked for, and how long the answer was. @type {{ path: string, bytes: number }[]} */
    this.requests = [];
    /** What browsers are told about keeping files, as hosts of pages do. */
    this.keeping = 'max-age=600';
    /** What takes the place of files, by the end of their names: other bytes, or nothing. @type {Map<string, Buffer | null>} */
    this.instead = new Map();
    this.http = createServer((request, response) => this.answer(request, response));
  }

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  async answer(request, response) {
    const { pathname } = new URL(request.url ?? '/', this.url);
    const path = normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    try {
      const other = [...this.instead].find(([end]) => path.endsWith(end));
      const body = other ? other[1] : await readFile(join(this.folder, path));
      if (!body) throw new Error('taken away');
      this.requests.push({ path: pathname, bytes: body.length });
      response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream', 'Cache-Control': this.keeping });
      response.end(body);
    } catch {
      response.writeHead(404);
      response.end();
    }
  }

  async kill() {
    this.http.closeAllConnections();
    await new Promise((resolve) => {
      this.http.close(resolve);
    });
  }
}
