import { isObject, jsonIn } from '../../core/json/loose.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import type { FeedSource, Tick } from '../../core/market/tick.ts';
import type { FeedState } from '../../core/wire/market.ts';
import { on, once } from 'node:events';
import { type RawData, WebSocket } from 'ws';

export type FeedEvent =
  | {
      readonly kind: 'quote';
      readonly pair: ScoredPair;
      readonly bid: unknown;
      readonly ask: unknown;
      readonly sourceTime: EpochMs | undefined;
    }
  /** A sign of life without news. */
  | { readonly kind: 'alive' }
  /** The source will not quote this pair; trying again does not help. */
  | { readonly kind: 'refused'; readonly pair: ScoredPair | undefined; readonly reason: string }
  /** The source does not quote this pair now, because its market is closed. */
  | { readonly kind: 'closed'; readonly pair: ScoredPair | undefined; readonly reason: string }
  /** The connection is no use as it is: close it and connect again. */
  | { readonly kind: 'broken'; readonly reason: string };

/** An error that only another configuration removes (a wrong token, say): the feed fails and is not tried again. */
export class FatalFeedError extends Error {
  override readonly name = 'FatalFeedError';
}

export interface Connection {
  readonly frames: AsyncIterable<string>;
  send(frame: string): void;
  /** Ends it at once, without waiting for the other side; `frames` ends. */
  destroy(): void;
}

/** The source-specific part of a feed: how to connect, what to send, and what the answers mean. */
export interface FeedProtocol {
  readonly source: FeedSource;
  /** A connection with no frame at all for this long is dead, whatever the socket says. */
  readonly silenceMs: number;
  /** Rejects when there is no connection; with a FatalFeedError when there never will be one. */
  connect(pairs: readonly ScoredPair[], signal: AbortSignal): Promise<Connection>;
  subscribe(pairs: readonly ScoredPair[]): readonly string[];
  /** Frames that subscribe again to pairs that fell silent, and have their quotes sent again; `subscribe` where absent. */
  resubscribe?(pairs: readonly ScoredPair[]): readonly string[];
  readonly keepAlive: { readonly everyMs: number; readonly frame: string } | undefined;
  /** Reads one frame. Never throws: an unreadable frame is `broken`, an irrelevant one `alive`. */
  read(frame: string): readonly FeedEvent[];
}

/** Reads one frame as a JSON object; `undefined` when it is anything else (an HTML page, half a frame, a list). */
export function parseFrame(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(text);
  return isObject(value) ? value : undefined;
}

/** A vendor's text for use in a message: short, without control characters and closing full stop. */
export function vendorText(value: unknown): string {
  return String(value).replaceAll(/\p{C}/gu, '').slice(0, 120).replace(/\.$/, '');
}

/** What a feed reports to. Neither method may throw. */
export interface FeedSink {
  tick(tick: Tick): void;
  status(state: FeedState): void;
}

/** A source of prices for some pairs. `stop` ends it for good; nothing is reported afterwards. */
export interface Feed {
  readonly source: FeedSource;
  start(pairs: readonly ScoredPair[], sink: FeedSink): void;
  stop(): Promise<void>;
}

/** No documented frame of any source comes near this; a longer one is not for us. */
const LONGEST_FRAME_BYTES = 1_048_576;

/** Opens a WebSocket; rejects when it cannot be opened, the HTTP status in the message where there was one. The signal ends it. */
export async function openSocket(url: string, signal: AbortSignal): Promise<Connection> {
  const socket = new WebSocket(url, { maxPayload: LONGEST_FRAME_BYTES });
  // Not close(): that waits for an answer, which a half-open connection never gives.
  const destroy = () => socket.terminate();
  signal.addEventListener('abort', destroy, { once: true });
  let code: number | undefined;
  socket.once('close', (given) => {
    code = given;
    signal.removeEventListener('abort', destroy);
  });
  // Of a connection that is no longer read, an error without a listener would end the process.
  socket.on('error', () => undefined);
  // From here on, so that no frame is lost; none comes after an error or the end.
  const messages = on(socket, 'message', { close: ['close'] });
  await once(socket, 'open');
  async function* frames(): AsyncGenerator<string> {
    for await (const [data, isBinary] of messages as AsyncIterable<[RawData, boolean]>)
      if (!isBinary) yield data.toString();
    throw new Error(`the connection was closed (code ${code})`);
  }
  return {
    frames: frames(),
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    destroy,
  };
}
