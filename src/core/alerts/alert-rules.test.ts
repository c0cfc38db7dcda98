import { describe, expect, test } from 'vitest';
import { signalAt } from '../../../tests/support/entries.ts';
import type { AlertRules } from '../wire/alerts.ts';
import { holdReason, NO_ALERTS, wantsEvent, wantsSignal } from './alert-rules.ts';
import { EVENT_TYPES } from './ledger-events.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 12);
const signal = signalAt(NOW_MS, { confidence: 55.5 });
const rules = (change: Partial<AlertRules>): AlertRules => ({ ...NO_ALERTS, ...change });

test('nothing is wanted until it is switched on, and then each by itself', () => {
  const wanted = (change: Partial<AlertRules>) =>
    EVENT_TYPES.filter((type) => wantsEvent(rules(change), { type, signal }, true));
  expect(wanted({})).toEqual([]);
  expect(wanted({ signals: true })).toEqual(['signal.recorded']);
  expect(wanted({ outcomes: true })).toEqual(['signal.settled']);
  expect(wanted({ feed: true })).toEqual(['feed.lost', 'feed.back']);
  expect(wanted({ marketOpen: true })).toEqual(['market.open']);
  expect(wanted({ verdict: true })).toEqual(['record.verdict']);
});

test('an outcome is wanted only of a signal that was sent', () => {
  expect(wantsEvent(rules({ outcomes: true }), { type: 'signal.settled', signal }, false)).toBe(false);
});

test.each<[string, Partial<AlertRules>, boolean]>([
  ['all signals', {}, true],
  ['its pair', { pairs: ['EUR/USD'] }, true],
  ['other pairs', { pairs: ['USD/JPY'] }, false],
  ['its confidence', { leastConfidence: 55.5 }, true],
  ['more', { leastConfidence: 55.51 }, false],
  ['break-even at 80%, which is 55.56%', { aboveBreakEven: true }, false],
  ['break-even at 81%, which is 55.25%', { aboveBreakEven: true, payout: 81 }, true],
])('a signal of 55.5%% is wanted by who asks for %s: %s', (_what, change, expected) => {
  expect(wantsSignal(rules({ signals: true, ...change }), signal)).toBe(expected);
});

test('a signal that another trader asked P-BOT for is not sent', () => {
  expect(wantsSignal(rules({ signals: true }), { ...signal, mode: 'bot' })).toBe(false);
});

describe('an alert is held back', () => {
  const moment = {
    nowMs: NOW_MS,
    minuteOfDay: 720,
    sentLastHour: 0,
    hasDevice: true,
    isServiceBusy: false,
    lateMs: NOW_MS,
  };

  test.each<[string, Partial<AlertRules>, Partial<typeof moment>, string | undefined]>([
    ['not by itself', {}, {}, undefined],
    ['when it is late', {}, { lateMs: NOW_MS - 1 }, 'late'],
    ['until the end of a snooze', { snoozedUntilMs: NOW_MS + 1 }, {}, 'snoozed'],
    ['not after it', { snoozedUntilMs: NOW_MS }, {}, undefined],
    ['beyond the number an hour', { mostPerHour: 3 }, { sentLastHour: 3 }, 'hourly-limit'],
    ['not below it', { mostPerHour: 3 }, { sentLastHour: 2 }, undefined],
    ['without a device', {}, { hasDevice: false }, 'no-device'],
    ['while its service asks for a rest', {}, { hasDevice: false, isServiceBusy: true }, 'service-busy'],
    ['from the first quiet minute', { quiet: { from: 720, to: 721 } }, {}, 'quiet-hours'],
    ['not from the last one on', { quiet: { from: 719, to: 720 } }, {}, undefined],
    [
      'across midnight, from the first minute',
      { quiet: { from: 1320, to: 420 } },
      { minuteOfDay: 1320 },
      'quiet-hours',
    ],
    ['across midnight, late', { quiet: { from: 1320, to: 420 } }, { minuteOfDay: 1439 }, 'quiet-hours'],
    ['across midnight, early', { quiet: { from: 1320, to: 420 } }, { minuteOfDay: 419 }, 'quiet-hours'],
    ['not between', { quiet: { from: 1320, to: 420 } }, { minuteOfDay: 420 }, undefined],
    ['never by hours of no length', { quiet: { from: 720, to: 720 } }, {}, undefined],
  ])('%s', (_when, change, at, expected) => {
    expect(holdReason(rules(change), { ...moment, ...at })).toBe(expected);
  });
});
