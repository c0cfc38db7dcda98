import { epochMs } from '../../core/time/instant.ts';
import { isScoredPair, type ScoredPair } from '../../core/market/instruments.ts';
import {
  type Connection,
  FatalFeedError,
  type FeedEvent,
  type FeedProtocol,
  parseFrame,
  vendorText,
} from './feed-protocol.ts';

/** OANDA's practice stream (v20): bring your own token. Chunked HTTP, one JSON object a line; server side only. */
const OANDA_URL = 'https://stream-fxpractice.oanda.com';

const SILENCE_MS = 12_000;
/** A line of the stream is a few hundred bytes; data without a line end after this much is not the stream. */
const LONGEST_LINE_CHARACTERS = 65_536;

export interface OandaAccount {
  readonly accountId: string;
  /** Secret: sent in one header and nowhere else. */
  readonly token: string;
}

export function oandaProtocol(account: OandaAccount, url: string = OANDA_URL): FeedProtocol {
  return {
    source: 'oanda',
    silenceMs: SILENCE_MS,
    connect: (pairs, signal) => openStream(account, url, pairs, signal),
    subscribe: () => [],
    keepAlive: undefined,
    read,
  };
}

async function openStream(
  account: OandaAccount,
  url: string,
  pairs: readonly ScoredPair[],
  signal: AbortSignal,
): Promise<Connection> {
  const address = new URL(`/v3/accounts/${encodeURIComponent(account.accountId)}/pricing/stream`, url);
  address.searchParams.set('instruments', pairs.map((pair) => pair.replace('/', '_')).join(','));
  const abort = new AbortController();
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${account.token}` },
    redirect: 'error',
    signal: AbortSignal.any([signal, abort.signal]),
  });
  const destroy = () => abort.abort();
  if (response.status === 401 || response.status === 403) {
    destroy();
    throw new FatalFeedError(
      `OANDA refused the token or the account (HTTP ${response.status}): check OANDA_TOKEN and OANDA_ACCOUNT_ID`,
    );
  }
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || response.body === null || /html/i.test(type)) {
    destroy();
    throw new Error(
      `OANDA answered HTTP ${response.status} with ${vendorText(type) || 'nothing'} instead of its stream`,
    );
  }
  return { frames: linesOf(response.body), send: () => undefined, destroy };
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield line;
    if (rest.length > LONGEST_LINE_CHARACTERS) throw new Error('OANDA sent a line without an end');
  }
  throw new Error('OANDA ended the stream');
}

function read(text: string): readonly FeedEvent[] {
  const frame = parseFrame(text);
  if (frame === undefined) return [{ kind: 'broken', reason: 'OANDA sent something that is not JSON' }];
  if (frame['errorMessage'] !== undefined)
    return [{ kind: 'broken', reason: `OANDA: ${vendorText(frame['errorMessage'])}` }];
  if (frame['type'] !== 'PRICE') return [{ kind: 'alive' }];
  const instrument = frame['instrument'];
  const pair = typeof instrument === 'string' ? instrument.replace('_', '/') : '';
  if (!isScoredPair(pair)) {
    return [
      { kind: 'broken', reason: `OANDA sent a quote for ${vendorText(instrument)}, which was not asked for` },
    ];
  }
  if (frame['tradeable'] === false)
    return [{ kind: 'closed', pair, reason: `OANDA does not trade ${pair} now` }];
  const bid = bestPrice(frame['bids']);
  const ask = bestPrice(frame['asks']);
  // One side may be empty for a moment: no quote, but a sign of life.
  if (bid === undefined || ask === undefined) return [{ kind: 'alive' }];
  // Nanoseconds are cut to milliseconds: date parsers differ on nine decimals.
  const time = typeof frame['time'] === 'string' ? frame['time'] : '';
  const ms = Date.parse(time.replace(/(\.\d{3})\d+Z$/, '$1Z'));
  return [{ kind: 'quote', pair, bid, ask, sourceTime: Number.isNaN(ms) ? undefined : epochMs(ms) }];
}

function bestPrice(side: unknown): unknown {
  return Array.isArray(side) ? (side[0] as { price?: unknown } | undefined)?.price : undefined;
}
