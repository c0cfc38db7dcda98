import type { HalfCounts } from '../../core/lab/count-rules.ts';
import type { LabJudgement, RuleResult, SweepResult } from '../../core/lab/lab.ts';
import { ruleAddress } from '../../core/lab/read-rule.ts';
import { type Rule, ruleAt, type Sweep } from '../../core/lab/rule.ts';
import type { Opening } from './lab-journal.ts';
import { counted, iso, number } from '../output.ts';
import { breakEvenRate } from '../../core/record/verdict.ts';

interface Document extends Partial<LabSweep> {
  readonly rule: Sweep;
  readonly prices: {
    readonly name: string;
    readonly madeUp: boolean;
    readonly from: string;
    readonly to: string;
    readonly sealedFrom: string;
    readonly opened: readonly Opening[];
    readonly seen: boolean;
  };
  readonly payout: number;
  readonly breakEven: number;
  readonly open: LabPart | null;
  readonly sealed: LabPart | null;
  readonly tries: number;
  readonly triesByHand: number;
  readonly triesBySweep: number;
  readonly bestOfTriesByLuck: number | null;
}

/** What the Lab found, as text for a terminal: the headline first. Never that a rule works. */
export function labText(document: Document): string {
  const { rule, prices, open, sealed } = document;

  const lines = [
    ...(document.cells === undefined ? [] : sweepLines(document)),
    `Rule: ${ruleAddress(document.best?.rule ?? rule)}`,
    '',
  ];
  if (open !== null)
    lines.push(
      ...partLines('Open part', open, document, {
        on: 'on prices that were looked at',
        tries: document.tries,
      }),
      '',
    );
  if (sealed !== null) {
    lines.push(
      ...partLines(
        prices.seen ? 'Sealed part, but these prices were seen' : 'Sealed part, not seen before',
        sealed,
        document,
        { on: prices.seen ? 'on prices that were opened before' : unseen(rule as Rule), tries: 1 },
      ),
      '',
    );
  } else
    lines.push(
      `Sealed from ${prices.sealedFrom.slice(0, 10)} on${prices.seen ? ', but opened before' : ''}. One rule may open it: --open-seal`,
      '',
    );
  for (const { at, rule: opened, tries } of prices.opened)
    lines.push(
      `The seal was opened on ${at.slice(0, 16).replace('T', ' ')} UTC after ${counted(tries, 'try', 'tries')}, for ${opened}`,
    );
  lines.push(triesLine(document));
  if (prices.madeUp)
    lines.push('These prices are made up: nothing can be found in them, whatever a rule shows.');
  lines.push(`Prices: ${prices.name}, ${prices.from.slice(0, 10)} to ${prices.to.slice(0, 10)}.`);
  return lines.join('\n');
}

/** The most that is ever said of a rule. */
function unseen({ enterAfterBars }: Rule): string {
  return `on prices that it had not seen, entered ${enterAfterBars === 1 ? 'at the next bar' : `${number(enterAfterBars)} bars later`}`;
}

function partLines(
  title: string,
  part: LabPart,
  { payout, breakEven }: Document,
  { on, tries }: { readonly on: string; readonly tries: number },
): string[] {
  const { decided, right, ties, skipped, rate, interval, judgement, chance, later } = part;
  if (rate === null || interval === null) return [`${title}: no signal was decided.`];
  return [
    `${title}: right ${percent(rate)}. A coin: 50. You need ${percent(breakEven)}.`,
    `  ${number(right)} of ${number(decided)} decided signals, ${part.from.slice(0, 10)} to ${part.until.slice(0, 10)}; ${counted(ties, 'tie')}, ${number(skipped)} skipped.`,
    `  At a payout of ${percent(payout)} each $1 staked ${cents(part.perStake ?? 0)}. Entered a bar later: ${later.decided === 0 ? 'none' : percent(later.right / later.decided)}.`,
    `  95 %, one look: ${percent(interval.low)} to ${percent(interval.high)} (${counted(part.bets, 'bet')}).`,
    `  ${JUDGEMENTS[judgement]}${chance === null ? '' : ` In ${Math.round(chance * 1_001) - 1} of 1,000 shuffles of the days ${tries === 1 ? 'it' : `the best of ${number(tries)} rules`} did as well.`}${judgement === 'hard' ? (part.enough ? ` It was enough at ${percent(payout)}, ${on}.` : ' And it was not enough.') : ''}`,
  ];
}

const JUDGEMENTS: Readonly<Record<LabJudgement, string>> = {
  'too-few': 'Too few: under 500 decided signals are not judged.',
  luck: 'This is what luck looks like.',
  explained: 'Luck explains it.',
  possible: 'It could still be luck.',
  hard: 'Hard to explain by luck.',
};

function sweepLines({
  cells = [],
  judged = 0,
  best,
  clearest,
  shuffles = [],
  shufflesAsGood = 0,
  judgement = 'too-few',
  breakEven,
}: Document): string[] {
  if (best === null || best === undefined || clearest === null || clearest === undefined)
    return [`None of ${cells.length} rules had 500 decided signals: too few.`, ''];
  const middle = shuffles.toSorted((a, b) => a - b)[shuffles.length >> 1] as number;
  const pays = ({ right, decided }: HalfCounts): boolean => decided > 0 && right / decided >= breakEven;
  const found = cells.filter(({ chance, halves: [first] }) => chance !== null && pays(first));
  const again = found.filter(({ halves: [, second] }) => pays(second));
  return [
    `The best of ${judged}: right ${percent(best.right / best.decided)}. Where nothing is to be found, the best still shows ${percent(middle)}.`,
    `  ${cells.length} rules, ${cells.length - judged} of them with under 500 decided signals. In ${shufflesAsGood} of ${shuffles.length} shuffles of the days the best did as well.`,
    `  ${JUDGEMENTS[judgement]} The clearest: ${number(clearest.right)} of ${number(clearest.decided)}, ${percent(clearest.right / clearest.decided)}.`,
    `  ${counted(found.length, 'rule')} paid off in the first half of the days, ${number(again.length)} of them in the second too.`,
    '',
    'The best:',
  ];
}

function triesLine({ tries, triesByHand, triesBySweep, bestOfTriesByLuck }: Document): string {
  const luck =
    bestOfTriesByLuck === null
      ? ''
      : ` The best of them would show ${percent(bestOfTriesByLuck)} if they knew nothing.`;
  return `Tried on these prices: ${counted(tries, 'rule')}, ${number(triesByHand)} by hand and ${number(triesBySweep)} by sweep.${luck}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function cents(perStake: number): string {
  const amount = Math.abs(100 * perStake).toFixed(1);
  return amount === '0.0' ? 'came back' : `${perStake < 0 ? 'lost' : 'gained'} ${amount} cents`;
}

/** What a rule did on one part of the prices, as the command says it. */
export function partOf(result: RuleResult, payout: number) {
  const {
    fromMs,
    untilMs,
    answers: _answers,
    luck: _luck,
    score: _score,
    triesByLuck: _tries,
    ...counts
  } = result;
  const rate = counts.decided === 0 ? null : counts.right / counts.decided;
  return {
    from: iso(fromMs),
    until: iso(untilMs),
    ...counts,
    rate,
    /** What a stake of 1 brings on average; refunded stakes are left out. */
    perStake: rate === null ? null : (1 + payout) * rate - 1,
    /** As many right answers as break even at the payout, or more. */
    enough: rate !== null && rate >= breakEvenRate(payout),
  };
}

type LabPart = ReturnType<typeof partOf>;

/** All rules of a sweep, as the command says them. */
export function sweepOf(rule: Sweep, result: SweepResult) {
  const { swept, cells, judged, luck, shufflesAsGood, halfMs, judgement } = result;
  const full = cells.map((cell) => ({ ...cell, rule: ruleAt(rule, swept, cell.values) }));
  const at = (place: number | null) => (place === null ? null : (full[place] ?? null));
  return {
    swept,
    cells: full,
    judged,
    best: at(result.best),
    clearest: at(result.clearest),
    halfFrom: iso(halfMs),
    shuffles: [...luck.rates],
    shufflesAsGood,
    judgement,
  };
}

type LabSweep = ReturnType<typeof sweepOf>;
