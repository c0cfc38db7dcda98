import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeRecordApi } from '../../../../tests/support/fake-record.ts';
import type { WitnessReport } from '../../../core/wire/witness.ts';
import { WitnessLine, witnessText } from './record-view.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-18T09:32:00Z') });
});

const report = (change: Partial<NonNullable<WitnessReport['newest']>> = {}): WitnessReport => ({
  total: 3,
  signals: null,
  newest: { size: 12, seenBy: ['alice', 'bob'], isQuorum: true, ageMs: 4_200, ...change },
});

test.each([
  [report(), 0, 'Seen by 2 of 3 witnesses, last 4\u00A0s ago.'],
  [report(), 55_799, 'Seen by 2 of 3 witnesses, last 59\u00A0s ago.'],
  [report(), 55_800, 'Seen by 2 of 3 witnesses, last 1 min ago.'],
  [report({ ageMs: 7_200_000 }), 0, 'Seen by 2 of 3 witnesses, last 2 hrs ago.'],
  [report({ ageMs: 86_400_000 }), 0, 'Seen by 2 of 3 witnesses, last 1 day ago.'],
  [
    report({ seenBy: ['bob'], isQuorum: false }),
    0,
    'Seen by 1 of 3 witnesses, last 4\u00A0s ago. That is too few.',
  ],
  [
    { ...report(), signals: { expired: 1_210, inTime: 1_203 } },
    0,
    'Seen by 2 of 3 witnesses, last 4\u00A0s ago. Signals seen before they expired: 1,203 of 1,210.',
  ],
  [{ ...report(), signals: { expired: 0, inTime: 0 } }, 0, 'Seen by 2 of 3 witnesses, last 4\u00A0s ago.'],
  [
    { ...report(), signals: { expired: 5, inTime: 1 } },
    0,
    'Seen by 2 of 3 witnesses, last 4\u00A0s ago. Signals seen before they expired: 1 of 5.',
  ],
  [{ total: 1, signals: null, newest: null }, 0, 'The one witness has not seen this ledger yet.'],
  [{ total: 3, signals: null, newest: null }, 0, 'None of 3 witnesses has seen this ledger yet.'],
])('%j after %i ms is reported', (said, passedMs, text) => {
  expect(witnessText(said, passedMs)).toBe(text);
});

test('the line grows older by itself and is asked for again every ten seconds', async () => {
  const answers = [report(), report({ ageMs: 1_000, seenBy: ['alice', 'bob', 'carol'] })];
  const witnesses = vi.fn(async () => answers.shift() ?? report());
  render(<WitnessLine api={fakeRecordApi({ witnesses })} ledger="live" />);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(witnesses).toHaveBeenCalledWith('live', expect.any(AbortSignal));
  expect(screen.getByText(/last 4\s+s ago/)).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.getByText(/last 9\s+s ago/)).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(5_100));
  expect(screen.getByText(/Seen by 3 of 3 witnesses, last 1\s+s ago/)).toBeDefined();
});

test('an operator without witnesses, a replay and a server that does not answer show nothing', async () => {
  for (const [ledger, witnesses] of [
    ['live', async () => ({ total: 0, signals: null, newest: null })],
    ['replay-1', async () => report()],
    ['live', () => Promise.reject(new Error('The server did not answer.'))],
  ] as const) {
    const { container } = render(<WitnessLine api={fakeRecordApi({ witnesses })} ledger={ledger} />);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(container.textContent).toBe('');
  }
});
