import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { epochMs } from '../time/instant.ts';
import { SCORED_PAIRS } from './instruments.ts';
import { doubleMid, scalePrice, type Tick } from './tick.ts';
import { TickGuard } from './tick-guard.ts';
import { type Plain, quoted } from '../../../tests/support/quoted.ts';

const NOW = epochMs(Date.parse('2026-11-18T09:32:00Z'));

/** What a guard says of a quote that comes after another. */
function tickFault(tick: Tick, last: Tick | undefined) {
  const guard = new TickGuard();
  if (last !== undefined) guard.faultOf(last);
  return guard.faultOf(tick);
}

function quote(change: Plain<Partial<Tick>> = {}): Tick {
  return quoted({
    source: 'kraken',
    pair: 'EUR/USD',
    bid: 108_503,
    ask: 108_523,
    sourceTime: epochMs(NOW - 200),
    receivedTime: NOW,
    ...change,
  });
}

describe('a single quote', () => {
  test('is sound when bid is at or below ask and it is recent', () => {
    expect(tickFault(quote(), undefined)).toBeUndefined();
    expect(tickFault(quote({ ask: 108_503 }), undefined)).toBeUndefined();
    expect(tickFault(quote({ sourceTime: undefined }), undefined)).toBeUndefined();
  });

  test.each([
    ['crossed', { bid: 108_524 }],
    ['implausible', { ask: 110_800 }],
    ['future', { sourceTime: epochMs(NOW + 2_001) }],
    ['late', { sourceTime: epochMs(NOW - 30_001) }],
  ] as const)('is %s with %j', (fault, change) => {
    expect(tickFault(quote(change), undefined)).toBe(fault);
  });

  test('may be dated up to two seconds ahead, as clocks differ a little, and up to half a minute back', () => {
    expect(tickFault(quote({ sourceTime: epochMs(NOW + 2_000) }), undefined)).toBeUndefined();
    expect(tickFault(quote({ sourceTime: epochMs(NOW - 30_000) }), undefined)).toBeUndefined();
  });

  test('may be two percent of its mid wide, and no step wider', () => {
    expect(tickFault(quote({ bid: 99_000, ask: 101_000 }), undefined)).toBeUndefined();
    expect(tickFault(quote({ bid: 98_999, ask: 101_001 }), undefined)).toBe('implausible');
  });
});

describe('a quote after another', () => {
  const last = quote();
  const next = (change: Plain<Partial<Tick>> = {}) =>
    quote({ sourceTime: epochMs(NOW + 300), receivedTime: epochMs(NOW + 500), ...change });

  test('is sound when it is newer, moved or not', () => {
    expect(tickFault(next(), last)).toBeUndefined();
    expect(tickFault(next({ bid: 108_510, ask: 108_530 }), last)).toBeUndefined();
  });

  test('is out of order when it is dated before the last', () => {
    expect(tickFault(next({ sourceTime: epochMs(NOW - 201) }), last)).toBe('out-of-order');
  });

  test('is a duplicate when time and prices are the same, and not when a price changed within the millisecond', () => {
    expect(tickFault(next({ sourceTime: epochMs(NOW - 200) }), last)).toBe('duplicate');
    expect(tickFault(next({ sourceTime: epochMs(NOW - 200), bid: 108_504 }), last)).toBeUndefined();
    expect(tickFault(next({ sourceTime: epochMs(NOW - 200), ask: 108_524 }), last)).toBeUndefined();
  });

  test('of a source that does not date its quotes is never a duplicate: the market may just stand still', () => {
    const undated = { sourceTime: undefined };
    expect(tickFault(next(undated), quote(undated))).toBeUndefined();
  });

  test('may be two percent away from the last within a minute, and no step further', () => {
    const round = quote({ bid: 100_000, ask: 100_000 });
    expect(tickFault(next({ bid: 102_000, ask: 102_000 }), round)).toBeUndefined();
    expect(tickFault(next({ bid: 102_000, ask: 102_001 }), round)).toBe('implausible');
    expect(tickFault(next({ bid: 97_999, ask: 98_000 }), round)).toBe('implausible');
  });

  test('is implausible when the price jumped by over two percent within a minute: the symbol changed', () => {
    const yen = { bid: 156_100, ask: 156_120 };
    expect(tickFault(next(yen), last)).toBe('implausible');
    expect(
      tickFault(next({ ...yen, sourceTime: undefined, receivedTime: epochMs(NOW + 59_800) }), last),
    ).toBeUndefined();
  });
});

describe('scaling a price', () => {
  test.each([
    ['EUR/USD', 1.08523, 108_523],
    ['EUR/USD', '1.13015', 113_015],
    ['USD/JPY', 156.12, 156_120],
    ['EUR/USD', 1.1, 110_000],
    ['EUR/USD', 0.000001, undefined],
    ['EUR/USD', Number.NaN, undefined],
    ['EUR/USD', 0, undefined],
    ['EUR/USD', -1.1, undefined],
    ['EUR/USD', Number.POSITIVE_INFINITY, undefined],
    ['EUR/USD', '1.1e0', undefined],
    ['EUR/USD', '', undefined],
    ['EUR/USD', null, undefined],
    ['EUR/USD', '<html>', undefined],
    ['EUR/USD', ['1.1'], undefined],
    ['EUR/USD', 1e300, undefined],
  ] as const)('%s at %s is %s', (pair, price, scaled) => {
    expect(scalePrice(pair, price)).toBe(scaled);
  });

  test('gives the same whole number for a price as number and as text, with trailing zeros or without', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SCORED_PAIRS),
        fc.integer({ min: 1, max: 9_999_999 }),
        (pair, scaled) => {
          const digits = pair.endsWith('JPY') ? 3 : 5;
          const text = (scaled / 10 ** digits).toFixed(digits);
          expect(scalePrice(pair, text)).toBe(scaled);
          expect(scalePrice(pair, `${text}0`)).toBe(scaled);
          expect(scalePrice(pair, Number(text))).toBe(scaled);
        },
      ),
    );
  });

  test('keeps twice the mid whole, so that a tie is exact', () => {
    expect(doubleMid(quoted({ bid: 108_503, ask: 108_524 }))).toBe(
      doubleMid(quoted({ bid: 108_504, ask: 108_523 })),
    );
  });
});
