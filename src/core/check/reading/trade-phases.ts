/** Tables that give a trade two rows, one for its opening and one for its end. */
import { parseDirection } from './trade-words.ts';

type Cells = readonly string[];

const OPENING =
  /^(?:in|entry|open|opening|entrada|eröffnung|einstieg|entrée|ingresso|giriş|вход)(?![\p{L}/])/iu;
const CLOSING =
  /^(?:out|in\/out|s\/l|t\/p|exit|close|closing|salida|saída|saida|ausstieg|sortie|uscita|çıkış|выход)(?!\p{L})/iu;
/** The entry types of MetaTrader 5's deals: in; out, in and out, out by another position. */
const ENTRY_TYPES = new Map<string, Phase>([
  ['0', 'opening'],
  ['1', 'closing'],
  ['2', 'closing'],
  ['3', 'closing'],
]);
const MOSTLY = 0.8;
const EACH = 0.2;

/** Each row's place, where a trade has two rows of opposite sides of which only the first has a number. */
export function placesInPairs(rows: readonly Cells[]): ReadonlyMap<Cells, number> | undefined {
  const places = [...(rows[0] ?? []).keys()];
  const isNumbered = (at: number): boolean =>
    rows.every((row, place) => (place % 2 === 0 ? /^#?\d+$/.test(row[at] ?? '') : row[at] === ''));
  const isOpposite = (at: number): boolean =>
    rows.every((row, place) => {
      const [side, before] = [row, rows[place - 1]].map((cells) => parseDirection(cells?.[at] ?? ''));
      return side !== undefined && (place % 2 === 0 || side !== before);
    });
  return rows.length > 2 && places.some(isNumbered) && places.some(isOpposite)
    ? new Map(rows.map((row, place) => [row, place]))
    : undefined;
}

type Phase = 'opening' | 'closing';

function phaseIn(cell: string): Phase | undefined {
  // The side of a trade stands where it opens.
  const isOpening = OPENING.test(cell) || parseDirection(cell) !== undefined;
  return CLOSING.test(cell) ? 'closing' : isOpening ? 'opening' : undefined;
}

/** What tells openings from ends: the column that says so in nearly every row; undefined where none does. */
export function phaseColumn(
  rows: readonly (readonly string[])[],
  names: readonly string[],
): ((row: readonly string[]) => Phase | undefined) | undefined {
  const width = Math.max(0, ...rows.slice(0, 200).map(({ length }) => length));
  for (let at = 0; at < width; at += 1) {
    const isEntryType = /^entry$/i.test(names[at] ?? '');
    const phaseOf = (cell: string): Phase | undefined =>
      isEntryType ? ENTRY_TYPES.get(cell) : phaseIn(cell);
    let [filled, opening, closing] = [0, 0, 0];
    for (const row of rows) {
      const cell = row[at] ?? '';
      if (cell === '') continue;
      filled += 1;
      const phase = phaseOf(cell);
      if (phase === 'opening') opening += 1;
      else if (phase === 'closing') closing += 1;
    }
    if (opening + closing < filled * MOSTLY || Math.min(opening, closing) < filled * EACH || filled === 0)
      continue;
    return (row) => phaseOf(row[at] ?? '');
  }
  return undefined;
}
