import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { summaryOfSignals, wonBut } from '../../../../tests/support/fake-record.ts';
import { breakEvenRate } from '../../../core/record/verdict.ts';
import { HourChart } from './hour-chart.tsx';
import { ReliabilityChart } from './reliability-chart.tsx';
import { WinRateChart } from './win-rate-chart.tsx';

const BREAK_EVEN = breakEvenRate(0.8);
const figureText = () => screen.getByRole('figure').getAttribute('aria-label');

/** The rows of the table beside a chart, cell by cell. */
function tableRows(caption: string) {
  return within(screen.getByRole('table', { name: caption, hidden: true }))
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) => Array.from(row.children, (cell) => cell.textContent));
}

describe('win rate over time', () => {
  it('says in words how it ended, and its table ends with the same figures', () => {
    const summary = summaryOfSignals(wonBut(300, 3));
    render(<WinRateChart summary={summary} breakEven={BREAK_EVEN} />);
    const rows = tableRows('Win rate over time');
    expect(rows).toHaveLength(summary.points.length);
    const [at, signals, engine, interval, control] = rows.at(-1) ?? [];
    expect([at, signals, engine, control]).toEqual(['18 Nov 2026, 19:32:02 UTC+5', '300', '66.7%', '50.0%']);
    expect(figureText()).toBe(
      `The market engine ends at 66.7%, interval ${interval}, above the break-even of 55.6%. The random control ends at 50.0%.`,
    );
  });

  it('names the ends of its time, and no share of the scale beside break-even', () => {
    render(<WinRateChart summary={summaryOfSignals(wonBut(300, 2))} breakEven={BREAK_EVEN} />);
    for (const text of [/^18 Nov, 14:3\d$/, '19:32', '55.6%', 'Break-even'])
      expect(within(screen.getByRole('figure')).getByText(text)).toBeDefined();
    expect(within(screen.getByRole('figure')).queryByText('55%')).toBeNull();
  });

  it('shows a single signal', () => {
    render(<WinRateChart summary={summaryOfSignals(['won'])} breakEven={BREAK_EVEN} />);
    expect(figureText()).toMatch(/^The market engine ends at 100\.0%/);
    expect(within(screen.getByRole('figure')).getByText('100%')).toBeDefined();
    expect(document.body.innerHTML).not.toContain('NaN');
  });
});

describe('stated against observed', () => {
  it('shows the ranges that have signals; the table has all', () => {
    const summary = summaryOfSignals(wonBut(200, 2), (index) => ({ confidence: index < 150 ? 50.5 : 57 }));
    render(<ReliabilityChart bins={summary.bins} />);
    expect(figureText()).toBe('Observed win rates: 50.0% for stated 50–51%, 50.0% for stated 56–58%.');
    const rows = tableRows('Stated against observed confidence');
    expect(rows).toHaveLength(summary.bins.cells.length);
    expect(rows[0]?.slice(0, 4)).toEqual(['50–51%', '150', '50.5%', '50.0%']);
    expect(rows[1]).toEqual(['51–52%', '0', '–', '–', '–']);
  });

  it('leaves out names for which there is no room', () => {
    const stated = [50.5, 51.5, 52.5, 53.5, 55, 57, 59, 62];
    const summary = summaryOfSignals(wonBut(80, 2), (index) => ({ confidence: stated[index % 8] ?? 50 }));
    render(<ReliabilityChart bins={summary.bins} />);
    const names = within(screen.getByRole('figure')).getAllByText(/^\d\d–\d\d$/);
    expect(names.map((name) => name.textContent)).toEqual(['50–51', '52–53', '54–56', '58–60']);
  });
});

it('by hour: the lowest and the highest in words, a row for each of 24', () => {
  const outcomes = wonBut(120, 2).map((outcome, index) => (index < 28 ? 'won' : outcome));
  render(<HourChart byHour={summaryOfSignals(outcomes).byHour} breakEven={BREAK_EVEN} />);
  expect(figureText()).toBe(
    'Win rates of 3 hours, from 50.0% at 15:00 to 100.0% at 14:00; break-even is 55.6%.',
  );
  const rows = tableRows('By hour');
  expect(rows).toHaveLength(24);
  expect(rows[14]?.slice(0, 3)).toEqual(['14:00', '28', '100.0%']);
  expect(rows[3]?.slice(0, 4)).toEqual(['03:00', '0', '–', '–']);
});
