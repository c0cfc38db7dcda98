import type { CheckFigures } from './check-record.ts';
import { howOften } from './how-often-texts.ts';
import type { Judgement } from './judgement.ts';
import { judgedLuck } from './judged-luck.ts';
import { bestOf, chanceSelected, FEWEST_TRADES, type Selection } from './luck.ts';
import { sharedTexts, type Writing } from './shared-texts.ts';

/** The judgement, and what it is made of. */
const VERDICT_TEXTS = sharedTexts('check/verdict', {
  nothingDecided:
    '{tied, plural, =0 {Nothing was decided: no trade is counted.} one {The one trade was neither won nor lost.} other {None of # trades was won or lost.}}',
  luck: 'This is what luck looks like.',
  explained: 'Luck explains it.',
  possible: 'It could still be luck.',
  hard: 'It is hard to explain by luck.',
  worse: 'A coin does better.',
  hardForCoin:
    'Hard to explain by a coin; {luck, select, luck {at break-even this is what luck looks like.} explained {at break-even luck explains it.} other {at break-even it could still be luck.}}',
  few: '{count, plural, one {Too few: one trade.} other {Too few: # trades.}}',
  counted: '{won} of {trades} won.',
  unresolved:
    '{won} of {resolved} won; {unresolved, plural, one {# signal has} other {# signals have}} no known end: {won} of {all} at worst.',
  unresolvedStakes:
    'If {unresolved, plural, one {this signal} other {these signals}} lost, {stakes} stakes were lost, doubled ones included.',
  coin: '{lookedAt, plural, =1 {By tossing a coin you get that or better} other {The best of # coin tossers gets that or better}}: {coin}{both, select, yes {; by luck at break-even: {often}} other {}}.',
  breakEven:
    '{lookedAt, plural, =1 {Luck alone, at the {rate} that {payout, select, said {these payouts need} other {an assumed payout of {payout} needs}}, gets that or better} other {The best of # who have only luck, at the {rate} that {payout, select, said {these payouts need} other {an assumed payout of {payout} needs}}, gets that or better}}: {often}; tossing a coin: {coin}.',
  doubling:
    '{oneBet, select, coin {Tossing a coin} other {Luck at break-even}} with {doublings, plural, one {one doubling} other {# doublings}} wins {rate} of the signals; {lookedAt, plural, =1 {it gets} other {the best of # gets}} {won} of {signals} or better: {often}{both, select, yes {; luck at break-even: {needed}} other {}}.',
  money:
    'With two more losses like the largest, {lookedAt, plural, =1 {luck alone brings} other {the best of # who have only luck brings}} as much profit or more: {often}.',
  needed:
    '{payout, select, said {At these payouts} other {At an assumed payout of {payout}}} you needed {needed} wins{enough, select, no {, so this was not enough} other {}}.',
  worth:
    'Won in 100: {won}; needed {payout, select, said {at these payouts} other {at an assumed payout of {payout}}}: {needed}.{enough, select, no { That was not enough.} yes { That was enough, by skill or by luck.} other {}}',
  bets: 'Trades ran at the same time on the same pair or currency: {bets, plural, one {they are one independent bet} other {they are # independent bets}}.',
  part: 'In the best part of {lookedAt, plural, =1 {a record} other {# records}} {times} times as long, {against, select, both {a coin gets that or better: {coin}; luck at break-even: {often}} other {luck gets that or better: {often}}}.',
  otherwise:
    'What else explains it: a pick of the best of many, losses left out, doubled stakes hidden, outcomes edited later, or an invented record.',
  hidden:
    '{against, select, coin {A coin with two hidden doublings wins {rate}.} other {Luck with two hidden doublings wins {rate}.}}',
});

/** The judgement as a headline, and under it what it is made of: bad news in the same words as good. */
export interface Verdict {
  readonly headline: string;
  readonly reasons: string;
}

/** The verdict on what was chosen so. */
export function verdictOf(figures: CheckFigures, selection: Selection, writing: Writing): Verdict {
  const { say, count, decimal, rate } = writing;
  const { n, won, tied, judgement, neededWins } = figures;
  if (judgement === null || neededWins === null)
    return { headline: say(VERDICT_TEXTS, 'nothingDecided', { tied }), reasons: '' };
  const { unresolved, unresolvedStakes, counted, bets, p, pOfMoney, assumesPayout } = judgement;
  const chance = chanceSelected(p, selection);
  const judged = judgedLuck(figures, selection);
  const other = judged?.atBreakEven;
  const counts = { won: count(won), trades: count(n) };
  const enough = wasEnough(figures, neededWins);
  const payout = assumesPayout ? rate(n / neededWins - 1) : 'said';
  const inHundred = (wins: number): string => decimal((wins / n) * 100, 1);
  const sentences = [
    unresolved === 0
      ? say(VERDICT_TEXTS, 'counted', counts)
      : say(VERDICT_TEXTS, 'unresolved', {
          won: counts.won,
          resolved: counts.trades,
          unresolved,
          all: count(n + unresolvedStakes),
        }),
    unresolvedStakes > unresolved
      ? say(VERDICT_TEXTS, 'unresolvedStakes', { unresolved, stakes: count(unresolvedStakes) })
      : '',
    chanceSentence(figures, selection.lookedAt, { payout, hasOther: other !== undefined }, writing),
    pOfMoney === null
      ? ''
      : say(VERDICT_TEXTS, 'money', {
          lookedAt: selection.lookedAt,
          often: howOften(bestOf(selection.lookedAt, pOfMoney), writing),
        }),
    selection.part === 'whole'
      ? ''
      : say(VERDICT_TEXTS, 'part', {
          lookedAt: selection.lookedAt,
          times: count(Number(selection.part.split('-')[1])),
          against: other === undefined ? judgement.against : 'both',
          coin: howOften(chance, writing),
          often: howOften(other?.chance ?? chance, writing),
        }),
    n < FEWEST_TRADES
      ? say(VERDICT_TEXTS, 'needed', { payout, needed: decimal(neededWins, 1), enough })
      : say(VERDICT_TEXTS, 'worth', { payout, won: inHundred(won), needed: inHundred(neededWins), enough }),
    bets < counted ? say(VERDICT_TEXTS, 'bets', { bets }) : '',
    ...(judged?.luck === 'hard' ? [say(VERDICT_TEXTS, 'otherwise'), hiddenSentence(judgement, writing)] : []),
  ];
  return {
    headline:
      judged === undefined
        ? say(VERDICT_TEXTS, 'few', { count: n })
        : other !== undefined && judged.luck === 'hard'
          ? say(VERDICT_TEXTS, 'hardForCoin', { luck: other.luck })
          : say(VERDICT_TEXTS, judged.luck),
    reasons: sentences.filter((sentence) => sentence !== '').join(' '),
  };
}

/**
 * Whether the wins were enough; unclear where stakes or payouts differ so that the profit has another sign, where they would not be
 * if the signals without an end lost, and where wins may hide lost stakes.
 */
function wasEnough({ n, won, judgement }: CheckFigures, neededWins: number): 'yes' | 'no' | 'unclear' {
  const atWorst = n + (judgement?.unresolvedStakes ?? 0);
  if (won >= neededWins)
    return judgement?.ended === 'behind' ||
      won * n < neededWins * atWorst ||
      judgement?.against === 'doubling'
      ? 'unclear'
      : 'yes';
  return judgement?.ended === 'ahead' ? 'unclear' : 'no';
}

/** How often luck wins where lost stakes are doubled unseen; nothing where the verdict is held against that already. */
function hiddenSentence({ against, chance }: Judgement, { say, rate }: Writing): string {
  if (against === 'doubling') return '';
  return say(VERDICT_TEXTS, 'hidden', { against, rate: rate(1 - (1 - chance) ** 3) });
}

function chanceSentence(
  { judgement, breakEvenRate, won }: CheckFigures,
  lookedAt: number,
  { payout, hasOther }: { readonly payout: string; readonly hasOther: boolean },
  { say, count, rate }: Writing,
): string {
  if (judgement === null || breakEvenRate === null) return '';
  const { against, oneBet, doublings, chance, counted, lostAtWorst, pOfWins, pOfCoin, pOfBreakEven } =
    judgement;
  const often = howOften(bestOf(lookedAt, pOfWins), { say });
  const atBreakEven = {
    lookedAt,
    payout,
    both: hasOther ? 'yes' : 'no',
    rate: rate(breakEvenRate),
    often: howOften(bestOf(lookedAt, pOfBreakEven), { say }),
    coin: howOften(bestOf(lookedAt, pOfCoin), { say }),
  };
  switch (against) {
    case 'coin':
      return say(VERDICT_TEXTS, 'coin', atBreakEven);
    case 'doubling':
      return say(VERDICT_TEXTS, 'doubling', {
        ...atBreakEven,
        oneBet,
        needed: atBreakEven.often,
        doublings,
        rate: rate(chance),
        won: count(won),
        signals: count(counted + lostAtWorst),
        often,
      });
    case 'break-even':
      return say(VERDICT_TEXTS, 'breakEven', atBreakEven);
  }
}
