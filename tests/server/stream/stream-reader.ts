import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';
import type { MarketSnapshot } from '../../../src/core/wire/market.ts';

interface StreamEvent {
  readonly name: string | undefined;
  readonly data: string;
  /** Of this event, or of the last one before it that had one. */
  readonly lastEventId: string | undefined;
}

/** A client of the stream on a socket of its own. */
export interface StreamReader {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
  readonly events: StreamEvent[];
  /** Comments and all, as it came. */
  text(): string;
  /** Resolves when the server ended the stream or cut it. */
  readonly closed: Promise<void>;
  /** The places of the entries so far. */
  places(): number[];
  hello(): Promise<MarketSnapshot>;
}

/** Opens a stream; resolves with its answer's headers. */
export async function openStream(
  origin: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<StreamReader> {
  const outgoing = request(`${origin}/api/market/stream`, { headers: { ...headers }, agent: false });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).on('error', reject).end();
  });
  const events: StreamEvent[] = [];
  let text = '';
  const decoder = new TextDecoder();
  let lastEventId: string | undefined;
  const parser = createParser({
    onEvent({ event: name, data, id }) {
      lastEventId = id ?? lastEventId;
      events.push({ name, data, lastEventId });
    },
  });
  response.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    parser.feed(decoder.decode(chunk, { stream: true }));
  });
  const closed = new Promise<void>((resolve) => {
    response.on('error', () => {}).once('close', () => resolve());
  });
  return {
    request: outgoing,
    response,
    events,
    text: () => text,
    closed,
    places: () =>
      events
        .filter(({ name }) => name === 'entry')
        .map(({ data }) => (JSON.parse(data) as { index: number }).index),
    async hello() {
      await expect.poll(() => events.some(({ name }) => name === 'hello')).toBe(true);
      const { data } = events.find(({ name }) => name === 'hello') as StreamEvent;
      return JSON.parse(data) as MarketSnapshot;
    },
  };
}
