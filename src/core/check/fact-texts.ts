import { formatCivil } from '../time/civil-date.ts';
import { howOften } from './how-often-texts.ts';
import type { RecordFact } from './record-facts.ts';
import { partsOf, sharedTexts, type Writing } from './shared-texts.ts';

/** Facts about a record beside what is usual; nothing on why. */
const FACT_TEXTS = sharedTexts('check/facts', {
  'losing runs':
    'In 99 of 100 random orders of these wins and losses there are {low} to {high} runs of {length} losses or more; in this one: {runs, plural, =0 {none} other {#}}.',
  cycle:
    'Each trade ended like the one {every} later in {alike} of {of} cases; in a random order it would be about {usual}. The outcomes repeat a pattern.',
  'edited later':
    'Messages of {trades, plural, one {# outcome} other {# outcomes}} were edited more than an hour after they were posted; wins among them: {won}.',
  edited:
    'The export marks messages of {trades, plural, one {# outcome} other {# outcomes}} as edited; wins among them: {won}.',
  'unresolved signals':
    '{unresolved} of {signals} signals remained without an outcome. Counting each stake on them as lost, the win rate is {rate}.',
  noGap: 'The numbers from {first} to {last} have no gap.',
  gaps: 'Of the numbers from {first} to {last}, {missing, plural, one {# is missing} other {# are missing}}: {examples}{more, select, yes { and more} other {}}.',
  noEmptyDay: 'Each of the {days} days that usually have a trade has one.',
  emptyDays: '{empty} of {days} days that usually have a trade had none; the first is {day}.',
  rateAbove:
    '{rate} won, above {low} with 99% certainty: we know of no method that stays above {most} at expiries of {expiry} or less.',
  rateNotAbove:
    'It is not 99% certain that the win rate is above {most}, the most that we know of at expiries of {expiry} or less.',
  'balance gaps':
    '{gaps} of {of} times the balance changed otherwise than the trade beside it says; sum of the differences: {sum}. Trades, deposits or withdrawals may be missing.',
  'unread times':
    'For {trades} of {of} trades no day could be read from the column “{column}”. Such a trade counts for no weekday, and all trades stand in the order of the file.',
  future: '{trades, plural, one {# trade has a date} other {# trades have dates}} in the future.',
  'closed market':
    '{trades} of {of} trades on currency pairs fell on hours of the weekend when no market of theirs was open.',
  'regular times': '{alike} of {of} trades begin exactly {seconds} s after the one before.',
  'stakes know':
    'Of the larger stakes {largeWon} of {large} won, of the others {smallWon} of {small}: by luck {often}. A stake is placed before its outcome is known.',
  'even digits':
    '{of, select, prices {The last digits of {n} prices at entry are too even} other {The last digits of {n} times are too even}}: each of the ten comes {fewest} to {most} times. Fewer than 1 in 1,000 records of random digits do that.',
  minutes: '{minutes} min',
  seconds: '{seconds} s',
});

/** A fact in words that say what was counted and what is usual, and nothing about why. */
export function factSentence(fact: RecordFact, writing: Writing): string {
  const { say, count, rate } = writing;
  const parts = partsOf(fact, writing);
  switch (fact.kind) {
    case 'losing runs':
      return say(FACT_TEXTS, fact.kind, { ...parts, runs: fact.runs });
    case 'cycle':
      return say(FACT_TEXTS, fact.kind, { ...parts, usual: count(Math.round(fact.usual)) });
    case 'unresolved signals':
      return say(FACT_TEXTS, fact.kind, { ...parts, rate: rate(fact.rateIfLost) });
    case 'numbers':
      return numbersSentence(fact, writing);
    case 'empty days':
      return fact.firstEmptyMs === null
        ? say(FACT_TEXTS, 'noEmptyDay', parts)
        : say(FACT_TEXTS, 'emptyDays', { ...parts, day: formatCivil(fact.firstEmptyMs).slice(0, 10) });
    case 'balance gaps':
      return say(FACT_TEXTS, fact.kind, { ...parts, sum: writing.decimal(fact.sum, 2) });
    case 'edited later':
    case 'edited':
    case 'future':
      return say(FACT_TEXTS, fact.kind, { ...parts, trades: fact.trades });
    case 'stakes know':
      return say(FACT_TEXTS, fact.kind, {
        largeWon: count(fact.large.won),
        large: count(fact.large.n),
        smallWon: count(fact.small.won),
        small: count(fact.small.n),
        often: howOften(fact.p, writing),
      });
    case 'rate': {
      const expiry = expiryText(fact.longestExpirySeconds, writing);
      const most = rate(fact.mostKnown);
      return fact.isUnusual
        ? say(FACT_TEXTS, 'rateAbove', { rate: rate(fact.rate), low: rate(fact.low), most, expiry })
        : say(FACT_TEXTS, 'rateNotAbove', { most, expiry });
    }
    default:
      return say(FACT_TEXTS, fact.kind, parts);
  }
}

function numbersSentence(
  { first, last, missing, examples }: RecordFact & { kind: 'numbers' },
  { say }: Writing,
): string {
  const ends = { first: String(first), last: String(last) };
  if (missing === 0) return say(FACT_TEXTS, 'noGap', ends);
  const more = missing > examples.length ? 'yes' : 'no';
  return say(FACT_TEXTS, 'gaps', { ...ends, missing, examples: examples.join(', '), more });
}

/** `5 min`, `90 s`. */
export function expiryText(seconds: number, { say, count }: Writing): string {
  return seconds % 60 === 0
    ? say(FACT_TEXTS, 'minutes', { minutes: count(seconds / 60) })
    : say(FACT_TEXTS, 'seconds', { seconds: count(seconds) });
}
