/** A claim that counts wins by how often their stake was doubled: "Direct 30, gale 1: 10, gale 2: 5, loss 5". */
import type { TradeOutcome } from '../../trade.ts';
import {
  ANNOUNCED_UP_TO,
  announcedGales,
  DENIES_GALE,
  GALE_WORD as NAMED_GALE,
  MOST_GALES,
} from '../words/announced-gales.ts';
import { classesOf } from '../words/chat-words.ts';
import { tokensOf } from './claim-words.ts';
import { pairIn } from '../words/pairs.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';
import { requireReadableRows } from '../unreadable.ts';

/** So many trades of one outcome, or of all, after as many doubled stakes, `some` of them, or undefined where it is not said. */
interface GaledCount {
  readonly outcome: TradeOutcome | 'all' | undefined;
  readonly gales: number | 'some' | undefined;
  readonly count: number;
  readonly text: string;
  /** The number may be that of doubled stakes. */
  readonly mayBeLevel?: boolean;
}

/** A trade of a claim: how it ended, and how often its stake was doubled before; undefined where that is not known. */
export interface Step {
  readonly outcome: TradeOutcome;
  readonly step: number | undefined;
  readonly isLast: boolean;
}

/** Trades of a claim, and where they stand in its text, from 1. */
export interface ClaimPart {
  readonly steps: readonly Step[];
  readonly line: number;
  readonly text: string;
}

const LONGEST = 600;
const GALE_WORD = `(?:${NAMED_GALE}|recovery(?= ?[:=x×-]? ?\\d| (?:wins?|trades?|greens?)(?!\\p{L})))`;
const LEVEL = `([0-${MOST_GALES}])(?!\\d)`;
/** `MTG 1`, and `✅1` or `Win 1` before the number that it counts. */
const BEHIND = `(?<![\\p{L}\\d])(?:${GALE_WORD}|g)[^\\S\\n]?[-#]?[^\\S\\n]?${LEVEL}|(?<=[✅☑✔🏆]\\ufe0f?)${LEVEL}(?=[ :=x×-]+\\d)|(?<=\\d ?[✅☑✔🏆]\\ufe0f?)${LEVEL}`;
/** `M1`, `Level 1`, which may be other things. */
const LOOSE = `(?<![\\p{L}\\d])(?:m|lvl|levels?|n[ií]ve(?:l|is)|уров\\p{L}*|seviye|tingkat) ?-?${LEVEL}`;
const BEFORE = `(?<!\\d)([0-${MOST_GALES}])(?:st|nd|rd|º|ª|-?й)?(?:[^\\S\\n]|-)?(?:${GALE_WORD})(?!\\p{L})`;
const NUMBERED = new RegExp(`${BEHIND}|${BEFORE}`, 'iu');
/** "5 gale 2" may be five at the second or two at the fifth; the last form has no levels. */
const FORMS = [`${BEHIND}|${LOOSE}`, BEFORE, '(?!)'].map((form) => new RegExp(form, 'giu'));
const GALED = new RegExp(`(?<!\\p{L})(?:${GALE_WORD})(?!\\p{L})|${BEHIND}`, 'iu');
/** `with 1 gale`, `1 step`: what is announced. */
const WITH_GALE = new RegExp(
  `(?<!\\p{L})(?:with|using|com|con|с|mit|avec) (?:up to )?\\d? ?(?:${GALE_WORD})`,
  'iu',
);
const ANNOUNCED = new RegExp(`${WITH_GALE.source}|\\d(?:st|nd|rd|º|ª|-?й)?[ -]?(?:steps?|level)`, 'iu');
const LEVELLED = new RegExp(`${GALED.source}|[¹²³⁴⁵⁶]|${LOOSE}`, 'iu');
const IN_GALE = new RegExp(`(?<!\\p{L})no (?:${GALE_WORD})(?! ?\\d)`, 'iu');
const ITEMS = /,(?!\d)|[;|\n•()]+|(?<=\d ?)=|\+|\.\s/u;
/** `20 wins: 15 direct`: what stands behind is a part of it. */
const PARTS = /[:=]\s?(?=\d)/u;
/** An ordinal counts nothing. */
const COUNTS = /(?<!\d)\d+(?!\d|(?:st|nd|rd|[ªº°]|-?[йя])(?!\p{L}))/gu;
const BEGINS_WITH_COUNT = new RegExp(`^[^\\p{L}\\p{Co}\\d]*${COUNTS.source}`, 'u');
/** Levels are signs of their own, so that all other digits are of counts. */
const FIRST_SIGN = 0xe000;
const SIGNS = /[\ue000-\ue006]/gu;
/** `1 loss (MTG2)`, `Loss (after G2): 3`. */
const NO_COUNTS = new RegExp(`\\(((?:${BEHIND}|[^()\\d])*)\\)`, 'giu');
/** In Brazil a "hit" is a loss. */
const HIT = /(?<!\p{L})hit ?\(loss\)|(?<=❌ ?)hit(?!\p{L})/giu;
/** `1️⃣ 8 no gale 1`. */
const NUMBER_OF_LINE = /^\d\ufe0f?\u20e3\s*(?=.*\d)/gmu;
const DAY = /(?<![\d./])\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?(?![\d./])[:\s]*/gu;
const RATE = /^\P{N}*\d{1,3}(?:[.,]\d+)? ?%\P{L}*$/u;
const SCORE = /(?<!\d)(\d+) ?[x×:-] ?(\d+)(?!\d)/u;
const WITHIN = /^\P{L}*(?:profit|gain|lucro)s?(?!\p{L})/iu;

/** The trades of a text that counts wins by their doubled stakes; undefined where it does not. Asks whether these are among its wins, and how many stakes a loss has cost. */
export function galedClaim(
  given: string,
): ((asker: Asker) => Pick<ClaimPart, 'steps'> & { readonly isClear: boolean }) | undefined {
  const text = given.replace(ANNOUNCED_UP_TO, ' ').replace(HIT, 'loss').replace(NUMBER_OF_LINE, '');
  if (text.length > LONGEST || !LEVELLED.test(text) || pairIn(text) !== undefined) return undefined;
  const all = countsIn(text);
  const isNamed = GALED.test(text);
  // "M1: 20 wins, 3 losses" is of a timeframe.
  if (all === undefined || !(isNamed || all.some(isPlainWin))) return undefined;
  requireReadableRows(all.reduce((sum, { count }) => sum + count * (MOST_GALES + 1), 0));
  return (asker) => {
    const times = timesOf(all, asker);
    const counts = all.flatMap((one) =>
      one.gales !== 'some' ? { ...one, gales: one.gales } : times > 0 ? { ...one, gales: times } : [],
    );
    const place = placeOf(text, counts);
    const isAmong =
      place === 'open'
        ? asker.ask('lists', ['sums', 'trades'], [shown(text)]) === 'sums'
        : place !== 'beside';
    const levels = all.map(({ gales, mayBeLevel, count }) =>
      mayBeLevel === true && times === 0 ? count : Number(gales) || times,
    );
    const bare = counts.flatMap(({ outcome, gales, count, text: one }) =>
      outcome === 'lost' && gales === undefined && count > 0 ? shown(one) : [],
    );
    const losesAll = bare.length > 0 && asker.ask('announced-gales', ['one', 'all'], bare) === 'all';
    const lost = losesAll ? Math.min(MOST_GALES, Math.max(...levels)) : 0;
    let among = isAmong
      ? sumOf(counts.filter(({ outcome, gales }) => outcome === 'won' && gales !== undefined))
      : 0;
    const steps = counts.flatMap(({ outcome, gales, count }) => {
      if (outcome === 'all' || outcome === undefined) return [];
      const taken = outcome === 'won' && gales === undefined ? Math.min(among, count) : 0;
      among -= taken;
      return stepsOf(outcome, gales ?? (outcome === 'lost' ? lost : 0), count - taken);
    });
    return {
      steps,
      isClear: isNamed && place !== 'denied' && counts.every(({ outcome }) => outcome !== undefined),
    };
  };
}

/** How often the stakes of wins were doubled of which that is not said; 0 where their numbers are those of stakes. */
function timesOf(all: readonly GaledCount[], asker: Asker): number {
  const some = all.filter(({ gales }) => gales === 'some');
  const times = some.some(({ mayBeLevel }) => mayBeLevel)
    ? (['1', '2', '0'] as const)
    : (['1', '2'] as const);
  const texts = some.map(({ text }) => shown(text));
  return some.length === 0 ? 0 : Number(asker.ask<'0' | '1' | '2'>('gale-without-number', times, texts));
}

const sumOf = (counts: readonly GaledCount[]): number => counts.reduce((sum, { count }) => sum + count, 0);

/** Whether the wins by their doubled stakes are among those that a text names without any, or beside them; `denied` where it adds up with neither. */
function placeOf(text: string, counts: readonly GaledCount[]): 'among' | 'beside' | 'open' | 'denied' {
  const won = counts.filter(({ outcome }) => outcome === 'won');
  const [total, galed] = [
    won.filter(({ gales }) => gales === undefined),
    won.filter(({ gales }) => gales !== undefined),
  ].map(sumOf) as [number, number];
  const others = sumOf(counts.filter(({ outcome }) => outcome === 'lost' || outcome === 'tied'));
  const all = counts.find(({ outcome }) => outcome === 'all')?.count;
  const among = total + others;
  const hasDirect = won.some(({ gales }) => gales === 0);
  if (all !== undefined && all !== among && all !== among + galed) return 'denied';
  if (total === 0 || all === among + galed) return 'beside';
  if (total < galed) return hasDirect ? 'denied' : 'beside';
  if (hasDirect && total !== galed) return 'denied';
  const first = text.slice(0, text.search(GALED));
  const isInside = /\([^)]*$/.test(first) || tokensOf(text).some(({ kind }) => kind === 'within');
  return hasDirect || all === among || isInside ? 'among' : 'open';
}

interface Leveled {
  readonly counts: readonly GaledCount[];
  /** The levels of its wins, each once. */
  readonly levels: readonly number[];
}

/** What the items of a text count; undefined where none of them has a doubled stake, none is lost, or some are not understood at all. */
function countsIn(text: string): readonly GaledCount[] | undefined {
  const plain = text
    .replace(DAY, ',')
    .replace(NO_COUNTS, ' $1 ')
    .replace(/(?<=\S)[¹²³⁴⁵⁶]/g, (digit) => signOf(digit.normalize('NFKC')));
  const readings = FORMS.flatMap((form) => {
    const parts = withLevels(plain, form).split(ITEMS);
    const counts = countsOf(parts.flatMap(itemsOf));
    return counts === undefined ? [] : [{ counts, levels: levelsOf(counts) }];
  });
  // Levels follow each other from the first on, or there is one alone; what is understood comes first, then more of them.
  const rankOf = ({ counts, levels }: Leveled): number => {
    const areFirst = levels.every((level) => level <= levels.length);
    const isKnown = counts.every(({ outcome }) => outcome !== undefined);
    const size = levels.length * 2 + Number(counts.some(({ mayBeLevel }) => mayBeLevel));
    return areFirst ? size + (isKnown ? 100 : 0) : levels.length === 1 && isKnown ? 50 : -1;
  };
  const best = readings.toSorted((one, other) => rankOf(other) - rankOf(one))[0];
  return best !== undefined && rankOf(best) >= 0 ? best.counts : undefined;
}

/** A text with signs for its levels. */
const withLevels = (text: string, form: RegExp): string =>
  text.replace(form, (all) => all.replace(/\d/, signOf));
const signOf = (digit: string): string => String.fromCharCode(FIRST_SIGN + Number(digit));
const withDigits = (text: string): string => text.replace(SIGNS, (sign) => String(levelOf(sign)));
const levelOf = (sign: string): number => sign.charCodeAt(0) - FIRST_SIGN;

/** A number and what stands beside it; without a number what names a level alone. */
interface Item {
  readonly label: string;
  readonly count?: number;
  readonly text: string;
}

/** What stands between two separators: labels before their numbers, as `WIN 18 LOSS 0`, or behind them. */
function itemsOf(part: string): readonly Item[] {
  const text = withDigits(part).trim();
  if (RATE.test(text) || isBeside(text)) return [];
  const [, won, lost] = SCORE.exec(part) ?? [];
  if (won !== undefined && lost !== undefined)
    return [
      { label: 'won', count: Number(won), text },
      { label: 'lost', count: Number(lost), text },
    ];
  const isBehind = BEGINS_WITH_COUNT.test(part) && !/\d\s*$/.test(part);
  if (isBehind && PARTS.test(part)) return part.split(PARTS).flatMap(itemsOf);
  const numbers = (part.match(COUNTS) ?? []).map(Number);
  const labels = part.split(COUNTS);
  const [first = '', second = ''] = labels;
  if (numbers.length === 0) return first.search(SIGNS) === -1 ? [] : [{ label: part, text }];
  if (numbers.length === 1) return [{ label: first + second, count: numbers[0] as number, text }];
  // "45W 5L with 1 gale" announces it.
  if (WITH_GALE.test(text)) return [{ label: 'won lost', count: 0, text }];
  // A mark before a number is its own.
  const own = isBehind
    ? labels.slice(1).map((label) => label.replace(/(?<=[\p{L}\p{Co}])[^\p{L}\p{M}\p{Co}]+$/u, ''))
    : [...labels.slice(0, -2), labels.slice(-2).join(' ')];
  return numbers.map((count, at) => ({ label: own[at] ?? '', count, text }));
}

/** "Results 01-07 June" and "We use only 1 martingale" count nothing. */
function isBeside(item: string): boolean {
  const rest = item.replace(NUMBERED, ' ');
  const kinds = tokensOf(rest).map(({ kind }) => kind);
  const numbers = kinds.filter((kind) => kind === 'number').length;
  const isOfDays = kinds.includes('date') || (kinds.includes('period') && numbers === 2);
  const isCounted = kinds.some((kind) => ['won', 'lost', 'tied', 'score'].includes(kind));
  return !isCounted && (isOfDays || (numbers === 0 && rest !== item && /\p{L}{3}/u.test(rest)));
}

const isPlainWin = ({ outcome, gales }: GaledCount): boolean =>
  outcome === 'won' && (gales === undefined || gales === 0);

function countsOf(items: readonly Item[]): readonly GaledCount[] | undefined {
  const counts: GaledCount[] = [];
  for (const item of items) {
    const count = countOf(item);
    if (count === undefined) return undefined;
    // "Gales: 0" says that there were none.
    if (count.count > 0 || count.outcome === 'lost') counts.push(count);
  }
  // "6 no gale" is Portuguese for "in the gale" too.
  for (const [at, one] of counts.entries())
    if (IN_GALE.test(one.text) && counts.some((other) => isPlainWin(other) && !IN_GALE.test(other.text)))
      counts[at] = { ...one, gales: 'some', mayBeLevel: true };
  const isGaled = counts.some(
    ({ outcome, gales }) => outcome === 'won' && gales !== undefined && gales !== 0,
  );
  if (!isGaled || !counts.some(({ outcome }) => outcome === 'lost')) return undefined;
  // A loss after doubled stakes has lost those of the wins.
  const most = Math.max(0, ...counts.map(({ gales }) => (gales === 'some' ? 0 : (gales ?? 0))));
  for (const [at, one] of counts.entries())
    if (one.outcome === 'lost' && one.gales === 'some' && most > 0) counts[at] = { ...one, gales: most };
  // Of a score that its parts add up to, the losses stand among these once more.
  const of = (outcome: TradeOutcome, hasLevel?: boolean): GaledCount[] =>
    counts.filter(
      (one) => one.outcome === outcome && (hasLevel ?? one.gales !== undefined) === (one.gales !== undefined),
    );
  const [first, again, more] = of('lost');
  const isAgain = first !== undefined && more === undefined && first.count === again?.count;
  return isAgain && sumOf(of('won', true)) === sumOf(of('won', false))
    ? counts.filter((one) => one !== first)
    : counts;
}

/** So many trades that ended alike after as many doubled stakes, if that is known. */
export function stepsOf(outcome: TradeOutcome, gales: number | undefined, count: number): readonly Step[] {
  const last = gales ?? 0;
  const steps = Array.from({ length: last + 1 }, (_, step) => ({
    outcome: step === last ? outcome : ('lost' as const),
    step: gales === undefined ? undefined : step,
    isLast: step === last,
  }));
  return Array.from({ length: count }, () => steps).flat();
}

/** The doubled stakes that a claim announces and does not count, and its text without them, in the same lines; undefined where it says nothing. */
export function galedTallies(text: string) {
  const announced = text.length > LONGEST ? undefined : announcedGales(text);
  if (announced === undefined) return undefined;
  const { gales, isSure } = announced;
  const galesWith = (asker: Asker): number =>
    gales === 'some' ? Number(asker.ask('gale-without-number', ['1', '2', '0'], [shown(text)])) : gales;
  return { rest: text.replace(ANNOUNCED_UP_TO, ' ').replace(NUMBERED, ' '), galesWith, isSure };
}

const levelsOf = (counts: readonly GaledCount[]): readonly number[] => [
  ...new Set(
    counts.flatMap(({ outcome, gales }) =>
      outcome === 'won' && typeof gales === 'number' && gales > 0 ? gales : [],
    ),
  ),
];

/** What one item counts; undefined where it says two outcomes. */
function countOf({ label, count, text }: Item): GaledCount | undefined {
  const [sign] = label.match(SIGNS) ?? [];
  const level = sign === undefined ? undefined : levelOf(sign);
  const rest = label.replace(SIGNS, ' ');
  const words = classesOf(rest);
  const isDirect = words.some(
    ({ kind, number, isOrdinal }, at) =>
      kind === 'direct' || (isOrdinal && number === 1 && /^(?:attempt|try)$/.test(words[at + 1]?.kind ?? '')),
  );
  const isGaled = level !== undefined || GALED.test(rest);
  // The sign of another try is no tie.
  const said = new Set<string>(tokensOf(isGaled ? rest.replace(/🔁/gu, ' ') : rest).map(({ kind }) => kind));
  // "3 gale": so many wins, or so many stakes.
  if (count === undefined)
    return ANNOUNCED.test(text) && !said.has('won') && !said.has('lost')
      ? undefined
      : { outcome: 'won', gales: 'some', count: level as number, text, mayBeLevel: true };
  if (WITHIN.test(rest)) said.add('won');
  const [outcome, other] = (['won', 'lost', 'tied'] as const).filter((kind) => said.has(kind));
  if (other !== undefined) return undefined;
  const isNone = isDirect || (DENIES_GALE.test(rest) && !IN_GALE.test(rest));
  const gales = level ?? (isNone ? 0 : isGaled ? 'some' : undefined);
  const isAll = said.has('noun') || said.has('total');
  return {
    outcome: outcome ?? (gales !== undefined ? 'won' : isAll ? 'all' : undefined),
    gales,
    count,
    text,
  };
}
