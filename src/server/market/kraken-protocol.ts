import { epochMs } from '../../core/time/instant.ts';
import { isScoredPair, type ScoredPair } from '../../core/market/instruments.ts';
import { type FeedEvent, type FeedProtocol, parseFrame, vendorText, openSocket } from './feed-protocol.ts';

/** Kraken's public WebSocket, version 2: no key, all five pairs, around the clock. */
const KRAKEN_URL = 'wss://ws.kraken.com/v2';

/** A heartbeat comes about every second when nothing else does; five seconds without a frame are a dead connection. */
const SILENCE_MS = 5_000;

export function krakenProtocol(url: string = KRAKEN_URL): FeedProtocol {
  return {
    source: 'kraken',
    silenceMs: SILENCE_MS,
    connect: (_pairs, signal) => openSocket(url, signal),
    subscribe: (pairs) => [subscribe(pairs)],
    // A pair that is not traded for a while is not quoted again; the snapshot after a subscription says that its quote stands.
    resubscribe: (pairs) => [unsubscribe(pairs), subscribe(pairs)],
    keepAlive: { everyMs: 30_000, frame: JSON.stringify({ method: 'ping' }) },
    read,
  };
}

// Without "bbo" a quote comes only with a trade, and quiet pairs look dead.
const TICKER = { channel: 'ticker', event_trigger: 'bbo' };

function subscribe(pairs: readonly ScoredPair[]): string {
  return JSON.stringify({ method: 'subscribe', params: { ...TICKER, symbol: pairs, snapshot: true } });
}

function unsubscribe(pairs: readonly ScoredPair[]): string {
  return JSON.stringify({ method: 'unsubscribe', params: { ...TICKER, symbol: pairs } });
}

function read(text: string): readonly FeedEvent[] {
  const frame = parseFrame(text);
  if (frame === undefined) return [{ kind: 'broken', reason: 'Kraken sent something that is not JSON' }];
  if (frame['method'] === 'subscribe' && frame['success'] === false)
    return [refusal(String(frame['error'] ?? 'no reason'))];
  if (frame['channel'] === 'status') return status(frame['data']);
  if (frame['channel'] !== 'ticker' || !Array.isArray(frame['data'])) return [{ kind: 'alive' }];
  return frame['data'].flatMap(quote);
}

function quote(row: unknown): FeedEvent[] {
  if (typeof row !== 'object' || row === null) return [];
  const { symbol, bid, ask, timestamp } = row as Record<string, unknown>;
  if (typeof symbol !== 'string' || !isScoredPair(symbol))
    return [
      { kind: 'broken', reason: `Kraken sent a quote for ${vendorText(symbol)}, which was not asked for` },
    ];
  const ms = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return [{ kind: 'quote', pair: symbol, bid, ask, sourceTime: Number.isNaN(ms) ? undefined : epochMs(ms) }];
}

/** The error names the symbol last: "Currency pair not supported XBT/USD". */
function refusal(error: string): FeedEvent {
  if (/rate/i.test(error)) return { kind: 'broken', reason: `Kraken: ${vendorText(error)}` };
  const symbol = error.split(' ').at(-1) ?? '';
  const pair: ScoredPair | undefined = isScoredPair(symbol) ? symbol : undefined;
  return { kind: 'refused', pair, reason: `Kraken: ${vendorText(error)}` };
}

function status(data: unknown): readonly FeedEvent[] {
  const system = Array.isArray(data) ? (data[0] as { system?: unknown } | undefined)?.system : undefined;
  if (system === undefined || system === 'online') return [{ kind: 'alive' }];
  return [{ kind: 'closed', pair: undefined, reason: `Kraken says that it is in ${vendorText(system)}` }];
}
