import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { signIn } from './support/auth-calls.ts';
import { ownServers } from './support/own-servers.ts';
import type { ServerProcess } from '../../scripts/server-process.mjs';

const AT_ONCE = 50;
/** Requests between two looks at how many entries were dropped. */
const STEP = 2_000;

/** Pages that do not exist are asked for by the thousand. */
const UNLIMITED = { PIPCAST_RATE_LIMIT: 'off' };

const servers = ownServers();
const { start } = servers;

/** Asks for addresses where nothing is, each an entry of the log of some 400 bytes; answers the statuses that came. */
async function askForNothing(origin: string, count: number): Promise<Set<number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses = new Set<number>();
  let asked = 0;
  const askInTurn = async () => {
    while (asked < count) {
      asked += 1;
      const path = `/nope-${asked}-${'x'.repeat(180)}`;
      const [answer] = (await once(request(`${origin}${path}`, { agent }).end(), 'response')) as [
        IncomingMessage,
      ];
      statuses.add(answer.statusCode ?? 0);
      await once(answer.resume(), 'end');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
  agent.destroy();
  return statuses;
}

const countEntries = (server: ServerProcess) => server.stderr().match(/\/nope-\d+-/g)?.length ?? 0;

async function droppedEntries(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^pipcast_log_entries_dropped_total (\d+)/m.exec(metrics)?.[1]);
}

/** Asks for so much that entries are dropped, whatever the pipe takes; answers for how much that was. */
async function askUntilDropped(origin: string, least: number): Promise<number> {
  let asked = 0;
  while ((await droppedEntries(origin)) < least) {
    expect(await askForNothing(origin, STEP)).toEqual(new Set([404]));
    asked += STEP;
  }
  return asked;
}

it('a log reader that stops keeps no trader waiting; what it misses is counted', async () => {
  const server = start(UNLIMITED);
  const origin = await server.origin;
  const key = /Key +(\S+)/.exec(server.stdout())?.[1] ?? '';
  server.process.stderr?.pause();
  const asked = await askUntilDropped(origin, 1_000);
  const dropped = await droppedEntries(origin);
  expect((await signIn(origin, 'demo@example.com', key)).status).toBe(200);

  server.process.stderr?.resume();
  await expect
    .poll(() => countEntries(server))
    .toBeGreaterThanOrEqual(asked - (await droppedEntries(origin)));
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(countEntries(server)).toBeLessThanOrEqual(asked - dropped);
  for (const line of server.stderr().trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
});

it('a log reader that has stopped does not keep the server from stopping', async () => {
  const server = start(UNLIMITED);
  const origin = await server.origin;
  server.process.stderr?.pause();
  await askUntilDropped(origin, 1);
  const exited = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  server.process.stderr?.resume();
});

it('a server that stops has written every entry', async () => {
  const server = start(UNLIMITED);
  const count = 2_000;
  await askForNothing(await server.origin, count);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(countEntries(server)).toBe(count);
});

it('a program that fails has written every entry, also those that waited for their reader', async () => {
  const server = start({}, [process.execPath, join(inject('childProcesses'), 'failing-program.js')]);
  await server.origin.catch(() => undefined);
  expect(await server.ended).toBe(1);
  expect(countEntries(server)).toBe(2_000);
});

it('a disk too full for the log ends neither the server nor a sign-in', async () => {
  const server = start({}, ['sh', '-c', `exec "${process.execPath}" dist/server/main.js 2>/dev/full`]);
  const origin = await server.origin;
  const key = /Key +(\S+)/.exec(server.stdout())?.[1] ?? '';
  expect((await signIn(origin, 'demo@example.com', key)).status).toBe(200);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
