import { type EpochMs, epochMs } from '../../time/instant.ts';
import { ClockReader, type WallClock } from '../../time/wall-clock.ts';
import { median } from '../staking.ts';
import type { Trade, TradeOutcome } from '../trade.ts';
import { type DecimalMark, decimalMarkOf, parseAmount } from './amount.ts';
import {
  findHeading,
  type Heading,
  type Meaning,
  namesOf,
  unknownHeading,
  type UsedColumn,
  withMeanings,
} from './columns.ts';
import { dateOrderOf, MomentReader } from './moment.ts';
import { NotATrade, type RowReason } from './row-reason.ts';
import type { Table } from './table.ts';
import { pairIn, parseDirection, parseEnding, parseExpiry } from './trade-words.ts';
import { plainWords, remembering } from './words.ts';

/** A row or message that is no trade. */
export interface NotUnderstood {
  readonly line: number;
  /** The beginning of what stands there. */
  readonly text: string;
  readonly why: RowReason;
}

/** A source as far as it was understood. */
export interface Reading {
  readonly trades: readonly Trade[];
  readonly rows: {
    readonly read: number;
    readonly understood: number;
    readonly notUnderstood: readonly NotUnderstood[];
  };
  /** The columns of a table that are used; empty for messages. */
  readonly columns: readonly UsedColumn[];
  /** All columns of a table in order, each with its first value. */
  readonly found: readonly FoundColumn[];
  /** Whether a time had to be taken for one of the reader's zone because the source names none. */
  readonly neededZone: boolean;
  /** Whether a time names its own zone. */
  readonly namedZone: boolean;
  /** The whole numbers that the source gives its rows or messages, those not understood included. */
  readonly numbers: readonly number[];
  /** The signals of a chat: those whose end a message tells, and the others. */
  readonly signals: { readonly told: number; readonly untold: number };
}

export interface FoundColumn {
  /** From 0. */
  readonly at: number;
  /** Empty where the source names none. */
  readonly name: string;
  /** Its first value. */
  readonly example: string;
}

export interface ReadingOptions {
  /** What columns mean where the reader says so, by their places from 0; null for one that is not to be used. */
  readonly meanings?: ReadonlyMap<number, Meaning | null>;
  /** Of trades whose payout the source does not tell: what a won stake of 1 brings on top of itself. */
  readonly payout: number;
  /** The clock of times without a zone. */
  readonly clock: WallClock;
}

/** A trade before what others of its source tell is filled in. */
interface Row {
  readonly timeMs: EpochMs | null;
  readonly pair: string | null;
  readonly direction: 'CALL' | 'PUT' | null;
  readonly expirySeconds: number | null;
  readonly entryPrice: number | null;
  readonly outcome: TradeOutcome;
  readonly stake: number | null;
  readonly payout: number | null;
  readonly profit: number | null;
}

const SUMS =
  /^(?:sub ?total|grand total|total|sum|summary|totals|balance|deposit|withdrawal|saldo|summe|gesamt|итого|toplam|合计|合計)\b/;
const STARTS_WITH_LETTER = /^[^\p{L}\p{N}]*\p{L}/u;
const LONGEST_QUOTE = 40;
/** A row of words can hold one or two that are also names of columns. */
const FEWEST_NAMES = 4;

/**
 * Reads a table of trades. Where no column says how trades ended, none is used, and the reader may say what they mean;
 * undefined where there are no columns either.
 */
export function readTable(table: Table, options: ReadingOptions): Reading | undefined {
  const mark = decimalMarkOf(sampleCells(table), '.');
  const recognised = findHeading(table.rows, mark) ?? unknownHeading(table.rows);
  if (recognised === undefined) return undefined;
  const found = foundColumns(table, recognised);
  const heading = withMeanings(
    recognised,
    options.meanings ?? new Map(),
    found.map(({ name }) => name),
  );
  const reader = new RowReader(table, heading, mark, options);
  const rows: Row[] = [];
  const notUnderstood: NotUnderstood[] = [];
  let read = 0;
  let isOtherTable = false;
  const named = table.rows[heading.row] ?? [];
  for (const [at, row] of table.rows.entries()) {
    if (at === heading.row) continue;
    read += 1;
    const line = table.lines[at] as number;
    try {
      if (at < heading.row) throw new NotATrade({ code: 'above-names' });
      if (namesColumns(row, named)) {
        isOtherTable = !isSameRow(row, named);
        throw new NotATrade({ code: 'names-columns' });
      }
      if (isOtherTable) throw new NotATrade({ code: 'other-table' });
      rows.push(reader.read(row, line));
    } catch (error) {
      if (!(error instanceof NotATrade)) throw error;
      notUnderstood.push({ line, text: rowText(row), why: error.why });
    }
  }
  return {
    trades: completeTrades(rows, options.payout),
    rows: { read, understood: rows.length, notUnderstood },
    columns: heading.columns,
    found,
    neededZone: reader.neededZone,
    namedZone: reader.namedZone,
    numbers: reader.numbers,
    signals: { told: 0, untold: 0 },
  };
}

const EXAMPLES_FROM_ROWS = 20;

function foundColumns({ rows }: Table, heading: Heading): FoundColumn[] {
  const names = rows[heading.row];
  const sample = rows.slice(heading.row + 1, heading.row + 1 + EXAMPLES_FROM_ROWS);
  const width = names?.length ?? Math.max(0, ...sample.map((row) => row.length));
  return Array.from({ length: width }, (_, at) => ({
    at,
    name: shown(names?.[at] ?? ''),
    example: shown(sample.find((row) => (row[at] ?? '') !== '')?.[at] ?? ''),
  }));
}

function* sampleCells({ rows }: Table): Generator<string> {
  const step = Math.max(1, Math.floor(rows.length / 2_000));
  for (let at = 0; at < rows.length; at += step) yield* rows[at] as readonly string[];
}

/** Whether a row after the heading names columns again, its own or those of another table. */
function namesColumns(row: readonly string[], named: readonly string[]): boolean {
  if (isSameRow(row, named)) return true;
  const names = namesOf(row);
  return names !== undefined && names.filter((name) => name !== undefined).length >= FEWEST_NAMES;
}

function isSameRow(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((cell, at) => cell === other[at]);
}

type PayoutKind = 'net' | 'gross' | 'percent';
type NumberMeaning = 'stake' | 'payout' | 'profit' | 'returned';

class RowReader {
  readonly #at: Partial<Record<Meaning, number>>;
  readonly #mark: DecimalMark;
  readonly #moments: MomentReader;
  readonly #clock: ClockReader;
  readonly #payoutKind: PayoutKind;
  readonly #expiryUnitSeconds: number;
  readonly #resultsAreDigits: boolean;
  readonly #profitIsReturn: boolean;
  readonly #seen = new Map<string, { line: number; text: string }>();
  readonly #pairOf = remembering((cell) => (cell === '' ? null : (pairIn(cell) ?? shown(cell))));
  readonly #directionOf = remembering(parseDirection);
  readonly #endingOf = remembering(parseEnding);
  readonly #expiryOf = remembering((cell) => parseExpiry(cell, this.#expiryUnitSeconds));
  readonly #amountOf = remembering((cell) => parseAmount(cell, this.#mark));
  readonly #startsSum = remembering((cell) => SUMS.test(plainWords(cell.slice(0, LONGEST_QUOTE))));
  neededZone = false;
  namedZone = false;
  readonly numbers: number[] = [];

  constructor(table: Table, heading: Heading, mark: DecimalMark, { clock }: ReadingOptions) {
    this.#at = Object.fromEntries(heading.columns.map(({ meaning, at }) => [meaning, at]));
    this.#mark = mark;
    this.#clock = new ClockReader(clock);
    const rows = table.rows.slice(heading.row + 1);
    const cellsOf = (meaning: Meaning): string[] =>
      rows.map((row) => this.#cell(row, meaning)).filter((cell) => cell !== '');
    this.#moments = new MomentReader(
      dateOrderOf([...cellsOf('time'), ...cellsOf('date'), ...cellsOf('closed')]),
    );
    const nameOf = (meaning: Meaning): string =>
      heading.columns.find((column) => column.meaning === meaning)?.name ?? '';
    this.#payoutKind = payoutKindOf(nameOf('payout'), cellsOf('payout'), mark);
    this.#expiryUnitSeconds = /min|мин|dakika|分/i.test(nameOf('expiry')) ? 60 : 1;
    this.#resultsAreDigits = cellsOf('result').some((cell) => /^[01]$/.test(cell));
    this.#profitIsReturn = this.#looksReturned(rows);
  }

  /** The trade of a row. Throws a NotATrade where it holds none. */
  read(row: readonly string[], line: number): Row {
    if (this.#isSum(row.find((cell) => cell !== '') ?? '')) throw new NotATrade({ code: 'sum' });
    this.#requireNew(row, line);
    const timeMs = this.#time(row);
    const direction = this.#direction(row);
    const stake = this.#stake(row);
    const payout = this.#payout(row);
    const ending = this.#ending(row, stake);
    return {
      timeMs,
      pair: this.#pairOf(this.#cell(row, 'pair')),
      direction,
      expirySeconds: this.#expiry(row, timeMs),
      entryPrice: this.#entryPrice(row),
      outcome: ending.outcome,
      stake,
      payout,
      profit: ending.profit,
    };
  }

  /** Most first cells are times or numbers, each another one: only words are looked at more closely. */
  #isSum(cell: string): boolean {
    return STARTS_WITH_LETTER.test(cell) && this.#startsSum(cell);
  }

  #cell(row: readonly string[], meaning: Meaning): string {
    const at = this.#at[meaning];
    return at === undefined ? '' : (row[at] ?? '');
  }

  #requireNew(row: readonly string[], line: number): void {
    const id = this.#cell(row, 'id');
    if (id === '') return;
    if (/^#?\d{1,15}$/.test(id)) this.numbers.push(Number(id.replace('#', '')));
    const text = row.join('\t');
    const known = this.#seen.get(id);
    if (known === undefined) this.#seen.set(id, { line, text });
    else if (known.text === text) throw new NotATrade({ code: 'repeated', line: known.line });
  }

  #time(row: readonly string[]): EpochMs | null {
    const time = this.#cell(row, 'time');
    const date = this.#cell(row, 'date');
    const clock = this.#cell(row, 'clock');
    const text = time !== '' ? time : clock === '' ? date : `${date} ${clock}`.trim();
    return text === '' ? null : this.#moment(text);
  }

  #moment(text: string): EpochMs {
    const moment = this.#moments.read(text);
    if (moment === undefined) throw new NotATrade({ code: 'no-time', cell: shown(text) });
    if (moment.offsetMs !== undefined) {
      this.namedZone = true;
      return epochMs(moment.localMs - moment.offsetMs);
    }
    this.neededZone = true;
    return epochMs(this.#clock.toUtc(moment.localMs));
  }

  #direction(row: readonly string[]): 'CALL' | 'PUT' | null {
    const cell = this.#cell(row, 'direction');
    if (cell === '') return null;
    const direction = this.#directionOf(cell);
    if (direction !== undefined) return direction;
    throw new NotATrade(this.#isSum(cell) ? { code: 'sum' } : { code: 'no-direction', cell: shown(cell) });
  }

  #expiry(row: readonly string[], timeMs: EpochMs | null): number | null {
    const cell = this.#cell(row, 'expiry');
    if (cell !== '') {
      const seconds = this.#expiryOf(cell);
      if (!(seconds > 0)) throw new NotATrade({ code: 'no-expiry', cell: shown(cell) });
      return seconds;
    }
    const closed = this.#cell(row, 'closed');
    if (closed === '' || timeMs === null) return null;
    const seconds = Math.round((this.#moment(closed) - timeMs) / 1_000);
    return seconds > 0 ? seconds : null;
  }

  #number(row: readonly string[], meaning: NumberMeaning): number | null {
    const cell = this.#cell(row, meaning);
    if (cell === '' || cell === '-' || cell === '—') return null;
    const value = this.#amountOf(cell);
    if (Number.isNaN(value)) throw new NotATrade({ code: `no-${meaning}`, cell: shown(cell) });
    return value;
  }

  #stake(row: readonly string[]): number | null {
    const value = this.#number(row, 'stake');
    if (value !== null && !(value > 0))
      throw new NotATrade({ code: 'stake-not-above-0', cell: shown(this.#cell(row, 'stake')) });
    return value;
  }

  /** What is no price says nothing about the trade: the column is only for the comparison with prices. */
  #entryPrice(row: readonly string[]): number | null {
    const value = this.#amountOf(this.#cell(row, 'entry'));
    return value > 0 ? value : null;
  }

  /** Payouts of 0 or less stand at lost trades where nothing was paid: they say nothing about what a win would have. */
  #payout(row: readonly string[]): number | null {
    const value = this.#number(row, 'payout');
    if (value === null) return null;
    const net =
      this.#payoutKind === 'percent' ? value / 100 : this.#payoutKind === 'gross' ? value - 1 : value;
    return net > 0 ? net : null;
  }

  /** What the broker paid on top of the stake; null where the row does not say. */
  #profit(row: readonly string[], stake: number | null): number | null {
    const profit = this.#number(row, 'profit');
    if (profit !== null) return this.#profitIsReturn && stake !== null ? profit - stake : profit;
    const returned = this.#number(row, 'returned');
    return returned === null || stake === null ? null : returned - stake;
  }

  #ending(row: readonly string[], stake: number | null): { outcome: TradeOutcome; profit: number | null } {
    const cell = this.#cell(row, 'result');
    const profit = this.#profit(row, stake);
    if (cell === '') {
      if (profit === null) throw new NotATrade({ code: 'no-ending' });
      return { outcome: profit > 0 ? 'won' : profit < 0 ? 'lost' : 'tied', profit };
    }
    const ending =
      this.#resultsAreDigits && /^[01]$/.test(cell) ? (cell === '1' ? 'won' : 'lost') : this.#endingOf(cell);
    if (ending === undefined) {
      // A column of amounts with a word here and there, or "closed" beside a profit.
      if (profit !== null && profit !== 0) return { outcome: profit > 0 ? 'won' : 'lost', profit };
      throw new NotATrade({ code: 'no-outcome', cell: shown(cell) });
    }
    if (ending === 'none') throw new NotATrade({ code: 'no-outcome', cell: shown(cell) });
    if (profit !== null && ((ending === 'won' && profit < 0) || (ending === 'lost' && profit > 0)))
      throw new NotATrade({ code: 'contradiction', cell: shown(cell), profit });
    return { outcome: ending, profit: ending === 'tied' ? 0 : profit === 0 ? null : profit };
  }

  /** Whether a column that is called profit holds what came back: nothing of a lost stake, more than the stake of a won one. */
  #looksReturned(rows: readonly (readonly string[])[]): boolean {
    const { profit, stake } = this.#at;
    if (profit === undefined || stake === undefined) return false;
    let zeros = 0;
    let above = 0;
    for (const row of rows) {
      const value = parseAmount(row[profit] ?? '', this.#mark);
      const staked = parseAmount(row[stake] ?? '', this.#mark);
      if (Number.isNaN(value) || Number.isNaN(staked)) continue;
      if (value < 0 || (value > 0 && value < staked)) return false;
      if (value === 0) zeros += 1;
      else if (value > staked) above += 1;
    }
    return zeros > 0 && above > 0;
  }
}

/** What the numbers of a payout column are, read as a whole: its name decides, else the largest of its values. */
function payoutKindOf(name: string, cells: readonly string[], mark: DecimalMark): PayoutKind {
  const words = plainWords(name);
  if (/%/.test(name) || /percent|pct|pourcent|prozent|porcent|процент/.test(words)) return 'percent';
  if (/odds|multiplier|coefficient|gross|decimal|коэффициент|cote|quota|赔率/.test(words)) return 'gross';
  if (/\bnet\b/.test(words)) return 'net';
  if (cells.some((cell) => cell.includes('%'))) return 'percent';
  let largest = 0;
  for (const cell of cells) largest = Math.max(largest, parseAmount(cell, mark) || 0);
  return largest <= 1 ? 'net' : largest <= 3 ? 'gross' : 'percent';
}

/** Fills in what a row does not tell from what the others do. */
function completeTrades(rows: readonly Row[], fallbackPayout: number): Trade[] {
  const usualLoss = median(
    rows.flatMap(({ outcome, stake, profit }) =>
      outcome === 'lost' && stake === null && profit !== null ? [-profit] : [],
    ),
  );
  const staked = rows.map((row) => {
    if (row.stake !== null) return row.stake;
    if (row.outcome === 'lost' && row.profit !== null) return -row.profit;
    return usualLoss ?? 1;
  });
  const paid = rows.map(
    ({ outcome, payout, profit }, at) =>
      payout ?? (outcome === 'won' && profit !== null ? profit / (staked[at] as number) : null),
  );
  const usual = usualPayouts(rows, paid);
  return rows.map((row, at) => {
    const stake = staked[at] as number;
    const payout = paid[at] ?? usual.get(row.pair) ?? usual.get(ALL) ?? fallbackPayout;
    const earned = row.outcome === 'won' ? stake * payout : row.outcome === 'lost' ? -stake : 0;
    return {
      timeMs: row.timeMs,
      pair: row.pair,
      direction: row.direction,
      expirySeconds: row.expirySeconds,
      entryPrice: row.entryPrice,
      outcome: row.outcome,
      stake,
      payout,
      profit: row.profit ?? earned,
    };
  });
}

const ALL = '';

/** The median payout of the won trades, by pair and of all. */
function usualPayouts(rows: readonly Row[], paid: readonly (number | null)[]): Map<string | null, number> {
  const byPair = new Map<string | null, number[]>([[ALL, []]]);
  for (const [at, { outcome, pair }] of rows.entries()) {
    const payout = paid[at];
    if (outcome !== 'won' || payout === null || payout === undefined) continue;
    byPair.get(ALL)?.push(payout);
    if (pair === null) continue;
    const known = byPair.get(pair);
    if (known === undefined) byPair.set(pair, [payout]);
    else known.push(payout);
  }
  return new Map(
    [...byPair].flatMap(([pair, payouts]) => {
      const middle = median(payouts);
      return middle === null ? [] : [[pair, middle] as const];
    }),
  );
}

function rowText(row: readonly string[]): string {
  return shown(row.filter((cell) => cell !== '').join(', '));
}

/** The beginning of a text, as much as one line of a list shows. */
export function shown(text: string): string {
  if (text.length <= LONGEST_QUOTE) return text;
  // No half of a character that takes two units.
  return `${text.slice(0, LONGEST_QUOTE).replace(/[\ud800-\udbff]$/, '')}…`;
}
