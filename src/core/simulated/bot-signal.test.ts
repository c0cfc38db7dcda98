import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptedRandom, seededRandom } from '../../../tests/support/seeded-random.ts';
import { epochMs } from '../time/instant.ts';
import { advanceBot, type BotState, IDLE_BOT, isLive, requestBotSignal } from './signal.ts';

const NOW = epochMs(Date.parse('2026-11-21T12:00:00Z')); // a Saturday: P-BOT does not know market hours
const CHOICE = { pair: 'USD/BRL', timeframe: '15s' } as const;
const NEVER = scriptedRandom();
const later = (ms: number) => epochMs(NOW + ms);

test('pressing is busy for 2 seconds, then shows a signal for the choice', () => {
  const busy = requestBotSignal(IDLE_BOT, CHOICE, NOW);
  expect(busy.analyzing?.choice).toEqual(CHOICE);
  for (const ms of [0, 1, 1999]) expect(advanceBot(busy, later(ms), NEVER)).toBe(busy);
  const shown = advanceBot(busy, later(2000), seededRandom(1));
  expect(shown.analyzing).toBeUndefined();
  expect(shown.signal).toMatchObject({ ...CHOICE, timestamp: NOW + 2000, expiryTime: NOW + 17_000 });
});

test('pressing while busy does nothing', () => {
  const busy = requestBotSignal(IDLE_BOT, CHOICE, NOW);
  expect(requestBotSignal(busy, { pair: 'USD/INR', timeframe: '5s' }, later(500))).toBe(busy);
});

test('a signal that runs stays while the next is under way, until the next comes', () => {
  const shown = advanceBot(requestBotSignal(IDLE_BOT, CHOICE, NOW), later(2000), seededRandom(1));
  const busy = requestBotSignal(shown, CHOICE, later(3000));
  expect(advanceBot(busy, later(4999), NEVER)).toBe(busy);
  expect(busy.signal).toBe(shown.signal);
  expect(advanceBot(busy, later(5000), seededRandom(2)).signal?.timestamp).toBe(NOW + 5000);
});

test('a signal that expires while the next is under way is cleared at its expiry', () => {
  const shown = advanceBot(requestBotSignal(IDLE_BOT, CHOICE, NOW), later(2000), seededRandom(1));
  const busy = requestBotSignal(shown, CHOICE, later(16_000));
  expect(advanceBot(busy, later(17_000), NEVER)).toEqual({ analyzing: busy.analyzing, signal: undefined });
});

test('the signal is cleared at its expiry, not before', () => {
  const shown = advanceBot(requestBotSignal(IDLE_BOT, CHOICE, NOW), later(2000), seededRandom(1));
  expect(advanceBot(shown, later(16_999), NEVER)).toBe(shown);
  expect(advanceBot(shown, later(17_000), NEVER)).toEqual(IDLE_BOT);
});

test('a tab that slept through the wait gets a whole signal on waking', () => {
  const woken = advanceBot(requestBotSignal(IDLE_BOT, CHOICE, NOW), later(600_000), seededRandom(1));
  expect(woken.signal).toMatchObject({ timestamp: NOW + 600_000, expiryTime: NOW + 615_000 });
});

test('a clock set back during the wait ends the wait', () => {
  const busy = requestBotSignal(IDLE_BOT, CHOICE, NOW);
  expect(advanceBot(busy, later(-3_600_000), seededRandom(1)).signal?.timestamp).toBe(NOW - 3_600_000);
});

test('whatever the clock does, what P-BOT shows is live and it is busy for 2 seconds at most', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.array(fc.record({ jump: fc.integer({ min: -30_000, max: 30_000 }), press: fc.boolean() }), {
        maxLength: 60,
      }),
      (seed, steps) => {
        const random = seededRandom(seed);
        let now: number = NOW;
        let state: BotState = IDLE_BOT;
        for (const { jump, press } of steps) {
          now += jump;
          state = advanceBot(state, epochMs(now), random);
          if (press) state = requestBotSignal(state, CHOICE, epochMs(now));
          expect((state.analyzing?.readyAt ?? now) - now).toBeLessThanOrEqual(2_000);
          if (state.signal !== undefined) expect(isLive(state.signal, epochMs(now))).toBe(true);
        }
      },
    ),
  );
});
