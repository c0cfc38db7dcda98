import { expect, test } from 'vitest';
import { CHART_SPANS, lengthsOf } from '../../core/market/mid-bars.ts';
import { BarRing } from './market-core.ts';

test('every span is whole after a day of quotes, and ends with the last one', () => {
  const ring = new BarRing();
  for (let ms = 0; ms < 86_400_000; ms += 1_000) ring.push(ms, ms);
  for (const span of CHART_SPANS) {
    const { spanMs, barMs } = lengthsOf(span);
    const bars = ring.bars(span);
    expect(bars).toHaveLength(spanMs / barMs);
    expect(bars.at(-1)).toEqual([
      86_400_000 - barMs,
      86_400_000 - barMs,
      86_399_000,
      86_400_000 - barMs,
      86_399_000,
    ]);
    expect(bars[0]?.[1]).toBe(86_400_000 - spanMs);
  }
});

test('a quote of an earlier bar is not for the chart; one of the last bar moves its high, low and close', () => {
  const ring = new BarRing();
  ring.push(15_000, 10);
  ring.push(14_999, 99);
  ring.push(20_000, 12);
  ring.push(19_000, 7);
  ring.push(21_000, 9);
  expect(ring.bars('15m')).toEqual([[15_000, 10, 12, 7, 9]]);
});
