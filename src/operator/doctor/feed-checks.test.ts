import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { fakeSource } from '../../../tests/server/feeds/fake-socket-source.ts';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { krakenProtocol } from '../../server/market/kraken-protocol.ts';
import { oandaProtocol } from '../../server/market/oanda-protocol.ts';
import { checkFeed, checkSource } from './feed-checks.ts';

const TOKEN = 'practice-token-of-the-test';
const ACCOUNT = { accountId: '101-001-1234567-001', token: TOKEN };
const LIMIT_MS = 200;

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** Listens on a free loopback port until the test is over; returns the port. */
async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

function oandaAnswering(status: number): Promise<number> {
  return listening(
    createHttpServer((request, response) => {
      const isKnown = request.headers.authorization === `Bearer ${TOKEN}`;
      response.writeHead(isKnown ? status : 401, { 'content-type': 'application/octet-stream' });
      response.write('{"type":"HEARTBEAT"}\n');
    }),
  );
}

describe('a feed that is looked at', () => {
  test('is well when it lets us in, and is asked for nothing', async () => {
    const source = await fakeSource();
    cleanUps.push(() => source.close());
    const result = await checkSource(krakenProtocol(source.url));
    expect(result).toEqual({ status: 'ok', found: expect.stringMatching(/^lets us in, after \d+ ms$/) });
    expect(source.connections()).toBe(1);
    expect(source.received).toEqual([]);
  });

  test('is a note when no feed answers: simulated signals work', async () => {
    const result = await checkSource(krakenProtocol('ws://127.0.0.1:1'));
    expect(result).toEqual({
      status: 'note',
      found: 'cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
      advice: expect.stringMatching(/^Market signals wait for it, simulated ones work\./),
    });
  });

  test('is given up after a while when it takes the connection and says nothing', async () => {
    const port = await listening(createServer());
    for (const protocol of [
      krakenProtocol(`ws://127.0.0.1:${port}`),
      oandaProtocol(ACCOUNT, `http://127.0.0.1:${port}`),
    ]) {
      const result = await checkSource(protocol, LIMIT_MS);
      expect(result).toMatchObject({ status: 'note', found: 'cannot be reached: no answer within 0.2 s' });
    }
  });

  test('is something to know about when something else answers in its place', async () => {
    const port = await listening(
      createHttpServer((_, response) => response.end('<html>sign in to the network')),
    );
    const result = await checkSource(krakenProtocol(`ws://127.0.0.1:${port}`));
    expect(result).toMatchObject({ status: 'note', found: expect.stringContaining('200') });
  });

  test('says that OANDA takes the token', async () => {
    const port = await oandaAnswering(200);
    const result = await checkSource(oandaProtocol(ACCOUNT, `http://127.0.0.1:${port}`));
    expect(result).toEqual({ status: 'ok', found: expect.stringMatching(/^takes the token, after \d+ ms$/) });
  });

  test('is a problem when OANDA refuses the token, which is not printed', async () => {
    const port = await oandaAnswering(200);
    const wrong = { ...ACCOUNT, token: 'hunter2' };
    const result = await checkSource(oandaProtocol(wrong, `http://127.0.0.1:${port}`));
    expect(result).toMatchObject({
      status: 'problem',
      found: 'OANDA refused the token or the account (HTTP 401): check OANDA_TOKEN and OANDA_ACCOUNT_ID',
    });
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });
});

test('FEED is a problem when it asks for a replay that is not there', async () => {
  const folder = makeTemporaryFolder();
  cleanUps.push(() => removeTemporaryFolder(folder));
  const feed = { kind: 'replay', datasets: ['eurusd-of-no-day'], speed: 1 } as const;
  expect(await checkFeed({ feed, dataDir: folder }, memoryLog().log)).toMatchObject({
    status: 'problem',
    found: expect.stringContaining('There is no data set eurusd-of-no-day'),
  });
});
