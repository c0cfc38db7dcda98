import { sharedTexts, type Writing } from './shared-texts.ts';

/** Phrases on a chance, at the end of a sentence: "A coin does as well once in 22 tries." */
const TEXTS = sharedTexts('lib/how-often', {
  nearlyAlways: 'nearly always',
  timesInTen: '{times, number} times in 10',
  onceIn: 'once in {tries, number} tries',
  lessThanOnceIn: 'less than once in {tries, number} tries',
});

/** Rarer chances are shown as never. */
const MOST_TRIES = 1e9;

/** A chance in words: `once in 22 tries`, from 1 in 5 on `3 times in 10`. */
export function howOften(chance: number, { say }: Pick<Writing, 'say'>): string {
  if (chance >= 0.95) return say(TEXTS, 'nearlyAlways');
  if (chance > 0.2) return say(TEXTS, 'timesInTen', { times: Math.round(chance * 10) });
  const tries = Math.round(1 / chance);
  return tries > MOST_TRIES
    ? say(TEXTS, 'lessThanOnceIn', { tries: MOST_TRIES })
    : say(TEXTS, 'onceIn', { tries });
}
