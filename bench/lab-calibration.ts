import { Rsi } from '../src/core/engine/indicators/rsi.ts';
import { sealFrom } from '../src/core/lab/lab-bars.ts';
import { runRule, runSweep } from '../src/core/lab/lab.ts';
import { madeUpBars } from '../src/core/lab/made-up.ts';
import { parseRuleAddress, ruleAddress } from '../src/core/lab/read-rule.ts';
import { type Rule, ruleAt, type Sweep, type SweptField } from '../src/core/lab/rule.ts';
import type { BarColumns } from '../src/core/market/bars.ts';
import { seededUint32 } from '../src/core/random/seeded.ts';
import { bounded, type Figure, median } from './figure.ts';

export const YEAR = { pair: 'EUR/USD', fromMs: Date.UTC(2026, 0, 1), untilMs: Date.UTC(2027, 0, 1) } as const;
const QUARTER = { ...YEAR, untilMs: Date.UTC(2026, 3, 1) } as const;
export const openPart = ({ fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number }) => ({
  fromMs,
  untilMs: sealFrom(fromMs, untilMs),
  shuffles: 1_000,
});

/** 640 rules: RSI of 2 to 17 bars below 5 to 44. */
export const RSI_SWEEP = sweepOf(
  'pair=EURUSD&bar=1min&call=rsi-2to17by1-5to44by1-crosses-below&put=mirror&enter=1&expiry=1',
);
const PLANTED = { length: 14, level: 30 } as const;

export function sweepOf(address: string): { readonly rule: Sweep; readonly swept: readonly SweptField[] } {
  const reading = parseRuleAddress(address);
  if ('problems' in reading || ruleAddress(reading.rule) !== address) throw new Error(`no rule: ${address}`);
  return reading;
}

/** Files of made-up prices in which a sweep of 640 finds something that is "hard to explain by luck". */
function falseAlarms(files: number): number {
  let hard = 0;
  for (let seed = 1; seed <= files; seed += 1)
    if (runSweep(madeUpBars(QUARTER, seed), RSI_SWEEP, { ...openPart(QUARTER), seed }).judgement === 'hard')
      hard += 1;
  return hard;
}

/** Files with a rule that is right 53 in 100: how often the rule alone, and a sweep of 640 around it, is "hard to explain by luck". */
function found(files: number): { alone: number; swept: number; fewest: number } {
  let [alone, swept, fewest] = [0, 0, Number.POSITIVE_INFINITY];
  const rule = ruleAt(RSI_SWEEP.rule, RSI_SWEEP.swept, [PLANTED.length, PLANTED.level]);
  for (let seed = 1; seed <= files; seed += 1) {
    const bars = withEdge(madeUpBars(YEAR, seed), 0.03, seed);
    const one = runRule(bars, rule, { ...openPart(YEAR), seed });
    fewest = Math.min(fewest, one.decided);
    if (one.judgement === 'hard') alone += 1;
    if (runSweep(bars, RSI_SWEEP, { ...openPart(YEAR), seed }).judgement === 'hard') swept += 1;
  }
  return { alone, swept, fewest };
}

/** The same bars, but the planted rule is right more often by so much: after its signals a part of the wrong moves is turned round. */
function withEdge(bars: BarColumns, edge: number, seed: number): BarColumns {
  const draw = seededUint32(seed + 1_000_000);
  const rsi = new Rsi(PLANTED.length);
  const changed = {
    ...bars,
    open: bars.open.slice(),
    high: bars.high.slice(),
    low: bars.low.slice(),
    close: bars.close.slice(),
  };
  let price = bars.open[0] as number;
  let said = 0;
  let before = Number.NaN;
  for (let row = 0; row < bars.length; row += 1) {
    const open = bars.open[row] as number;
    const move = (bars.open[row + 1] ?? open) - open;
    const isTurned = said !== 0 && move * said < 0 && draw() / 2 ** 32 < 2 * edge;
    const sign = isTurned ? -1 : 1;
    const at = (column: Int32Array): number => price + sign * ((column[row] as number) - open);
    changed.open[row] = price;
    changed.close[row] = at(bars.close);
    changed.high[row] = at(isTurned ? bars.low : bars.high);
    changed.low[row] = at(isTurned ? bars.high : bars.low);
    rsi.update((changed.close[row] as number) - (changed.close[0] as number));
    const value = rsi.value;
    said = value < PLANTED.level && before >= PLANTED.level ? 1 : 0;
    if (value > 100 - PLANTED.level && before <= 100 - PLANTED.level) said = -1;
    before = value;
    price += sign * move;
  }
  return changed;
}

/** What the Lab says of prices in which there is nothing, and of prices in which there is something. */
export async function* labCalibration(): AsyncGenerator<Figure> {
  yield bounded(
    'lab: called hard after a sweep of 640, nothing to find',
    (100 * falseAlarms(2_000)) / 2_000,
    '% of 2,000 files',
    {
      atMost: 1,
    },
  );
  const { alone, swept, fewest } = found(200);
  yield bounded('lab: a planted edge of 3 points, decided signals at least', fewest, 'signals');
  yield bounded('lab: the planted rule alone is called hard', alone / 2, '% of 200 files', { atLeast: 95 });
  yield bounded('lab: a sweep of 640 around it is called hard', swept / 2, '% of 200 files', { atLeast: 95 });
  const tries = Array.from({ length: 10 }, (_, at) => ruleAt(RSI_SWEEP.rule, RSI_SWEEP.swept, [14, 26 + at]));
  const [first, ...tried] = tries as [Rule, ...Rule[]];
  const best = runRule(madeUpBars(YEAR, 1), first, { ...openPart(YEAR), seed: 1, tried }).triesByLuck;
  yield bounded('lab: the best of 10 tries that know nothing', 100 * median([...best]), '% right');
}
