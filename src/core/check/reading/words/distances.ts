/** What a signal brings for what it risks, by its target and its stop, or by the ratio that it names. */

import type { Row } from '../complete-trades.ts';
import type { Asker } from '../questions.ts';
import { POINTS } from './signed-amounts.ts';
import { plainPattern, plainWords } from './words.ts';

const UNIT = `${POINTS}|r|%`;
const NUMBER = `([+]?)\\s?(\\d+(?:[.,]\\d+)?)\\s?(${UNIT})?(?![\\p{L}\\d%]|[.,]\\d)`;
/** "Target 1 hit" names a target by its number. */
const NO_PLACE = `(?!\\s?(?<![:=@]\\s{0,3})\\d(?![\\d.,]|\\s?(?:${UNIT})(?!\\p{L})))`;
const TARGETS = new RegExp(
  `(?<!\\p{L})(?:tp|t/p|take[ -]?profit|targets?|tgt|alvo|objetivo|objectif|obiettivo|ziel|hedef|цель|тейк|mục tiêu|टारगेट|लक्ष्य|익절|止盈|(?:ال)?هدف)(?: ال(?:أول|اول|ثاني|ثالث))?\\s{0,3}[-#.]?(?:\\s{0,3}[1-9](?![\\d.,]))?\\s{0,3}(?:of )?[-:=@−]*\\s{0,3}${NO_PLACE}${NUMBER}`,
  'giu',
);
const STOP = new RegExp(
  `(?<!\\p{L})(?:sl|s/l|stop[ -]?loss|stop|стоп|cắt lỗ|손절|止损|स्टॉप ?लॉस|स्टॉप|وقف (?:ال)?خسارة|الوقف|zarar kes|(?:ال)?ستوب)\\s{0,3}(?:of )?[-:=@−]*\\s{0,3}${NUMBER}`,
  'iu',
);
const RISK = '(?:risks?|riesgo|risco|risque|risiko|rischio|риск\\p{L}*|rủi ro)';
const REWARD =
  '(?:rewards?|returns?|beneficio|recompensa|retorno|ganancia|gain|rendement|ertrag|gewinn|rendite|profits?|прибыл\\p{L}*|доход\\p{L}*|ödül|getiri|kazanç|lợi nhuận)';
const AVERAGE = '(?:average|avg\\.?|ø)';
const BETWEEN = '[ :/-]{0,3}(?:(?:to|к|a|e|y|zu) )?';
/** The group is of names that say the reward first. */
const RATIO_NAME = `(?:rrr?|r\\s?[:/&]\\s?r|${RISK}${BETWEEN}${REWARD}|(crv|pay ?off|${AVERAGE} win ?[:/] ?${AVERAGE} loss|${REWARD}${BETWEEN}${RISK}))`;
const AMOUNT = '\\d+(?:[.,]\\d+)?';
const TO = '(?:\\s?[:/]\\s?|-| (?:to|к|zu|ke) )';
/** The two numbers, or the second alone, behind the name or before it. */
const RATIO = new RegExp(
  `(?<!\\p{L}|expected )${RATIO_NAME}(?: ratio)?(?: of| is|(?: \\p{L}{2,5}){1,2}(?= ${AMOUNT}${TO}))?\\s{0,3}[:=-]?\\s{0,3}(?:(${AMOUNT})${TO})?(${AMOUNT})(?!\\s?[:/]\\s?\\d|[.,]?\\d)(?:\\s?(?:-|–|to)\\s?(?:1:)?${AMOUNT}(?![\\d:%]))?|(?<![\\d:/.,])(${AMOUNT})${TO}(${AMOUNT})\\s{0,2}${RATIO_NAME}(?!\\p{L})`,
  'iu',
);
const ENTRY =
  /(?:entry|price|open|above|below|near|cmp|buy|sell|long|short|entrada|compra|venda|venta|вход|giriş|alış|satış|खरीदें|बेचें|دخول|شراء|بيع|@)(?: now| at| limit| stop| price| zone| range)*\s{0,3}[:=@]?\s{0,3}(\d{1,6}(?:[.,]\d+)?)(?![\d.,])/iu;
const PRICE = /(?<![\p{L}\d.,:])(?:\d{1,6}[.,]\d+|(?<!\/)\d{1,6}(?!\/))(?![\p{L}\d:%]|[.,]\d)/gu;
const PRICE_ALONE = /^\s*\d{1,6}(?:[.,]\d+)?\s*$/;
/** Levels nearer to each other than this may be prices. */
const FAR = 1.5;
/** Levels that are so many times smaller than the entry are distances from it. */
const LEAST_PRICE = 10;

/** A number with a dot or a comma before its decimals. */
export const numberOf = (text = ''): number => Number(text.replace(',', '.'));

/** A text with each price in thousands in full: `91.2k` as 91200. */
const inFull = (text: string): string =>
  text.replace(/(?<![\p{L}\d.,])(\d{1,4}(?:[.,]\d{1,3})?)k(?![\p{L}\d])/giu, (_all, number: string) =>
    String(Math.round(numberOf(number) * 1_000)),
  );

/** Whether a text names an entry, a target, a stop or their ratio, or is a price alone. */
export function namesLevel(written: string): boolean {
  const text = inFull(written);
  return text.search(TARGETS) >= 0 || [STOP, RATIO, ENTRY, PRICE_ALONE].some((level) => level.test(text));
}

/** Whether a text names a target or a stop. */
export function namesTarget(written: string): boolean {
  const text = inFull(written);
  return text.search(TARGETS) >= 0 || STOP.test(text);
}

/** Several orders that are closed together, without a stop, or contracts that are won far more often than lost. */
const UNEVEN = plainPattern(
  /(?<!\p{L})(?:grids?|baskets?|dca|averag\p{L}+ down|add(?:ing)? (?:at|to)|(?:no|without(?: a)?|sin|sem|без) (?:sl|stops?|стоп\p{L}*)|сетк\p{L}+|усредн\p{L}+|promedi(?:ar|ando|amos)|leverage|\d lots?|(?<!\d )\d{2,3}x(?!\d)|no touch|differs|digit ?(?:diff\p{L}*|match\p{L}*|over|under))(?!\p{L})/u,
);
/** Whether a text says that what a win brings is not near what a loss costs. */
export const isUneven = (text: string): boolean => UNEVEN.test(plainWords(text));

/** `max loss 1 %`, `Max. Verlust 20 pips`: what a signal may bring. */
const AT_MOST = new RegExp(
  `(?<!\\p{L})(?:(?:max|min|maks|máx|макс|мин)(?:imum|imal\\p{L}{0,2}|im[oa]|имальн\\p{L}{2})?\\.?|potential|possible) (?:loss|risk|profit|gain|verlust|risiko|gewinn|p[ée]rdida|perda|perte|perdita|riesgo|risco|risque|ganancia|lucro|убыток|риск|прибыль|zarar|kayıp|kar|rugi|lỗ)(?!\\p{L})\\s{0,3}[:=]?\\s{0,3}\\p{Sc}?${AMOUNT}\\s?(?:${UNIT}|\\p{Sc}|pip|usd)?(?![\\p{L}\\d])`,
  'giu',
);

const FAR_FROM =
  '(\\d+(?:[.,]\\d+)?[ -]?(?:pips?|points?|pts|ticks?|puntos|pontos|punkte|poin|пункт\\p{L}*|пипс\\p{L}*)) ((?:tp|take[ -]?profit|target|sl|stop(?:[ -]?loss)?|alvo|objetivo|ziel|hedef|цель|тейк|стоп)(?!\\p{L}))';
const FIRST = new RegExp(
  `(?<!(?:tp|sl|profit|target|loss|stop|alvo|ziel|hedef|цель|тейк|стоп)[\\s:=@-]{0,4})(?:${FAR_FROM}[\\s,;/|&-]*(?:and |und |y |e |и )?)+`,
  'giu',
);

/** A text with each distance behind the name of its level, as in "10 pips TP, 10 pips SL". */
export const withNamesFirst = (text: string): string =>
  text.replace(FIRST, (run) => run.replace(new RegExp(FAR_FROM, 'giu'), '$2 $1'));

/** A text without its ratio and what it may bring at most, and without its target and its stop where it names both. */
export function withoutLevels(text: string): string {
  const rest = text.replace(RATIO, ' ').replace(AT_MOST, ' ');
  return rest.search(TARGETS) < 0 || !STOP.test(rest) ? rest : rest.replace(TARGETS, ' ').replace(STOP, ' ');
}

/** What a ratio names first, which is the risk where it is 1, unless that is `open`, and what it names then; undefined where a text has none. */
export function ratioIn(
  text: string,
): { readonly risk: number; readonly gain: number; readonly isOpen: boolean } | undefined {
  const [found, nameBefore, first, second, third, fourth, name = nameBefore] = RATIO.exec(text) ?? [];
  if (found === undefined) return undefined;
  const [risk, gain] = [first ?? third, second ?? fourth].map(numberOf) as [number, number];
  if (first === undefined && third === undefined) return { risk: 1, gain, isOpen: false };
  return name !== undefined && gain === 1
    ? { risk: 1, gain: risk, isOpen: false }
    : { risk, gain, isOpen: name !== undefined };
}

/** What a won stake of 1 brings by the nearest target, the stop and the entry of a signal, or where these `areDistances`; null where these do not tell. */
export function payoutIn(written: string, entryPrice: number | null, areDistances = false): number | null {
  const text = inFull(written);
  const ratio = ratioIn(text);
  if (ratio?.risk === 1 && !ratio.isOpen) return ratio.gain || null;
  const stop = STOP.exec(text);
  const found = [...text.matchAll(TARGETS)];
  if (stop === null || found.length === 0) return null;
  // "TP1 50%" names how much is closed there, unless the stop has a percent too.
  if (new Set([stop, ...found].map(([, , , unit]) => unit === '%')).size > 1) return null;
  const risk = numberOf(stop[2]);
  const targets = found.map(([, , number]) => numberOf(number)).sort((one, other) => one - other);
  const nearest = (targets[0] as number) / risk;
  const hasUnit =
    areDistances || [stop, ...found].some(([, sign, , unit]) => sign !== '' || unit !== undefined);
  const areNear = nearest !== 1 && nearest < FAR && nearest > 1 / FAR;
  const entry =
    entryPrice ??
    (numberOf(ENTRY.exec(text)?.[1]) || (areNear ? entryBetween(text, risk, targets) : Number.NaN));
  // The entry lies between a stop and a target that are prices.
  const between = targets.map((target) => (target - entry) / (entry - risk)).filter((far) => far > 0);
  if (!hasUnit && between.length > 0) return between.reduce((least, far) => Math.min(least, far));
  const areWhole = [risk, ...targets].every(Number.isInteger);
  // "Venda 130439 stop 150 alvo 200": no price is so far from the entry.
  const areBelow = [risk, ...targets].every((level) => level * LEAST_PRICE < entry);
  const isFar = nearest === 1 || nearest >= FAR || nearest <= 1 / FAR;
  return risk > 0 && nearest > 0 && (hasUnit || areBelow || (areWhole && isFar)) ? nearest : null;
}

/** What a won stake brings by the first price of a text, as the entry, and the nearest ones above and below it, whatever these are called; undefined where there are none. */
export function ratioOfPrices(written: string, side: 'CALL' | 'PUT'): number | undefined {
  const prices = [...inFull(written).matchAll(PRICE)].flatMap(([price]) =>
    price.replace(/\D/g, '').length > 2 ? numberOf(price) : [],
  );
  const [entry = 0] = prices;
  const gains = prices
    .filter((price) => price !== entry && price < entry * FAR && price > entry / FAR)
    .map((price) => (side === 'CALL' ? price - entry : entry - price));
  const least = (some: readonly number[]): number => Math.min(...some.filter((far) => far > 0));
  const ratio = least(gains) / least(gains.map((gain) => -gain));
  return ratio > 0 && Number.isFinite(ratio) ? ratio : undefined;
}

/** The middle of the prices that a text names between its stop and its nearest target; targets from the lowest. */
function entryBetween(text: string, stop: number, targets: readonly number[]): number {
  const [lowest, highest] = [targets[0] as number, targets.at(-1) as number];
  const target = stop < highest ? lowest : highest;
  const prices = [...text.matchAll(PRICE)]
    .map(([price]) => numberOf(price))
    .filter((price) => (price - stop) * (target - price) > 0);
  return prices.reduce((sum, price) => sum + price, 0) / prices.length;
}

/** `2620 hit`, `+30 points`. */
const REACHED = new RegExp(`(?<![\\p{L}\\d.,−-])${NUMBER}`, 'giu');

/** Which of the targets of a signal a text says to be reached, from 1, by its price or how far it was from the entry; null where it names none of them. */
export function targetIn(text: string, levels: string): number | null {
  const [[, sign, number, unit] = [], other] = [...text.matchAll(REACHED)];
  const from = levels.search(TARGETS);
  if (number === undefined || other !== undefined || from < 0) return null;
  const stop = STOP.exec(levels)?.index ?? from;
  const named = levels.slice(from, stop > from ? stop : undefined);
  const targets = (named.match(/\d+[.,]\d+|\d{2,}/g) ?? []).map(numberOf);
  const isDistance = sign !== '' || unit !== undefined;
  const entry = isDistance ? numberOf(ENTRY.exec(levels)?.[1] || 'none') : 0;
  const at = targets.findIndex((target) => Math.abs(Math.abs(target - entry) - numberOf(number)) < 1e-9);
  return at < 0 ? null : at + 1;
}

/** Whether a trade that was no tie says what it brought, or would have. */
export const saysPaid = (rows: readonly Row[]): boolean =>
  rows.some(({ outcome, payout, profit }) => outcome !== 'tied' && (payout !== null || profit !== null));

/** Asks how far targets were, by texts that say that trades ended at them or at stops, where nothing says what that brought for what it risked. */
export function askDistance(
  rows: readonly Row[],
  texts: readonly (string | readonly string[])[],
  asker: Asker,
  likely?: number,
): void {
  if (texts.length === 0 || saysPaid(rows)) return;
  const far = askedDistance(texts, asker, likely);
  for (const row of rows) row.payout = far;
}

/** Asks what a target brings for what its stop risks, which may be one of those that are `said`, or else one that is `likely`. */
export const askedDistance = (
  texts: readonly (string | readonly string[])[],
  asker: Asker,
  likely: number | undefined = undefined,
  said: readonly number[] = [...(likely === undefined ? [] : [likely]), 1, 0.5, 0.25, 2],
): number =>
  Number(
    asker.ask(
      'target-distance',
      [...new Set(said.map((one) => String(Number(one.toPrecision(4)))))] as [string, ...string[]],
      texts,
    ),
  );

/** What brokers pay on a stake, which is a round number. */
const PAYS = { least: 0.3, most: 1.5 };
const ROUND = [1, 10, 100, 1_000].flatMap((unit) => [unit, 2 * unit, 2.5 * unit, 5 * unit]);

/** Asks what wins brought of their stakes, by how much that was on average, or else by what is `said`. */
export function askedStake(
  usual: number,
  texts: readonly (string | readonly string[])[],
  asker: Asker,
  said = ROUND.map((stake) => usual / stake).filter((one) => one >= PAYS.least && one <= PAYS.most),
): number {
  return askedDistance(texts, asker, undefined, [...new Set([...said, 1, 0.8, 0.5, 0.25, 2])]);
}

/** Asks what wins brought of their stakes, where it is said of these alone, and of neither losses nor stakes; whether it did. */
export function askStake(
  rows: readonly Row[],
  texts: readonly (string | readonly string[])[],
  asker: Asker,
): boolean {
  const gains = rows.flatMap(({ outcome, profit }) => (outcome === 'won' ? (profit ?? []) : []));
  const lost = rows.filter(({ outcome }) => outcome === 'lost');
  const isTold = rows.some(({ stake, payout }) => stake !== null || payout !== null);
  if (gains.length === 0 || lost.length === 0 || isTold || lost.some(({ profit }) => profit !== null))
    return false;
  const usual = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const far = askedStake(usual, texts, asker);
  for (const row of rows) row.stake = usual / far;
  return true;
}
