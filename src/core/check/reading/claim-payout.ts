/** What a claim says of what a win brings: a target and a stop, their ratio, a payout, or odds. */
import { decimalMarkOf, parseAmount } from './amount.ts';
import { payoutIn, ratioIn, withoutLevels } from './distances.ts';
import type { Asker } from './questions.ts';

export interface ClaimedPayout {
  /** What a won stake of 1 brings; undefined where the text does not say. */
  readonly payoutWith: (asker: Asker) => number | undefined;
  /** A payout of a broker, or one that follows the chance of winning: odds, or the distance of a target over that of a stop. */
  readonly kind: 'payout' | 'odds' | 'distance';
  /** The text without it, in the same lines. */
  readonly rest: string;
}

const PERCENT = '(\\d{2,3}(?:[.,]\\d+)?) ?%';
const PAYOUT =
  '(?:payouts?|pays|выплат\\p{L}*|pagamento|getiri|auszahlung|भुगतान|পেআউট|পেমেন্ট|ادائیگی|العائد|trả thưởng)';
const LINK = '(?: (?:of|is|de|at|на|в|von))?\\s?[:=-]?\\s?';
const PAID = new RegExp(
  `(?<!\\p{L})(?:(?:average|avg\\.?|средн\\p{L}*) )?${PAYOUT}${LINK}${PERCENT}|${PERCENT} (?:de )?${PAYOUT}(?!\\p{L})`,
  'iu',
);
const ODDS = new RegExp(
  `(?<!\\p{L})(?:(?:average|avg\\.?|mean|mittlere|средн\\p{L}*) )?(?:odds|quotes?|cuotas?|коэф\\p{L}*|quoten?|@)${LINK}([+-]\\d{3,4}|\\d{1,2}[.,]\\d{1,3})(?![\\d.,]*\\d|\\s?%)`,
  'iu',
);
const NAMED =
  '(?:(?:average|avg\\.?|mean|durchschnittliche[rs]?|ø|promedio|m[ée]di[ao]|gain moyen|средн\\p{L}*|ortalama|rata-rata) )';
const AMOUNT =
  '(?:(?: (?:trade|per trade))?\\s?[:=]?\\s?\\(?\\p{Sc}?\\s?[-−]?\\s?\\p{Sc}?\\s?)(\\d[\\d.,]*\\d|\\d)(?: ?\\p{Sc}| ?(?:usd|eur|pips|points)(?!\\p{L}))?';
const GAINED = new RegExp(
  `(?<!\\p{L})${NAMED}(?:winn(?:er|ing)|win|gain|profit|gewinn|ganancia|ganho|прибыль|kazanç|untung)${AMOUNT}`,
  'iu',
);
const LOST = new RegExp(
  `(?<!\\p{L})${NAMED}(?:los(?:er|ing|s)|verlust|pérdida|perda|убыток|kayıp|rugi)${AMOUNT}`,
  'iu',
);
const OF_BOTH = new RegExp(
  `(?<!\\p{L})(?:ratio |${NAMED})?(?:${NAMED}win ?[/:] ?${NAMED}loss(?: ratio)?|rrr|r:r|pay ?off(?: ratio)?)\\s?[:=]?\\s?(\\d+[.,]\\d+)(?![\\d.,:]*\\d)`,
  'iu',
);
const MOST_PAID = 200;
const LONGEST = 2_000;

/** What a text says that a win brings. */
export function claimedPayout(text: string): ClaimedPayout {
  const none: ClaimedPayout = { payoutWith: () => undefined, kind: 'payout', rest: text };
  if (text.length > LONGEST) return none;
  const [paid, odds] = [PAID.exec(text), ODDS.exec(text)];
  const percent = numberOf(paid?.[1] ?? paid?.[2]);
  if (paid !== null && percent <= MOST_PAID)
    return { ...none, payoutWith: () => percent / 100, rest: text.replace(paid[0], ' ') };
  const net = netOf(odds?.[1]);
  if (odds !== null && net > 0)
    return { kind: 'odds', payoutWith: () => net, rest: text.replace(odds[0], ' ') };
  const [gained, lost, ofBoth] = [GAINED.exec(text), LOST.exec(text), OF_BOTH.exec(text)];
  const averages = [gained, lost, ofBoth].reduce(
    (some, one) => (one === null ? some : some.replace(one[0], ' ')),
    text,
  );
  const amounts = [gained, lost].map((one) => one?.[1] ?? '');
  const [gain = 0, loss = 0] = amounts.map((amount) => parseAmount(amount, decimalMarkOf(amounts, '.')));
  const size = gained === null || lost === null ? numberOf(ofBoth?.[1]) : gain / loss;
  if (averages !== text)
    return {
      payoutWith: () => (size > 0 ? size : undefined),
      kind: size > 0 ? 'distance' : 'payout',
      rest: averages,
    };
  // No part of a level stands in the next line.
  const rest = withoutLevels(text.replace(/\n/g, ' \n '));
  const ratio = ratioIn(text);
  if (ratio !== undefined && ratio.risk > 0 && ratio.gain > 0)
    return { payoutWith: (asker) => ratioPayout(ratio, asker), kind: 'distance', rest };
  const payout = payoutIn(text, null, true);
  return payout === null ? none : { payoutWith: () => payout, kind: 'distance', rest };
}

/** What decimal or American odds pay. */
function netOf(odds = ''): number {
  const value = numberOf(odds);
  if (!/^[+-]/.test(odds)) return value - 1;
  return value > 0 ? value / 100 : -100 / value;
}

const numberOf = (text = ''): number => Number(text.replace(',', '.'));

/** A risk of 1 stands first as its name does; of 4:1 it is asked which number is the risk. */
function ratioPayout({ risk, gain }: { readonly risk: number; readonly gain: number }, asker: Asker): number {
  if (risk === 1) return gain;
  const orders =
    gain < risk ? (['risk-first', 'reward-first'] as const) : (['reward-first', 'risk-first'] as const);
  const answer = asker.ask<'risk-first' | 'reward-first'>('payout-kind', orders, [`${risk}:${gain}`]);
  return answer === 'risk-first' ? gain / risk : risk / gain;
}
