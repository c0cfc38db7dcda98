import { expect, test } from 'vitest';
import { doubleMid, type Tick } from '../../core/market/tick.ts';
import { TickGuard } from '../../core/market/tick-guard.ts';
import { instrumentOf, priceScale, SCORED_PAIRS } from '../../core/market/instruments.ts';
import { syntheticTicks } from './configured-source.ts';

const START_MS = Date.UTC(2026, 10, 21, 9);

function take(count: number, seed = 1): Tick[] {
  const ticks: Tick[] = [];
  for (const tick of syntheticTicks(seed, START_MS)) {
    ticks.push(tick);
    if (ticks.length === count) return ticks;
  }
  return ticks;
}

test('made-up prices are the same for the same seed, and others for another', () => {
  expect(take(500)).toEqual(take(500));
  expect(take(500, 2)).not.toEqual(take(500));
});

test('made-up quotes pass every check that real ones must pass, about every second for each pair, with long pauses', () => {
  const last = new Map<string, Tick>();
  const guard = new TickGuard();
  const pauses: number[] = [];
  let lastMs = START_MS;
  for (const tick of take(200_000)) {
    const before = last.get(tick.pair);
    const fault = guard.faultOf(tick) ?? (tick.receivedTime < lastMs ? 'order' : undefined);
    if (fault !== undefined) throw new Error(`${tick.pair}: ${fault}`);
    lastMs = tick.receivedTime;
    const { low, high } = instrumentOf(tick.pair).plausible;
    const mid = doubleMid(tick) / 2 / priceScale(tick.pair);
    if (!(mid > low && mid < high)) throw new Error(`${tick.pair} at ${mid}`);
    if (before !== undefined) pauses.push(tick.receivedTime - before.receivedTime);
    last.set(tick.pair, tick);
  }
  expect([...last.keys()].toSorted()).toEqual(SCORED_PAIRS.toSorted());
  const mean = pauses.reduce((sum, each) => sum + each, 0) / pauses.length;
  expect(mean).toBeGreaterThan(600);
  expect(mean).toBeLessThan(1200);
  expect(pauses.filter((each) => each > 15_000).length).toBeGreaterThan(10);
});

test('made-up prices go on where others ended: with another seed, no pair jumps', () => {
  const last = new Map(take(50_000).map((tick) => [tick.pair, tick]));
  const next = new Map<string, Tick>();
  for (const tick of syntheticTicks(2, START_MS, (pair) => last.get(pair))) {
    if (!next.has(tick.pair)) next.set(tick.pair, tick);
    if (next.size === SCORED_PAIRS.length) break;
  }
  for (const [pair, tick] of last) {
    const moved = doubleMid(next.get(pair) as Tick) / doubleMid(tick) - 1;
    expect(Math.abs(moved)).toBeLessThan(0.0002);
  }
});
