import { render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { foldEntry, NO_SIGNALS } from '../../../../core/signals/fold-signals.ts';
import {
  abstainedAt,
  createFakeMarketStore,
  signalAt,
} from '../../../../../tests/support/fake-market-store.ts';
import { setPageHidden } from '../../../../../tests/support/page-visibility.ts';
import { setAlert } from '../../../lib/alerts/alert-settings.ts';
import type { BotDeskState } from '../bot-desk.ts';
import { MarketContext, pageMarket } from '../market-context.ts';
import { BotNotice } from './signal-alerts.tsx';

const notifyHidden = vi.hoisted(() => vi.fn());
vi.mock('../../../lib/alerts/notify-hidden.ts', () => ({ notifyHidden }));

const MINUTE = Date.parse('2026-11-18T09:32:00Z');
const ASKED = { key: 'k1', pair: 'EUR/USD', timeframe: '1min', decidedMs: MINUTE } as BotDeskState['asked'];
const SIGNAL = signalAt(MINUTE, { mode: 'bot' });
const folded = foldEntry(NO_SIGNALS, { index: 0, entry: SIGNAL }, { special: 1, bot: 1 });
const STORY = folded.stories[0];

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(MINUTE + 100);
  setAlert('bot', true);
  setPageHidden(true);
  notifyHidden.mockClear();
});

function open() {
  const market = pageMarket(createFakeMarketStore(MINUTE + 100));
  const element = (decision: BotDeskState['decision']) => (
    <MarketContext value={market}>
      <BotNotice asked={ASKED} decision={decision} />
    </MarketContext>
  );
  const { rerender } = render(element(undefined));
  return (decision: BotDeskState['decision']) => rerender(element(decision));
}

test('in a hidden tab a signal that was asked for is reported once, while it runs and ends', () => {
  const decide = open();
  decide(STORY);
  decide(STORY && { ...STORY });
  const { id: signal, pair, direction, timeframe, confidence, startMs } = SIGNAL;
  expect(notifyHidden.mock.calls).toEqual([
    [
      {
        tag: 'bot k1',
        lateMs: startMs + 5_000,
        facts: {
          type: 'signal.recorded',
          signal,
          pair,
          direction,
          timeframe,
          confidence,
          label: null,
          needed: expect.closeTo(55.56, 2),
          startMs,
        },
      },
    ],
  ]);
});

test('that there is no signal is reported too', () => {
  open()({ index: 0, abstained: abstainedAt(MINUTE) });
  expect(notifyHidden.mock.calls[0]?.[0].facts).toEqual({
    type: 'bot.abstained',
    pair: 'EUR/USD',
    timeframe: '1min',
    label: null,
  });
});

test('nothing is reported in a tab in view, nor where it is switched off', () => {
  setPageHidden(false);
  open()(STORY);
  setPageHidden(true);
  setAlert('bot', false);
  open()(STORY);
  expect(notifyHidden).not.toHaveBeenCalled();
});
