/** Rows that may not be of one record: below a title, of one of several accounts or persons, or of a group that ended otherwise. */
import { groupBy } from '../../grouping.ts';
import { compareRecords } from '../../compare-records.ts';
import type { TradeOutcome } from '../../trade.ts';
import { isBlank } from '../words/amount.ts';
import { type Cells, NEARLY_ALL, type Rows, SAMPLED_ROWS } from '../words/table-columns.ts';
import { namedMeaning } from '../words/column-names.ts';
import { parseEnding } from '../words/endings.ts';
import { GALE_NAME } from './gale-column.ts';
import { PERIOD } from '../words/periods.ts';
import { pairIn } from '../words/pairs.ts';
import { type Asker, askGroup } from '../questions.ts';
import { shown } from '../reading.ts';
import { isSum } from './row-kinds.ts';
import { onlyCell, plainWords } from '../words/words.ts';
import type { Cells as Row } from '../unreadable.ts';

type GroupOf = (row: Row) => string;
type OutcomeOf = (row: Row) => TradeOutcome | undefined;

const MOST_GROUPS = 8;
const MOST_OFFERED = 4;
const FEWEST_OF_GROUP = 5;
/** Of so many records without a difference one is asked about. */
const SELDOM = 0.002;

/** Columns that say whose trade a row is. */
const OWNERS =
  /(?<!\p{L})(?:accounts?|server|login|trader|user(?: ?name)?|owner|client|customer|member|analyst|tipster|author|provider|master|portfolio|conta|cuenta|konto|compte|счет|трейдер|hesap|akun)(?!\p{L})(?! (?:currency|balance|equity|value|type|size))/u;
/** What is known only once a trade has ended, or says why, speaks of no other record. */
const OF_THE_END =
  /(?<!\p{L})(?:exit\p{L}*|clos\p{L}*|end(?:ed|ing)?|reason|why|hit|fees?|commissions?|tax|swap|funding|balance|equity|drawdown|mfe|mae|run ?up|streak|mistakes?|errors?|emotions?|feeling|mood|mindset|psychology|lessons?|review|grade|rating|score|comments?|notes?|remarks?|description|salida|cierre|saida|motivo|erro|grund|ausstieg|notiz|причина|выход|заметк\p{L}*|комментари\p{L}*|catatan|komentar|notas?|observac\p{L}*|bemerkung\p{L}*|remarque\p{L}*|yorum|ghi chu|备注|備考|メモ|टिप्पणी|ملاحظات|neden|cikis|alasan)(?!\p{L})/u;

/** The rows that the reader leaves out of a table that may hold more than one record. */
export function otherRecords(
  cells: Cells,
  outcomeOf: OutcomeOf,
  title: string,
  asker: Asker,
): ReadonlySet<Row> {
  const { rows, names } = cells;
  const groupOf =
    (names.length > 2 || isTitle(title) ? sectionsOf(rows, outcomeOf, title) : undefined) ??
    ownersOf(cells) ??
    unlikeGroups(cells, outcomeOf);
  if (groupOf === undefined) return new Set();
  const groups = [...groupBy(rows, (row) => (outcomeOf(row) === undefined ? undefined : groupOf(row)))];
  groups.sort(([, one], [, other]) => other.length - one.length);
  if (groups.length < 2) return new Set();
  const texts = groups.map(
    ([, some]) =>
      `${shown(groupOf(some[0] as Row) || (some[0] as Row).filter(Boolean).join(', '))} ×${some.length}`,
  );
  const at = askGroup(texts, MOST_OFFERED, asker);
  return new Set(at === undefined ? [] : rows.filter((row) => groupOf(row) !== groups[at]?.[0]));
}

/** The title above each row, `above` that of the first one, where titles that are of no day, no pair and no option divide the trades. */
function sectionsOf(rows: Rows, outcomeOf: OutcomeOf, above: string): GroupOf | undefined {
  const titles = new Map<Row, string>();
  const found = new Set<string>();
  let title = above;
  for (const row of rows) {
    const only = onlyCell(row);
    if (only === undefined) {
      if (title !== '') titles.set(row, title);
    } else if (row.indexOf(only) * 2 < row.length && isTitle(only) && outcomeOf(row) === undefined)
      // What stands in the last columns is a comment.
      found.add((title = only));
  }
  return found.size > 0 && found.size < MOST_GROUPS ? (row) => titles.get(row) ?? '' : undefined;
}

/** A strike and the kind of an option: `500C`, `50400 PE`, `500 Call`. */
const OPTION = /\d ?(?:[cp]e?|calls?|puts?)(?![\p{L}\d])/iu;

/** `Profit for March: 120.00`, `Page 2 of 3`. */
const STATED =
  /^(?:page|seite|p[áa]gina|страница|halaman|sayfa) \d|[:=]\s*\p{Sc}?[-+−]?\p{Sc}?\d[\d.,' ]*(?:%|\p{Sc}|[A-Z]{3})?$/iu;

/** Whether a text divides trades: it is of no day, no pair and no option. */
export function isTitle(text: string): boolean {
  const words = plainWords(text);
  return (
    /\p{L}{3}/u.test(words.replace(PERIOD, ' ')) &&
    !isSum(text) &&
    !STATED.test(text) &&
    pairIn(text) === undefined &&
    !OPTION.test(text) &&
    parseEnding(text) === undefined
  );
}

/** The values of a column, where there are a few. */
function valuesOf(rows: Rows, at: number): Map<string, Row[]> | undefined {
  const groups = groupBy(rows, (row) => row[at] ?? '', MOST_GROUPS);
  return groups.size < 2 || groups.size > MOST_GROUPS ? undefined : groups;
}

/** The account or the person of each row, where a column names several. */
function ownersOf({ rows, names, isUsed }: Cells): GroupOf | undefined {
  const at = names.findIndex((name, place) => {
    if (isUsed(place) || !OWNERS.test(plainWords(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')))) return false;
    const filled = rows.filter((row) => !isBlank(row[place] ?? ''));
    return valuesOf(filled, place) !== undefined;
  });
  return at === -1 ? undefined : (row) => row[at] ?? '';
}

/** The groups of a column that is not read, of which one won or lost more often than the others by more than luck. */
function unlikeGroups(cells: Cells, outcomeOf: OutcomeOf): GroupOf | undefined {
  const rows = cells.rows.slice(0, SAMPLED_ROWS).filter((row) => (outcomeOf(row) ?? 'tied') !== 'tied');
  const whole = winsIn(rows, outcomeOf);
  let [least, found, tests]: [number, GroupOf | undefined, number] = [1, undefined, 0];
  for (const [at, name] of cells.names.entries()) {
    const words = plainWords(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
    if (
      cells.isUsed(at) ||
      READ.has(namedMeaning(name) ?? '') ||
      OF_THE_END.test(words) ||
      GALE_NAME.test(words)
    )
      continue;
    const isGiven = (row: Row): string => (isBlank(row[at] ?? '') ? '' : name);
    const values = valuesOf(rows, at);
    const groupOf: GroupOf = values === undefined ? isGiven : (row) => row[at] ?? '';
    const groups = [...(values ?? groupBy(rows, groupOf)).values()].map((some) => winsIn(some, outcomeOf));
    const large = groups.filter(({ n }) => n >= FEWEST_OF_GROUP);
    // It says the outcome once more.
    const saysEnding = groups.every(({ won, n }) => won <= n * (1 - NEARLY_ALL) || won >= n * NEARLY_ALL);
    const areNumbers = values !== undefined && [...values.keys()].every((value) => /^[\d.,]*$/.test(value));
    const isFlag = values?.size === 2 && values.has('0') && values.has('1');
    const isEnding =
      values !== undefined && [...values.keys()].some((value) => (parseEnding(value) ?? 'none') !== 'none');
    if (
      groups.length < 2 ||
      saysEnding ||
      isEnding ||
      (areNumbers && !isFlag) ||
      turns({ ...cells, rows }, groupOf)
    )
      continue;
    tests += 1;
    for (const group of large) {
      const others = { won: whole.won - group.won, n: whole.n - group.n };
      const p =
        others.n === 0 ? 1 : compareRecords(group, others).p * (groups.length === 2 ? 1 : groups.length);
      if (p < least) [least, found] = [p, groupOf];
    }
  }
  return least * tests < SELDOM ? found : undefined;
}

/** Whether each row is of another group than the row before it of the same trade, as its opening and its end are, or its legs. */
export function turns({ rows, cell, at: meanings }: Cells, groupOf: GroupOf): boolean {
  const trades = new Set<string>();
  // Numbers that hardly come again are those of trades of one row.
  if (meanings.id !== undefined && rows.some((row) => trades.add(cell(row, 'id')).size * 2 > rows.length))
    return false;
  const isFirst = (at: number): boolean => cell(rows[at - 1] as Row, 'id') !== cell(rows[at] as Row, 'id');
  return rows.every((row, at) => at === 0 || isFirst(at) || groupOf(rows[at - 1] as Row) !== groupOf(row));
}

const READ: ReadonlySet<string> = new Set(
  'time,date,clock,closed,pair,expiry,entry,payout,stake,returned,profit,wins,losses,ties'.split(','),
);

function winsIn(rows: Rows, outcomeOf: OutcomeOf) {
  return { won: rows.filter((row) => outcomeOf(row) === 'won').length, n: rows.length };
}
