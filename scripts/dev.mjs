/**
 * `npm run dev`: the app with hot reload on one origin. Vite serves the pages and passes the rest on to the server, which runs
 * from its sources and starts again when they change. Pages have no Content-Security-Policy here: hot reload needs inline
 * styles and a socket that the real one forbids. `npm start` shows the real one.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from './ready/paths.mjs';
import { readyOrExit } from './ready.mjs';

const SERVER_PATHS = [
  '/auth/v1',
  '/api',
  '/config.json',
  '/ledger',
  '/healthz',
  '/readyz',
  '/metrics',
  '/docs',
  '/openapi.json',
];

/** What the server runs; vite watches what the pages do. */
const SERVER_SOURCES = [join(ROOT, 'src/core'), join(ROOT, 'src/server')];

await readyOrExit({ build: false });
if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 3000);
const serverPort = await freePort();
const target = `http://127.0.0.1:${serverPort}`;

const { createServer } = await import('vite');
const vite = await createServer({
  plugins: [{ name: 'pipcast:config', transformIndexHtml: configInPage }],
  server: {
    host,
    port,
    strictPort: true,
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target }])),
  },
});
// Before the server: where the port is taken nothing else has to be stopped.
await vite.listen().catch((error) => {
  console.error(error.message);
  process.exit(1);
});

let stopping = false;
let changed = false;
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
startServer();

vite.watcher.add(SERVER_SOURCES);
vite.watcher.on('all', (_event, path) => {
  if (!SERVER_SOURCES.some((folder) => path.startsWith(folder)) || path.endsWith('.test.ts')) return;
  if (server === undefined) return startServer();
  changed = true;
  server.kill('SIGTERM');
});

// Vite's own would end this process with 143 before the server has stopped its database.
process.removeAllListeners('SIGTERM');
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop);

while (!(await answers(`${target}/healthz`))) await wait(100);
console.log(`Open http://${host}:${port}`);

/** It stops, and its database with it, when this process is gone, however that ended: the channel between the two ends then. */
function startServer() {
  changed = false;
  server = spawn(process.execPath, ['--import', 'tsx', 'src/server/start/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(serverPort) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A process group of its own: a terminal's Ctrl-C would reach it besides our own signal, and a second one means "at once".
    detached: process.platform !== 'win32',
  });
  server.once('exit', (code, signal) => {
    server = undefined;
    if (stopping) return end();
    // One that was killed has left its database running; the next one takes that over.
    if (changed || signal !== null) return startServer();
    console.error(
      `The server ended with ${code}. It starts again when a file in src/server or src/core changes.`,
    );
  });
}

/** The server puts its configuration into each page that it sends; here Vite sends them. */
async function configInPage() {
  const children = await (await fetch(`${target}/config.json`)).text();
  return [
    {
      tag: 'script',
      attrs: { id: 'config', type: 'application/json' },
      children,
      injectTo: /** @type {const} */ ('body'),
    },
  ];
}

function stop() {
  stopping = true;
  if (server === undefined) return end();
  server.kill('SIGTERM');
}

async function end() {
  await vite.close();
  process.exit(0);
}

/** @param {string} url */
async function answers(url) {
  try {
    const response = await fetch(url);
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const socket = createSocket();
    socket.once('error', reject);
    socket.listen(0, '127.0.0.1', () => {
      const { port: found } = /** @type {import('node:net').AddressInfo} */ (socket.address());
      socket.close(() => resolve(found));
    });
  });
}
