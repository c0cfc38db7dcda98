import type { Shuffled } from '../../../core/lab/day-flips.ts';
import { higher, mergedTries } from '../../../core/lab/merged-tries.ts';
import { jsonIn } from '../../../core/json/loose.ts';
import { addressesIn } from '../../../core/lab/read-rule.ts';
import type { LabTries } from '../../../core/wire/lab-tries.ts';
import { storeChoice, storedChoice } from '../../lib/stored-choice.ts';

/** What was tried on some prices. */
export type Tries = LabTries;
export type Opened = NonNullable<LabTries['opened']>;
type Tried = LabTries['byHand'][number];
type SweepTried = LabTries['sweeps'][number];

const NO_TRIES: Tries = { byHand: [], sweeps: [], luck: { rates: [], scores: [] } };
const UNIT = 1_000_000;
const PREFIX = 'pipcast.lab ';

const counts = new WeakMap<Tries, number>();

/** How many different rules were tried: one of a sweep that is tried by hand too counts once. */
export function countOf(tries: Tries): number {
  let count = counts.get(tries);
  if (count === undefined) {
    const { byHand, sweeps } = tries;
    count = new Set([...byHand, ...sweeps].flatMap(({ rule }) => addressesIn(rule))).size;
    counts.set(tries, count);
  }
  return count;
}

/** With a rule that was tried by hand; one with too few signals cannot be the best, and brings no luck. */
export function withTry(tries: Tries, tried: Tried, luck: Shuffled | undefined): Tries {
  const byHand = [...tries.byHand.filter(({ rule }) => rule !== tried.rule), tried];
  return { ...tries, byHand, luck: luck === undefined ? tries.luck : better(tries.luck, luck) };
}

export function withSweep(tries: Tries, sweep: SweepTried, luck: Shuffled): Tries {
  const sweeps = [...tries.sweeps.filter(({ rule }) => rule !== sweep.rule), sweep];
  return { ...tries, sweeps, luck: better(tries.luck, luck) };
}

/** What the best of all tries shows in the middle of all shuffles, a share; undefined before a try with enough signals. */
export function bestByLuck({ luck: { rates } }: Tries): number | undefined {
  const middle = [...rates].sort((a, b) => a - b)[rates.length >> 1];
  return middle === undefined || middle === 0 ? undefined : middle / UNIT;
}

/** In how many of all shuffles the best of all tries had this score, or a higher one. */
export function asGood({ luck: { scores } }: Tries, score: number): number {
  const own = Math.round(score * UNIT);
  return scores.filter((one) => one >= own).length;
}

/** 100 of the shuffles, from the lowest to the highest, as shares. */
export function luckDots(luck: readonly number[]): readonly number[] {
  const ascending = [...luck].sort((a, b) => a - b);
  const dots = Math.min(100, ascending.length);
  return Array.from({ length: dots }, (_, at) => {
    return (ascending[Math.floor(((at + 0.5) * ascending.length) / dots)] as number) / UNIT;
  });
}

/** As `luck` has them; where no rule can be the best, its score is minus infinity, which JSON has no word for. */
export function inUnits(rates: Float64Array): readonly number[] {
  return Array.from(rates, (rate) => Math.round(Math.max(rate, -UNIT) * UNIT));
}

function better(before: Tries['luck'], luck: Shuffled): Tries['luck'] {
  return {
    rates: higher(before.rates, inUnits(luck.rates)),
    scores: higher(before.scores, inUnits(luck.scores)),
  };
}

/** The tries on some prices in this browser. */
export interface BrowserTries {
  readonly tries: Tries;
  /** The browser has stored all of them; else they last as long as the page. */
  readonly isStored: boolean;
}

/** Of this page, by prices: what the browser could not store, or has lost since, is not lost to the count. */
const ofPage = new Map<string, BrowserTries>();

export function readTries(prices: string): BrowserTries {
  const tries = storedTries(storedChoice(PREFIX + prices));
  const own = ofPage.get(prices);
  return own === undefined
    ? { tries, isStored: true }
    : { tries: mergedTries(tries, own.tries), isStored: own.isStored };
}

export function storeTries(prices: string, tries: Tries): BrowserTries {
  const now = { tries, isStored: storeChoice(PREFIX + prices, JSON.stringify(tries)) };
  ofPage.set(prices, now);
  return now;
}

/** What was stored by this page; anything else is no tries. */
function storedTries(text: string | undefined): Tries {
  const { byHand, sweeps, luck, opened } = Object(jsonIn(text ?? '')) as Partial<Tries>;
  const areLists = [byHand, sweeps, luck?.rates, luck?.scores].every(Array.isArray);
  if (!areLists) return NO_TRIES;
  return { byHand, sweeps, luck, ...(opened && { opened }) } as Tries;
}

/** Calls back when another tab has stored tries on these prices; the answer ends that. */
export function onOtherTab(prices: string, changed: () => void): () => void {
  const listen = ({ key }: StorageEvent): void => {
    if (key === PREFIX + prices) changed();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
