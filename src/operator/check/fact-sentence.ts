import { civilDate } from '../../core/time/civil-date.ts';
import type { RecordFact } from '../../core/check/record-facts.ts';

/** How numbers are written where the sentence is shown. */
export interface FactWriting {
  count(value: number): string;
  rate(value: number): string;
}

/** A fact in words that say what was counted and what is usual, and nothing about why. */
export function factSentence(fact: RecordFact, { count, rate }: FactWriting): string {
  switch (fact.kind) {
    case 'losing runs':
      return `An honest record of this length has ${between(fact.low, fact.high, count)} losing runs of ${fact.length} or more; this has ${fact.runs === 0 ? 'none' : count(fact.runs)}.`;
    case 'cycle':
      return `Each trade ended like the one ${fact.every} later in ${count(fact.alike)} of ${count(fact.of)} cases; in a random order it would be about ${count(Math.round(fact.usual))}. The outcomes repeat a pattern.`;
    case 'unresolved signals':
      return `${count(fact.unresolved)} of ${count(fact.signals)} signals have no outcome. If all of these were lost, the win rate is ${rate(fact.rateIfLost)}.`;
    case 'numbers':
      return fact.missing === 0
        ? `The numbers from ${fact.first} to ${fact.last} have no gap.`
        : `Of the numbers from ${fact.first} to ${fact.last}, ${count(fact.missing)} ${fact.missing === 1 ? 'is' : 'are'} missing: ${fact.examples.join(', ')}${fact.missing > fact.examples.length ? ' and more' : ''}.`;
    case 'empty days':
      return fact.firstEmptyMs === null
        ? `Each of the ${count(fact.days)} days that usually have a trade has one.`
        : `${count(fact.empty)} of ${count(fact.days)} days that usually have a trade have none; the first is ${dateOf(fact.firstEmptyMs)}.`;
    case 'future':
      return `${count(fact.trades)} ${fact.trades === 1 ? 'trade has a date' : 'trades have dates'} in the future.`;
    case 'closed market':
      return `${count(fact.trades)} of ${count(fact.of)} trades on currency pairs fall on hours of the weekend when no market of theirs is open.`;
    case 'regular times':
      return `${count(fact.alike)} of ${count(fact.of)} trades begin exactly ${count(fact.seconds)} s after the one before.`;
    case 'stakes know':
      return `Of the larger stakes ${count(fact.large.won)} of ${count(fact.large.n)} won, of the others ${count(fact.small.won)} of ${count(fact.small.n)}: by luck less than once in 10,000 tries. A stake does not know its outcome.`;
    case 'even digits':
      return `The last digits of ${count(fact.n)} ${fact.of === 'prices' ? 'prices at entry' : 'times'} are too even: each of the ten comes ${count(fact.fewest)} to ${count(fact.most)} times. Fewer than 1 in 1,000 records of random digits do that.`;
    case 'rate':
      return fact.isUnusual
        ? `${rate(fact.rate)} won, above ${rate(fact.low)} with 99 % certainty: we know of no method that stays above ${rate(fact.mostKnown)} at expiries of ${minutes(fact.longestExpirySeconds)} or less.`
        : `It is not 99 % certain that the win rate is above ${rate(fact.mostKnown)}, the most that we know of at expiries of ${minutes(fact.longestExpirySeconds)} or less.`;
  }
}

function between(low: number, high: number, count: (value: number) => string): string {
  return low === high ? count(low) : `${count(low)} to ${count(high)}`;
}

function minutes(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** `2026-03-07`. */
function dateOf(ms: number): string {
  const { year, month, day } = civilDate(ms);
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}
