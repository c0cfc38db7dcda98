import { expect, test } from 'vitest';
import { derivProtocol } from './deriv-protocol.ts';

const protocol = derivProtocol();
const read = (frame: unknown) => protocol.read(JSON.stringify(frame));
const tick = (row: object) => read({ msg_type: 'tick', tick: row });
const failed = (code: string | undefined, echo: unknown = { ticks: 'frxEURUSD' }) =>
  read({ error: { code, message: 'No.' }, echo_req: echo, msg_type: 'tick', tick: {} });

test('a tick is a quote in whole seconds; its middle stands for a side that is missing', () => {
  expect(tick({ symbol: 'frxEURUSD', bid: 1.1, ask: 1.2, quote: 1.15, epoch: 1_790_000_000 })).toEqual([
    { kind: 'quote', pair: 'EUR/USD', bid: 1.1, ask: 1.2, sourceTime: 1_790_000_000_000 },
  ]);
  expect(tick({ symbol: 'frxUSDJPY', quote: 150 })).toEqual([
    { kind: 'quote', pair: 'USD/JPY', bid: 150, ask: 150, sourceTime: undefined },
  ]);
  expect(tick({ symbol: 'frxUSDJPY', quote: 150, epoch: '1790000000' })).toMatchObject([
    { sourceTime: undefined },
  ]);
});

test.each([
  [{ msg_type: 'ping' }, 'alive'],
  [{ msg_type: 'tick' }, 'alive'],
  [{ msg_type: 'tick', tick: [] }, 'alive'],
  [{ msg_type: 'history', tick: { symbol: 'frxEURUSD', quote: 1 } }, 'alive'],
  [{ msg_type: 'tick', tick: { symbol: 'cryBTCUSD', quote: 1 } }, 'broken'],
  [{ msg_type: 'tick', tick: { symbol: 'frxUSDINR', quote: 1 } }, 'broken'],
  [{ msg_type: 'tick', tick: { quote: 1 } }, 'broken'],
  [[], 'broken'],
])('%j is %s', (frame, kind) => {
  expect(read(frame).map((event) => event.kind)).toEqual([kind]);
});

test.each([
  ['MarketIsClosed', 'closed'],
  ['SymbolSuspended', 'closed'],
  ['TradingSuspended', 'closed'],
  ['RateLimit', 'broken'],
  ['TooManyRequests', 'broken'],
  ['ConnectionLimit', 'broken'],
  ['AlreadySubscribed', 'broken'],
  ['InvalidSymbol', 'refused'],
  [undefined, 'refused'],
])('the error %s is %s', (code, kind) => {
  expect(failed(code)).toMatchObject([
    { kind, reason: 'Deriv: No', ...(kind === 'broken' ? {} : { pair: 'EUR/USD' }) },
  ]);
});

test('an error is for all pairs where it does not say which was asked for, and says its code without a message', () => {
  expect(failed('MarketIsClosed', null)).toMatchObject([{ pair: undefined }]);
  expect(failed('MarketIsClosed', { ticks: 'R_100' })).toMatchObject([{ pair: undefined }]);
  expect(read({ error: { code: 'InvalidSymbol' } })).toMatchObject([{ reason: 'Deriv: InvalidSymbol' }]);
});
