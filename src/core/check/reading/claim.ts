import type { TradeOutcome } from '../trade.ts';
import { clausesOf } from './chat-words.ts';
import { completeTrades } from './complete-trades.ts';
import { Asker } from './questions.ts';
import type { OpenReading, Reading, ReadingOptions } from './reading.ts';
import { pairIn } from './trade-words.ts';
import { requireReadableRows } from './unreadable.ts';

interface Counts {
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
}

const LONGEST_CLAIM = 300;
const MOST_LINES = 6;
const WINS =
  '(?:wins?|won|winning(?: trades)?|itm|greens?|victories|victorias|w|ganad[ao]s?|gewonnen|gagn[ée]s?|ganhas?|vit[oó]rias?|побед\\p{L}*|выигр\\p{L}*|plus|kazan\\p{L}*|menang|thắng|जीत|জয়|جیت|فوز|ربح|✅)';
const LOSSES =
  '(?:loss(?:es)?|lost|losing(?: trades)?|otm|reds?|defeats|l|perdid[ao]s?|verloren|perdus?|derrotas?|пораж\\p{L}*|проигр\\p{L}*|minus|kaybe\\p{L}*|kayıp|kalah|thua|हार|হার|ہار|خسارة|❌)';
const TIES = '(?:ties?|draws?|refunds?|atm|empates?|ничь\\p{L}*|возврат\\p{L}*|berabere|seri|hòa|➖)';
const COUNTED = new RegExp(`(?<![\\p{L}\\p{M}])(?:${WINS}|${LOSSES}|${TIES})(?![\\p{L}\\p{M}])`, 'giu');
const NUMBER = '(\\d{1,3}(?:[,. ]\\d{3})+|\\d{1,7})';
const GAP = '\\ufe0f?\\s*[:=x×-]?\\s*';

/** A count of wins and losses, a rate of a number of trades, or letters: what a claim consists of; undefined where a text is none. */
export function readClaim(text: string, options: ReadingOptions): OpenReading | undefined {
  if (text.length > LONGEST_CLAIM && !LETTERS.test(text.slice(0, LONGEST_CLAIM).trim())) return undefined;
  const line = text.replace(/\s+/g, ' ').trim();
  const isLetters = LETTERS.test(line);
  if (
    !isLetters &&
    (line.length > LONGEST_CLAIM || text.trim().split('\n').length > MOST_LINES || pairIn(line) !== undefined)
  )
    return undefined;
  const asker = new Asker(options.answers);
  const counts = lettersIn(line, asker) ?? countsIn(line) ?? rateIn(line, asker);
  if (counts === undefined || counts.won + counts.lost + counts.tied === 0) return undefined;
  const isClear =
    isLetters ||
    (!(/%/.test(line) && OTHER_RATE.test(line)) &&
      clausesOf(line.replace(COUNTED, ' ')).every(({ unknown, isWish }) => unknown === 0 && !isWish));
  const others = [...unexplained(line, counts), ...(isClear ? [] : [line])];
  if (others.length > 0 && asker.ask('claimed-numbers', ['count', 'leave-out'], others) === 'leave-out')
    return { ...claimed({ won: 0, lost: 0, tied: 0 }, options.payout), open: asker.open };
  return { ...claimed(counts, options.payout), open: asker.open };
}

/** So many won, lost and tied trades of which nothing else is known, in an order where the claim gives one. */
export function claimed(claim: Claim, payout: number): Reading {
  const { won, lost, tied, order } = claim;
  requireReadableRows(won + lost + tied);
  const repeat = (count: number, outcome: TradeOutcome) => Array.from({ length: count }, () => outcome);
  const endings = order ?? [...repeat(won, 'won'), ...repeat(lost, 'lost'), ...repeat(tied, 'tied')];
  const nothing = { timeMs: null, pair: null, direction: null, expirySeconds: null, entryPrice: null };
  const rows = endings.map((outcome) => ({ ...nothing, outcome, stake: null, payout: null, profit: null }));
  return {
    trades: completeTrades(rows, payout),
    origins: rows.map(() => ({ line: 1, signal: null, kind: 'claim' })),
    textsOf: () => ({ end: '', signal: '' }),
    questions: [],
    rows: { read: 1, understood: 1, notUnderstood: [] },
    columns: [],
    found: [],
    neededZone: false,
    namedZone: false,
    hasOrder: order !== undefined,
    numbers: [],
    signals: { resolved: 0, unresolved: 0, announcedGales: 0 },
  };
}

/** A percentage of these is none of wins. */
const OTHER_RATE =
  /profit|payout|return|gain|roi|lucro|retorno|ganancia|прибыл|выплат|kâr|untung|lợi nhuận/iu;

type Claim = Counts & { readonly order?: readonly TradeOutcome[] };

const LETTERS = /^(?:[WLDT][\s,;|/-]*){3,}$/i;

/** `W L L W`: the trades in their order. A word of such letters is none. */
function lettersIn(line: string, asker: Asker): Claim | undefined {
  if (!LETTERS.test(line)) return undefined;
  const letters = [...line.toUpperCase()].filter((letter) => /[WLDT]/.test(letter));
  const known = { W: 'won', L: 'lost' } as const;
  const others = letters.filter((letter) => !(letter in known));
  if (others.length > 0 && asker.ask('claimed-letters', ['tie', 'lost'], others) === 'lost')
    return claimOf(letters.map((letter) => known[letter as 'W'] ?? 'lost'));
  return claimOf(letters.map((letter) => known[letter as 'W'] ?? 'tied'));
}

function claimOf(order: readonly TradeOutcome[]): Claim {
  const count = (one: TradeOutcome): number => order.filter((outcome) => outcome === one).length;
  return { won: count('won'), lost: count('lost'), tied: count('tied'), order };
}

const TOTAL = /(?<!\p{L})(?:total|trades?|signals?)\s*[:=]?\s*\d+(?!\p{L})/iu;

function countsIn(text: string): Claim | undefined {
  const line = text.replace(TOTAL, ' ');
  const won = countOf(WINS, line);
  const lost = countOf(LOSSES, line);
  if (won !== undefined && lost !== undefined) return { won, lost, tied: countOf(TIES, line) ?? 0 };
  const of = new RegExp(
    `${NUMBER}\\s*(?:${WINS}\\s*)?(?:of|out of|from|/|de|из|dari|में से)\\s*${NUMBER}\\s*(?:trades?|signals?|won|wins?|${WINS})?[.!]?$`,
    'iu',
  ).exec(line);
  const all = of === null ? undefined : numberOf(of[2] as string);
  const some = of === null ? undefined : numberOf(of[1] as string);
  if (all !== undefined && some !== undefined && some <= all && /\p{L}/u.test(line)) {
    const isLost = new RegExp(`(?<![\\p{L}\\p{M}])${LOSSES}(?![\\p{L}\\p{M}])`, 'iu').test(line);
    return isLost ? { won: all - some, lost: some, tied: 0 } : { won: some, lost: all - some, tied: 0 };
  }
  const score =
    /(?:score|placar|marcador|result\p{L}*|счёт|счет|итог\p{L}*|skor|スコア)\D{0,12}((?!0\d)\d{1,6})\s*[x:×–-]\s*((?!0\d)\d{1,6})\D*$/iu.exec(
      line,
    );
  return score === null ? undefined : { won: Number(score[1]), lost: Number(score[2]), tied: 0 };
}

/** The one count of a word: before it, or after it. */
function countOf(words: string, line: string): number | undefined {
  const before = new RegExp(`${NUMBER}${GAP}${words}(?![\\p{L}\\p{M}])`, 'giu');
  const after = new RegExp(`(?<![\\p{L}\\p{M}])${words}${GAP}${NUMBER}`, 'giu');
  const firstIsWord = new RegExp(`^\\D*?(?<![\\p{L}\\p{M}])(?:${WINS}|${LOSSES})`, 'iu').test(line);
  const found = [...line.matchAll(firstIsWord ? after : before)];
  return found.length === 1 ? numberOf(found[0]?.[1] as string) : undefined;
}

/** `88 %, 353 trades`: a rounded rate leaves several counts open. */
function rateIn(line: string, asker: Asker): Claim | undefined {
  const rate = /(\d{1,3}(?:[.,]\d{1,3})?)\s*(?:%|percent|per cent)/iu.exec(line);
  const rest = rate === null ? '' : line.replace(rate[0], ' ');
  const all =
    new RegExp(
      `(?:^|[^\\d.,])${NUMBER}\\s*(?:trades?|signals?|operac\\p{L}*|сдел\\p{L}*|işlem|transaksi|lệnh|ट्रेड|ট্রেড|صفقة)`,
      'iu',
    ).exec(rest) ?? new RegExp(`(?:trades?|signals?|сдел\\p{L}*)\\s*[:=]?\\s*${NUMBER}`, 'iu').exec(rest);
  if (rate === null || all === null || /[%]/.test(rest)) return undefined;
  const text = (rate[1] as string).replace(',', '.');
  const n = numberOf(all[1] as string);
  const half = 0.5 / 10 ** (text.split('.')[1]?.length ?? 0);
  if (Number(text) > 100) return undefined;
  const [least, most] = [
    Math.ceil(((Number(text) - half) / 100) * n),
    Math.min(n, Math.floor(((Number(text) + half) / 100) * n)),
  ];
  const nearest = Math.round((Number(text) / 100) * n);
  if (least >= most) return { won: nearest, lost: n - nearest, tied: 0 };
  const answer = asker.ask('claimed-rate', ['nearest', 'least', 'most'], [line]);
  const won = { nearest, least: Math.max(0, least), most }[answer];
  return { won, lost: n - won, tied: 0 };
}

/** The numbers of a claim that are none of its counts, their sums and their rates. */
function unexplained(line: string, { won, lost, tied }: Counts): string[] {
  const counts = new Set([won, lost, tied, won + lost, won + lost + tied]);
  const rates = [won, lost, tied].flatMap((count) => [count / (won + lost), count / (won + lost + tied)]);
  return [...line.matchAll(/\d+(?:[.,]\d+)*(?=(\s*(?:%|percent|per cent))?)/giu)].flatMap(
    ([text, percent]) => {
      const digits = /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0;
      const stated = Number(text.replace(',', '.'));
      const fits =
        percent === undefined
          ? counts.has(numberOf(text))
          : rates.some((rate) => Math.abs(rate * 100 - stated) <= 10 ** -digits);
      return fits ? [] : [text];
    },
  );
}

function numberOf(text: string): number {
  return Number(text.replace(/\D/g, ''));
}
