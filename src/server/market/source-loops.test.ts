import { describe, expect, test } from 'vitest';
import { fadingModel } from '../../../tests/support/engine-model.ts';
import { epochMs } from '../../core/time/instant.ts';
import type { Tick } from '../../core/market/tick.ts';
import { BOT_TIMEFRAMES } from '../../core/market/timeframes.ts';
import { Brains } from './load-models.ts';
import { SourceLoops } from './market-core.ts';
import { quoted } from '../../../tests/support/quoted.ts';

/** Monday 5 February 2018, 01:00 UTC. */
const MONDAY_MS = Date.UTC(2018, 1, 5, 1);
const MODELS = new Map(BOT_TIMEFRAMES.map((value) => [value, fadingModel(value)]));

function loopsWith(brains = new Brains(MODELS)) {
  const failures: unknown[] = [];
  const loops = new SourceLoops({
    pairs: ['EUR/USD', 'USD/JPY'],
    brains,
    onFailure: (error) => void failures.push(error),
  });
  return { loops, failures };
}

function tick(ms: number, bid = 110_000 + (ms % 37)): Tick {
  const at = epochMs(MONDAY_MS + ms);
  return quoted({ source: 'kraken', pair: 'EUR/USD', bid, ask: bid + 2, sourceTime: at, receivedTime: at });
}
const at = (ms: number) => epochMs(MONDAY_MS + ms);
const said = (loops: SourceLoops, ms: number) =>
  loops.decide('5s', at(ms)).map((each) => (each.kind === 'signal' ? 'signal' : each.reason));

describe('the engine on one source', () => {
  test('has no history at first, then signals, and a pair without a fresh quote is stale', () => {
    const { loops } = loopsWith();
    for (let ms = 0; ms < 900_000; ms += 500) loops.push(tick(ms));
    expect(said(loops, 900_000)).toEqual(['signal', 'stale']);
    expect(said(loops, 910_000)).toEqual(['signal', 'stale']);
    expect(said(loops, 915_000)).toEqual(['stale', 'stale']);
    const fresh = loopsWith().loops;
    fresh.push(tick(3000));
    expect(said(fresh, 5000)).toEqual(['history', 'stale']);
  });

  test('is warm once every loop of every pair has the bars that it needs, and not before', () => {
    const { loops } = loopsWith();
    const push = (fromMs: number, toMs: number, ...pairs: Tick['pair'][]) => {
      for (let ms = fromMs; ms < toMs; ms += 2_500)
        for (const pair of pairs) loops.push({ ...tick(ms), pair });
    };
    expect(loops.isWarm).toBe(false);
    push(0, 130 * 60_000, 'EUR/USD');
    expect(loops.isWarm).toBe(false);
    push(130 * 60_000, 240 * 60_000, 'EUR/USD', 'USD/JPY');
    expect(loops.isWarm).toBe(false);
    push(240 * 60_000, 260 * 60_000, 'EUR/USD', 'USD/JPY');
    expect(loops.isWarm).toBe(true);
  });

  test('finds the decision of an instant that a later quote has passed already, up to a minute ago', () => {
    const { loops } = loopsWith();
    for (let ms = 0; ms < 900_000; ms += 500) loops.push(tick(ms));
    const [direct] = loops.decide('5s', at(900_000));
    for (let ms = 900_500; ms < 940_000; ms += 500) loops.push(tick(ms));
    expect(loops.decide('5s', at(900_000))[0]).toEqual(direct);
    expect(loops.decide('5s', at(920_000))[0]).toMatchObject({ kind: 'signal', decidedAtMs: at(920_000) });
  });

  test('leaves out a quote that goes back in time', () => {
    const { loops, failures } = loopsWith();
    const straight = loopsWith().loops;
    for (let ms = 0; ms < 900_000; ms += 500) {
      loops.push(tick(ms));
      loops.push(tick(ms - 400, 1));
      straight.push(tick(ms));
    }
    expect(loops.decide('5s', at(900_000))).toEqual(straight.decide('5s', at(900_000)));
    expect(failures).toEqual([]);
  });

  test('a loop that fails starts over by itself, and the others go on', () => {
    const brains = new Brains(new Map([...MODELS].filter(([timeframe]) => timeframe !== '10s')));
    let isBroken = true;
    const broken = brains.of('10s');
    broken.learn = () => {
      if (isBroken) throw new Error('broken');
    };
    const { loops, failures } = loopsWith(brains);
    for (let ms = 0; ms < 1_800_000; ms += 500) loops.push(tick(ms));
    isBroken = false;
    expect(failures.length).toBeGreaterThan(0);
    expect(said(loops, 1_800_000)[0]).toBe('signal');
    expect(loops.decide('10s', at(1_800_000))[0]).toMatchObject({ kind: 'abstention' });
    for (let ms = 1_800_000; ms < 3_600_000; ms += 500) loops.push(tick(ms));
    // A brain without a model: what matters is that the loop looks at prices again.
    expect(loops.decide('10s', at(3_600_000))[0]).toMatchObject({ reason: 'untrained' });
  });

  test('a loop that fails when it is to decide starts over as well, and its pair abstains', () => {
    const brains = new Brains(MODELS);
    let isBroken = false;
    const { weights } = brains.of('10s');
    Object.defineProperty(brains.of('10s'), 'weights', {
      get() {
        if (isBroken) throw new Error('broken');
        return weights;
      },
    });
    const { loops, failures } = loopsWith(brains);
    for (let ms = 0; ms < 1_800_000; ms += 500) loops.push(tick(ms));
    isBroken = true;
    expect(loops.decide('10s', at(1_800_000))).toMatchObject([{ reason: 'history' }, { reason: 'stale' }]);
    expect(failures).toHaveLength(1);
    expect(said(loops, 1_800_000)[0]).toBe('signal');
  });
});
