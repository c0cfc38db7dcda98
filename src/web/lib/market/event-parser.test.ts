import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, type StreamEvent } from './event-parser.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** What comes of a stream that arrives in these pieces. */
function parse(...pieces: Uint8Array[]): { events: StreamEvent[]; retries: number[] } {
  const events: StreamEvent[] = [];
  const retries: number[] = [];
  const take = createEventParser({
    onEvent: (event) => events.push(event),
    onRetry: (ms) => retries.push(ms),
  });
  for (const piece of pieces) take(piece);
  return { events, retries };
}

const dataOf = (text: string) => parse(bytes(text)).events.map(({ data }) => data);

describe('createEventParser', () => {
  it('reads name, data and id, and keeps the id for the events after it', () => {
    expect(parse(bytes('id: live/7\nevent: entry\ndata: {}\n\nevent: feed\ndata: 1\n\n')).events).toEqual([
      { name: 'entry', data: '{}', lastEventId: 'live/7' },
      { name: 'feed', data: '1', lastEventId: 'live/7' },
    ]);
  });

  it('calls an event without a name "message", and joins lines of data', () => {
    expect(parse(bytes('data: one\ndata:two\ndata\ndata:  three\n\n')).events).toEqual([
      { name: 'message', data: 'one\ntwo\n\n three', lastEventId: undefined },
    ]);
  });

  it.each([
    ['comments', ':\n\n: comment\ndata: x\n\n', ['x']],
    ['unknown fields', 'colour: red\ndata: x\n\n', ['x']],
    ['events without data', 'event: entry\n\ndata: x\n\n', ['x']],
    ['an event that the end cuts off', 'data: x\n\ndata: y\n', ['x']],
    ['a byte order mark at the start only', '\uFEFFdata: x\n\n\uFEFFdata: y\n\n', ['x']],
    ['an id with a null character', 'id: a\0b\ndata: x\n\n', ['x']],
    ['a retry that is no number', 'retry: soon\ndata: x\n\n', ['x']],
  ])('passes over %s', (_what, text, expected) => {
    expect(dataOf(text)).toEqual(expected);
    expect(parse(bytes(text)).events[0]?.lastEventId).toBeUndefined();
  });

  it('hears how long to wait before the next connection', () => {
    expect(parse(bytes('retry: 60000\n\n')).retries).toEqual([60_000]);
  });

  it('reads the same however the stream is cut into pieces and whatever ends its lines', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 }).map((value) => value.replaceAll(/[\r\n]/g, ''));
    const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
    const block = fc.record({
      name: fc.constantFrom('entry', 'prices', 'hello'),
      data: fc.array(text, { minLength: 1, maxLength: 3 }),
      comment: text,
      ends: fc.array(lineEnd, { minLength: 6, maxLength: 6 }),
    });
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(block, { maxLength: 6 }),
        fc.array(fc.nat(400), { maxLength: 30 }),
        (hasMark, blocks, cuts) => {
          const lines = blocks.flatMap(({ name, data, comment, ends }) => {
            const parts = [`:${comment}`, `event: ${name}`, ...data.map((each) => `data: ${each}`), ''];
            return parts.map((part, index) => {
              // The CR of one line and the LF of an empty one after it would be one line's end.
              const isJoined = part === '' && ends[index - 1] === '\r' && ends[index] === '\n';
              return part + (isJoined ? '\r' : ends[index]);
            });
          });
          const stream = bytes((hasMark ? '\uFEFF' : '') + lines.join(''));
          const places = [0, ...cuts.map((cut) => Math.min(cut, stream.length)), stream.length].sort(
            (a, b) => a - b,
          );
          const pieces = places.slice(1).map((end, index) => stream.slice(places[index], end));
          const expected = blocks.map(({ name, data }) => ({
            name,
            data: data.join('\n'),
            lastEventId: undefined,
          }));
          expect(parse(...pieces).events).toEqual(expected);
        },
      ),
      { seed: 20_261_120, numRuns: 500 },
    );
  });
});
