/** Amounts beside outcomes, and those that stand alone, and say by their sign how a trade ended. */
import type { TradeOutcome } from '../../trade.ts';
import { CURRENCIES } from './pairs.ts';

/** What is counted beside money. */
export const POINTS =
  'pips?|points?|pts?|p|ticks?|п|пункт\\p{L}{0,2}|пипс\\p{L}{0,2}|puntos|pontos|punkte|punti|poin|puan|نقطة|نقاط|点|點|पिप्स|পিপস|پپس';
const BEFORE = '\\p{L}{0,3}\\p{Sc}|Rp\\.?|Rs\\.?|RM';
const BEHIND = `\\p{Sc}|u(?:nits?)?|USDC|${CURRENCIES}|dollars?|bucks|euros?|d[oó]lares|reais|pesos|rupees?|rs|rp|rm|tl|lira|kr|zł|kč|taka|руб\\p{L}*|р|долл\\p{L}*|грн|лв|टका|रु\\p{L}*|টাকা|روپے|ريال|درهم|دولار|円|元|원|đ`;
const NUMBER = "\\d+(?:[.,'’]\\d+)*";
const THOUSANDS = 'k|rb|ribu|mil';
/** An amount of money. */
export const MONEY = `(?<![\\p{L}\\d.,])([+−-]?)\\s?(?:(?:${BEFORE})\\s?([+−-]?)(${NUMBER})(?:\\s?(${THOUSANDS}))?(?![\\p{L}\\d%]|[.,]\\d)|(${NUMBER})\\s?(?:(${THOUSANDS})(?:\\s?(?:${BEHIND}))?|${BEHIND})(?![\\p{L}\\d/]))`;
const ALL_MONEY = new RegExp(MONEY, 'giu');

/** A number with marks: of money no three digits are decimals. */
export function amountOf(number: string, isMoney = true): number {
  const [mark] = number.match(/[.,](?=\d+$)/) ?? [];
  const isGroup = isMoney && /[.,'’]\d{3}$/.test(number);
  return Number(
    mark === undefined || isGroup
      ? number.replace(/\D/g, '')
      : number.replace(/\D(?=.*[.,])/g, '').replace(',', '.'),
  );
}

/** The amounts of money in a text, each with its sign; the two of `$10 → $12.50` are one. */
export function moneyIn(text: string): readonly { readonly sign: string; readonly amount: number }[] {
  const found = [...text.matchAll(ALL_MONEY)].map(
    ([, before = '', behind = '', number, thousands, other, otherThousands]) => ({
      sign: before + behind,
      amount: amountOf(number ?? other ?? '') * ((thousands ?? otherThousands) === undefined ? 1 : 1_000),
    }),
  );
  const [from, to, another] = found;
  const isMove =
    from?.sign === '' &&
    to?.sign === '' &&
    another === undefined &&
    /→|➡|[-=]>|(?:returned|back|received).* on /iu.test(text);
  return isMove ? [{ sign: '', amount: Math.abs(to.amount - from.amount) }] : found;
}

/** What an amount is called that a trade brought. */
const NAMES =
  'profit ?\\/ ?loss|p ?[/&]? ?l|pnl|g ?[/&] ?p|profit|loss|gain|net|result(?:ado|at)?|lucro|preju[ií]zo|ganancia|p[eé]rdida|gewinn|verlust|ergebnis|résultat|прибыль|убыток|результат|итог|kâr|zarar|hasil|rugi|lợi nhuận|lỗ';
/** The amount that a bot says to be brought. */
export const BROUGHT = new RegExp(
  `(?<!\\p{L})(${NAMES})\\s*[:=]?\\s*(\\(?)([+−-]?)\\s?\\p{Sc}?\\s?([+−-]?)(\\d+(?:[.,]\\d+)*)`,
  'iu',
);
const ALONE = new RegExp(
  `^[^\\p{L}\\d+−-]*(?:(${NAMES})\\s*[:=]?\\s*)?([+−-]?)\\s?(?:R?\\p{Sc})?\\s?(\\d+(?:[.,]\\d+)*)\\s?(usdt?)?(r|${POINTS})?[^\\p{L}\\d:]*$`,
  'iu',
);

/** A longer text says more. */
const LONGEST = 60;

/** The amount that a text says alone, with a sign, a name or a unit: `+$85`, `Profit: 17$`, `+35 pips`. */
export function amountAlone(text: string) {
  const found = text.length > LONGEST ? null : ALONE.exec(text.trim());
  const [, name, sign, number = '', currency, pips] = found ?? [];
  const isNamed = sign || (name ?? currency ?? pips) !== undefined || /\p{Sc}|%/u.test(text);
  if (number === '' || !isNamed) return undefined;
  const outcome: TradeOutcome | undefined = sign ? (sign === '+' ? 'won' : 'lost') : undefined;
  return { outcome, amount: amountOf(number), isMoney: pips === undefined };
}

/** What the sign of a message says that holds an amount alone, such as "+35 pips". */
export const signOf = (text: string): TradeOutcome | undefined => amountAlone(text)?.outcome;

const DETAIL = new RegExp(
  `^[^\\p{L}\\d+−-]*(?:(pips|points|${NAMES})\\s*[:=]\\s*([+−-]?)([^\\d+−-]{0,5})([+−-]?)(\\d\\P{ExtPict}*).*|((?:[+−-]\\s?\\d+(?:[.,]\\d+)?\\s?(?:%|r|${POINTS})?|${MONEY}(?:\\s?(?:→|[-=]?>)\\s?${MONEY})?)(?!\\p{L}))[^\\p{L}\\d:]*)$`,
  'iu',
);
const LOSS = /^(?:loss|preju|p[eé]rdida|verlust|убыток|zarar|rugi|lỗ)/iu;
const OF_BOTH =
  /^(?:pips|points|profit ?\/|p ?[/&]? ?l|pnl|g ?[/&]|net|result|ergebnis|résultat|результат|итог|hasil)/iu;

/** What a line says that a trade brought where it says nothing else, or by a name: as it stands behind an outcome, with its name where that `isNamed`; undefined where it says something else. */
export function broughtIn(text: string, isNamed = false): string | undefined {
  const [, name, before, unit = '', behind, rest = '', amount] = DETAIL.exec(text) ?? [];
  if (name === undefined) return amount;
  const isBare = !/[\p{L}\p{Sc}%]/u.test(unit + rest);
  const ofName = LOSS.test(name) ? '-' : OF_BOTH.test(name) ? '' : '+';
  return `${isNamed ? `${name} ` : ''}${before || behind || ofName}${unit.trim()}${rest}${isBare ? ' pips' : ''}`;
}
