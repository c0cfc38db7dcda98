import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MarketClock, MarketHours } from './market-hours.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

const region = () => within(screen.getByRole('region', { name: 'Market hours' }));

describe('MarketHours', () => {
  it.each([
    ['2026-11-18T09:32:00Z', 'London open until 22:00 UTC+5'],
    ['2026-11-18T01:00:00Z', 'Asian open until 13:00, Tokyo until 14:00 UTC+5'],
    ['2026-11-18T18:12:36Z', 'UTC+5'],
    ['2026-11-20T17:00:00Z', 'UTC+5'],
  ])('at %s says "%s"', (at, text) => {
    vi.setSystemTime(Date.parse(at));
    render(<MarketHours />);
    expect(region().getByText(text)).toBeDefined();
  });

  it('follows an opening by itself, on the minute', () => {
    vi.setSystemTime(Date.parse('2026-11-18T22:59:58.500Z'));
    render(<MarketHours />);
    act(() => vi.advanceTimersByTime(1_499));
    expect(region().getByText('UTC+5')).toBeDefined();
    act(() => vi.advanceTimersByTime(1));
    expect(region().getByText('Asian open until 13:00 UTC+5')).toBeDefined();
    expect(region().getAllByText(', open now')).toHaveLength(1);
  });
});

describe('a day on which nothing opens', () => {
  it('shows the week from today, with hours on its five open days, and says them in words', () => {
    // Sunday 04:47 on the market clock, when a weekday's Asian session would be open.
    vi.setSystemTime(Date.parse('2026-11-21T23:47:00Z'));
    const { container } = render(<MarketHours />);
    const days = [...container.querySelectorAll('.week b')].map((day) => day.textContent);
    expect(days).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    expect(container.querySelectorAll('.week i')).toHaveLength(5);
    expect(region().getAllByText('04–22')).toHaveLength(5);
    expect([region().getByText('now'), region().getByText('Closed')]).toHaveLength(2);
    expect(region().getByText('Asian 04:00–13:00, Tokyo 05:00–14:00, London 13:00–22:00.')).toBeDefined();
    expect(
      region().getByText('In your time zone, UTC: Asian 23:00–08:00, Tokyo 00:00–09:00, London 08:00–17:00.'),
    ).toBeDefined();
  });
});

/** The clock's words: the long and the short state, one of which the width chooses, the time and its zone. */
const clockWords = (container: Element) =>
  [...container.querySelectorAll('.clock > span, time')]
    .map(({ textContent }) => textContent)
    .filter(Boolean);

describe('MarketClock', () => {
  it('names the day on which nothing opens', () => {
    vi.setSystemTime(Date.parse('2026-11-21T23:47:00Z'));
    const { container } = render(<MarketClock />);
    expect(clockWords(container)).toEqual(['Sunday, closed', 'Sun, closed', '04:47:00', 'UTC+5']);
  });

  it('shows the market clock and says which it is', () => {
    vi.setSystemTime(Date.parse('2026-11-18T16:59:59Z'));
    const { container } = render(<MarketClock />);
    expect(clockWords(container)).toEqual(['Market open', 'Open', '21:59:59', 'UTC+5']);
    act(() => vi.advanceTimersByTime(1_000));
    expect(clockWords(container)).toEqual(['Market closed', 'Closed', '22:00:00', 'UTC+5']);
  });
});
