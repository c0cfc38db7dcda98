import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type AppProcess, JSON_HEADERS, type Measured, signUp, startMeasured } from './app-process.ts';
import { bounded, compared, type Figure, median, quantile } from './figure.ts';
import { startPeer } from './peer.ts';
import { type ClientsReport, type StreamClients, startStreamClients } from './stream-clients.ts';

const SIZES = [1_000, 5_000, 10_000];
/** Where it is not the number of streams that is measured. */
const FEW_STREAMS = 1_000;
/** As many as one trader may have. */
const STREAMS_PER_TRADER = 20;
const TRADERS = 10_000 / STREAMS_PER_TRADER;
const STREAM_PATH = '/api/market/stream';
/** The size of a message with the prices of five pairs. */
const MESSAGE_BYTES = 380;
/** After connecting, for the garbage of it to go. */
const WARM_UP_MS = 5_000;
const ROUNDS = 3;
const ROUND_MS = 10_000;
/** A quarter of a minute has three decisions of the shortest signals. */
const IDLE_MS = 15_000;
const BOUNDARIES_MS = 65_000;
const ASK_EVERY_MS = 5_000;

/** A server with what it takes without listeners: that is not the streams'. */
interface Baselined extends Measured {
  readonly idleCpuPerSecond: number;
  readonly idleBytes: number;
}

async function baselined(server: Measured): Promise<Baselined> {
  const idleCpuPerSecond = await cpuPerSecond(server, IDLE_MS);
  const idleBytes = await server.residentBytes();
  return { ...server, idleCpuPerSecond, idleBytes };
}

/** The fan-out of the authenticated stream beside a bare `node:http` event stream. */
export async function* streamBench(): AsyncGenerator<Figure> {
  const clients = await startStreamClients(Math.max(...SIZES));
  // All clients are this computer.
  const app = await startMeasured({ FEED: 'synthetic', PIPCAST_CONNECTIONS_PER_NETWORK: '25000' });
  const peer = await startPeer(MESSAGE_BYTES);
  try {
    const tokens: string[] = [];
    for (let trader = 0; trader < TRADERS; trader += 1)
      tokens.push(await signUp(app.origin, `stream-${trader}@example.com`));
    const servers = { bare: await baselined(peer), ours: await baselined(app) };
    for (const size of SIZES) yield* await fanOut(servers, clients, tokens, size);
    yield* await boundaries(app, clients, tokens);
  } finally {
    clients.stop();
    peer.stop();
    await app.stop();
  }
}

interface Round {
  /** Without what the server does without listeners. */
  readonly cpuMicrosPerMessage: number;
  readonly bytesPerConnection: number;
  readonly p99Ms: number;
  readonly lost: number;
}

async function fanOut(
  servers: { readonly bare: Baselined; readonly ours: Baselined },
  clients: StreamClients,
  tokens: readonly string[],
  size: number,
): Promise<Figure[]> {
  const rounds: { readonly bare: Round; readonly ours: Round }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await measure(servers.bare, clients, tokens, size);
    rounds.push({ bare, ours: await measure(servers.ours, clients, tokens, size) });
  }
  const bare = middle(rounds.map((round) => round.bare));
  const ours = middle(rounds.map((round) => round.ours));
  const name = 'bare node:http event stream';
  const what = `${size} streams`;
  return [
    compared(
      `${what}: server CPU for a message`,
      ours.cpuMicrosPerMessage,
      'us',
      { name, value: bare.cpuMicrosPerMessage },
      { atMost: 1.2 },
    ),
    compared(
      `${what}: memory for a connection`,
      ours.bytesPerConnection / 1024,
      'KiB',
      { name, value: bare.bytesPerConnection / 1024 },
      { atMost: 1.25 },
    ),
    compared(
      `${what}: p99 from the first client to the last`,
      ours.p99Ms,
      'ms',
      { name, value: bare.p99Ms },
      { atMost: 1.5 },
    ),
    bounded(`${what}: messages lost`, ours.lost, 'messages', { atMost: 0 }),
  ];
}

/** Of each figure the median; of what was lost, all. */
function middle(rounds: readonly Round[]): Round {
  return {
    cpuMicrosPerMessage: median(rounds.map((round) => round.cpuMicrosPerMessage)),
    bytesPerConnection: median(rounds.map((round) => round.bytesPerConnection)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
    lost: rounds.reduce((sum, { lost }) => sum + lost, 0),
  };
}

/** Opens so many streams and forgets what came until they have settled. */
async function open(
  clients: StreamClients,
  port: number,
  tokens: readonly string[],
  count: number,
): Promise<void> {
  await clients.open({ port, path: STREAM_PATH, tokens, count });
  await pause(WARM_UP_MS);
  await clients.report();
}

async function measure(
  server: Baselined,
  clients: StreamClients,
  tokens: readonly string[],
  size: number,
): Promise<Round> {
  await open(clients, server.port, tokens, size);
  const cpu = await cpuPerSecond(server, ROUND_MS);
  const report = await clients.report();
  const bytesPerConnection = ((await server.residentBytes()) - server.idleBytes) / size;
  await clients.close();
  const messages = report.arrived.reduce((sum, { atMs }) => sum + atMs.length, 0);
  return {
    cpuMicrosPerMessage: ((cpu - server.idleCpuPerSecond) / (messages / (ROUND_MS / 1000))) * 1e6,
    bytesPerConnection,
    ...pricesOf(report, size),
  };
}

/**
 * From the instant at which a signal is decided to its event at the clients: database, signature and wire. P-BOT is asked for
 * one each five seconds, so that there is more to measure than once a minute. The made-up prices have a clock of their own,
 * which runs as this one does: prices tell how far apart they are.
 */
async function boundaries(
  app: AppProcess,
  clients: StreamClients,
  tokens: readonly string[],
): Promise<Figure[]> {
  const size = FEW_STREAMS;
  await open(clients, app.port, tokens, size);
  for (let turn = 0; turn * ASK_EVERY_MS < BOUNDARIES_MS; turn += 1) {
    await askForSignal(app, tokens[turn % tokens.length] as string);
    await pause(ASK_EVERY_MS);
  }
  const report = await clients.report();
  await clients.close();
  const prices = fatesOf(report, size, 'prices', () => true);
  const apartMs = Math.min(...prices.map(({ firstMs, sentMs }) => firstMs - sentMs));
  const times = prices.map(({ sentMs }) => sentMs).sort((a, b) => a - b);
  const [fromMs = 0, toMs = 0] = [times[0], times.at(-2)];
  const decided = fatesOf(report, size, 'entry', (sentMs) => sentMs >= fromMs && sentMs < toMs);
  const delays = decided.flatMap(({ sentMs, firstMs, spreadMs }) =>
    spreadMs.map((each) => firstMs - sentMs - apartMs + each),
  );
  return [
    bounded('instant of decision to its event at a client, p50', quantile(delays, 0.5), 'ms'),
    bounded('instant of decision to its event at a client, p99', quantile(delays, 0.99), 'ms'),
    bounded(
      'decisions lost',
      decided.reduce((sum, { missed }) => sum + missed, 0),
      'messages',
      { atMost: 0 },
    ),
  ];
}

async function askForSignal({ origin }: AppProcess, token: string): Promise<void> {
  const answer = await fetch(`${origin}/api/market/signals`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, authorization: `Bearer ${token}` },
    body: JSON.stringify({ key: randomUUID(), pair: 'EUR/USD', timeframe: '5s' }),
  });
  if (!answer.ok) throw new Error(`a request for a signal was answered ${answer.status}`);
}

async function cpuPerSecond(server: Measured, forMs: number): Promise<number> {
  const [before, fromMs] = [await server.cpuSeconds(), performance.now()];
  await pause(forMs);
  return ((await server.cpuSeconds()) - before) / ((performance.now() - fromMs) / 1000);
}

interface Fate {
  readonly sentMs: number;
  /** From the first client that had it to each of them. */
  readonly spreadMs: readonly number[];
  readonly firstMs: number;
  readonly missed: number;
}

/** What became of each event of a kind that the server made in a span of its own clock. */
function fatesOf(
  report: ClientsReport,
  size: number,
  name: 'prices' | 'entry',
  isIn: (sentMs: number) => boolean,
) {
  if (report.open !== size) throw new Error(`${size - report.open} of ${size} streams were cut`);
  const fates: Fate[] = [];
  for (const { text, atMs } of report.arrived) {
    const sentMs = Number(/"(?:nowMs|decidedMs)":(\d+)/.exec(text)?.[1] ?? Number.NaN);
    if (!text.startsWith(`event: ${name}`) || !isIn(sentMs)) continue;
    const firstMs = atMs.reduce((least, each) => Math.min(least, each));
    fates.push({ sentMs, firstMs, spreadMs: atMs.map((each) => each - firstMs), missed: size - atMs.length });
  }
  return fates;
}

/** The prices between the first and the last that came: those two may have been under way when counting began or ended. */
function pricesOf(report: ClientsReport, size: number): { readonly p99Ms: number; readonly lost: number } {
  const fates = fatesOf(report, size, 'prices', () => true)
    .sort((a, b) => a.sentMs - b.sentMs)
    .slice(1, -1);
  if (fates.length === 0) throw new Error(`no prices came to ${size} streams`);
  return {
    p99Ms: quantile(
      fates.flatMap(({ spreadMs }) => spreadMs),
      0.99,
    ),
    lost: fates.reduce((sum, { missed }) => sum + missed, 0),
  };
}
