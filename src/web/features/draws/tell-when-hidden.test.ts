import { beforeEach, expect, test, vi } from 'vitest';
import { setPageHidden } from '../../../../tests/support/page-visibility.ts';
import { epochMs } from '../../../core/time/instant.ts';
import { setAlert } from '../../lib/alerts/alert-settings.ts';
import { createSignalsStore } from './signals-store.ts';
import { tellWhenHidden } from './tell-when-hidden.ts';

const notifyHidden = vi.hoisted(() => vi.fn());
vi.mock('../../lib/alerts/notify-hidden.ts', () => ({ notifyHidden }));

const AT = Date.parse('2026-11-18T09:32:00Z');

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(AT);
  notifyHidden.mockClear();
});

/** P-BOT is asked on a page that is hidden or not when it is done. */
function ask({ isOn, isHidden }: { isOn: boolean; isHidden: boolean }) {
  setAlert('bot', isOn);
  const signals = createSignalsStore({
    now: () => epochMs(Date.now()),
    random: () => 0,
    // As that of a hidden page: it does not ring.
    setAlarm: () => () => {},
  });
  signals.requestBotSignal({ pair: 'AUD/CAD OTC', timeframe: '1min' });
  tellWhenHidden(signals);
  setPageHidden(isHidden);
  vi.advanceTimersByTime(2_000);
  return notifyHidden.mock.calls.map(([alert]) => alert);
}

test('a draw that P-BOT was asked for is shown in a notification of a hidden tab, as the random draw it is, until it expires', () => {
  expect(ask({ isOn: true, isHidden: true })).toEqual([
    {
      tag: `drawn ${AT + 2_000}`,
      lateMs: AT + 62_000,
      facts: {
        type: 'bot.drawn',
        pair: 'AUD/CAD OTC',
        timeframe: '1min',
        direction: 'CALL',
        confidence: 90,
        label: null,
      },
    },
  ]);
});

test('no notification comes in a tab in view, nor where it is switched off', () => {
  expect(ask({ isOn: true, isHidden: false })).toEqual([]);
  expect(ask({ isOn: false, isHidden: true })).toEqual([]);
});
