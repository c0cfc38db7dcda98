import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setAlarm } from '../../lib/clock.ts';
import { now } from '../../lib/now.ts';
import { cryptoRandom } from '../../lib/random.ts';
import { SignalsPanel } from './signals-panel.tsx';
import { createSignalsStore, type SignalsStore } from './signals-store.ts';

/** 14:32:00 on the market's clock: open. */
const OPEN = Date.parse('2026-11-18T09:32:00Z');

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(OPEN);
  signals = createSignalsStore({ now, random: cryptoRandom, setAlarm });
});

afterEach(() => signals.stop());

let signals: SignalsStore;

const market = {
  Panel: ({ mode }: { readonly mode: string }) => <p>measured, {mode}</p>,
  scoresLink: <a href="/record">How our market-driven signals score</a>,
};

function open(withMarket = true) {
  return render(
    <SignalsPanel
      signals={signals}
      marketHours={null}
      about={null}
      market={withMarket ? market : undefined}
    />,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isPressed = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true';

it('is simulated at first, with the way to the record', () => {
  open();
  expect(screen.getByRole('group', { name: 'Source' })).toBeDefined();
  expect(isPressed('Simulated')).toBe(true);
  expect(screen.getByRole('region', { name: 'Current signal' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'How our market-driven signals score' })).toBeDefined();
});

it('shows nothing simulated while the market is chosen, in either mode', () => {
  open();
  press('Market');
  expect(screen.getByText('measured, special')).toBeDefined();
  press('P-BOT');
  expect(screen.getByText('measured, bot')).toBeDefined();
  expect(document.body.textContent).not.toMatch(/CALL|PUT|Drawn at random|, simulated/);
});

it('lets P-BOT finish while the market is chosen: two seconds from the press', () => {
  open();
  press('P-BOT');
  fireEvent.change(screen.getByRole('combobox', { name: 'Timeframe' }), { target: { value: '1min' } });
  press('Generate P-BOT Signal');
  act(() => vi.advanceTimersByTime(500));
  press('Market');
  act(() => vi.advanceTimersByTime(9_500));
  press('Simulated');
  expect(screen.getByText('09:32:02')).toBeDefined();
  expect(screen.getByRole('timer').textContent).toBe('Expires in 52s');
});

it('remembers the choice, and keeps the mode over it', () => {
  const { unmount } = open();
  press('P-BOT');
  fireEvent.change(screen.getByRole('combobox', { name: 'Timeframe' }), { target: { value: '30s' } });
  press('Market');
  press('Simulated');
  expect(screen.getByRole('region', { name: 'Latest P-BOT signal' })).toBeDefined();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Timeframe' }).value).toBe('30s');
  press('Market');
  unmount();
  open();
  expect(isPressed('Market')).toBe(true);
  expect(screen.getByText('measured, bot')).toBeDefined();
});

it('is not offered where the server has no market, whatever is remembered', () => {
  localStorage.setItem('pipcast.source', 'market');
  open(false);
  expect(screen.queryByRole('group', { name: 'Source' })).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('region', { name: 'Current signal' })).toBeDefined();
  press('P-BOT');
  expect(screen.queryByRole('link')).toBeNull();
});
