import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { rounds } from '../../support/rounds.ts';
import { memoryLedger, signalEntry } from './market-fakes.ts';
import { type MarketServer, startMarketServer } from './market-server.ts';

/** Both ends of each stream are files of this process; where a machine allows few, so many as it does. */
const CLIENTS = Math.min(rounds(500, 5_000), Math.floor((openFilesLimit() - 1_000) / 2));
const STREAMS_PER_USER = 20;
const ENTRIES = 30;

/** More at once than a socket keeps waiting to be accepted are left to try again a second later. */
const CONNECTED_AT_ONCE = 400;

let server: MarketServer;
let clients: Client[] = [];
afterEach(async () => {
  for (const client of clients) client.vanish();
  await server.app.close();
});

/** A client that keeps only the places of the entries it had. */
class Client {
  readonly #token: string;
  readonly places: number[] = [];
  socket: Socket | undefined;
  reconnects = -1;
  isReading = true;
  #isGone = false;

  constructor(token: string) {
    this.#token = token;
  }

  /** Connects, and again whenever the stream is cut. */
  connect(): void {
    if (this.#isGone) return;
    this.reconnects += 1;
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').setEncoding('latin1');
    let text = '';
    socket.on('data', (chunk: string) => {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const index = /^id: live\/(\d+)$/m.exec(text.slice(0, end))?.[1];
        if (index !== undefined) this.places.push(Number(index));
        text = text.slice(end + 2);
      }
    });
    socket.on('error', () => {}).on('close', () => this.connect());
    const last = this.places.at(-1) ?? -1;
    socket.write(
      `GET /api/market/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${this.#token}\r\nLast-Event-ID: live/${last}\r\n\r\n`,
    );
    if (!this.isReading) socket.pause();
    this.socket = socket;
  }

  /** Goes without a word, as a device whose battery is empty. */
  vanish(): void {
    this.#isGone = true;
    this.socket?.resetAndDestroy();
  }
}

function openFilesLimit(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const limit = report.userLimits?.open_files?.soft ?? 'unlimited';
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}

function newClients(count: number): Client[] {
  clients = Array.from({ length: count }, (_, number) => {
    const token = `many-${Math.floor(number / STREAMS_PER_USER)}`;
    server.users.set(token, token);
    return new Client(token);
  });
  return clients;
}

const all = Array.from({ length: ENTRIES }, (_, place) => place);
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits until these clients have every entry, and holds that each came once and in order. */
async function haveAll(those: readonly Client[]): Promise<void> {
  const behind = () => those.filter(({ places }) => places.length < ENTRIES).length;
  await expect.poll(behind).toBe(0);
  for (const { places } of those) expect(places).toEqual(all);
}

it(`brings ${CLIENTS} clients every entry once and in order, while some are cut again and again and others vanish`, async () => {
  const ledger = memoryLedger();
  server = await startMarketServer({ ledger });
  newClients(CLIENTS);
  const [vanishing, cut] = [clients.slice(0, 100), clients.slice(100, 200)];
  for (let from = 0; from < CLIENTS; from += CONNECTED_AT_ONCE) {
    const next = clients.slice(from, from + CONNECTED_AT_ONCE);
    for (const client of next) client.connect();
    await expect.poll(() => server.api.streams()).toBe(from + next.length);
  }
  for (let index = 0; index < ENTRIES; index += 1) {
    ledger.record(signalEntry(index));
    if (index === 10) for (const client of vanishing) client.vanish();
    if (index % 10 === 5) for (const client of cut) client.socket?.destroy();
    await turn();
  }
  await haveAll(clients.slice(100));
  await expect.poll(() => server.api.streams()).toBe(CLIENTS - vanishing.length);
});

it('cuts clients that do not read, which come back for what they missed, and keeps the others waiting for nothing', async () => {
  const ledger = memoryLedger();
  server = await startMarketServer({ ledger });
  newClients(20);
  const slow = clients.slice(0, 5);
  for (const client of slow) client.isReading = false;
  for (const client of clients) client.connect();
  await expect.poll(() => server.api.streams()).toBe(20);
  // More than the system itself keeps for a connection that is not read.
  const entry = { ...signalEntry(0), engine: '.'.repeat(200_000) };
  for (let index = 0; index < ENTRIES; index += 1) {
    ledger.record(entry);
    await turn();
  }
  await haveAll(clients.slice(5));
  await expect.poll(() => server.api.streams()).toBe(15);
  for (const client of slow) {
    client.isReading = true;
    client.socket?.resume();
  }
  await haveAll(slow);
  expect(slow.every(({ reconnects }) => reconnects > 0)).toBe(true);
});
