import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { SECOND_MS } from '../src/core/time/instant.ts';
import type { PlacedEntry } from '../src/core/signals/ledger-entry.ts';
import { SCORED_PAIRS } from '../src/core/market/instruments.ts';
import { bounded, compared, type Figure, quantile } from './figure.ts';
import { type LiveDesk, startLiveDesk } from './live-desk.ts';
import { type ClientsReport, startStreamClients } from './stream-clients.ts';

/** The shortest timeframe: real minutes are slow to collect, and theirs is the same way. */
const GRID_MS = 5 * SECOND_MS;
/** Two minutes: each run has two of those that P-Special is due at. */
const INSTANTS = 24;
const WARM_UP_INSTANTS = 2;
/** P-BOT is asked so long before the instant. */
const ASK_BEFORE_MS = 1_500;
/** The peer's turn comes half-way between two instants: neither waits for the other. */
const PEER_AFTER_MS = GRID_MS / 2;
/** What was decided last has arrived by then. */
const LAST_MS = 2_000;

/** A decision that was recorded, with the milliseconds from its grid instant to each step of its way. */
interface Timed {
  readonly decidedMs: number;
  readonly kind: 'signal' | 'abstained';
  readonly isSpecial: boolean;
  /** The timer rang and the engine had decided. */
  readonly toldMs: number;
  readonly durableMs: number;
  readonly arrivedMs: number;
}

/**
 * From a grid instant on the computer's clock to the event at a client in another process, on the path of live prices: timer,
 * engine, desk, ledger, stream. The peer is the least that could do it: a timer to an instant, a commit and a write to a socket.
 */
export async function* boundaryBench(): AsyncGenerator<Figure> {
  const toldAt = new Map<string, number>();
  const durableAt = new Map<number, number>();
  const desk = await startLiveDesk({
    onRound: ({ timeframe, decidedMs }) => void toldAt.set(`${timeframe} ${decidedMs}`, wallMs()),
    onDurable: (entries) => {
      for (const { index } of entries) durableAt.set(index, wallMs());
    },
  });
  const peer = await openPeer(desk.db);
  const clients = await startStreamClients(2);
  try {
    for (const [port, path] of [
      [desk.port, '/api/market/stream'],
      [peer.port, '/'],
    ] as const)
      await clients.open({ port, path, tokens: ['reader'], count: 1 });
    const firstMs = await askAtEach(desk, peer);
    const report = await clients.report();
    const timed = entriesIn(report).flatMap((placed): Timed[] => {
      const { index, entry, arrivedMs } = placed;
      if (entry.kind !== 'signal' && entry.kind !== 'abstained') return [];
      const { kind, decidedMs, mode, timeframe } = entry;
      const instantMs = decidedMs - desk.aheadMs;
      if (instantMs < firstMs) return [];
      const since = (at = Number.NaN) => at - instantMs;
      return [
        {
          decidedMs,
          kind,
          isSpecial: mode === 'special',
          toldMs: since(toldAt.get(`${timeframe} ${decidedMs}`)),
          durableMs: since(durableAt.get(index)),
          arrivedMs: since(arrivedMs),
        },
      ];
    });
    yield* figures(timed, peerDelays(report, firstMs));
  } finally {
    clients.stop();
    peer.close();
    await desk.stop();
  }
}

/** Asks for a signal of every pair before each instant, and gives the peer its turn after it; returns the first that counts. */
async function askAtEach(desk: LiveDesk, peer: Peer): Promise<number> {
  const startMs = (Math.floor(wallMs() / GRID_MS) + 2) * GRID_MS;
  const last = WARM_UP_INSTANTS + INSTANTS - 1;
  const peerTurns: Promise<void>[] = [];
  for (let turn = 0; turn <= last; turn += 1) {
    const instantMs = startMs + turn * GRID_MS;
    await until(instantMs - ASK_BEFORE_MS);
    await Promise.all(SCORED_PAIRS.map((pair) => desk.request(`trader of ${pair}`, pair)));
    peerTurns.push(peer.turn(instantMs + PEER_AFTER_MS));
  }
  await Promise.all(peerTurns);
  await until(startMs + last * GRID_MS + PEER_AFTER_MS + LAST_MS);
  return startMs + WARM_UP_INSTANTS * GRID_MS;
}

function figures(timed: readonly Timed[], peer: readonly number[]): Figure[] {
  const instants = new Set(timed.map(({ decidedMs }) => decidedMs)).size;
  if (instants !== INSTANTS || peer.length !== INSTANTS)
    throw new Error(`${instants} and ${peer.length} of ${INSTANTS} instants arrived`);
  const special = timed.filter(({ isSpecial }) => isSpecial);
  const arrived = timed.map(({ arrivedMs }) => arrivedMs);
  const of = (step: (each: Timed) => number, share: number) => quantile(timed.map(step), share);
  const bare = (share: number) => ({
    name: 'timer, one commit, one write to a socket',
    value: quantile(peer, share),
  });
  const parts: readonly (readonly [string, (each: Timed) => number])[] = [
    ['timer and engine', ({ toldMs }) => toldMs],
    ['desk and ledger', ({ toldMs, durableMs }) => durableMs - toldMs],
    ['stream and client', ({ durableMs, arrivedMs }) => arrivedMs - durableMs],
  ];
  return [
    compared('grid instant to its event at a client, p50', quantile(arrived, 0.5), 'ms', bare(0.5)),
    compared('grid instant to its event at a client, p99', quantile(arrived, 0.99), 'ms', bare(0.99)),
    // A signal starts a second after its instant: shown later than that it is worth nothing.
    bounded('grid instant to its event at a client, longest', Math.max(...arrived), 'ms', {
      atMost: SECOND_MS,
    }),
    bounded(
      'minute to the event of P-Special, longest',
      Math.max(...special.map(({ arrivedMs }) => arrivedMs)),
      'ms',
      {
        atMost: SECOND_MS,
      },
    ),
    ...parts.flatMap(([name, step]) => [
      bounded(`of that ${name}, p50`, of(step, 0.5), 'ms'),
      bounded(`of that ${name}, p99`, of(step, 0.99), 'ms'),
    ]),
    bounded('decisions measured', timed.length, 'decisions'),
    bounded('of them signals', timed.filter(({ kind }) => kind === 'signal').length, 'decisions'),
    bounded('load average at the end', loadavg()[0] ?? Number.NaN, 'processes'),
  ];
}

function entriesIn({ arrived }: ClientsReport): (PlacedEntry & { readonly arrivedMs: number })[] {
  return arrived
    .filter(({ text }) => text.startsWith('event: entry'))
    .map(({ text, atMs: [arrivedMs = Number.NaN] }) => ({ ...(dataOf(text) as PlacedEntry), arrivedMs }));
}

function peerDelays({ arrived }: ClientsReport, firstMs: number): number[] {
  return arrived
    .filter(({ text }) => text.startsWith('event: peer'))
    .map(({ text, atMs: [atMs = Number.NaN] }) => [dataOf(text) as number, atMs] as const)
    .filter(([dueMs]) => dueMs >= firstMs)
    .map(([dueMs, atMs]) => atMs - dueMs);
}

function dataOf(text: string): unknown {
  return JSON.parse(text.slice(text.indexOf('data: ') + 'data: '.length));
}

interface Peer {
  readonly port: number;
  /** At this instant one row is committed and then one event sent. */
  turn(atMs: number): Promise<void>;
  close(): void;
}

async function openPeer(db: Pool): Promise<Peer> {
  await db.query('create table bench_instants (at timestamptz not null)');
  const responses = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    responses.add(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async turn(atMs) {
      await until(atMs);
      await db.query('insert into bench_instants values (now())');
      for (const response of responses) response.write(`event: peer\ndata: ${atMs}\n\n`);
    },
    close: () => server.close().closeAllConnections(),
  };
}

async function until(atMs: number): Promise<void> {
  await pause(Math.max(0, Math.ceil(atMs - wallMs())));
}

/** The computer's clock, finer than a millisecond. */
function wallMs(): number {
  return performance.timeOrigin + performance.now();
}
