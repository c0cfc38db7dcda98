import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../src/server/start/start-server.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const LIMIT = 16;

let database: TestDatabase;
let folder: string;
let server: RunningServer;
const opened: Socket[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  folder = makeTemporaryFolder();
});
afterAll(async () => {
  await database.drop();
  await removeTemporaryFolder(folder);
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await server.stop();
});

/** The whole server, with accounts elsewhere and no market. */
async function start(env: Record<string, string> = {}): Promise<number> {
  const settings = {
    PORT: '0',
    FEED: 'off',
    PIPCAST_DATA_DIR: folder,
    DATABASE_URL: database.url,
    SUPABASE_URL: 'http://127.0.0.1:1',
    SUPABASE_ANON_KEY: 'key',
    PIPCAST_CONNECTIONS_PER_NETWORK: String(LIMIT),
    ...env,
  };
  server = await startTestServer(settings);
  return Number(new URL(server.origin).port);
}

/** Opens a connection, has one answer of it, and keeps it. */
async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  opened.push(socket);
  socket.write('GET /config.json HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  return socket;
}

async function openMany(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let each = 0; each < count; each += 1) sockets.push(await open(port));
  return sockets;
}

test('a network above its limit loses its oldest idle connection', async () => {
  const port = await start();
  const [oldest, ...others] = await openMany(port, LIMIT);
  const gone = once(oldest as Socket, 'close').catch(() => undefined);
  others.push(await open(port));
  await gone;
  expect(others.map(({ destroyed }) => destroyed)).toEqual(Array(LIMIT).fill(false));
});

test('a trusted proxy has no limit', async () => {
  const port = await start({ PIPCAST_TRUSTED_PROXIES: '127.0.0.1' });
  const sockets = await openMany(port, LIMIT + 4);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual(Array(LIMIT + 4).fill(false));
});
