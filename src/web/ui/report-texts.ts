import { defineTexts } from '../lib/catalogue.ts';

/** What the check's report and the Lab's result both say. */
export const reportTexts = defineTexts('ui/report', {
  workerMissing: 'A part of the page did not load. Reload the page.',
  cancel: 'Cancel',
  oneLook: '95% range, if you look once',
  savePicture: 'Save a picture',
  pictureFailed: 'This browser could not draw the picture.',
  linkCopied: 'Link copied',
  luckPicture: 'By luck alone: 98 of 100 times between {low} and {high}. Here {rate}, needed {needed}.',
});
