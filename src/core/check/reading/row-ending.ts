import type { Ending } from './column-facts.ts';
import type { Ending as Said } from './endings.ts';
import { shown } from './reading.ts';
import { VOID } from './row-kinds.ts';
import { NotATrade } from './unreadable.ts';

/**
 * How a row ended whose cell says `said`, with its profit; null where it has none. `withProfit` are the outcomes that a profit of 0
 * denies. Throws a NotATrade where the row is no trade, or where its profit denies the outcome.
 */
export function endingOf(
  cell: string,
  said: Said,
  profit: number | null,
  withProfit: ReadonlySet<string | undefined>,
): Ending {
  // A void bet gives its stake back.
  if (said === 'none' && profit === 0 && VOID.test(cell)) return { outcome: 'tied', profit };
  if (said === 'none' && profit !== null && VOID.test(cell))
    throw new NotATrade({ code: 'contradiction', cell: shown(cell), profit });
  if (said === 'none') throw new NotATrade({ code: 'no-outcome', cell: shown(cell), isKnown: true });
  const isOther = profit === 0 ? withProfit.has(said) : (said === 'won') === (profit ?? 0) < 0;
  if (profit !== null && said !== 'tied' && isOther)
    throw new NotATrade({ code: 'contradiction', cell: shown(cell), profit });
  return { outcome: said, profit: said === 'tied' ? 0 : profit === 0 ? null : profit };
}
