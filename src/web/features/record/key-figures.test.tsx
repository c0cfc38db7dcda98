import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { summaryOfSignals, wonBut } from '../../../../tests/support/fake-record.ts';
import { setPayout, usePayout } from '../../lib/payout.ts';
import type { RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { KeyFigures } from './key-figures.tsx';

beforeEach(() => setPayout(80));

function Figures({ summary }: { readonly summary: RecordSummary }) {
  return <KeyFigures summary={summary} payoutPercent={usePayout()} />;
}

/** The value and the note under a name. */
function figure(name: string) {
  const [value, note] = Array.from(screen.getByText(name).parentElement?.querySelectorAll('dd') ?? []);
  return {
    value: value?.textContent,
    note: note?.textContent,
    isFaint: value?.classList.contains('figures__value--faint'),
  };
}

test('four figures, each rate with both intervals by name', () => {
  render(<Figures summary={summaryOfSignals([...wonBut(200, 2), 'unchanged'])} />);
  expect(figure('Signals settled')).toMatchObject({
    value: '200',
    note: '1 unchanged, refunded; 49.8% won if those count as lost',
  });
  expect(figure('Win rate')).toMatchObject({ value: '50.0%', isFaint: false });
  expect(figure('Win rate').note).toMatch(
    /^95% interval [\d.]+–[\d.]+%, however often you look\. Wilson, for a single look: 43\.1–56\.9%$/,
  );
  expect(figure('Break-even win rate').value).toBe('55.6%');
  expect(figure('Expected value per $1 staked').value).toBe('\u2212$0.100');
});

test('beside the win rate stands what the same signals won when they were entered 5 s late', () => {
  const late = (index: number) => ({ enteredLate: index % 4 === 0 ? 'won' : 'lost' }) as const;
  render(<Figures summary={summaryOfSignals(wonBut(200, 2), late)} />);
  expect(figure('Win rate').note).toMatch(/\. Entered 5 s late: 25\.0%$/);
});

test('a rate of few signals stands back and says why', () => {
  render(<Figures summary={summaryOfSignals(wonBut(99, 2))} />);
  expect(figure('Win rate')).toMatchObject({ value: '50.5%', isFaint: true });
  expect(figure('Win rate').note).toMatch(/^Says nothing before 100 signals\./);
  expect(figure('Expected value per $1 staked').isFaint).toBe(true);
});

test('nothing settled is no rate of nought, and has no interval', () => {
  render(<Figures summary={summaryOfSignals([])} />);
  for (const name of ['Win rate', 'Expected value per $1 staked'])
    expect(figure(name)).toMatchObject({ value: '–', note: 'Nothing settled yet' });
});

test('a payout that is none changes no figure', () => {
  render(<Figures summary={summaryOfSignals(wonBut(200, 2))} />);
  const payout = screen.getByLabelText('At a payout of');
  fireEvent.change(payout, { target: { value: '100' } });
  expect(figure('Break-even win rate').value).toBe('50.0%');
  expect(figure('Expected value per $1 staked').value).toBe('$0.000');
  fireEvent.change(payout, { target: { value: '0' } });
  expect(screen.getByRole('alert').textContent).toBe('Enter a payout from 1 to 100%');
  expect(figure('Break-even win rate').value).toBe('50.0%');
});
