import { describe, expect, test } from 'vitest';
import { epochMs } from '../../core/time/instant.ts';
import { PairWatch, type QuoteFault } from './pair-watch.ts';

const NOW = epochMs(Date.UTC(2026, 10, 18, 9));
const PAIRS = ['EUR/USD', 'USD/JPY'] as const;

/** A watch over two pairs whose clocks are in the test's hand. */
function watching(pairs: readonly (typeof PAIRS)[number][] = PAIRS) {
  let steadyMs = 1_000;
  const faults: QuoteFault[] = [];
  const watch = new PairWatch({
    source: 'kraken',
    steadyMs: () => steadyMs,
    span: (ms) => ms,
    onFault: (fault) => void faults.push(fault),
  });
  watch.begin(pairs);
  const take = (pair: (typeof PAIRS)[number], price: unknown = pair === 'EUR/USD' ? 1.1 : 150, agoMs = 0) =>
    watch.take(
      { kind: 'quote', pair, bid: price, ask: price, sourceTime: epochMs(NOW + steadyMs - agoMs) },
      epochMs(NOW + steadyMs),
    );
  return {
    watch,
    take,
    faults,
    pass: (ms: number) => {
      steadyMs += ms;
    },
  };
}

describe('a feed is by its pairs', () => {
  test('nothing yet before the first quote, live with it, and stale when all pairs are silent for 15 s', () => {
    const { watch, take, pass } = watching();
    expect(watch.state()).toBeUndefined();
    take('EUR/USD');
    expect(watch.state()).toBe('live');
    pass(14_999);
    expect(watch.state()).toBe('live');
    pass(1);
    expect(watch.state()).toBe('stale');
  });

  test('live while one of them is quiet; never live on a subscription alone', () => {
    const { watch, take, pass } = watching();
    pass(10_000);
    take('EUR/USD');
    pass(5_000);
    expect(watch.state()).toBe('live');
    watch.begin(PAIRS);
    expect(watch.state()).toBeUndefined();
  });

  test('closed or failed when all pairs are, live when one of them is', () => {
    const { watch, take } = watching();
    const closed = { kind: 'closed', pair: 'USD/JPY', reason: 'It is closed' } as const;
    expect([watch.switchOff(closed), watch.switchOff(closed)]).toEqual([true, false]);
    expect(watch.state()).toBeUndefined();
    take('EUR/USD');
    expect(watch.state()).toBe('live');
    watch.switchOff({ kind: 'closed', pair: undefined, reason: 'All is closed' });
    expect(watch.state()).toBe('closed');
    watch.switchOff({ kind: 'refused', pair: undefined, reason: 'No such pair' });
    expect(watch.state()).toBe('failed');
    take('USD/JPY');
    expect(watch.state()).toBe('live');
  });

  test('stale when ten quotes in a row are dated at another time, until one is right', () => {
    const { watch, take } = watching();
    take('EUR/USD');
    for (let count = 0; count < 9; count += 1) take('EUR/USD', 1.2, 31_000);
    expect(watch.state()).toBe('live');
    take('USD/JPY', 150, -3_000);
    expect(watch.state()).toBe('stale');
    take('USD/JPY');
    expect(watch.state()).toBe('live');
  });
});

describe('a silent pair', () => {
  test('is subscribed to once more after 15 s, and costs the connection after 30 s', () => {
    const { watch, take, pass } = watching(['EUR/USD']);
    take('EUR/USD');
    pass(14_999);
    expect(watch.look()).toEqual({ again: [], lost: undefined });
    pass(1);
    expect(watch.look()).toEqual({ again: ['EUR/USD'], lost: undefined });
    expect(watch.look()).toEqual({ again: [], lost: undefined });
    pass(15_000);
    expect(watch.look()).toEqual({ again: [], lost: 'EUR/USD' });
  });

  test('is subscribed to again each time that it falls silent again', () => {
    const { watch, take, pass } = watching(['EUR/USD']);
    for (let time = 0; time < 3; time += 1) {
      take('EUR/USD');
      pass(15_000);
      expect(watch.look().again).toEqual(['EUR/USD']);
    }
  });

  test('is subscribed to again on a new connection, too', () => {
    const { watch, pass } = watching(['EUR/USD']);
    for (let connection = 0; connection < 2; connection += 1) {
      pass(15_000);
      expect(watch.look().again).toEqual(['EUR/USD']);
      watch.begin(['EUR/USD']);
    }
  });

  test('costs the connection after twice the time of the last, a quarter of an hour at most, until it is quoted', () => {
    const { watch, take, pass } = watching(['EUR/USD']);
    const lostAfterMs = () => {
      watch.begin(['EUR/USD']);
      for (let ms = 0; ; ms += 1_000) {
        if (watch.look().lost !== undefined) return ms;
        pass(1_000);
      }
    };
    expect(Array.from({ length: 7 }, lostAfterMs)).toEqual(
      [30, 60, 120, 240, 480, 960, 960].map((seconds) => seconds * 1_000),
    );
    watch.begin(['EUR/USD']);
    take('EUR/USD');
    expect(lostAfterMs()).toBe(30_000);
  });

  test('whose old quote is sent again is alive, though nothing new is taken', () => {
    const { watch, take, pass, faults } = watching(['EUR/USD']);
    take('EUR/USD');
    pass(40_000);
    expect(take('EUR/USD', 1.1, 40_000)).toBeUndefined();
    expect([watch.look(), watch.state()]).toEqual([{ again: [], lost: undefined }, 'live']);
    pass(40_000);
    expect(take('EUR/USD', 1.2, 40_000)).toBeUndefined();
    expect(watch.look().lost).toBe('EUR/USD');
    expect(faults).toEqual(['late', 'late']);
  });
});

test('a quote that is reported once more is a sign of life, one that is dated ahead is not', () => {
  const { watch, take, pass, faults } = watching(['EUR/USD']);
  take('EUR/USD');
  pass(20_000);
  expect(take('EUR/USD', 1.1, -3_000)).toBeUndefined();
  expect(watch.state()).toBe('stale');
  expect(take('EUR/USD', 1.1, 20_000)).toBeUndefined();
  expect(watch.state()).toBe('live');
  expect(faults).toEqual(['future', 'duplicate']);
});

test.each([
  [1.1, 1.2],
  [1.0, 1.1],
])('an old quote of %d to %d is no sign of life: it is not the one that stands', (bid, ask) => {
  const { watch, take, pass } = watching(['EUR/USD']);
  take('EUR/USD');
  pass(40_000);
  const sourceTime = epochMs(NOW + 1_000);
  watch.take({ kind: 'quote', pair: 'EUR/USD', bid, ask, sourceTime }, epochMs(NOW + 41_000));
  expect(watch.state()).toBe('stale');
});

describe('a pair that is off', () => {
  test('is asked for again each minute where its market is closed, and never where it was refused', () => {
    const { watch, pass } = watching();
    watch.switchOff({ kind: 'closed', pair: 'EUR/USD', reason: 'closed' });
    watch.switchOff({ kind: 'refused', pair: 'USD/JPY', reason: 'refused' });
    pass(59_999);
    expect(watch.look().again).toEqual([]);
    pass(1);
    expect(watch.look().again).toEqual(['EUR/USD']);
    expect(watch.look().again).toEqual([]);
    pass(60_000);
    expect(watch.look()).toEqual({ again: ['EUR/USD'], lost: undefined });
  });
});

describe('a quote', () => {
  test('is a tick as it came, or reported with what is wrong with it', () => {
    const { watch, take, faults } = watching();
    expect(take('USD/JPY', 150.123)).toEqual({
      source: 'kraken',
      pair: 'USD/JPY',
      bid: 150_123,
      ask: 150_123,
      sourceTime: NOW + 1_000,
      receivedTime: NOW + 1_000,
    });
    expect(take('EUR/USD', 'x')).toBeUndefined();
    expect(
      watch.take({ kind: 'quote', pair: 'EUR/USD', bid: 1.1, ask: 0, sourceTime: undefined }, NOW),
    ).toBeUndefined();
    expect(
      watch.take({ kind: 'quote', pair: 'EUR/USD', bid: 0, ask: 1.1, sourceTime: undefined }, NOW),
    ).toBeUndefined();
    expect(take('USD/JPY', 170)).toBeUndefined();
    expect(faults).toEqual(['not-a-price', 'not-a-price', 'not-a-price', 'implausible']);
  });

  test('that is not sound is no sign of life', () => {
    const { watch, take, pass } = watching(['EUR/USD']);
    take('EUR/USD');
    pass(15_000);
    take('EUR/USD', 1.9);
    expect(watch.state()).toBe('stale');
  });

  test('after the clock was set is not held against those before', () => {
    const { watch, take } = watching(['EUR/USD']);
    take('EUR/USD');
    watch.forgetQuotes();
    expect(take('EUR/USD', 1.3)).toMatchObject({ bid: 130_000 });
  });

  test('for a pair that was not asked for is an error', () => {
    const { take } = watching(['EUR/USD']);
    expect(() => take('USD/JPY')).toThrow('USD/JPY');
  });
});
