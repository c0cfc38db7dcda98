/** Rows that hold several trades, each with its outcome in a numbered column: `1ª entrada`, `2ª entrada`. */
import { isBlank } from './amount.ts';
import { parseEnding } from './endings.ts';
import { headOf, type Table } from './unreadable.ts';
import { plainWords } from './words.ts';

type Row = readonly string[];

const NUMBERED = /^(?:(\d{1,2})(?:a|o|st|nd|rd|th|er|e)? ?(\p{L}*)|(\p{L}*) ?(\d{1,2}))$/u;
/** What names trades; targets, legs and rules are numbered, too. */
const OF_TRADES =
  /^(?:trades?|entry|entrada|entree|einstieg|operat?ion|operacion|operacao|op|signal|senal|sinal|bet|apuesta|aposta|deal|position|posicion|posicao|order|orden|ordem|сделка|сигнал|вход|islem|sinyal|transaksi|lenh)?$/u;

/** A table with a row for each outcome of those that have several, one of them after a won one; any other table as it is. */
export function withEachOutcome(table: Table): Table {
  const head = headOf(table, (row) => row.some((_name, at) => afterLast(row, at) > at + 1));
  const names = table.rows[head] ?? [];
  const first = names.findIndex((_name, at) => afterLast(names, at) > at + 1);
  if (first === -1) return table;
  const after = afterLast(names, first);
  const partsOf = (row: Row): Row => row.slice(first, after).filter((cell) => !isBlank(cell));
  const below = table.rows.slice(head + 1).map((row) => partsOf(row).map(parseEnding));
  const goesOn = below.some((endings) => endings.slice(0, -1).includes('won'));
  if (!goesOn || below.flat().some((ending) => ending === undefined)) return table;
  const rows: Row[] = [];
  const lines: number[] = [];
  for (const [at, row] of table.rows.entries()) {
    const parts = at > head ? partsOf(row) : [];
    const [filled, line] = [at === head ? ['Result'] : parts, table.lines[at] as number];
    for (const [place, part] of (filled.length === 0 ? [''] : filled).entries()) {
      // The number keeps trades apart that ended alike on one day.
      const number = part === '' ? '' : `${place + 1}.`;
      rows.push([...row.slice(0, first), part, at === head ? '' : number, ...row.slice(after)]);
      lines.push(line);
    }
  }
  return { ...table, rows, lines };
}

/** Where columns from a place on end that are numbered from 1 and named alike. */
function afterLast(names: Row, first: number): number {
  const numbered = (at: number): readonly [number, string] | undefined => {
    const [, before, rest, base, behind] = NUMBERED.exec(plainWords(names[at] ?? '')) ?? [];
    const name = rest ?? base;
    return name === undefined || !OF_TRADES.test(name) ? undefined : [Number(before ?? behind), name];
  };
  const [, base] = numbered(first) ?? [];
  let after = first;
  for (
    let next = numbered(after);
    next?.[0] === after - first + 1 && next[1] === base;
    next = numbered(after)
  )
    after += 1;
  return after;
}
