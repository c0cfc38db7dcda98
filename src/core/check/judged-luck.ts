import type { CheckFigures } from './check-record.ts';
import { chanceSelected, FEWEST_TRADES, judgeLuck, type Luck, type Selection } from './luck.ts';

/** A chance after all that was looked at, and what it says about luck. */
interface WordOfLuck {
  /** Worse than luck is only what a coin hardly does as badly. */
  readonly luck: Luck | 'worse';
  readonly chance: number;
}

/** What the verdict on a record that was chosen so says about luck. */
export interface JudgedLuck extends WordOfLuck {
  /** What is held against a coin, at its break-even chances, where these get another word: the verdict names both then. */
  readonly atBreakEven: WordOfLuck | undefined;
}

/** The words of a verdict; undefined where too few trades were decided. */
export function judgedLuck(
  { n, judgement }: Pick<CheckFigures, 'n' | 'judgement'>,
  selection: Selection,
): JudgedLuck | undefined {
  if (judgement === null || n < FEWEST_TRADES) return undefined;
  const { against, oneBet, p, pOfWins, pOfBreakEven, lostAtWorst } = judgement;
  const word = (alone: number): WordOfLuck => {
    const chance = chanceSelected(alone, selection);
    return { luck: judgeLuck(chance), chance };
  };
  const own = word(p);
  // Of unknown ends, at worst lost, it is not known that they were.
  if (against === 'coin' && lostAtWorst === 0 && judgeLuck(1 - pOfWins) === 'hard')
    return { ...own, luck: 'worse', atBreakEven: undefined };
  const other = oneBet === 'coin' ? word(pOfBreakEven) : own;
  return { ...own, atBreakEven: other.luck === own.luck ? undefined : other };
}
