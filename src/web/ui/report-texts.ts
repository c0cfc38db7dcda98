import { defineTexts } from '../lib/catalogue.ts';
import { formatCount } from '../lib/figures.ts';

/** What the check's report and the Lab's result both say. */
export const reportTexts = defineTexts('ui/report', {
  workerMissing: 'A part of the page did not load. Reload the page.',
  cancel: 'Cancel',
  waffle: '{right} of {all} filled, {needed} needed',
  oneLook: '95% range, if you look once',
  savePicture: 'Save a picture',
  pictureFailed: 'This browser could not draw the picture.',
  copyLink: 'Copy a link',
  linkCopied: 'Link copied',
  copy: 'Copy',
  notCopied: 'Not copied: this browser does not allow it',
  luckPicture: 'By luck alone: 98 of 100 times between {low} and {high}. Here {rate}, needed {needed}.',
});

/** Describes a waffle of `all` pips. */
export function waffleLabel(right: number, needed: number, all = 100): string {
  return reportTexts.waffle({
    right: formatCount(right),
    all: formatCount(all),
    needed: formatCount(needed),
  });
}
