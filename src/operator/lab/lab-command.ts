import { readFile } from 'node:fs/promises';
import { type LabOptions, runRule, runSweep } from '../../core/lab/lab.ts';
import { sealFrom } from '../../core/lab/lab-bars.ts';
import { MADE_UP_SEED, MADE_UP_YEAR, madeUpBars } from '../../core/lab/made-up.ts';
import { readRule, ruleAddress } from '../../core/lab/read-rule.ts';
import { type Rule, ruleAt, type Sweep, type SweptField } from '../../core/lab/rule.ts';
import { type BarColumns, barsFromTicks } from '../../core/market/bars.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import { breakEvenRate } from '../../core/record/verdict.ts';
import { MINUTE_MS } from '../../core/time/instant.ts';
import { editionOf, readDataset } from '../../server/market/dataset-store.ts';
import { loadConfig } from '../../server/platform/config.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { misuse, unreadable } from '../exit-codes.ts';
import { counted, iso } from '../output.ts';
import { labText, partOf, sweepOf } from './lab-text.ts';
import { LabJournal } from './lab-journal.ts';

export interface LabFlags {
  readonly prices: string;
  readonly sweep?: boolean;
  readonly openSeal?: boolean;
  readonly payout: number;
  readonly seed: number;
}

const SHUFFLES = 1_000;
const MADE_UP = 'made-up';
const MOST_PROBLEMS = 5;

/** `pipcast lab RULE`: a rule, or all rules of a sweep, on the open part of some prices; on the sealed part when it is opened. */
export async function labCommand(
  { output }: CommandContext,
  file: string,
  { prices: name, sweep = false, openSeal = false, payout, seed }: LabFlags,
): Promise<Ending> {
  const { rule, swept } = await ruleIn(file);
  if (sweep && swept.length === 0)
    throw misuse('The rule has no range to sweep.', 'Write a field as { "from": 5, "to": 44, "step": 1 }.');
  if (!sweep && swept.length > 0)
    throw misuse(`The rule has a range at ${swept[0]?.at ?? ''}.`, 'Add --sweep to count all rules in it.');
  if (sweep && openSeal)
    throw misuse(
      'The seal is opened for one rule.',
      'Choose one of the sweep, write it as a rule without ranges, and open the seal for that.',
    );

  const { dataDir } = loadConfig();
  const prices = await pricesOf(dataDir, name, rule.pair);
  const { minutes } = prices;
  const firstMs = minutes.openTimeMs[0] ?? 0;
  const lastMs = minutes.openTimeMs[minutes.length - 1] ?? 0;
  const sealMs = sealFrom(firstMs, lastMs);
  if (sealMs <= firstMs)
    throw misuse(
      `The prices ${name} are too short: two thirds of them are less than a day.`,
      'Take at least three days, better a year.',
    );
  const open: LabOptions = { fromMs: firstMs, untilMs: sealMs, shuffles: SHUFFLES, seed };
  const sealed: LabOptions = { ...open, fromMs: sealMs, untilMs: lastMs + MINUTE_MS };

  const journal = new LabJournal(dataDir, prices.key);
  const address = ruleAddress(rule);
  const before = journal.rules().all;
  journal.addTry(address);
  const tried = journal.rules();
  // Noted before it is counted: who stops the command half-way has opened it too.
  if (openSeal) journal.open(address, new Date().toISOString(), tried.all.length);
  const isOpened = journal.openings.some((opening) => opening.rule === address);

  const sweepResult = sweep ? runSweep(minutes, { rule, swept }, { ...open, tried: before }) : undefined;
  const best = sweepResult?.cells[sweepResult.best ?? -1];
  const chosen = sweepResult === undefined ? (rule as Rule) : best && ruleAt(rule, swept, best.values);
  const result = chosen === undefined ? undefined : runRule(minutes, chosen, { ...open, tried: tried.all });
  const document = {
    rule,
    address,
    prices: {
      name,
      madeUp: name === MADE_UP,
      pair: rule.pair,
      from: iso(firstMs),
      to: iso(lastMs),
      sealedFrom: iso(sealMs),
      opened: journal.openings,
      /** The sealed part was opened for another rule: it cannot judge this one as prices that were not seen. */
      seen: journal.openings.some((opening) => opening.rule !== address),
    },
    payout,
    breakEven: breakEvenRate(payout),
    open: result === undefined ? null : partOf(result, payout),
    sealed: isOpened
      ? partOf(runRule(minutes, rule as Rule, { ...sealed, tried: journal.openedRules() }), payout)
      : null,
    tries: tried.all.length,
    triesByHand: tried.byHand,
    triesBySweep: tried.bySweep,
    bestOfTriesByLuck: result === undefined ? null : medianOf(result.triesByLuck),
    ...(sweepResult === undefined ? {} : sweepOf(rule, sweepResult)),
  };
  return output.result(document, () => labText(document));
}

async function ruleIn(
  file: string,
): Promise<{ readonly rule: Sweep; readonly swept: readonly SweptField[] }> {
  let text: string;
  try {
    // Without the mark that some editors begin a file with.
    text = new TextDecoder().decode(await readFile(file));
  } catch (error) {
    throw unreadable('usage', file, error);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw misuse(`The file "${file}" is no JSON: ${(error as Error).message}`, 'docs/lab.md shows a rule.');
  }
  // A file that the page saved has the rule in it, with what it came to.
  const saved = (value as { rule?: unknown } | null)?.rule;
  const reading = readRule(saved ?? value);
  if ('rule' in reading) return reading;
  const { problems } = reading;
  const more = problems.length - MOST_PROBLEMS;
  throw misuse(
    [
      ...problems.slice(0, MOST_PROBLEMS),
      ...(more > 0 ? [`And ${counted(more, 'problem')} more.`] : []),
    ].join(' '),
    'docs/lab.md lists the fields of a rule.',
  );
}

/** The minutes of a data set, and what stands for them whatever their name. */
async function pricesOf(
  dataDir: string,
  name: string,
  pair: ScoredPair,
): Promise<{ readonly minutes: BarColumns; readonly key: string }> {
  if (name === MADE_UP)
    return {
      minutes: madeUpBars({ pair, ...MADE_UP_YEAR }, MADE_UP_SEED),
      key: MADE_UP,
    };
  const dataset = await readDataset(dataDir, name);
  if (dataset.meta.pair !== pair)
    throw misuse(
      `The prices ${name} are of ${dataset.meta.pair}, the rule is for ${pair}.`,
      'Change the pair of the rule, or take other prices.',
    );
  const minutes =
    dataset.kind === 'm1' ? dataset.bars : barsFromTicks(dataset.ticks, dataset.meta.lastMs + MINUTE_MS);
  return { minutes, key: editionOf(dataset.meta) };
}

/** The middle one; null where no rule had enough signals. */
function medianOf(rates: Float64Array): number | null {
  const middle = rates.toSorted()[rates.length >> 1] as number;
  return middle === 0 ? null : middle;
}
