import { expect, it } from 'vitest';
import { whyNoPrices } from './market-events.ts';

it('says a sentence for each feed where they are the cause, and once what still works', () => {
  expect(
    whyNoPrices({
      reason: 'no-feed',
      feeds: [
        { source: 'kraken', state: 'unreachable' },
        { source: 'oanda', state: 'closed' },
      ],
    }),
  ).toBe('Kraken is not reachable. The market of OANDA is closed. Simulated signals still work.');
});

it('says why else there is no market', () => {
  expect(whyNoPrices({ reason: 'no-desk', feeds: [] })).toBe(
    'Market signals are moving to another server. They are back within seconds.',
  );
  expect(whyNoPrices({ reason: 'no-feed', feeds: [] })).toBe('No price feed is live.');
});
