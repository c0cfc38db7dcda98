/**
 * `npm run dev`: the app with hot reload on one origin. Vite serves the pages and passes the rest on to the server, which runs
 * from its sources and starts anew when they change. Pages have no Content-Security-Policy here: hot reload needs inline
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
  '/robots.txt',
];

const SAME_PRESS_MS = 500;

await readyOrExit({ build: false });
if (existsSync(join(ROOT, '.env'))) process.loadEnvFile(join(ROOT, '.env'));
const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 3000);
const serverPort = await freePort();

const server = spawn(
  process.execPath,
  [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'src/server/main.ts'],
  {
    cwd: ROOT,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(serverPort) },
    // Without a standard input of its own: tsx would take every Enter for a restart.
    stdio: ['ignore', 'inherit', 'inherit'],
    // A process group of its own: tsx takes a second signal for "now", and a terminal's Ctrl-C would be the first.
    detached: process.platform !== 'win32',
  },
);

const { createServer } = await import('vite');
const target = `http://127.0.0.1:${serverPort}`;
const vite = await createServer({
  server: {
    host,
    port,
    strictPort: true,
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target }])),
  },
});
await vite.listen();

/** @type {number | undefined} */
let stopAskedAt;
const stop = () => {
  // npm passes a Ctrl-C on that has arrived already; a second press comes later and means "now".
  if (stopAskedAt !== undefined && performance.now() - stopAskedAt < SAME_PRESS_MS) return;
  stopAskedAt = performance.now();
  server.kill('SIGTERM');
};
// Vite's own would end this process with 143 before the server has stopped its database.
process.removeAllListeners('SIGTERM');
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
server.on('exit', async (code) => {
  await vite.close();
  process.exit(stopAskedAt === undefined ? (code ?? 1) : 0);
});

while (!(await answers(`${target}/healthz`))) await wait(100);
console.log(`Open http://${host}:${port}`);

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
