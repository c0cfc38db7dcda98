/**
 * Rows that state how many trades were won or lost, or what all brought, and are denied by the trades: these are read, while the sums that
 * countTotals and unlikeRows look for among the rows decide which of them are trades.
 */
import type { Trade } from '../../trade.ts';
import { type DecimalMark, parseAmount } from '../words/amount.ts';
import { ASIDE, counterOf, deniedCounts, statesCounts, type Sums } from '../claims/denied-counts.ts';
import type { NotUnderstood, Origin } from '../reading.ts';
import { namesPayment } from './row-kinds.ts';
import type { RowReader } from './row-reader.ts';
import type { RowReason } from '../unreadable.ts';
import { plainWords } from '../words/words.ts';

const TOTAL = /^\W*(?:grand )?(?:totals?|sum|summe|gesamt|итого|toplam|合计|合計)(?!\p{L})/iu;

/** It is none of what trades brought. */
const OF_OTHER =
  /(?<!\p{L})(?:trades?|deals|bets|signals|orders|positions|op[eé]ra(?:tions?|ciones|ções|zioni)|сделок|ставок|w[io]ns?|loss(?:es)?|lost|gross|volume|lots?|contracts?|shares|fees?|commissions?|swaps?|deposits?|withdrawals?|stakes?|staked|turnover|pips|points|days|balance|equity|open|floating)(?!\p{L})/iu;
/** It is a sum of the rows below the sum before it. */
const OF_PART =
  /(?<!\p{L})(?:page|sub-?total|day|daily|week|weekly|month|monthly|страниц\p{L}*|день|дня|недел\p{L}*|месяц\p{L}*|p[áa]gina|dia|semana|m[êe]s|seite|tag|woche|monat|halaman|hari|minggu|bulan|sayfa|gün|hafta)(?!\p{L})/iu;

/** What states counts and lacks what trades have is a sum. */
export function sumReason(why: RowReason, row: readonly string[], { cells }: RowReader): RowReason {
  const result = cells.cell(row, 'result').replace(ASIDE, '');
  const isSum = why.code.startsWith('no-') && !/\p{L}/u.test(result) && statesCounts(row);
  return isSum ? { code: 'sum' } : why;
}

const TOTAL_PROFIT = /^(?:closed p l|(?:total )?net (?:profit|p l|result)|total (?:profit|p l))$/;

interface Listed {
  readonly trades: readonly Trade[];
  readonly origins: readonly Origin[];
  readonly left: readonly NotUnderstood[];
  readonly cellsAt: (line: number) => readonly string[];
}

/**
 * What of a table is no trade, with those rows that are denied by the trades: that state what all brought, balances before and after them, or
 * the total of a column, of all or of those since or until another total.
 */
export function withDeniedProfits(
  { trades, origins, left, cellsAt }: Listed,
  { cells, countsOnly }: RowReader,
  mark: DecimalMark,
): readonly NotUnderstood[] {
  if (left.length === 0) return left;
  const rows = left.map(({ line }) => cellsAt(line));
  const texts = rows.map((row) => row.filter((cell) => cell !== ''));
  const balances = BALANCES.map((name) =>
    texts.map((row) => balanceIn(row.join(' ').replace(DATE, ''), name, mark)),
  );
  const [first] = (balances[0] ?? []).flatMap((one) => one ?? []);
  const lastAt = balances[1]?.findLastIndex((one) => one !== undefined) ?? -1;
  const isPaid = texts.some((row) => row.some(namesPayment));
  const moved = (balances[1]?.[lastAt] ?? Number.NaN) - (first ?? Number.NaN);
  const sumsOf = counterOf(trades.map((trade, at) => ({ trade, line: origins[at]?.line ?? 0 })));
  const all = sumsOf(0, Number.POSITIVE_INFINITY);
  const edges = [
    0,
    ...left.flatMap(({ line, why }) => (why.code === 'sum' ? line : [])),
    Number.POSITIVE_INFINITY,
  ];
  const deniedTotal = (row: readonly string[], line: number, place: number): RowReason | undefined => {
    const [before, after] = [edges[place - 1], edges[place + 1]] as [number, number];
    const number = (of: 'wins' | 'losses'): number | undefined => cells.number(row, of) ?? undefined;
    const stated = cells.number(row, 'profit');
    const whys = [sumsOf(0, line), sumsOf(before, line), sumsOf(line, after), all].map((sums) =>
      countsOnly
        ? deniedCounts({ won: number('wins'), lost: number('losses') }, sums, 0)
        : differing(stated ?? Number.NaN, sums),
    );
    return whys.includes(undefined) ? undefined : whys[row.some((cell) => OF_PART.test(cell)) ? 1 : 0];
  };
  let place = 0;
  return left.map((one, at) => {
    const row = rows[at] as readonly string[];
    if (one.why.code === 'sum') place += 1;
    const isTotal = one.why.code === 'sum' && row.some((cell) => TOTAL.test(cell) && !OF_OTHER.test(cell));
    const why =
      (at === lastAt && !isPaid ? differing(moved, all) : undefined) ??
      (isTotal ? deniedTotal(row, one.line, place) : undefined) ??
      deniedProfit(all, texts[at] as readonly string[], mark);
    return why === undefined ? one : { ...one, why };
  });
}

const DATE = /\d+([-./])\d+\1\d+/g;
/** Names of the balance before all trades and of that after them. */
const BALANCES = [
  'start(?:ing)?|opening|initial|beginning|anfangs|inicial|начальн\\p{L}*|awal|başlangıç|प्रारंभिक|শুরুর|ابتدائی',
  'end(?:ing)?|closing|finale?|current|конечн\\p{L}*|akhir|bitiş|अंतिम|শেষ|اختتامی',
].map((when) => {
  const what = 'balance|equity|capital|bankroll|bank|saldo|solde|баланс|modal|bakiyesi|शेष|बैलेंस|ব্যালেন্স|بیلنس';
  return new RegExp(
    `(?<!\\p{L})(?:(?:${when}) ?(?:${what})|(?:${what}) (?:${when}))(?!\\p{L})[^\\d\\n-]{0,12}(-?\\d[\\d.,' ]*)`,
    'iu',
  );
});

function balanceIn(text: string, name: RegExp, mark: DecimalMark): number | undefined {
  const amount = parseAmount(name.exec(text)?.[1]?.replace(/[., ]+$/, '') ?? '', mark);
  return Number.isNaN(amount) ? undefined : amount;
}

/** Why a row with a label and an amount alone is denied by what the trades brought; undefined where it is not. */
function deniedProfit(all: Sums, filled: readonly string[], mark: DecimalMark): RowReason | undefined {
  // `Closed P/L: 115.00` in one cell.
  const [label = '', number = '', ...others] =
    filled.length === 1 ? (filled[0] as string).split(/\s*[:=]\s*/) : filled;
  if (others.length > 0 || !TOTAL_PROFIT.test(plainWords(label))) return undefined;
  return differing(parseAmount(number, mark), { ...all, gross: all.profit });
}

/** The sum of amounts, each of which is rounded, where it is not as stated, neither after fees nor before them. */
function differing(stated: number, { won, lost, tied, profit, gross }: Sums): RowReason | undefined {
  const isNear = (sum: number): boolean => Math.abs(stated - sum) <= 0.005 * (won + lost + tied) + 0.01;
  return Number.isNaN(stated) || isNear(profit) || isNear(gross)
    ? undefined
    : { code: 'sum-differs', of: 'profit', stated, counted: profit };
}
