import { expect, it } from 'vitest';
import { whyNoPrices } from './why-no-prices.ts';

it('says a sentence for each feed where they are the cause', () => {
  expect(
    whyNoPrices({
      reason: 'no-feed',
      feeds: [
        { source: 'kraken', state: 'unreachable' },
        { source: 'oanda', state: 'closed' },
      ],
    }),
  ).toBe('Kraken is not reachable; simulated signals still work. The market of OANDA is closed.');
});

it('says why else there is no market', () => {
  expect(whyNoPrices({ reason: 'no-desk', feeds: [] })).toBe(
    'No server runs the desk now. Another one takes it over within seconds.',
  );
  expect(whyNoPrices({ reason: 'no-feed', feeds: [] })).toBe('No price feed is live.');
});
