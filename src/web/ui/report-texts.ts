import { defineTexts } from '../lib/catalogue.ts';
import { formatCount, formatTenths } from '../lib/figures.ts';

/** What the check's report and the Lab's result both say. */
export const reportTexts = defineTexts('ui/report', {
  cancel: 'Cancel',
  waffle: '{right} of {all} filled, {needed} needed',
  oneLook: '95% range, if you look once',
  savePicture: 'Save a picture',
  pictureFailed: 'This browser could not draw the picture.',
  copyLink: 'Copy a link',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied: this browser does not allow it',
  luckPicture:
    'By luck alone: 98 of 100 times between {low} and {high}. Here {rate}{coin, select, none {} other {, the coin {coin}}}, needed {needed}.',
});

/** Describes a waffle of `all` pips. */
export function waffleLabel(right: number, needed: number, all = 100): string {
  return reportTexts.waffle({
    right: formatCount(right),
    all: formatCount(all),
    needed: formatCount(needed),
  });
}

/** Texts of every score: the record's, and a rule's in the Lab. */
export const scoreTexts = defineTexts('record/score', {
  rightInHundred: 'Right {count} in 100.',
  inHundred: 'Out of 100 signals',
  aCoin: 'A coin: {count}.',
  youNeed: 'You need {count}.',
  eachStake:
    '{way, select, even {Each $1 staked came back, no more and no less.} lost {Each $1 staked lost {cents} cents.} other {Each $1 staked won {cents} cents.}}',
  markNeed: 'you need {rate}',
  markCoin: 'the coin {rate}',
  breakEven: 'break-even',
  funnel: '95 of 100 coins',
  course: 'Right signals above half',
  courseHead: 'Right signals above half, by signal number',
  coursePicture:
    'Right signals above half after {signals} signals: {lines, select, one {{engine}} other {the engine {engine}, the coin {coin}}}; break-even would be {even}. 95 of 100 coins stay within {reach}.',
  couldItBeLuck: 'Could this be luck?',
});

/** What each $1 came to on average, in cents with one decimal. */
export function stakeSentence(cents: number): string {
  return scoreTexts.eachStake(wonOrLost(cents));
}

/** An amount of cents with one decimal, and the way that it went; even where it is rounded to 0. */
export function wonOrLost(cents: number): { readonly way: 'even' | 'lost' | 'won'; readonly cents: string } {
  const amount = formatTenths(cents);
  return { way: amount === formatTenths(0) ? 'even' : cents < 0 ? 'lost' : 'won', cents: amount };
}
