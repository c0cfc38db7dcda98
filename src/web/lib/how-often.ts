import { texts } from './how-often-texts.ts';

/** Rarer chances are shown as never. */
const MOST_TRIES = 1e9;

/** A chance in words: `once in 22 tries`, from 1 in 5 on `3 times in 10`. */
export function howOften(chance: number): string {
  if (chance > 0.95) return texts.nearlyAlways;
  if (chance > 0.2) return texts.timesInTen({ times: Math.round(chance * 10) });
  const tries = Math.round(1 / chance);
  return tries > MOST_TRIES ? texts.lessThanOnceIn({ tries: MOST_TRIES }) : texts.onceIn({ tries });
}
