import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { epochMs } from '../time/instant.ts';
import { AUTO_PAIRS, OTC_PAIRS } from '../market/pairs.ts';
import { drawAutoSignal, drawBotSignal, isLive, type Signal, secondsLeft } from './signal.ts';
import { BOT_TIMEFRAMES } from '../market/timeframes.ts';

const NOW = epochMs(Date.parse('2026-11-18T09:32:00.250Z'));
const DRAWS = 140_000;

function count<T>(items: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Pearson's chi-square against equal expectation, as standard deviations above its mean (normal approximation). */
function chiSquareZ(counts: Iterable<number>, cells: number, total: number): number {
  const expected = total / cells;
  const seen = [...counts];
  const empty = cells - seen.length;
  const chi2 = seen.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0) + empty * expected;
  return (chi2 - (cells - 1)) / Math.sqrt(2 * (cells - 1));
}

describe('a P-Special draw', () => {
  const random = seededRandom(20261118);
  const draws = Array.from({ length: DRAWS }, () => drawAutoSignal(NOW, random));

  test('uses the five auto pairs, both directions and every confidence from 88 to 94, and nothing else', () => {
    expect([...count(draws.map((s) => s.pair)).keys()].toSorted()).toEqual([...AUTO_PAIRS].toSorted());
    expect([...count(draws.map((s) => s.direction)).keys()].toSorted()).toEqual(['CALL', 'PUT']);
    expect([...count(draws.map((s) => s.confidence)).keys()].toSorted()).toEqual([
      88, 89, 90, 91, 92, 93, 94,
    ]);
  });

  test('draws pair, direction and confidence uniformly', () => {
    expect(chiSquareZ(count(draws.map((s) => s.pair)).values(), 5, DRAWS)).toBeLessThan(4);
    expect(chiSquareZ(count(draws.map((s) => s.direction)).values(), 2, DRAWS)).toBeLessThan(4);
    expect(chiSquareZ(count(draws.map((s) => s.confidence)).values(), 7, DRAWS)).toBeLessThan(4);
  });

  test('draws pair, direction and confidence independently of each other and of the draw before', () => {
    const joint = count(draws.map((s) => `${s.pair} ${s.direction} ${s.confidence}`));
    expect(chiSquareZ(joint.values(), 5 * 2 * 7, DRAWS)).toBeLessThan(4);
    const successive = count(draws.slice(1).map((s, i) => `${draws[i]?.direction} ${s.direction} ${s.pair}`));
    expect(chiSquareZ(successive.values(), 2 * 2 * 5, DRAWS - 1)).toBeLessThan(4);
  });

  test('lives for 60 seconds from the instant it is drawn', () => {
    expect(draws[0]).toMatchObject({ timeframe: '1min', timestamp: NOW, expiryTime: NOW + 60_000 });
  });
});

describe('a P-BOT draw', () => {
  test('keeps the chosen pair and timeframe and draws the confidence uniformly from 90 to 94', () => {
    const random = seededRandom(7);
    const draws = Array.from({ length: 50_000 }, () =>
      drawBotSignal({ pair: 'USD/BDT', timeframe: '15s' }, NOW, random),
    );
    expect(draws.every((s) => s.pair === 'USD/BDT' && s.timeframe === '15s')).toBe(true);
    const confidences = count(draws.map((s) => s.confidence));
    expect([...confidences.keys()].toSorted()).toEqual([90, 91, 92, 93, 94]);
    expect(chiSquareZ(confidences.values(), 5, draws.length)).toBeLessThan(4);
    expect(chiSquareZ(count(draws.map((s) => s.direction)).values(), 2, draws.length)).toBeLessThan(4);
  });

  test.each(
    BOT_TIMEFRAMES.map(
      (timeframe) => [timeframe, Number.parseInt(timeframe, 10) * (timeframe === '1min' ? 60 : 1)] as const,
    ),
  )('%s expires after %i seconds', (timeframe, seconds) => {
    const signal = drawBotSignal({ pair: 'EUR/USD', timeframe }, NOW, seededRandom(1));
    expect(signal.expiryTime - signal.timestamp).toBe(seconds * 1000);
    expect(secondsLeft(signal, NOW)).toBe(seconds);
  });

  test('offers the specified pairs and timeframes in the specified order', () => {
    expect(OTC_PAIRS.join(' ')).toBe('USD/INR USD/BRL USD/BDT USD/PKR EUR/USD USD/JPY EUR/JPY USD/CAD');
    expect(BOT_TIMEFRAMES.join(' ')).toBe('5s 10s 15s 30s 1min');
  });
});

describe('the countdown', () => {
  const signal: Signal = drawAutoSignal(NOW, seededRandom(3));

  test('shows whole seconds, rounded up, and 0 from the expiry on', () => {
    expect(secondsLeft(signal, NOW)).toBe(60);
    expect(secondsLeft(signal, epochMs(NOW + 1))).toBe(60);
    expect(secondsLeft(signal, epochMs(NOW + 1000))).toBe(59);
    expect(secondsLeft(signal, epochMs(signal.expiryTime - 1))).toBe(1);
    expect(secondsLeft(signal, signal.expiryTime)).toBe(0);
    expect(isLive(signal, signal.expiryTime)).toBe(false);
  });

  test('depends on the clock alone, whatever the clock did before', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -7_200_000, max: 7_200_000 }), { minLength: 1 }), (jumps) => {
        let now = NOW as number;
        for (const jump of jumps) {
          now += jump;
          const left = secondsLeft(signal, epochMs(now));
          const isWithin = now >= signal.timestamp && now < signal.expiryTime;
          expect(left).toBe(isWithin ? Math.ceil((signal.expiryTime - now) / 1000) : 0);
          expect(isLive(signal, epochMs(now))).toBe(left > 0);
        }
      }),
    );
  });

  test('never counts above the timeframe when the clock is set back: the signal is over instead', () => {
    expect(secondsLeft(signal, epochMs(NOW - 3_600_000))).toBe(0);
  });
});
