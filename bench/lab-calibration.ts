import { sealFrom } from '../src/core/lab/lab-bars.ts';
import { runRule, runSweep } from '../src/core/lab/lab.ts';
import { madeUpBars } from '../src/core/lab/made-up.ts';
import { parseRuleAddress, ruleAddress } from '../src/core/lab/read-rule.ts';
import { ruleAt, type Sweep, type SweptField } from '../src/core/lab/rule.ts';
import { PLANTED, withEdge } from '../tests/support/planted-edge.ts';
import { bounded, type Figure } from './figure.ts';

export const YEAR = { pair: 'EUR/USD', fromMs: Date.UTC(2026, 0, 1), untilMs: Date.UTC(2027, 0, 1) } as const;
/** Long enough for 500 signals of most of the rules, short enough for 2,000 of them. */
const WEEKS = { ...YEAR, untilMs: Date.UTC(2026, 1, 15) } as const;
/** Long enough for 6,000 signals of the planted rule in the open part. */
const LONGER = { ...YEAR, untilMs: Date.UTC(2027, 1, 1) } as const;
/** Long enough for 9,400 of them. */
const LONGEST = { ...YEAR, untilMs: Date.UTC(2027, 8, 1) } as const;
export const openPart = ({ fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number }) => ({
  fromMs,
  untilMs: sealFrom(fromMs, untilMs),
  shuffles: 1_000,
});

/** 640 rules: RSI of 2 to 17 bars below 5 to 44. */
export const RSI_SWEEP = sweepOf(
  'pair=EURUSD&bar=1min&call=rsi-2to17by1-5to44by1-crosses-below&put=mirror&enter=1&expiry=1',
);

export function sweepOf(address: string): { readonly rule: Sweep; readonly swept: readonly SweptField[] } {
  const reading = parseRuleAddress(address);
  if ('problems' in reading || ruleAddress(reading.rule) !== address) throw new Error(`no rule: ${address}`);
  return reading;
}

/** Files of made-up prices in which a sweep of 640 finds something that is "hard to explain by luck". */
function falseAlarms(files: number): number {
  let hard = 0;
  for (let seed = 1; seed <= files; seed += 1)
    if (runSweep(madeUpBars(WEEKS, seed), RSI_SWEEP, { ...openPart(WEEKS), seed }).judgement === 'hard')
      hard += 1;
  return hard;
}

/** Files with a rule that is right 53 in 100: how many in 100 are "hard to explain by luck", by the rule alone and by a sweep of 640 around it. */
function found(span: typeof LONGER | typeof LONGEST, files: number) {
  let [alone, swept, fewest] = [0, 0, Number.POSITIVE_INFINITY];
  const rule = ruleAt(RSI_SWEEP.rule, RSI_SWEEP.swept, [PLANTED.length, PLANTED.level]);
  for (let seed = 1; seed <= files; seed += 1) {
    const bars = withEdge(madeUpBars(span, seed), 0.03, seed);
    const one = runRule(bars, rule, { ...openPart(span), seed });
    fewest = Math.min(fewest, one.decided);
    if (one.judgement === 'hard') alone += 1;
    if (runSweep(bars, RSI_SWEEP, { ...openPart(span), seed }).judgement === 'hard') swept += 1;
  }
  return { alone: (100 * alone) / files, swept: (100 * swept) / files, fewest };
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
  const { alone, swept, fewest } = found(LONGER, 200);
  yield bounded('lab: a planted edge of 3 points, decided signals at least', fewest, 'signals');
  yield bounded('lab: the planted rule alone is called hard', alone, '% of 200 files', { atLeast: 95 });
  // No bound: what 640 tries cost in power is a fact of 640 tries (decision 415). More signals pay for them.
  yield bounded('lab: a sweep of 640 around it is called hard', swept, '% of 200 files');
  const longest = found(LONGEST, 100);
  yield bounded('lab: the same in more months, decided signals at least', longest.fewest, 'signals');
  yield bounded(
    'lab: a sweep of 640 around it in more months is called hard',
    longest.swept,
    '% of 100 files',
    {
      atLeast: 95,
    },
  );
}
