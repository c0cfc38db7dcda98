import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countRules, type LabCounts } from '../src/core/lab/count-rules.ts';
import { joinedBars } from '../src/core/lab/lab-bars.ts';
import { runSweep } from '../src/core/lab/lab.ts';
import { madeUpBars } from '../src/core/lab/made-up.ts';
import { combinations, ruleAt } from '../src/core/lab/rule.ts';
import type { BarColumns } from '../src/core/market/bars.ts';
import { MINUTE_MS } from '../src/core/time/instant.ts';
import { peakMegabytes } from './command-memory.ts';
import { bounded, compared, type Figure, median } from './figure.ts';
import { labPage } from './lab-page.ts';
import { labCalibration, openPart, RSI_SWEEP, sweepOf, YEAR } from './lab-calibration.ts';

const BARS = 1_000_000;
const TURNS = 3;
/** 640 rules: averages of 2 to 17 bars crossing those of 20 to 59. */
const CROSSES = sweepOf(
  'pair=EURUSD&bar=1min&call=ema-2to17by1-20to59by1-crosses-above&put=mirror&enter=1&expiry=1',
);

/** What a rule costs beside a loop by hand that counts the same, and what the Lab says of prices without and with something in them. */
export async function* labBench(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'pipcast-lab-bench-'));
  try {
    const idle = process.memoryUsage.rss();
    const bars = crossedBars();
    countCrosses(bars);
    // The most of a process would be that of its parent, which a process begins with.
    const memory = (process.memoryUsage.rss() - idle) / 2 ** 20;
    yield bounded('lab: memory that 1,000,000 bars and 640 rules take', memory, 'MB', { atMost: 100 });
    yield* crosses(bars);
    const year = madeUpBars(YEAR, 2);
    const times = Array.from({ length: TURNS }, () =>
      seconds(() => runSweep(year, RSI_SWEEP, { ...openPart(YEAR), shuffles: 1_000, seed: 1 })),
    );
    yield bounded(
      'lab: 640 rules and 1,000 shuffles on the open part of a year',
      median(times.map(([one]) => one)),
      's',
      { atMost: 2 },
    );
    const rule = join(folder, 'rule.json');
    writeFileSync(rule, JSON.stringify(RSI_SWEEP.rule));
    const command = ['lab', rule, '--prices', 'made-up', '--sweep'];
    const peak = await peakMegabytes(command, { PIPCAST_DATA_DIR: folder });
    yield bounded('lab: memory of the command, 640 rules on the made-up year', peak, 'MB', { atMost: 190 });
    yield* labPage();
    yield* labCalibration();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function crossedBars(): BarColumns {
  const three = madeUpBars({ ...YEAR, untilMs: YEAR.fromMs + 1_100 * 86_400_000 }, 1);
  return joinedBars(three, MINUTE_MS, three.openTimeMs[BARS] as number);
}

function countCrosses(bars: BarColumns) {
  const rules = combinations(CROSSES.swept).map((each) => ruleAt(CROSSES.rule, CROSSES.swept, each));
  return { rules, tally: countRules(bars, rules, { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }) };
}

function* crosses(bars: BarColumns): Generator<Figure> {
  const values = combinations(CROSSES.swept);
  const [ours, theirs]: [number[], number[]] = [[], []];
  // In turns, so that a busy minute of the machine meets both.
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [took, { rules, tally }] = seconds(() => countCrosses(bars));
    const [loopTook, counts] = seconds(() => plainLoop(bars, values));
    ours.push(took);
    theirs.push(loopTook);
    for (const rule of rules.keys()) {
      const { signals, decided, right } = tally.counts(rule);
      assert.deepEqual({ signals, decided, right }, counts[rule]);
    }
  }
  const rate = (times: readonly number[]): number => (bars.length * values.length) / median(times) / 1e6;
  yield compared(
    'lab: 640 crosses of averages on 1,000,000 bars',
    rate(ours),
    'million bar-combinations a processor-second',
    { name: 'plain JS loop', value: rate(theirs) },
    { atLeast: 2 },
  );
}

/** How long something took of this thread's time, in seconds, and what it gave. */
function seconds<T>(run: () => T): [number, T] {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1e6, result];
}

type PlainCounts = Pick<LabCounts, 'signals' | 'decided' | 'right'>;

/** The best loop by hand: averages once each, outcomes once, then one pass a rule that touches each bar once. */
function plainLoop(
  { length, openTimeMs, open, close }: BarColumns,
  values: readonly (readonly number[])[],
): PlainCounts[] {
  const averages = new Map<number, Float64Array>();
  for (const size of new Set(values.flat())) {
    const weight = 2 / (size + 1);
    const average = new Float64Array(length);
    const origin = close[0] as number;
    let value = 0;
    for (let bar = 0; bar < length; bar += 1) {
      const price = (close[bar] as number) - origin;
      value = bar === 0 ? price : price * weight + value * (1 - weight);
      average[bar] = value;
    }
    averages.set(size, average);
  }
  const move = new Int8Array(length);
  for (let bar = 0; bar + 2 < length; bar += 1) {
    if ((openTimeMs[bar + 2] as number) - (openTimeMs[bar] as number) === 2 * MINUTE_MS)
      move[bar] = Math.sign((open[bar + 2] as number) - (open[bar + 1] as number));
  }
  return values.map(([fastSize, slowSize]) => {
    const fast = averages.get(fastSize as number) as Float64Array;
    const slow = averages.get(slowSize as number) as Float64Array;
    let [signals, decided, right] = [0, 0, 0];
    let before = (fast[0] as number) - (slow[0] as number);
    for (let bar = 1; bar < length; bar += 1) {
      const now = (fast[bar] as number) - (slow[bar] as number);
      if (now > 0 ? before <= 0 : now < 0 && before >= 0) {
        signals += 1;
        const outcome = move[bar] as number;
        if (outcome !== 0) {
          decided += 1;
          if (outcome > 0 === now > 0) right += 1;
        }
      }
      before = now;
    }
    return { signals, decided, right };
  });
}
