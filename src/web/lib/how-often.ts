import { howOften as inWords } from '../../core/check/how-often-texts.ts';
import { say } from './catalogue.ts';

/** A chance in words: `once in 22 tries`, from 1 in 5 on `3 times in 10`. */
export function howOften(chance: number): string {
  return inWords(chance, { say });
}
