import { defineTexts } from './catalogue.ts';

/** Phrases on a chance, at the end of a sentence: "A coin does as well once in 22 tries." */
export const texts = defineTexts('lib/how-often', {
  nearlyAlways: 'nearly always',
  timesInTen: '{times, number} times in 10',
  onceIn: 'once in {tries, number} tries',
  lessThanOnceIn: 'less than once in {tries, number} tries',
});
