/** Amounts that stand alone, and say by their sign how a trade ended. */
import type { TradeOutcome } from '../../trade.ts';

/** What an amount is called that a trade brought. */
const NAMES =
  'profit ?\\/ ?loss|p ?[/&]? ?l|pnl|g ?[/&] ?p|profit|loss|gain|net|result(?:ado|at)?|lucro|preju[ií]zo|ganancia|p[eé]rdida|gewinn|verlust|ergebnis|résultat|прибыль|убыток|результат|итог|kâr|zarar|hasil|rugi|lợi nhuận|lỗ';
/** The amount that a bot says to be brought. */
export const BROUGHT = new RegExp(
  `(?<!\\p{L})(${NAMES})\\s*[:=]?\\s*(\\(?)([+−-]?)\\s?\\p{Sc}?\\s?([+−-]?)(\\d+(?:[.,]\\d+)*)`,
  'iu',
);
const ALONE = new RegExp(
  `^[^\\p{L}\\d+−-]*(?:(${NAMES})\\s*[:=]?\\s*)?([+−-]?)\\s?(?:R?\\p{Sc})?\\s?(\\d+(?:[.,]\\d+)*)\\s?(usdt?)?(pips?|points?|p|pts|r|пунктов|пипсов|п|puntos|pontos|poin|पिप्स|পিপস|پپس|نقطة|نقاط)?[^\\p{L}\\d:]*$`,
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
  return { outcome, amount: Number(number.replace(',', '.')), isMoney: pips === undefined };
}

/** What the sign of a message says that holds an amount alone, such as "+35 pips". */
export const signOf = (text: string): TradeOutcome | undefined => amountAlone(text)?.outcome;
