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
const alone = (units: string): RegExp =>
  new RegExp(
    `^[^\\p{L}\\d+−-]*(?:(?:${NAMES})\\s*[:=]?\\s*)?([+−-])\\s?(?:R?\\p{Sc})?\\s?\\d+(?:[.,]\\d+)*\\s?(?:usdt?${units})?[^\\p{L}\\d:]*$`,
    'iu',
  );
/** `+$85`, `Profit: +17$`. */
export const AMOUNT_ALONE = alone('');
const SIGNED = alone('|pips?|points?|p|pts|r|пунктов|пипсов|п|puntos|pontos|poin|पिप्स|পিপস|پپس|نقطة|نقاط');

/** What the sign of a message says that holds an amount alone, such as "+35 pips". */
export function signOf(text: string): TradeOutcome | undefined {
  const sign = SIGNED.exec(text.trim())?.[1];
  return sign === undefined ? undefined : sign === '+' ? 'won' : 'lost';
}
