/**
 * `npm run dev`: the app with hot reload on one origin. Vite serves the pages and passes the rest on to the server, which runs
 * from its sources and starts anew when they change. Pages have no Content-Security-Policy here: hot reload needs inline
 * styles and a socket that the real one forbids. `npm start` shows the real one.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './ready/paths.mjs';
import { readyOrExit } from './ready.mjs';

const SERVER_PATHS = [
  '/auth/v1',
  '/api',
  '/config.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/docs',
  '/openapi.json',
  '/robots.txt',
];

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
  },
);

const { createServer } = await import('vite');
const target = `http://127.0.0.1:${serverPort}`;
const vite = await createServer({
  root: undefined,
  server: {
    host,
    port,
    strictPort: true,
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target }])),
  },
});
await vite.listen();
console.log(`Open http://${host}:${port}`);

const stop = () => {
  server.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
server.on('exit', async (code) => {
  await vite.close();
  process.exit(code ?? 0);
});

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
