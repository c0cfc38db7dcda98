import { expect, test } from 'vitest';
import { krakenProtocol } from './kraken-protocol.ts';

const protocol = krakenProtocol();
const read = (frame: unknown) => protocol.read(JSON.stringify(frame));
const ticker = (row: object) => read({ channel: 'ticker', data: [row] });
const TIME = '2026-11-18T09:00:00.123456Z';

test('a ticker is a quote of its pair at its time; one without a readable time is undated', () => {
  const row = { symbol: 'EUR/USD', bid: 1.1, ask: 1.2, timestamp: TIME };
  const quote = { kind: 'quote', pair: 'EUR/USD', bid: 1.1, ask: 1.2 };
  expect(ticker(row)).toEqual([{ ...quote, sourceTime: Date.UTC(2026, 10, 18, 9, 0, 0, 123) }]);
  for (const timestamp of [undefined, 'soon', 5])
    expect(ticker({ ...row, timestamp })).toEqual([{ ...quote, sourceTime: undefined }]);
});

test.each([
  [{ channel: 'heartbeat' }, 'alive'],
  [{ channel: 'ticker', data: 'none' }, 'alive'],
  [{ channel: 'status', data: [{ system: 'online' }] }, 'alive'],
  [{ channel: 'status', data: [] }, 'alive'],
  [{ channel: 'status' }, 'alive'],
  [{ channel: 'status', data: [{ system: 'maintenance' }] }, 'closed'],
  [{ method: 'subscribe', success: true }, 'alive'],
  [{ method: 'unsubscribe', success: false, error: 'x' }, 'alive'],
  [{ method: 'subscribe', success: false, error: 'Currency pair not supported USD/JPY' }, 'refused'],
  [{ method: 'subscribe', success: false, error: 'Exceeded msg rate' }, 'broken'],
  [{ channel: 'ticker', data: [{ symbol: 'XBT/USD' }] }, 'broken'],
  [{ channel: 'ticker', data: [{ symbol: 7 }] }, 'broken'],
  ['text', 'broken'],
])('%j is %s', (frame, kind) => {
  expect(read(frame).map((event) => event.kind)).toEqual([kind]);
});

test('rows that are no objects are passed over', () => {
  expect(read({ channel: 'ticker', data: [null, 'x'] })).toEqual([]);
});

test('a refusal names its pair where the error ends with one, and all pairs where it does not', () => {
  const refused = (error?: string) => read({ method: 'subscribe', success: false, error })[0];
  expect(refused('Currency pair not supported USD/JPY')).toEqual({
    kind: 'refused',
    pair: 'USD/JPY',
    reason: 'Kraken: Currency pair not supported USD/JPY',
  });
  expect(refused('Currency pair not supported XBT/USD')).toMatchObject({ pair: undefined });
  expect(refused()).toMatchObject({ kind: 'refused', reason: 'Kraken: no reason' });
});

test('a quiet pair is left and asked for again, with its snapshot, so that its old quote is reported', () => {
  const [leave, ask] = (protocol.resubscribe?.(['EUR/USD']) ?? []).map((frame) => JSON.parse(frame));
  expect([leave.method, leave.params.symbol]).toEqual(['unsubscribe', ['EUR/USD']]);
  expect(ask).toEqual({
    method: 'subscribe',
    params: { channel: 'ticker', event_trigger: 'bbo', symbol: ['EUR/USD'], snapshot: true },
  });
});
