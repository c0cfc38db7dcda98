import { expect, test } from 'vitest';
import { oandaProtocol } from './oanda-protocol.ts';

const protocol = oandaProtocol({ accountId: 'a', token: 't' });
const read = (frame: unknown) => protocol.read(JSON.stringify(frame));
const PRICE = {
  type: 'PRICE',
  instrument: 'EUR_USD',
  time: '2026-11-18T09:00:00.123999999Z',
  bids: [{ price: '1.10000' }, { price: '1.09990' }],
  asks: [{ price: '1.10012' }],
};

test('a price is a quote of the best of each side; nanoseconds are cut, not rounded', () => {
  expect(read(PRICE)).toEqual([
    {
      kind: 'quote',
      pair: 'EUR/USD',
      bid: '1.10000',
      ask: '1.10012',
      sourceTime: Date.UTC(2026, 10, 18, 9, 0, 0, 123),
    },
  ]);
  for (const time of [undefined, 'soon', 5])
    expect(read({ ...PRICE, time })).toMatchObject([{ kind: 'quote', sourceTime: undefined }]);
});

test.each([
  [{ type: 'HEARTBEAT' }, 'alive'],
  [{ ...PRICE, bids: [] }, 'alive'],
  [{ ...PRICE, asks: undefined }, 'alive'],
  [{ ...PRICE, asks: 'none' }, 'alive'],
  [{ ...PRICE, tradeable: false }, 'closed'],
  [{ ...PRICE, tradeable: true }, 'quote'],
  [{ ...PRICE, instrument: 'XAU_USD' }, 'broken'],
  [{ ...PRICE, instrument: 5 }, 'broken'],
  [{ ...PRICE, errorMessage: 'No.' }, 'broken'],
  [5, 'broken'],
])('%j is %s', (frame, kind) => {
  expect(read(frame).map((event) => event.kind)).toEqual([kind]);
});
