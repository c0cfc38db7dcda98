/** A claim that counts wins by how often their stake was doubled: "Direct 30, gale 1: 10, gale 2: 5, loss 5". */
import type { TradeOutcome } from '../../trade.ts';
import {
  ANNOUNCED_UP_TO,
  announcedGales,
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
const BEHIND = `(?<![\\p{L}\\d])(?:${GALE_WORD}|g)\\s?[-#]?\\s?([0-${MOST_GALES}])(?!\\d)`;
const BEFORE = `(?<!\\d)([0-${MOST_GALES}])(?:st|nd|rd|º|ª|-?й)?\\s?(?:${GALE_WORD})(?!\\p{L})`;
const NUMBERED = new RegExp(`${BEHIND}|${BEFORE}`, 'iu');
/** "5 gale 2" may be five at the second or two at the fifth. */
const FORMS = [BEHIND, BEFORE].map((form) => new RegExp(form, 'iu'));
const GALED = new RegExp(`(?<!\\p{L})(?:${GALE_WORD})(?!\\p{L})|${BEHIND}`, 'iu');
/** `with 1 gale`, `1 step`: what is announced. */
const ANNOUNCED = new RegExp(
  `(?<!\\p{L})(?:with|using|com|con|с|mit|avec) (?:up to )?\\d? ?(?:${GALE_WORD})|\\d(?:st|nd|rd|º|ª|-?й)?[ -]?(?:steps?|level)`,
  'iu',
);
const IN_GALE = new RegExp(`(?<!\\p{L})no (?:${GALE_WORD})(?! ?\\d)`, 'iu');
const ITEMS =
  /,(?!\d)|[;|\n•()=]+|\+(?=\d)|\.\s|\s[-–—/+]\s|\s(?:e|y|and|и|und|et|ve|dan)\s(?=\P{L}*\d)|(?<=\d+ \p{L}{3,12}): ?(?=\d)/u;
/** `18 win 0 loss`, `WIN 18 LOSS 0`, but `12 win con 1 gale`. */
const BEFORE_NUMBER =
  /(?<=[\p{L}\p{Extended_Pictographic}\ufe0f])(?<!(?<!\p{L})(?:with|using|con|com|с|mit|avec|in|en|at|no|на|di)) +(?=\d+ ?\p{L})/iu;
const BEHIND_NUMBER = new RegExp(
  `(?<!(?:${GALE_WORD}|g)\\s?[-#]?\\s?\\d)(?<=\\p{L}\\P{L}{0,3}\\d+) +(?=\\p{L}+\\P{L}{0,3}\\d)`,
  'iu',
);
/** `1 loss (MTG2)`. */
const LEVEL_BEHIND = new RegExp(
  `(?<=(?:loss(?:es)?|reds?|❌)(?: ?[:=]? ?\\d+)? ?)\\((?=[^()\\d]*${BEHIND}[^()\\d]*\\))`,
  'giu',
);
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
  if (text.length > LONGEST || text.search(GALED) === -1 || pairIn(text) !== undefined) return undefined;
  const all = countsIn(text);
  if (all === undefined) return undefined;
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
    return { steps, isClear: place !== 'denied' && counts.every(({ outcome }) => outcome !== undefined) };
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

/** What the items of a text count; undefined where none of them has a doubled stake, none is lost, or some are not understood at all. */
function countsIn(text: string): readonly GaledCount[] | undefined {
  const items = text
    .replace(DAY, ',')
    .replace(LEVEL_BEHIND, ' ')
    .split(ITEMS)
    .flatMap((item) => item.split(/^\P{L}*\d/u.test(item) ? BEFORE_NUMBER : BEHIND_NUMBER))
    .filter((item) => /\d/.test(item) && !RATE.test(item) && !isBeside(item));
  return FORMS.map((form) => countsWith(items, form)).find(
    (counts) => counts !== undefined && areLevels(counts),
  );
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

function countsWith(items: readonly string[], form: RegExp): readonly GaledCount[] | undefined {
  const counts: GaledCount[] = [];
  for (const item of items) {
    const [, won, lost] = SCORE.exec(item.replace(form, ' ')) ?? [];
    if (won !== undefined && lost !== undefined)
      counts.push(
        { outcome: 'won', gales: undefined, count: Number(won), text: item },
        { outcome: 'lost', gales: undefined, count: Number(lost), text: item },
      );
    else {
      const count = countOf(item.trim(), form);
      if (count === undefined) return undefined;
      // "Gales: 0" says that there were none.
      if (count.count > 0 || count.outcome === 'lost') counts.push(count);
    }
  }
  // "6 no gale" is Portuguese for "in the gale" too.
  const isOther = ({ outcome, gales, text }: GaledCount): boolean =>
    outcome === 'won' && (gales === undefined || gales === 0) && !IN_GALE.test(text);
  for (const [at, one] of counts.entries())
    if (IN_GALE.test(one.text) && counts.some(isOther))
      counts[at] = { ...one, gales: 'some', mayBeLevel: true };
  const isGaled = counts.some(
    ({ outcome, gales }) => outcome === 'won' && gales !== undefined && gales !== 0,
  );
  if (!isGaled || !counts.some(({ outcome }) => outcome === 'lost')) return undefined;
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

/** Whether counts are of levels that follow each other, or of one alone. */
function areLevels(counts: readonly GaledCount[]): boolean {
  const all = counts.flatMap(({ outcome, gales }) =>
    outcome === 'won' && typeof gales === 'number' ? gales : [],
  );
  const [least, most, levels] = [Math.min(...all), Math.max(...all), new Set(all).size];
  return levels < 2 || (least <= 1 && most - least + 1 === levels);
}

/** What one item counts, with its level in this form, else in the other; undefined where it has more numbers. */
function countOf(text: string, form: RegExp): GaledCount | undefined {
  const numbered = form.exec(text) ?? NUMBERED.exec(text);
  const words = classesOf(text);
  const isDirect = words.some(
    ({ kind, number, isOrdinal }, at) =>
      kind === 'direct' || (isOrdinal && number === 1 && words[at + 1]?.kind === 'attempt'),
  );
  const rest = numbered === null ? text : text.replace(numbered[0], ' ');
  const [number, ...others] = rest.match(/\d+/g) ?? [];
  const level = Number(numbered?.slice(1).find(Boolean));
  // "3 gale": so many wins, or so many stakes.
  const kinds = new Set<string>(tokensOf(rest).map(({ kind }) => kind));
  const isAnnounced = number === undefined ? ANNOUNCED.test(text) : /\d-steps?/i.test(text);
  if (isAnnounced && !kinds.has('won') && !kinds.has('lost')) return undefined;
  if (number === undefined) return { outcome: 'won', gales: 'some', count: level, text, mayBeLevel: true };
  if (WITHIN.test(rest)) kinds.add('won');
  const [outcome, other] = (['won', 'lost', 'tied'] as const).filter((kind) => kinds.has(kind));
  if (others.length > 0 || other !== undefined) return undefined;
  const some = GALED.test(text) ? ('some' as const) : undefined;
  const gales = numbered !== null ? level : isDirect ? 0 : some;
  const isAll = kinds.has('noun') || kinds.has('total');
  const said = outcome ?? (gales !== undefined ? 'won' : isAll ? 'all' : undefined);
  return { outcome: said, gales, count: Number(number), text };
}
