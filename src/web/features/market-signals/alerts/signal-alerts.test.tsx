import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { foldEntry, NO_SIGNALS, type SignalStory } from '../../../../core/signals/fold-signals.ts';
import type { SignalEntry } from '../../../../core/signals/ledger-entry.ts';
import { createFakeMarketStore, signalAt } from '../../../../../tests/support/fake-market-store.ts';
import { setPageHidden } from '../../../../../tests/support/page-visibility.ts';
import { MarketContext, pageMarket } from '../market-context.ts';
import { setAlert, SIGNAL_ALERTS } from '../../../lib/alerts/alert-settings.ts';
import { SignalAlerts } from './signal-alerts.tsx';

const giveAlert = vi.hoisted(() => vi.fn());
vi.mock('../../../lib/alerts/give-alert.ts', () => ({ giveAlert }));

const MINUTE = Date.parse('2026-11-18T09:32:00Z');
const OWN = 'Signals · Pipcast';
const storyOf = (entry: SignalEntry): SignalStory | undefined =>
  foldEntry(NO_SIGNALS, { index: 0, entry }, { special: 1, bot: 1 }).stories[0];
const FIRST = storyOf(signalAt(MINUTE));
const NEXT = storyOf(signalAt(MINUTE + 60_000, { direction: 'PUT' }));

beforeEach(() => {
  vi.useFakeTimers();
  for (const alert of SIGNAL_ALERTS) setAlert(alert, false);
  giveAlert.mockClear();
  document.title = OWN;
});

/** The page so long after the minute, whose market says nothing but what the test tells. */
function open(story: SignalStory | undefined, ms: number) {
  vi.setSystemTime(MINUTE + ms);
  const store = createFakeMarketStore(MINUTE + ms);
  const market = pageMarket(store);
  const element = (each: SignalStory | undefined) => (
    <MarketContext value={market}>
      <SignalAlerts story={each} />
    </MarketContext>
  );
  const { rerender, unmount } = render(element(story));
  return { store, unmount, show: (each: SignalStory | undefined) => rerender(element(each)) };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('nothing is heard and no title changes until it is switched on', () => {
  open(FIRST, 100);
  expect([giveAlert.mock.calls, document.title]).toEqual([[], OWN]);
});

test('a new signal is heard and felt once, with its direction; one that ran before is not new', () => {
  setAlert('sound', true);
  setAlert('vibration', true);
  const { show } = open(FIRST, 18_000);
  expect(giveAlert).not.toHaveBeenCalled();
  pass(42_040);
  show(NEXT);
  pass(1_000);
  show(NEXT && { ...NEXT });
  expect(giveAlert.mock.calls).toEqual([
    ['sound', 'PUT'],
    ['vibration', 'PUT'],
  ]);
});

test('a tab in which it is switched off takes it from no other tab', () => {
  const request = vi.fn();
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      locks: { value: { request } },
      userActivation: { value: { hasBeenActive: true } },
    }),
  );
  setAlert('vibration', true);
  open(FIRST, 100);
  vi.unstubAllGlobals();
  expect(request.mock.calls.map(([name]) => name)).toEqual([`alert vibration ${FIRST?.signal.id}`]);
});

test('the title counts down each second, and is the page’s own when the signal ends and when the page is left', () => {
  setAlert('title', true);
  const { show, unmount } = open(FIRST, 19_000);
  expect(document.title).toBe('CALL 42s');
  pass(1_000);
  expect(document.title).toBe('CALL 41s');
  show(undefined);
  expect(document.title).toBe(OWN);
  show(FIRST);
  pass(41_000);
  expect(document.title).toBe(OWN);
  pass(18_000);
  show(NEXT);
  expect(document.title).toBe('PUT 42s');
  unmount();
  expect(document.title).toBe(OWN);
});

test('a page that names itself while a signal runs has its own name afterwards', () => {
  setAlert('title', true);
  const { unmount } = open(FIRST, 19_000);
  document.title = 'Record · Pipcast';
  pass(1_000);
  expect(document.title).toBe('CALL 41s');
  unmount();
  expect(document.title).toBe('Record · Pipcast');
});

test('in a hidden tab the title counts with each price, and is given back at the expiry where prices have stopped', () => {
  setAlert('title', true);
  const { store } = open(FIRST, 19_000);
  act(() => setPageHidden(true));
  pass(3_000);
  expect(document.title).toBe('CALL 42s');
  act(() => store.set({ prices: { ...store.getState().prices } }));
  expect(document.title).toBe('CALL 39s');
  pass(38_999);
  expect(document.title).toBe('CALL 39s');
  pass(1);
  expect(document.title).toBe(OWN);
});
