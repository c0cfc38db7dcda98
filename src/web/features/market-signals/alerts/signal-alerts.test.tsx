import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { foldEntry, NO_SIGNALS, type SignalStory } from '../../../../core/signals/fold-signals.ts';
import type { SignalEntry } from '../../../../core/signals/ledger-entry.ts';
import { epochMs } from '../../../../core/time/instant.ts';
import { signalAt } from '../../../../../tests/support/fake-market-store.ts';
import { ALERTS, isAnyAlertOn, setAlert } from './alert-settings.ts';
import { AlertsCard } from './alerts-card.tsx';
import { SignalAlerts } from './signal-alerts.ts';

const giveAlert = vi.hoisted(() => vi.fn());
vi.mock('./give-alert.ts', () => ({ giveAlert }));

const MINUTE = Date.parse('2026-11-18T09:32:00Z');
const storyOf = (entry: SignalEntry): SignalStory | undefined =>
  foldEntry(NO_SIGNALS, { index: 0, entry }, { special: 1, bot: 1 }).stories[0];
const FIRST = storyOf(signalAt(MINUTE));
const NEXT = storyOf(signalAt(MINUTE + 60_000, { direction: 'PUT' }));
beforeEach(() => {
  vi.useFakeTimers();
  for (const alert of ALERTS) setAlert(alert, false);
  giveAlert.mockClear();
  document.title = 'Signals · Pipcast';
});

function open(story: SignalStory | undefined, ms: number) {
  const element = (each: SignalStory | undefined, atMs: number) => (
    <SignalAlerts story={each} atMs={epochMs(MINUTE + atMs)} speed={1} />
  );
  const { rerender, unmount } = render(element(story, ms));
  return { show: (each: SignalStory | undefined, atMs: number) => rerender(element(each, atMs)), unmount };
}

test('nothing is heard and no title changes until it is switched on', () => {
  open(FIRST, 100);
  expect([giveAlert.mock.calls, document.title]).toEqual([[], 'Signals · Pipcast']);
});

test('a new signal is heard and felt once, with its direction; one that ran before is not new', () => {
  setAlert('sound', true);
  setAlert('vibration', true);
  const { show } = open(FIRST, 18_000);
  expect(giveAlert).not.toHaveBeenCalled();
  show(NEXT, 60_040);
  show(NEXT, 61_000);
  expect(giveAlert.mock.calls).toEqual([
    ['sound', 'PUT'],
    ['vibration', 'PUT'],
  ]);
});

test('the title counts down, and is the page’s own when the signal ends, when prices stop, and when the page is left', () => {
  setAlert('title', true);
  const { show, unmount } = open(FIRST, 19_000);
  expect(document.title).toBe('CALL 42s');
  show(FIRST, 20_000);
  expect(document.title).toBe('CALL 41s');
  show(undefined, 61_000);
  expect(document.title).toBe('Signals · Pipcast');
  show(NEXT, 79_000);
  expect(document.title).toBe('PUT 42s');
  vi.advanceTimersByTime(42_000);
  expect(document.title).toBe('Signals · Pipcast');
  show(NEXT, 80_000);
  expect(document.title).toBe('PUT 41s');
  unmount();
  expect(document.title).toBe('Signals · Pipcast');
});

test('the switches are off, kept in this browser, and play what they switch on', () => {
  render(<AlertsCard />);
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Sound for a new signal' });
  expect([box.checked, isAnyAlertOn()]).toEqual([false, false]);
  fireEvent.click(box);
  expect(giveAlert.mock.calls).toEqual([['sound', 'CALL']]);
  expect([box.checked, isAnyAlertOn(), localStorage.getItem('pipcast.alerts')]).toEqual([
    true,
    true,
    'sound',
  ]);
  fireEvent.click(box);
  expect([isAnyAlertOn(), localStorage.getItem('pipcast.alerts')]).toEqual([false, '']);
});
