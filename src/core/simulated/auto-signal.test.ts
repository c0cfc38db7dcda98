import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptedRandom, seededRandom } from '../../../tests/support/seeded-random.ts';
import { epochMs } from '../time/instant.ts';
import { marketStatus } from '../time/market-hours.ts';
import { isLive, nextAutoSignal, type Signal } from './signal.ts';

const OPEN = epochMs(Date.parse('2026-11-18T09:32:00Z'));
const CLOSED = epochMs(Date.parse('2026-11-18T18:12:36Z'));
const NEVER = scriptedRandom();

test('an open market without a signal draws one at once', () => {
  expect(nextAutoSignal(undefined, OPEN, seededRandom(1))).toMatchObject({
    timestamp: OPEN,
    timeframe: '1min',
  });
});

test('a live signal stays, the same object, and nothing is drawn', () => {
  const signal = nextAutoSignal(undefined, OPEN, seededRandom(1));
  expect(nextAutoSignal(signal, epochMs(OPEN + 59_999), NEVER)).toBe(signal);
});

test('the next signal comes with the clearing of the last one, at 60 seconds', () => {
  const first = nextAutoSignal(undefined, OPEN, seededRandom(1));
  const second = nextAutoSignal(first, epochMs(OPEN + 60_000), seededRandom(2));
  expect(second?.timestamp).toBe(OPEN + 60_000);
});

test('a tab that slept for an hour finds one new signal, dated when it woke', () => {
  let draws = 0;
  const random = seededRandom(5);
  const counting = () => {
    draws += 1;
    return random();
  };
  const first = nextAutoSignal(undefined, OPEN, seededRandom(1));
  const woken = nextAutoSignal(first, epochMs(OPEN + 3_600_000), counting);
  expect(woken?.timestamp).toBe(OPEN + 3_600_000);
  expect(draws).toBe(3);
});

test('a closed market shows no signal and draws none', () => {
  const left = nextAutoSignal(undefined, epochMs(Date.parse('2026-11-18T16:59:30Z')), seededRandom(1));
  expect(nextAutoSignal(left, epochMs(Date.parse('2026-11-18T17:00:00Z')), NEVER)).toBeUndefined();
  expect(nextAutoSignal(undefined, CLOSED, NEVER)).toBeUndefined();
});

test('whatever the clock does, the signal shown is live, and there is one exactly while the market is open', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.array(fc.integer({ min: -90_000_000, max: 90_000_000 }), { minLength: 1, maxLength: 50 }),
      (seed, jumps) => {
        const random = seededRandom(seed);
        let now: number = OPEN;
        let signal: Signal | undefined;
        for (const jump of jumps) {
          now += jump;
          signal = nextAutoSignal(signal, epochMs(now), random);
          expect(signal !== undefined).toBe(marketStatus(epochMs(now)).anyActive);
          if (signal !== undefined) expect(isLive(signal, epochMs(now))).toBe(true);
        }
      },
    ),
  );
});
