import { once } from 'node:events';
import { existsSync, utimesSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownServers } from './support/own-servers.ts';

const servers = ownServers();
const isPostgresRunning = () => existsSync(join(servers.folder(), 'data/postgres/postmaster.pid'));

async function startDev(port: number) {
  const dev = servers.start({ PORT: String(port) }, [process.execPath, 'scripts/dev.mjs']);
  await expect.poll(dev.stdout, { timeout: 120_000 }).toContain(`Open http://127.0.0.1:${port}`);
  expect(isPostgresRunning()).toBe(true);
  return dev;
}

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, 'close');
  return port;
}

// SIGHUP is what a closed terminal sends; after SIGKILL only the server itself can see that npm run dev is gone. SIGTERM: below.
it.each(['SIGHUP', 'SIGKILL'] as const)('npm run dev leaves no PostgreSQL behind on %s', async (signal) => {
  const dev = await startDev(await freePort());
  dev.process.kill(signal);
  expect(await dev.ended).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 0);
  await expect.poll(isPostgresRunning).toBe(false);
});

it('npm run dev on a port that is taken says so and starts nothing', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const dev = servers.start({ PORT: String(port) }, [process.execPath, 'scripts/dev.mjs']);
  expect(await dev.ended).toBe(1);
  expect(dev.stderr()).toContain(`Port ${port} is already in use`);
  expect(isPostgresRunning()).toBe(false);
  other.close();
});

it('npm run dev starts the server again when one of its sources changes, and leaves no PostgreSQL behind on SIGTERM', async () => {
  const dev = await startDev(await freePort());
  const now = new Date();
  utimesSync(join(import.meta.dirname, '../../src/server/start/main.ts'), now, now);
  await expect.poll(() => dev.stdout().match(/The server listens at/g), { timeout: 120_000 }).toHaveLength(2);
  dev.process.kill('SIGTERM');
  expect(await dev.ended).toBe(0);
  expect(isPostgresRunning()).toBe(false);
});
