import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { summaryOfSignals } from '../../../../tests/support/fake-record.ts';
import type { TakenSignals } from '../../../core/wire/record.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { OwnRecord } from './own-record.tsx';

it.each([
  [2, false],
  [1_200, true],
])('of %i taken signals of which two are listed it says that it counts two: %s', async (total, expected) => {
  const summary = summaryOfSignals(['won', 'lost', 'lost']);
  const signals = [400, 900].map((delayMs) => ({ delayMs, outcome: 'won', lateOutcome: 'lost' }));
  const taken = { ledger: summary.ledger, total, signals } as unknown as TakenSignals;
  const api = { json: async () => taken } as unknown as ApiClient;
  render(<OwnRecord api={api} summary={summary} />);
  expect(await screen.findAllByText(/^Too few: \d of \d won$/)).toHaveLength(3);
  const line = screen.queryByText(/Counted here are the newest 2 of 1,200 signals;/);
  expect(line !== null).toBe(expected);
});

it('from 30 decided signals on a record is not called too few', async () => {
  const summary = summaryOfSignals(Array.from({ length: 29 }, () => 'won'));
  const signals = Array.from({ length: 30 }, (_, at) => ({
    delayMs: 900,
    outcome: at === 0 ? 'lost' : 'won',
    lateOutcome: at === 0 ? 'void' : 'won',
  }));
  const taken = { ledger: summary.ledger, total: 30, signals } as unknown as TakenSignals;
  render(<OwnRecord api={{ json: async () => taken } as unknown as ApiClient} summary={summary} />);
  await screen.findByText('29 of 30 won');
  expect(screen.getAllByText('Too few: 29 of 29 won')).toHaveLength(2);
});

it.each([
  [[900], /It was taken 0\.9\ss after its start\./],
  [[400, 900], /Both were taken within 0\.9\ss of their start\./],
  [[400, 900, 2_000, 3_000], /Half of mine were taken within 0\.9\ss of their start\./],
])('signals taken %j ms after their start are said so', async (delays, expected) => {
  const summary = summaryOfSignals(['won']);
  const signals = delays.map((delayMs) => ({ delayMs, outcome: 'won', lateOutcome: 'lost' }));
  const taken = { ledger: summary.ledger, total: delays.length, signals } as unknown as TakenSignals;
  render(<OwnRecord api={{ json: async () => taken } as unknown as ApiClient} summary={summary} />);
  expect(await screen.findByText(expected)).toBeDefined();
});
