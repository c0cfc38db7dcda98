import { createParser } from 'eventsource-parser';
import { request } from 'node:http';
import type { PlacedEntry } from '../../../src/core/signals/ledger-entry.ts';
import type { MarketSnapshot } from '../../../src/core/wire/market.ts';

/** A trader's page as far as the stream goes: it takes its stream up again, on the next server that answers, after the wait it was given. */
export interface FollowingTrader {
  readonly entries: readonly PlacedEntry[];
  /** When each of them came, in ms of `performance.now`. */
  readonly arrivedMs: readonly number[];
  /** How often the server did not know its place. */
  readonly resets: number;
  /** How long each interruption took, until the next hello, in ms. */
  readonly interruptionsMs: readonly number[];
  readonly isConnected: boolean;
  stop(): void;
}

/** Follows the market on any of these addresses, as a load balancer hands them out. */
export function followMarket(origins: () => readonly string[], token: string): FollowingTrader {
  const entries: PlacedEntry[] = [];
  const arrivedMs: number[] = [];
  const interruptionsMs: number[] = [];
  let [resets, turn, retryMs, lostAtMs] = [0, 0, 1_000, 0];
  let lastId: string | undefined;
  let isConnected = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let destroy = () => {};

  const connect = () => {
    const all = origins();
    const origin = all[turn++ % Math.max(1, all.length)];
    if (isStopped) return;
    let isOver = false;
    const again = () => {
      if (isOver || isStopped) return;
      isOver = true;
      if (isConnected) lostAtMs = performance.now();
      const waitMs = isConnected ? retryMs : 200;
      isConnected = false;
      timer = setTimeout(connect, waitMs);
    };
    if (origin === undefined) {
      again();
      return;
    }
    const outgoing = request(`${origin}/api/market/stream`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastId !== undefined && { 'last-event-id': lastId }),
      },
      agent: false,
    });
    destroy = () => outgoing.destroy();
    const decoder = new TextDecoder();
    const parser = createParser({
      onRetry: (ms) => (retryMs = ms),
      onEvent({ event: name, data, id }) {
        if (name === 'hello') {
          if ((JSON.parse(data) as MarketSnapshot).ledger.name === '') return;
          if (lostAtMs > 0) interruptionsMs.push(performance.now() - lostAtMs);
          lostAtMs = 0;
          isConnected = true;
        } else if (name === 'reset') resets += 1;
        else if (name === 'entry') {
          lastId = id ?? lastId;
          arrivedMs.push(performance.now());
          entries.push(JSON.parse(data) as PlacedEntry);
        }
      },
    });
    outgoing.on('response', (response) => {
      response.on('data', (chunk: Buffer) => parser.feed(decoder.decode(chunk, { stream: true })));
      response.on('error', again).on('close', again);
    });
    outgoing.on('error', again).end();
  };
  connect();
  return {
    entries,
    arrivedMs,
    interruptionsMs,
    get resets() {
      return resets;
    },
    get isConnected() {
      return isConnected;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      destroy();
    },
  };
}
