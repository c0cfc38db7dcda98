import type { TradeOutcome } from '../../trade.ts';
import { type DecimalMark, isBlank } from '../words/amount.ts';
import {
  asksSums,
  asksZero,
  countedEndings,
  type Ending,
  endingsWithProfit,
  gainOf,
  looksLikeSize,
  otherSides,
  rowEnding,
  winsMeaning,
  withPayout,
} from './column-facts.ts';
import type { Meaning } from '../words/column-names.ts';
import { afterSteps, type Row } from '../complete-trades.ts';
import { isUneven } from '../words/distances.ts';
import {
  askLetters,
  codesIn,
  colourEnding,
  outcomesOfCodes,
  parseEnding,
  withoutEnds,
} from '../words/endings.ts';
import { type Fees, feesReader, NO_FEES, refundReader } from './fees.ts';
import { type Doubled, galesColumn, stakesGrow } from './gale-column.ts';
import { galesReader } from '../chats/gale-count.ts';
import { asksOpposite, saysOpposite, withOppositeMarks } from '../chats/mark-legend.ts';
import { feesOfBoth, type Opened, type OpenedBy, openingsOfEnds, phasesBySize } from './opening-rows.ts';
import { pairIn } from '../words/pairs.ts';
import { NO_PAYOUT, type PayoutOf, type PayoutSample, payoutReader } from '../words/payout-kind.ts';
import { areUnsigned, shareOfStake, timesColumn } from '../words/profit-units.ts';
import { shown } from '../reading.ts';
import { isSum, stateColumns, stateWithoutEnd, sumsReader, withoutEnding } from './row-kinds.ts';
import { RowTimes, type RowTimesOptions } from './row-times.ts';
import { CENT, type Cells, type NumberMeaning, tableColumns } from '../words/table-columns.ts';
import { type PhaseOf, phaseColumn, phasesByNumber } from './trade-phases.ts';
import { type SizeOf, sizeReader } from '../words/trade-sizes.ts';
import { besideSide, directionReader, type parseDirection } from '../words/trade-words.ts';
import { unlikeRows } from './unlike-rows.ts';
import { NotATrade, orNull } from '../unreadable.ts';
import { onlyCell, remembering } from '../words/words.ts';

/** A legend stands near the top or the foot of a table. */
const NEAR_EDGE = 20;

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

interface RowReaderOptions extends RowTimesOptions {
  readonly mark: DecimalMark;
  /** The reader says which column holds the stakes. */
  readonly stakeIsGiven: boolean;
  readonly rows: readonly (readonly string[])[];
}

/** Reads the rows of a table; what a column means as a whole is settled before the first. */
export class RowReader {
  readonly #at: Cells['at'];
  readonly cells: Cells;
  /** Whether a row is the opening of a trade or its end, where these have rows of their own. */
  readonly phaseOf: PhaseOf;
  readonly times: RowTimes;
  readonly payoutOf: PayoutOf;
  /** What whole numbers or letters in the column of results say, where that is clear or the reader says so. */
  readonly #outcomeOfNumber: ReadonlyMap<string, TradeOutcome>;
  readonly #opposite: ReturnType<typeof asksOpposite>;
  readonly #ofColour: ReturnType<typeof colourEnding>;
  readonly #zeroOf: ReturnType<typeof asksZero>;
  /** The stake is the size of a position: most lost trades lost less than half of it, or much more. */
  readonly #stakeIsSize: boolean;
  readonly #sizeOf: SizeOf;
  readonly #shareOfStake: number | undefined;
  readonly #timesAt: number = -1;
  readonly fees: Fees;
  readonly #refundOf: ReturnType<typeof refundReader>;
  /** What each row has to be less where a column of profits holds their sums so far. */
  readonly #sumsBefore: ReadonlyMap<readonly string[], number> | undefined;
  /** Columns that say whether a trade is open. */
  readonly #states: readonly number[];
  readonly #sums: ReturnType<typeof sumsReader>;
  #unlike: ReturnType<typeof unlikeRows> = new Map();
  readonly #galesOf: (cell: string) => number;
  /** The doubled stakes that a column of its own tells of each row. */
  readonly #galesBefore: ReadonlyMap<readonly string[], Doubled> | undefined;
  /** What a row of doubled stakes brought is what all of them did together. */
  readonly #isOfAll: boolean;
  readonly #stakeIsLast: boolean;
  readonly #winsAre: ReturnType<typeof winsMeaning>;
  /** Whether rows are counts of wins and losses, which have no order. */
  readonly countsOnly: boolean;
  /** The row with the side and the time of the start, where ends have the other side. */
  readonly #openedBy: OpenedBy;
  readonly #withProfit: ReturnType<typeof endingsWithProfit>;
  readonly pairOf = remembering((cell) => (cell === '' ? null : (pairIn(cell) ?? shown(this.#nameOf(cell)))));
  readonly #nameOf = (cell: string): string =>
    (this.#at.pair === this.#at.direction && besideSide(cell)) || cell;
  readonly #directionOf: typeof parseDirection;
  readonly #isOtherSide: ReturnType<typeof otherSides>;
  #saysNoEnd = withoutEnds([]);
  #isUnsigned = false;
  readonly #endingOf = remembering(
    (cell) =>
      this.#outcomeOfNumber.get(cell) ??
      (/^[+-]?\d+$/.test(cell) || this.#saysNoEnd(cell)
        ? undefined
        : parseEnding(this.#opposite === 'marks' ? withOppositeMarks(cell) : cell)),
  );

  constructor({ table, heading, mark, clock, asker, stakeIsGiven, rows }: RowReaderOptions) {
    const names = table.rows[heading.row] ?? [];
    const columns = tableColumns(heading, names, rows, mark);
    this.#at = columns.at;
    this.#states = stateColumns(columns);
    this.cells = {
      ...columns,
      cell: (row, meaning) => this.#cell(row, meaning),
      number: (row, meaning) => this.#plainNumber(row, meaning),
      isSum: (row) => this.#sums.mayBe(row),
      hasNoEnd: (row) => this.phaseOf?.(row) === 'opening' || this.#stateWithoutEnd(row, true) !== undefined,
    };
    const sideOf = (row: readonly string[]) => this.#directionOf(this.#cell(row, 'direction'));
    const endingIn = (row: readonly string[]) => this.#endingOf(this.#cell(row, 'result'));
    this.#sums = sumsReader(this.cells, endingIn, sideOf);
    this.phaseOf = phaseColumn(this.cells) ?? phasesByNumber(this.cells);
    // Of 200,000 rows a list that is left behind takes 2 MB, and a file with questions is read some times over.
    this.#directionOf = directionReader(columns.nameOf('direction'));
    this.#isOtherSide = otherSides(this.cells, this.#directionOf);
    this.times = new RowTimes(this.cells, { table, heading, clock, asker });
    const results = rows.flatMap((row) => (this.#sums.mayBe(row) ? [] : this.#cell(row, 'result') || []));
    this.#saysNoEnd = withoutEnds(results);
    this.#outcomeOfNumber =
      codesIn(columns.nameOf('result'), results) ?? askLetters(results, asker) ?? outcomesOfCodes(results);
    this.#ofColour = colourEnding(columns.nameOf('result'));
    const edges = [...table.rows.slice(0, NEAR_EDGE), ...table.rows.slice(-NEAR_EDGE)].flat();
    this.#opposite = asksOpposite(edges.filter(saysOpposite), asker);
    this.#isUnsigned = areUnsigned(this.cells, endingIn);
    this.#sumsBefore = asksSums(this.cells, asker);
    this.#shareOfStake = shareOfStake(this.cells);
    this.#timesAt = timesColumn(this.cells);
    this.#stakeIsSize = !stakeIsGiven && looksLikeSize(this.cells);
    const isOfEach = this.#sumsBefore === undefined && this.#opposite !== 'signs';
    this.fees = isOfEach ? feesReader(this.cells) : NO_FEES;
    this.#refundOf = refundReader(this.cells);
    const hasStakes = this.#at.stake !== undefined && !this.#stakeIsSize;
    this.#sizeOf = sizeReader(names, hasStakes ? [] : rows, this.cells, (row) => gainOf(this.cells, row));
    this.#galesOf = galesReader(results, hasStakes ? [] : edges, asker);
    this.phaseOf ??= phasesBySize(this.cells, this.times.msOf);
    this.#zeroOf = asksZero(this.cells, sideOf, asker);
    this.#openedBy = openingsOfEnds(this.cells, {
      phaseOf: this.phaseOf,
      isWithoutTrade: (row) => this.#plainNumber(row, 'profit') === 0 && this.#zeroOf(row) === 'no-trade',
      timeOf: this.times.msOf,
    });
    this.#withProfit = endingsWithProfit(this.cells, this.#endingOf);
    this.#winsAre = winsMeaning(this.cells, asker);
    this.countsOnly = !['none', 'flags', 'amounts'].includes(this.#winsAre as string);
    this.payoutOf = payoutReader(
      columns.nameOf('payout'),
      rows.map((row) => this.#payoutSample(row)),
      mark,
      asker,
      columns.isGuess('payout'),
      rows.slice(0, NEAR_EDGE).every((row) => row.some(isUneven)),
    );
    const isLost = (row: readonly string[]): boolean =>
      orNull(() => this.ending(row, this.#stake(row)))?.outcome === 'lost';
    const follows = (row: readonly string[], before: readonly string[]): boolean =>
      this.#cell(row, 'pair') === this.#cell(before, 'pair') && isLost(before);
    // Beside counts of wins and losses another count is their sum, and the entry of a deal is 0 or 1.
    const countsOther = this.countsOnly || this.phaseOf !== undefined;
    this.#galesBefore = countsOther ? undefined : galesColumn(this.cells, follows, isLost, asker);
    this.#isOfAll = [...(this.#galesBefore ?? [])].some(
      ([row, { gales, stakes }]) =>
        gales > 0 && Math.abs((this.#plainNumber(row, 'profit') ?? 0) + sumOf(stakes)) < CENT,
    );
    this.#stakeIsLast = stakesGrow(this.#galesBefore, (row) => this.#plainNumber(row, 'stake'));
    const outcomes = new Map<readonly string[], TradeOutcome | undefined>();
    const outcomeOf = (row: readonly string[]): TradeOutcome | undefined => {
      if (!outcomes.has(row)) outcomes.set(row, orNull(() => this.#trades(row, []))?.at(-1)?.outcome);
      return outcomes.get(row);
    };
    const above = table.rows.slice(0, Math.max(0, heading.row)).flatMap((row) => onlyCell(row) ?? []);
    this.#unlike = unlikeRows(this.cells, outcomeOf, above.at(-1) ?? '', asker);
  }

  #payoutSample(row: readonly string[]): PayoutSample {
    const stake = this.#plainNumber(row, 'stake');
    const gained = orNull(() => this.#profit(row, stake)) ?? 0;
    return { cell: this.#cell(row, 'payout'), stake, gained: gained > 0 ? gained : null };
  }

  /** Whether a column that means this is used: sizes are no stakes, and numbers may be no payouts, or durations without a unit. */
  uses(meaning: Meaning): boolean {
    if (meaning === 'payout') return this.payoutOf !== NO_PAYOUT;
    return meaning === 'stake' ? !this.#stakeIsSize : meaning !== 'expiry' || this.times.hasUnit;
  }

  /** The number of the trade; empty where the row has none. */
  idOf(row: readonly string[]): string {
    return this.#cell(row, 'id');
  }

  isWithoutEnd(row: readonly string[]): boolean {
    const saysEnd = this.#cell(row, 'result') + this.#cell(row, 'closed') !== '';
    return !saysEnd && (this.#plainNumber(row, 'profit') ?? 0) === 0;
  }

  /** The trades of a row, whose openings may stand in others. Throws a NotATrade where it holds none. */
  read(row: readonly string[], opened = this.#openedBy.get(row) ?? []): readonly Row[] {
    const trades = this.#trades(row, opened);
    if (this.#unlike.get(row) !== 'unsure') return trades;
    throw new NotATrade({ code: 'unsure-ending' });
  }

  /** The trades of a row of which the reader says how it ended, as far as its cells can be read. */
  readAs(outcome: TradeOutcome, row: readonly string[]): readonly Row[] {
    const stake = orNull(() => this.#stake(row));
    const payout = orNull(() => this.#payout(row, stake));
    const direction = orNull(() => this.#direction(row));
    const start = this.times.startIfReadable(row);
    return this.#staked(row, { outcome, profit: null }, stake, (ending, staked) =>
      this.#trade(row, [], { ...start, direction, payout }, ending, staked),
    );
  }

  #trades(row: readonly string[], opened: readonly Opened[]): readonly Row[] {
    if (this.#sums.isSum(row) || this.#unlike.get(row) === 'total') throw new NotATrade({ code: 'sum' });
    const state = this.#stateWithoutEnd(row, (this.#plainNumber(row, 'profit') ?? 0) === 0);
    if (state !== undefined) throw new NotATrade({ code: 'no-outcome', cell: shown(state), isKnown: true });
    // A laid bet wins where what it names loses: without a profit it may be said of either.
    if (this.#at.profit === undefined && row.some((cell) => /^lay$/i.test(cell)))
      throw new NotATrade({ code: 'no-direction', cell: 'Lay' });
    const opening = opened[0]?.[0] ?? row;
    const start = { ...this.times.startOf(opening), direction: this.#direction(opening) };
    const stake = this.#stake(row);
    const said = { ...start, payout: this.#payout(row, stake) };
    const ended = (ending: Ending, staked = stake): Row => this.#trade(row, opened, said, ending, staked);
    if (this.#at.losses !== undefined && this.#cell(row, 'result') === '') {
      const counted = countedEndings(this.cells, row, this.#winsAre).map((ending) => ended(ending));
      return this.#winsAre === 'counts' ? withPayout(counted, this.#plainNumber(row, 'profit')) : counted;
    }
    return this.#staked(row, this.ending(row, stake), stake, ended);
  }

  /** The trades of a row by its end, each of its stakes that were doubled before the last one a lost trade. */
  #staked(
    row: readonly string[],
    ending: Ending,
    stake: number | null,
    ended: (ending: Ending, staked: number | null) => Row,
  ): readonly Row[] {
    const { gales: counted = 0, stakes = [] } = this.#galesBefore?.get(row) ?? {};
    const gales = this.#galesOf(this.#cell(row, 'result')) || counted;
    if (gales === 0) return [ended(ending, stakes[0] ?? stake)];
    if (gales === counted && stakes.length > 0) {
      const brought = (ending.profit ?? 0) + sumOf(stakes.slice(0, -1));
      const profit = this.#isOfAll && ending.outcome === 'won' && brought > 0 ? brought : null;
      return stakes.map((one, step) =>
        afterSteps(
          step,
          ended(step < gales ? { outcome: 'lost', profit: null } : { ...ending, profit }, one),
        ),
      );
    }
    const first = (stake ?? 1) / (this.#stakeIsLast ? 2 ** gales : 1);
    // A win after so many doubled stakes is that many lost trades and a won one.
    return Array.from({ length: gales + 1 }, (_, step) =>
      afterSteps(
        step,
        ended({ outcome: step < gales ? 'lost' : ending.outcome, profit: null }, first * 2 ** step),
      ),
    );
  }

  /** One literal: of 200,000 rows, objects that are copied from others take ten times the memory. */
  #trade(
    row: readonly string[],
    opened: readonly Opened[],
    said: Required<Pick<Row, 'timeMs' | 'clockMs' | 'direction' | 'payout'>>,
    { outcome, profit }: Ending,
    stake: number | null,
  ): Row {
    const opening = opened[0]?.[0] ?? row;
    return {
      timeMs: said.timeMs,
      clockMs: said.clockMs,
      pair: this.pairOf(this.#cell(row, 'pair') || this.#cell(opening, 'pair')),
      direction: said.direction,
      expirySeconds: this.times.expiryOf(row, opening),
      entryPrice: this.#entryPrice(opening),
      outcome,
      fees: feesOfBoth(this.fees.of, row, opened) + this.#refundOf(row, outcome, stake),
      size: stake === null ? this.#sizeOf(row) : null,
      stake,
      payout: said.payout,
      profit,
    };
  }

  #stateWithoutEnd(row: readonly string[], isFlat: boolean): string | undefined {
    const cells = [...this.#states.map((at) => row[at] ?? ''), this.#cell(row, 'direction')];
    // Where nothing says what a bet brought, it may have been placed as a horse is.
    const isState = (cell: string): boolean => this.#at.profit !== undefined || !/^placed$/i.test(cell);
    return stateWithoutEnd(cells.filter(isState), isFlat);
  }

  #cell(row: readonly string[], meaning: Meaning): string {
    const at = this.#at[meaning];
    return at === undefined ? '' : (row[at] ?? '');
  }

  #direction(row: readonly string[]): 'CALL' | 'PUT' | null {
    const cell = this.#cell(row, 'direction');
    if (cell === '') return null;
    const direction = this.#directionOf(cell);
    if (direction !== undefined) return this.#openedBy.get(row)?.length === 0 ? null : direction;
    // A row whose word for the end is known is a trade, on whichever side, and so is one of those that win and lose.
    if (/^(?:won|lost|tied)$/.test(this.#endingOf(this.#cell(row, 'result')) ?? '')) return null;
    if (this.#isOtherSide(cell)) return null;
    throw new NotATrade(isSum(cell) ? { code: 'sum' } : { code: 'no-direction', cell: shown(cell) });
  }

  #plainNumber(row: readonly string[], meaning: NumberMeaning | 'wins' | 'losses'): number | null {
    const cell = this.#cell(row, meaning);
    const value = isBlank(cell) ? Number.NaN : this.cells.amount(cell);
    if (Number.isNaN(value)) return null;
    if (meaning !== 'profit') return value;
    const risk = this.#shareOfStake === undefined ? 1 : this.#plainNumber(row, 'stake');
    const isOpposite =
      this.#opposite === 'signs' ||
      (this.#isUnsigned && this.#endingOf(this.#cell(row, 'result')) === 'lost');
    const gain = value * (isOpposite ? -1 : 1) - (this.#sumsBefore?.get(row) ?? 0);
    const times = this.#timesAt === -1 ? 1 : Math.abs(this.cells.amount(row[this.#timesAt] ?? '')) || 1;
    return risk === null ? null : gain * risk * times * (this.#shareOfStake ?? 1);
  }

  #number(row: readonly string[], meaning: NumberMeaning): number | null {
    const value = this.#plainNumber(row, meaning);
    const cell = this.#cell(row, meaning);
    // `BE` among the profits.
    if (value === null && meaning === 'profit' && this.#endingOf(cell) === 'tied') return 0;
    if (value === null && !isBlank(cell)) throw new NotATrade({ code: 'no-number', cell: shown(cell) });
    return value;
  }

  #stake(row: readonly string[]): number | null {
    if (this.#stakeIsSize) return null;
    const [value, cell] = [this.#number(row, 'stake'), this.#cell(row, 'stake')];
    if (value !== null && !(value > 0)) throw new NotATrade({ code: 'stake-not-above-0', cell: shown(cell) });
    return value;
  }

  /** What is no price says nothing about the trade: the column is only for the comparison with prices. */
  #entryPrice(row: readonly string[]): number | null {
    const value = this.cells.amount(this.#cell(row, 'entry'));
    return value > 0 && this.#openedBy.get(row)?.length !== 0 ? value : null;
  }

  /** Payouts of 0 or less stand at lost trades where nothing was paid: they say nothing about what a win would have. */
  #payout(row: readonly string[], stake: number | null): number | null {
    const cell = this.#cell(row, 'payout');
    if (isBlank(cell) || this.payoutOf === NO_PAYOUT) return null;
    const net = this.payoutOf(cell, stake);
    if (Number.isNaN(net) && Number.isNaN(this.cells.amount(cell)))
      throw new NotATrade({ code: 'no-number', cell: shown(cell) });
    return net > 0 ? net : null;
  }

  /** What the broker paid on top of the stake; null where the row does not say. */
  #profit(row: readonly string[], stake: number | null): number | null {
    const profit = this.#number(row, 'profit');
    if (profit !== null) return profit;
    const [returned, paid] = [this.#number(row, 'returned'), stake ?? this.#plainNumber(row, 'stake')];
    if (returned === null || paid === null) return null;
    return this.#cell(row, 'returned').includes('%') ? paid * (returned / 100 - 1) : returned - paid;
  }

  /** How a row ended, by its word and by what it brought. Throws a NotATrade where these do not say, or differ. */
  ending(row: readonly string[], stake: number | null, profit = this.#profit(row, stake)): Ending {
    const cell = this.#cell(row, 'result');
    if (cell === '') {
      // An amount without a sign does not say it alone.
      if (profit === null || this.#isUnsigned) throw new NotATrade(withoutEnding(this.cells, row));
      const zero = this.#zeroOf(row);
      if (profit === 0 && zero === 'no-trade') throw new NotATrade({ code: 'opening' });
      if (zero === 'lost')
        return {
          outcome: profit > 0 ? 'won' : 'lost',
          profit: stake === null ? null : profit > 0 ? profit : -stake,
        };
      return { outcome: profit > 0 ? 'won' : profit < 0 ? 'lost' : 'tied', profit };
    }
    const side = this.#directionOf(this.#cell(row, 'direction')) ?? null;
    const ending = this.#ofColour(cell, this.#endingOf(cell), side);
    if (ending === undefined) {
      // A column of amounts with a word here and there, or "closed" beside a profit.
      if (profit !== null && profit !== 0 && !this.#saysNoEnd(cell))
        return { outcome: profit > 0 ? 'won' : 'lost', profit };
      const isKnown = stateWithoutEnd([cell], this.#at.profit !== undefined) !== undefined;
      throw new NotATrade({ code: 'no-outcome', cell: shown(cell), ...(isKnown ? { isKnown } : {}) });
    }
    const isPaid = stake !== null || this.#cell(row, 'payout') !== '';
    return rowEnding(cell, ending, profit, this.#withProfit, isPaid);
  }
}
