import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getUser, signIn } from './support/auth-calls.ts';
import { ownServers } from './support/own-servers.ts';
import type { ServerProcess } from '../../scripts/server-process.mjs';
import { matrix } from '../support/rounds.ts';

const servers = ownServers();
const { start } = servers;

async function stop(server: ServerProcess): Promise<void> {
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

const demoKey = (server: ServerProcess) => /Key +(\S+)/.exec(server.stdout())?.[1];
const isPostgresRunning = () => existsSync(join(servers.folder(), 'data/postgres/postmaster.pid'));

describe('a first start', () => {
  it('prints the address, where the data is, what is still an example, and a demo account that signs in; no secret is in the log', async () => {
    rmSync(join(servers.folder(), 'data'), { recursive: true });
    const server = start({ LOG_LEVEL: 'debug' });
    const origin = await server.origin;
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const text of [
      'demo@example.com',
      'Sign-up is open: every client can make an account.',
      join(servers.folder(), 'data'),
      'PIPCAST_PHONE',
      'PIPCAST_BROKER_URL',
      'PIPCAST_VIDEOS_URL',
      'PIPCAST_COMMUNITY_URL',
    ])
      expect(server.stdout()).toContain(text);
    await server.healthy();
    const key = demoKey(server) ?? '';
    const session = await signIn(origin, 'demo@example.com', key);
    expect(session.status).toBe(200);
    expect((await getUser(origin, session.body['access_token'])).body['email']).toBe('demo@example.com');
    await signIn(origin, 'demo@example.com', 'not-the-key-hunter2');
    await fetch(`${origin}/?token=hunter2`, { headers: { authorization: 'Bearer hunter2' } });
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    expect(metrics).toContain('pipcast_sign_ins_total{result="ok"} 1');
    expect(metrics).toContain('pipcast_sign_ins_total{result="invalid_credentials"} 1');
    await stop(server);
    const secrets = [key, session.body['access_token'], session.body['refresh_token'], 'hunter2'];
    secrets.push(...secretsInDataFolder());
    for (const secret of secrets) expect(server.stderr()).not.toContain(String(secret));
    expect(server.stderr()).toContain('/auth/v1/token');
  });
});

describe('a second start', () => {
  it('has the accounts of the first, makes no second demo account, and says nothing of sign-up where that is closed', async () => {
    const first = start();
    await first.healthy();
    const key = demoKey(first) ?? '';
    await stop(first);
    const second = start({ PIPCAST_SIGNUP: 'closed' });
    const origin = await second.origin;
    expect(second.stdout()).not.toMatch(/demo@example\.com|Sign-up/);
    expect((await signIn(origin, 'demo@example.com', key)).status).toBe(200);
  });
});

describe('stopping', () => {
  it.each(matrix(['SIGINT', 'SIGHUP'] as const, (signal) => signal === 'SIGHUP'))(
    'on %s ends with code 0 and PostgreSQL stopped',
    async (signal) => {
      const server = start();
      await server.healthy();
      expect(isPostgresRunning()).toBe(true);
      const before = server.stderr().length;
      server.process.kill(signal);
      expect(await server.ended).toBe(0);
      expect(isPostgresRunning()).toBe(false);
      expect(server.stderr().slice(before)).not.toMatch(/"level":"(warn|error|fatal)"/);
    },
  );

  const waysToStop = [
    // A terminal's Ctrl-C reaches every process of the group, and npm passes it on once more.
    ['Ctrl-C', 'SIGINT', (pid: number) => -pid],
    // A supervisor knows npm only.
    ['SIGTERM', 'SIGTERM', (pid: number) => pid],
  ] as const;
  it.each(matrix(waysToStop, ([name]) => name === 'Ctrl-C'))(
    'npm start on %s ends with code 0 and PostgreSQL stopped',
    async (_name, signal, target) => {
      const server = start({}, ['npm', 'start']);
      await server.healthy();
      process.kill(target(server.process.pid as number), signal);
      expect(await server.ended).toBe(0);
      expect(isPostgresRunning()).toBe(false);
    },
  );

  it('during the start still ends with code 0 and PostgreSQL stopped', async () => {
    const server = start();
    await expect.poll(isPostgresRunning, { timeout: 100_000, interval: 5 }).toBe(true);
    server.process.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(isPostgresRunning()).toBe(false);
  });

  it('closes connections that are kept alive or were never used at once, and finishes a sign-in that is under way', async () => {
    const server = start();
    const { port } = new URL(await server.origin);
    const unused = await open(port);
    const kept = await open(port);
    kept.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(kept.answer).toContain('200 OK');
    const busy = await open(port);
    const body = JSON.stringify({ email: 'demo@example.com', password: 'not the key' });
    busy.socket.write(
      'POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n' +
        `X-Supabase-Api-Version: 2024-01-01\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await expect.poll(busy.answer).toContain('100 Continue');
    server.process.kill('SIGTERM');
    // Had they been closed with the last that is under way, that one would have got no answer.
    await Promise.all([unused.closed, kept.closed]);
    busy.socket.write(body);
    await busy.closed;
    expect(busy.answer()).toContain('invalid_credentials');
    expect(busy.answer()).toMatch(/^connection: close/im);
    expect(await server.ended).toBe(0);
  });
});

describe('a start that cannot be', () => {
  async function problemOf(server: ServerProcess): Promise<string> {
    expect(await server.ended).toBe(1);
    const text = server.stderr().trim();
    expect(text.split('\n'), 'one line, no stack trace').toHaveLength(1);
    return text;
  }

  it('says which setting is wrong', async () => {
    expect(await problemOf(start({ PIPCAST_BROKER_URL: 'javascript:alert(1)' }))).toMatch(
      /^PIPCAST_BROKER_URL is "javascript:alert\(1\)" but must be a link .* Example: PIPCAST_BROKER_URL=https:/,
    );
  });

  it('says that the port is in use, and stops PostgreSQL', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const server = start({ PORT: String(port), LOG_LEVEL: 'warn' });
    expect(await problemOf(server)).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is in use`));
    expect(server.stdout()).not.toContain('demo@example.com');
    expect(isPostgresRunning()).toBe(false);
    other.close();
  });

  it('says that another server has the data', async () => {
    const first = start();
    await first.healthy();
    expect(await problemOf(start({ LOG_LEVEL: 'warn' }))).toContain(join(servers.folder(), 'data'));
    await first.healthy();
  });

  it('says that the data cannot be written', async () => {
    const data = join(servers.folder(), 'closed');
    // Root may write anywhere but into a file.
    if (process.getuid?.() === 0) writeFileSync(data, '');
    else {
      mkdirSync(data);
      chmodSync(data, 0o500);
    }
    expect(await problemOf(start({ LOG_LEVEL: 'warn', PIPCAST_DATA_DIR: data }))).toContain(data);
  });
});

async function open(port: string) {
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return { socket, closed, answer: () => answer };
}

/** Every word of the small private files beside the database: passwords and secrets that the server made for itself. */
function secretsInDataFolder(): string[] {
  const data = join(servers.folder(), 'data');
  return readdirSync(data)
    .map((name) => join(data, name))
    .filter((path) => statSync(path).isFile() && (statSync(path).mode & 0o077) === 0)
    .map((path) => readFileSync(path, 'utf8').trim())
    .filter((text) => text.length >= 16);
}
