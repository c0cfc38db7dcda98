import type { TradeOutcome } from '../trade.ts';
import { clausesOf } from './clauses.ts';
import { completeTrades } from './complete-trades.ts';
import { askLetters, lettersIn, parseEnding } from './endings.ts';
import { Asker } from './questions.ts';
import type { OpenReading, Reading, ReadingOptions } from './reading.ts';
import { pairIn } from './pairs.ts';
import { requireReadableRows } from './unreadable.ts';

interface Counts {
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
}

const LONGEST_CLAIM = 300;
const MOST_LINES = 6;
const WINS =
  '(?:wins?|won|winning(?: trades)?|itm|greens?|victories|victorias|w|ganad[ao]s?|gewonnen|siege?|gagn[ée]s?|ganhas?|vit[oó]rias?|побед\\p{L}*|выигр\\p{L}*|plus|плюс\\p{L}*|kazan\\p{L}*|menang|thắng|जीत|জয়|جیت|فوز|ربح|✅)';
const LOSSES =
  '(?:loss(?:es)?|lost|losing(?: trades)?|otm|reds?|defeats|l|perdid[ao]s?|verloren|niederlagen?|perdus?|derrotas?|пораж\\p{L}*|проигр\\p{L}*|minus|минус\\p{L}*|kaybe\\p{L}*|kayıp|kalah|thua|हार|হার|ہار|خسارة|❌)';
const TIES = '(?:ties?|draws?|d|refunds?|atm|empates?|ничь\\p{L}*|возврат\\p{L}*|berabere|seri|hòa|➖)';
const COUNTED = new RegExp(`(?<![\\p{L}\\p{M}])(?:${WINS}|${LOSSES}|${TIES})(?![\\p{L}\\p{M}])`, 'giu');
const NUMBER = '(\\d{1,3}(?:[,. ]\\d{3})+|\\d{1,7})';
/** `37 TP`: how many reached a level; the price of one stands behind its name. */
const LEVEL_COUNT = /(?<![\d.,])(\d{1,4}) ?(TP|SL|BE)s?(?=\s*(?:[\n,;|/]|$))/gi;
const LEVELS: Readonly<Record<string, string>> = { TP: 'wins', SL: 'losses', BE: 'ties' };
const GAP = '\\ufe0f?\\s*[:=x×-]?\\s*';

/** A count of wins and losses, a rate of a number of trades, or letters: what a claim consists of; undefined where a text is none. */
export function readClaim(text: string, options: ReadingOptions): OpenReading | undefined {
  if (text.length > LONGEST_CLAIM && !LETTERS.test(text.slice(0, LONGEST_CLAIM).replace(HEADING, '').trim()))
    return undefined;
  const whole = text
    .replace(
      LEVEL_COUNT,
      (_count, number: string, level: string) => `${number} ${LEVELS[level.toUpperCase()]}`,
    )
    .replace(/\s+/g, ' ')
    .trim();
  const heading = HEADING.exec(whole)?.[0] ?? '';
  const isHeaded = heading !== '' && areLetters(whole.slice(heading.length));
  const line = isHeaded ? whole.slice(heading.length) : whole;
  const isLetters = areLetters(line);
  if (
    !isLetters &&
    (line.length > LONGEST_CLAIM || text.trim().split('\n').length > MOST_LINES || pairIn(line) !== undefined)
  )
    return undefined;
  const asker = new Asker(options);
  const inOrder = inLetters(line, asker) ?? endingsIn(line);
  const labelled = inOrder === undefined ? labelledIn(text) : undefined;
  const counts = inOrder ?? labelled ?? scoreIn(line, asker) ?? countsIn(line) ?? rateIn(line, asker);
  if (counts === undefined) return undefined;
  const all = counts.won + counts.lost + counts.tied;
  if (all === 0)
    return asker.open.length === 0 ? undefined : { ...claimed(counts, options.payout), open: asker.open };
  const isPlain = (): boolean =>
    !(/%/.test(line) && OTHER_RATE.test(line)) &&
    isUnderstood(line.replace(COUNTED, ' ').replace(PLAIN_WORDS, ' '));
  const isAsked = asker.open.some(({ code }) => code === 'claimed-pair');
  const isOrderClear = !COLOURS.test(line) && isUnderstood(heading);
  const isClear = inOrder !== undefined ? isOrderClear : isAsked || isPlain();
  const isProven = labelled !== undefined && saysSum(line, counts);
  const left = unexplained(line, counts);
  const others = isProven
    ? left.filter((number) => !YEAR.test(number))
    : [...left, ...(isClear ? [] : [line])];
  if (others.length > 0 && asker.ask('claimed-numbers', ['count', 'leave-out'], others) === 'leave-out')
    return { ...claimed(NOTHING, options.payout), open: asker.open };
  return { ...claimed(counts, options.payout), open: asker.open };
}

const NOTHING: Counts = { won: 0, lost: 0, tied: 0 };

function isUnderstood(text: string): boolean {
  return clausesOf(text).every(({ unknown, isWish }) => unknown === 0 && !isWish);
}

const LABELLED = /^([^:=\d]+)[:=]\s*(\d{1,3}(?:[,. ]\d{3})+|\d{1,7})[^\p{L}\p{N}%]*$/u;
const YEAR = /^(?:19|20)\d\d$/;

/** `Wins: 45` and `Losses: 30` in lines of their own: a number belongs to the name before it, in its line. */
function labelledIn(text: string): Claim | undefined {
  const lines = text.split('\n').flatMap((line) => {
    const [, name = '', number = ''] = LABELLED.exec(line.trim()) ?? [];
    return name === '' ? [] : [{ name: name.replace(PLAIN_WORDS, ' '), count: numberOf(number) }];
  });
  const countOfName = (words: string): number | undefined => {
    const isNamed = new RegExp(`^[^\\p{L}\\p{M}]*?${words}[^\\p{L}\\p{M}]*$`, 'iu');
    const found = lines.filter(({ name }) => isNamed.test(name));
    return found.length === 1 ? found[0]?.count : undefined;
  };
  const [won, lost, tied = 0] = [WINS, LOSSES, TIES].map(countOfName);
  return won === undefined || lost === undefined ? undefined : { won, lost, tied };
}

/** Whether a claim says its own sum, or its rate, as well. */
function saysSum(line: string, counts: Counts): boolean {
  const { won, lost, tied } = counts;
  const rest = [won, lost, ...(tied === 0 ? [] : [tied])].reduce(
    (text, count) => text.replace(new RegExp(`(?<!\\d)${count}(?!\\d)`, 'u'), ' '),
    line,
  );
  return unexplained(rest, counts).length < (rest.match(/\d+(?:[.,]\d+)*/gu) ?? []).length;
}

/** So many won, lost and tied trades of which nothing else is known, in an order where the claim gives one. */
export function claimed(claim: Claim, payout: number): Reading {
  const { won, lost, tied, order } = claim;
  requireReadableRows(won + lost + tied);
  const repeat = (count: number, outcome: TradeOutcome) => Array.from({ length: count }, () => outcome);
  const endings = order ?? [...repeat(won, 'won'), ...repeat(lost, 'lost'), ...repeat(tied, 'tied')];
  const nothing = { timeMs: null, pair: null, direction: null, expirySeconds: null, entryPrice: null };
  const rows = endings.map((outcome) => ({ ...nothing, outcome, stake: null, payout: null, profit: null }));
  const { trades, ...unsaid } = completeTrades(rows, payout);
  return {
    trades,
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
    signals: { resolved: 0, unresolved: 0, announcedGales: 0, ...unsaid },
  };
}

/** Words of a claim. */
const PLAIN_WORDS =
  /(?<!\p{L})(?:win ?rate|accuracy|hit ?rate|out of|of|from|de|из|dari|were|was|trades?|signals?|total|record)(?!\p{L})/giu;
/** A percentage of these is none of wins. */
const OTHER_RATE =
  /profit|payout|return|gain|roi|lucro|retorno|ganancia|прибыл|выплат|kâr|untung|lợi nhuận/iu;

type Claim = Counts & { readonly order?: readonly TradeOutcome[] };

const LETTERS = /^(?:[WLDT][\s,;|/-]*){3,}$/i;
const OTHER_LETTERS = /^(?:\p{L}[\s,;|/-]+){4,}\p{L}$/u;
const HEADING = /^[^:\d]{1,60}:\s*/u;

function areLetters(line: string): boolean {
  return (
    LETTERS.test(line) || (OTHER_LETTERS.test(line) && lettersIn(line.match(/\p{L}/gu) ?? []) !== undefined)
  );
}

/** `W L L W`: the trades in their order. A word of such letters is none. */
function inLetters(line: string, asker: Asker): Claim | undefined {
  if (!areLetters(line)) return undefined;
  if (!LETTERS.test(line)) {
    const letters = line.match(/\p{L}/gu) ?? [];
    const meant = askLetters(letters, asker);
    return claimOf(letters.map((letter) => meant?.get(letter) ?? 'tied'));
  }
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

/** `win win loss`, `✅✅❌`: outcomes alone, one after the other. */
function endingsIn(line: string): Claim | undefined {
  const isOfSigns = /^[+−-](?:[ ,;]+[+−-])+$/.test(line);
  const words = line.match(isOfSigns ? /[+−-]/g : /\p{L}+|\p{Extended_Pictographic}/gu) ?? [];
  const order = words.map((word) => parseEnding(word) ?? 'none');
  const isAll = order.length >= FEWEST_ENDINGS && !order.includes('none') && !/\p{N}/u.test(line);
  return isAll && new Set(order).size > 1 ? claimOf(order as TradeOutcome[]) : undefined;
}

const FEWEST_ENDINGS = 3;
/** These can be said of candles and of much else. */
const COLOURS = /(?<!\p{L})(?:green|red|yes|no|true|false)(?!\p{L})|[🟢🔴🟩🟥]/iu;
const SCORE =
  /^(\P{N}*?)((?!0\d)\d{1,6}) ?([-–—−:x×/]) ?((?!0\d)\d{1,6})(?: ?\3 ?((?!0\d)\d{1,6}))? ?(?:\(? ?(\d{1,3}(?:[.,]\d+)?) ?% ?\)?)?[^\p{L}\p{N}]*$/iu;
const SCORE_NAME = /score|placar|marcador|result|record|tally|balance|счёт|счет|итог|skor|スコア/iu;

/** `37-23`, `37/60`, `37-23-4`: numbers without words, which a rate, a name or the reader says what they are. */
function scoreIn(line: string, asker: Asker): Claim | undefined {
  const found = SCORE.exec(line);
  if (found === null) return undefined;
  const [, words = '', one, sign, other, ties, rate] = found;
  const [first, second, third] = [Number(one), Number(other), Number(ties ?? 0)];
  const isNamed = SCORE_NAME.test(words);
  if (/\p{L}/u.test(words) && !isNamed) return undefined;
  const against = { won: first, lost: second, tied: third };
  const of = { won: first, lost: second - first, tied: 0 };
  const mayBeOf = first <= second && ties === undefined;
  if (rate !== undefined) {
    const fits = ({ won, lost }: Counts): boolean =>
      Math.abs((won / (won + lost)) * 100 - Number(rate.replace(',', '.'))) < 1;
    return fits(against) ? against : mayBeOf && fits(of) ? of : undefined;
  }
  if (isNamed && sign !== '/') return against;
  const answers = !mayBeOf
    ? (['record', 'leave-out'] as const)
    : sign === '/'
      ? (['of', 'record', 'leave-out'] as const)
      : (['record', 'of', 'leave-out'] as const);
  const answer = asker.ask<'of' | 'record' | 'leave-out'>('claimed-pair', answers, [line]);
  return answer === 'leave-out' ? { won: 0, lost: 0, tied: 0 } : answer === 'of' ? of : against;
}

const TOTAL =
  /(?<!\p{L})(?:total|trades?|signals?)\s*[:=]?\s*(\d+)(?!\p{L})|(\d+)\s*(?:trades?|signals?|operac\p{L}*|сдел\p{L}*)(?!\p{L})/iu;

function countsIn(text: string): Claim | undefined {
  const total = TOTAL.exec(text);
  const line = text.replace(TOTAL, ' ');
  const won = countOf(WINS, line);
  const lost = countOf(LOSSES, line);
  const tied = countOf(TIES, line) ?? countOf(TIES, line, true) ?? 0;
  if (won !== undefined && lost !== undefined) return { won, lost, tied };
  const of = new RegExp(
    `${NUMBER}\\s*(?:${WINS}\\s*)?(?:of|out of|from|/|de|из|dari|में से)\\s*${NUMBER}\\s*(?:trades?|signals?)?\\s*(?:were|are)?\\s*(?:${WINS}|${LOSSES})?[.!]?$`,
    'iu',
  ).exec(text);
  const all = numberOf(of?.[2] ?? total?.[1] ?? total?.[2] ?? '');
  const some = of === null ? (won ?? lost) : numberOf(of[1] as string);
  if (some === undefined || some + tied > all || !/\p{L}/u.test(text)) return undefined;
  const isLost =
    of === null
      ? won === undefined
      : new RegExp(`(?<![\\p{L}\\p{M}])${LOSSES}(?![\\p{L}\\p{M}])`, 'iu').test(text);
  const rest = all - some - tied;
  return isLost ? { won: rest, lost: some, tied } : { won: some, lost: rest, tied };
}

/** The one count of a word: before it, or after it. */
function countOf(words: string, line: string, isTurned = false): number | undefined {
  const before = new RegExp(`${NUMBER}${GAP}${words}(?![\\p{L}\\p{M}])`, 'giu');
  const after = new RegExp(`(?<![\\p{L}\\p{M}])${words}${GAP}${NUMBER}`, 'giu');
  const firstIsWord = new RegExp(
    `^\\D*?(?<![\\p{L}\\p{M}])(?:${WINS}|${LOSSES})(?![\\p{L}\\p{M}])`,
    'iu',
  ).test(line);
  const found = [...line.matchAll(firstIsWord === isTurned ? before : after)];
  return found.length === 1 ? numberOf(found[0]?.[1] as string) : undefined;
}

/** `88 %, 353 trades`: a rounded rate leaves several counts open. */
function rateIn(line: string, asker: Asker): Claim | undefined {
  const rate = /(\d{1,3}(?:[.,]\d{1,3})?)\s*(?:%|percent|per cent)/iu.exec(line);
  const rest = rate === null ? '' : line.replace(rate[0], ' ');
  const all =
    new RegExp(
      `(?:^|[^\\d.,])${NUMBER}\\s*(?:trades?|signals?|sinais|señales|operac\\p{L}*|сдел\\p{L}*|işlem|transaksi|lệnh|ट्रेड|ট্রেড|صفقة)`,
      'iu',
    ).exec(rest) ??
    new RegExp(
      `(?:trades?|signals?|сдел\\p{L}*|(?<!\\p{L})(?:of|out of|on|de|из))\\s*[:=]?\\s*${NUMBER}`,
      'iu',
    ).exec(rest);
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
