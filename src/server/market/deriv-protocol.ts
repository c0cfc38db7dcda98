import { isObject } from '../../core/json/loose.ts';
import { epochMs, SECOND_MS } from '../../core/time/instant.ts';
import { isScoredPair, type ScoredPair } from '../../core/market/instruments.ts';
import { type FeedEvent, type FeedProtocol, parseFrame, vendorText, openSocket } from './feed-protocol.ts';

/**
 * Deriv's public options WebSocket: no key, the FX week only, about one quote a second, times in whole seconds.
 *
 * Its terms forbid storing its prices beyond limited caching: nothing of this feed is written to disk but the two prices
 * of a user's own settled signal.
 */
const DERIV_URL = 'wss://api.derivws.com/trading/v1/options/ws/public';

/** Deriv answers each ping, so a connection without a frame for longer than a ping and a half is dead. */
const PING_MS = 30_000;
const SILENCE_MS = 45_000;

/** Errors that mean that the pair is not quoted now, however often it is asked for. */
const CLOSED_CODES = new Set(['MarketIsClosed', 'SymbolSuspended', 'TradingSuspended']);
/** Errors that mean too many requests: connect again later. */
const OVERLOAD_CODES = new Set(['RateLimit', 'TooManyRequests', 'ConnectionLimit']);

export function derivProtocol(url: string = DERIV_URL): FeedProtocol {
  return {
    source: 'deriv',
    silenceMs: SILENCE_MS,
    connect: (_pairs, signal) => openSocket(url, signal),
    subscribe: (pairs) =>
      pairs.map((pair) => JSON.stringify({ ticks: `frx${pair.replace('/', '')}`, subscribe: 1 })),
    keepAlive: { everyMs: PING_MS, frame: JSON.stringify({ ping: 1 }) },
    read,
  };
}

function read(text: string): readonly FeedEvent[] {
  const frame = parseFrame(text);
  if (frame === undefined) return [{ kind: 'broken', reason: 'Deriv sent something that is not JSON' }];
  if (isObject(frame['error'])) return [failure(frame['error'], frame['echo_req'])];
  if (frame['msg_type'] !== 'tick' || !isObject(frame['tick'])) return [{ kind: 'alive' }];
  return [quote(frame['tick'])];
}

/** A tick needs only `epoch`, `quote` and `symbol`; without bid and ask the quote stands for both. */
function quote(tick: Readonly<Record<string, unknown>>): FeedEvent {
  const pair = pairOf(tick['symbol']);
  if (pair === undefined) {
    return {
      kind: 'broken',
      reason: `Deriv sent a quote for ${vendorText(tick['symbol'])}, which was not asked for`,
    };
  }
  const seconds = tick['epoch'];
  return {
    kind: 'quote',
    pair,
    bid: tick['bid'] ?? tick['quote'],
    ask: tick['ask'] ?? tick['quote'],
    sourceTime:
      typeof seconds === 'number' && Number.isFinite(seconds) ? epochMs(seconds * SECOND_MS) : undefined,
  };
}

function failure(error: Readonly<Record<string, unknown>>, echo: unknown): FeedEvent {
  const code = String(error['code'] ?? '');
  const reason = `Deriv: ${vendorText(error['message'] ?? code)}`;
  const pair = isObject(echo) ? pairOf(echo['ticks']) : undefined;
  // A second subscription to a pair that fell silent is refused while the first still stands.
  if (code === 'AlreadySubscribed') return { kind: 'broken', reason };
  if (CLOSED_CODES.has(code)) return { kind: 'closed', pair, reason };
  if (OVERLOAD_CODES.has(code)) return { kind: 'broken', reason };
  return { kind: 'refused', pair, reason };
}

function pairOf(symbol: unknown): ScoredPair | undefined {
  const letters = typeof symbol === 'string' ? /^frx([A-Z]{3})([A-Z]{3})$/.exec(symbol) : null;
  const pair = letters === null ? '' : `${letters[1]}/${letters[2]}`;
  return isScoredPair(pair) ? pair : undefined;
}
