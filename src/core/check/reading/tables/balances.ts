/** The balance of an account: a column that moves by what the trades of its rows brought. */
import { CENT, MOSTLY, SAMPLED_ROWS, type TableColumns } from '../words/table-columns.ts';

const FEWEST_ROWS = 10;
const FEW_SIZES = 4;
const MOST_GAPS = 0.35;

/**
 * How often a balance that mostly moves by what rows brought did otherwise between two rows that follow each other, by how much together,
 * and whether it moved from the row below, as where the newest one stands first. `broughtAt` gives what the row at a place may have
 * brought: nothing where it is not compared, undefined where no trade stands there. Undefined where no column that is not used is such a balance.
 */
export function balanceMoves(
  { rows, names, isUsed, numberAt }: TableColumns,
  broughtAt: (place: number) => readonly number[] | undefined,
  fewest = FEWEST_ROWS,
) {
  const places = [...rows.slice(0, SAMPLED_ROWS).keys()];
  const sizes = new Set(places.flatMap((place) => broughtAt(place)?.slice(0, 1).map(Math.abs) ?? []));
  // Of a few sizes a count of wins in a row moves as often by them.
  const most = sizes.size > FEW_SIZES ? MOST_GAPS : 1 - MOSTLY;
  for (let at = 0; at < Math.max(names.length, rows[0]?.length ?? 0); at += 1) {
    if (isUsed(at)) continue;
    // Where cents are not shown, each amount is rounded; smaller ones do not tell then.
    const least = rows.every((row) => !(numberAt(row, at) % 1)) ? 1 + CENT : CENT;
    const numberIn = (place: number): number => numberAt(rows[place] ?? [], at);
    // The newest row may stand first; where most trades brought as much, both orders fit.
    const found = [-1, 1].flatMap((step) => {
      let [of, gaps, sum] = [0, 0, 0];
      for (const place of rows.keys()) {
        const brought = broughtAt(place) ?? [];
        const [gain] = brought;
        if (gain === undefined || broughtAt(place + step) === undefined) continue;
        if (least > CENT && Math.abs(gain) < least) continue;
        const moved = numberIn(place) - numberIn(place + step);
        of += 1;
        if (brought.some((one) => Math.abs(moved - one) < least)) continue;
        gaps += 1;
        sum += moved - gain;
        if (of > SAMPLED_ROWS && gaps > of * most) break;
      }
      const fits = of >= fewest && gaps <= of * most && !Number.isNaN(sum);
      return fits ? { gaps, of, sum, isOfRowBelow: step === 1 } : [];
    });
    const [best] = found.sort((one, other) => one.gaps - other.gaps);
    if (best !== undefined) return best;
  }
  return undefined;
}
