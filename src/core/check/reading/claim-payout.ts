/** What a claim says of what a win brings: a target and a stop, their ratio, a payout, odds, averages, or a profit factor. */
import { decimalMarkOf, parseAmount } from './amount.ts';
import { payoutIn, ratioIn, withoutLevels } from './distances.ts';
import { tokensOf } from './claim-words.ts';
import type { Asker } from './questions.ts';
import type { Counts } from './tallies.ts';

export interface ClaimedPayout {
  /** What a won stake of 1 brings to those who won and lost so many; undefined where the text does not say. */
  readonly payoutWith: (asker: Asker, counts: Pick<Counts, 'won' | 'lost'>) => number | undefined;
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
  `(?<!\\p{L})(?:(?:average|avg\\.?|mean|mittlere|средн\\p{L}*) )?(?:odds|quotes?|cuotas?|коэф\\p{L}*|quoten?|@|(?:average|avg\\.?) price|at(?= -))${LINK}([+-]\\d{3,4}|\\d{1,2}[.,]\\d{1,3})(?![\\d.,]*\\d|\\s?(?:[%\\p{Sc}]|pips?|points?|pts|usd|eur|u(?:nits?)?(?!\\p{L})))`,
  'iu',
);
const NAME =
  '(?:average|averaging|avg\\.?|mean|durchschnittliche[rs]?|ø|promedio|m[ée]di[ao]|gain moyen|средн\\p{L}*|ortalama|rata-rata)';
const NAMED = `(?:${NAME} )`;
/** What is left of an average ratio. */
const NAME_ALONE = new RegExp(`(?<!\\p{L})${NAME}(?=\\s*(?:[,;|\\n]|$))`, 'giu');
const SIZE =
  '\\p{Sc}?\\s?(\\d{1,3}(?: \\d{3})+(?:[.,]\\d+)?|\\d[\\d.,]*\\d|\\d)(?: ?[\\p{Sc}%]| ?(?:usd|eur|pips|points|units?|[ru])(?!\\p{L}))?';
const AMOUNT = `(?: (?:trade|per trade|of))?\\s?[:=]?\\s?\\(?\\p{Sc}?\\s?[-+−]?\\s?${SIZE}`;
/** `losses of -40 pips`. */
const OF_EACH = '(?:of|at|von|de|por|по)(?= ?(?:[+−-]|\\p{Sc}|\\d[\\d.,]* ?(?:\\p{Sc}|pips|points)))';
const WON = '(?:winn(?:er|ing)|win|gain|profit|gewinn|ganancia|ganho|прибыль|kazanç|untung)';
const LOST = '(?:los(?:er|ing|s)|verlust|pérdida|perda|убыток|kayıp|rugi)';
/** `Average win: 10`. */
const BEFORE = [WON, LOST].map((word) => new RegExp(`(?<!\\p{L})${NAMED}${word}${AMOUNT}`, 'iu'));
/** `312 wins averaging +10 pips`, `Wins: 246 (avg +10 pips)`. */
const BEHIND = [WON, LOST].map(
  (word) =>
    new RegExp(
      `(?<=(?<!\\p{L})${word}\\p{L}{0,4}(?: trades?)?[\\s\\d:=(),.%–-]{1,20})(?<!\\p{L})(?:${NAME}|${OF_EACH})${AMOUNT}`,
      'iu',
    ),
);
/** `risk 40 to make 10`. */
const RISKED = new RegExp(
  `(?<!\\p{L})(?:risk(?:ing|ed|s)?|lay(?:ing)?|arrie?s[cg]\\p{L}+|riesgo|риск\\p{L}*) ${SIZE} (?:(?:to|for|para|por|ради|чтобы) \\p{L}{3,10}|for) ${SIZE}`,
  'iu',
);
/** `Gross profit: 1 430.00`. */
const GROSS = [WON, LOST].map((word) => new RegExp(`(?<!\\p{L})gross ${word}${AMOUNT}`, 'iu'));
const FACTOR =
  /(?<!\p{L})(?:profit[ -]?factor|p\.?f\.?|profitfaktor|fa(?:c?tor) de (?:lucro|beneficio|ganancia)|профит[ -]?фактор)\s?[:=]?\s?(\d+(?:[.,]\d+)?)(?![\d.,]*\d)/iu;
const OF_BOTH = new RegExp(
  `(?<!\\p{L}|expected )(?:ratio |${NAMED})?(?:${NAMED}win ?[/:] ?${NAMED}loss(?: ratio)?|rrr|r:r|pay ?off(?: ratio)?)\\s?[:=]?\\s?(\\d+[.,]\\d+)(?![\\d.,:]*\\d)`,
  'iu',
);
const MOST_PAID = 200;
const LONGEST = 2_000;
const UNSAID = (): undefined => undefined;

/** What a text says that a win brings; a profit factor says so with how many won and lost. */
export function claimedPayout(text: string): ClaimedPayout {
  const sums = GROSS.map((form) => form.exec(text)?.[1] ?? '');
  const [gained, lost] = sums.map((amount) => parseAmount(amount, decimalMarkOf(sums, '.')));
  const paid = statedPayout(GROSS.reduce((one, form) => one.replace(form, ' '), text));
  const factor = numberOf(FACTOR.exec(text)?.[1]) || (gained ?? Number.NaN) / (lost ?? Number.NaN);
  if (paid.payoutWith !== UNSAID || !(factor > 0)) return paid;
  return {
    ...paid,
    payoutWith: (_asker, counts) =>
      counts.won > 0 && counts.lost > 0 ? (factor * counts.lost) / counts.won : undefined,
    kind: 'distance',
  };
}

function statedPayout(text: string): ClaimedPayout {
  const none: ClaimedPayout = { payoutWith: UNSAID, kind: 'payout', rest: text };
  if (text.length > LONGEST) return none;
  const [paid, odds] = [PAID.exec(text), ODDS.exec(text)];
  const percent = numberOf(paid?.[1] ?? paid?.[2]);
  if (paid !== null && percent <= MOST_PAID)
    return { ...none, payoutWith: () => percent / 100, rest: text.replace(paid[0], ' ') };
  const net = oddsPayout(text);
  if (odds !== null && net !== undefined)
    return { kind: 'odds', payoutWith: () => net, rest: text.replace(odds[0], ' ') };
  const [risk, target] = RISKED.exec(text)?.slice(1).map(numberOf) ?? [];
  if (risk !== undefined && target !== undefined && risk > 0 && target > 0)
    return { kind: 'distance', payoutWith: () => target / risk, rest: text.replace(RISKED, ' ') };
  const ofBoth = OF_BOTH.exec(text);
  const behind = BEHIND.map((average) => average.exec(text));
  const [gained, lost] = behind.includes(null) ? BEFORE.map((average) => average.exec(text)) : behind;
  const averages = [gained, lost, ofBoth].reduce(
    (some, one) => (one ? some.replace(one[0], ' ') : some),
    text,
  );
  const amounts = [gained, lost].map((one) => one?.[1] ?? '');
  const [gain = 0, loss = 0] = amounts.map((amount) => parseAmount(amount, decimalMarkOf(amounts, '.')));
  const size = amounts.includes('') ? numberOf(ofBoth?.[1]) : gain / loss;
  if (averages !== text)
    return {
      payoutWith: size > 0 ? () => size : UNSAID,
      kind: size > 0 ? 'distance' : 'payout',
      rest: averages,
    };
  // No part of a level stands in the next line.
  const rest = withoutLevels(text.replace(/\n/g, ' \n ')).replace(NAME_ALONE, ' ');
  const ratio = ratioIn(text);
  if (ratio !== undefined && ratio.risk > 0 && ratio.gain > 0)
    return { payoutWith: (asker) => ratioPayout(ratio, asker), kind: 'distance', rest };
  const payout = payoutIn(text, null, true);
  return payout === null ? none : { payoutWith: () => payout, kind: 'distance', rest };
}

const NET_NAME =
  'net|total|overall|profits?|gains?|returns?|roi|yield|expectancy|p ?[&/]? ?l|pnl|made|earned|up|lucro|ganancia|beneficio|resultado|saldo|прибыл\\p{L}*|итого?|профит|kazanç|kâr|lãi|untung|keuntungan|cuan|मुनाफ\\p{M}*|লাভ|منافع|ربح|صافي';
const STAKES = 'u(?:nits?)?|unidades|юнит\\p{L}*|r';
const DISTANCES = 'pips?|points?|pts|puntos|pontos|poin|пункт\\p{L}*|пипс\\p{L}*|पिप्स|পিপস|پپس|نقطة|نقاط';
const NET_UNIT = `${DISTANCES}|usdt?|eur|gbp|dollars?|%|\\p{Sc}|${STAKES}`;
/** `+412 pips`, `net profit: -$300`, `(+18.4u)`, `412 pips`. */
const NET = new RegExp(
  `(?<!\\p{L})(?<name>(?:${NET_NAME})(?: [\\p{L}\\p{M}]+){0,2}?\\s?[:=]?\\s?|(?<![\\p{L}\\d.,]))(?<sign>[+−–-])?\\s?(?<money>\\p{L}{0,2}\\p{Sc})?\\s?(?<size>\\d{1,3}(?: \\d{3})+|\\d[\\d.,]*\\d|\\d)(?![\\d.,]*\\d)\\s?(?<unit>${NET_UNIT})?(?![\\p{L}\\p{M}])`,
  'giu',
);
/** What is of one trade, or of some of them. */
const OF_SOME =
  /(?<!\p{L})(?:best|worst|max|min|larg|big|high|low|draw ?down|avg|average|mean|each|per|daily|mejor|peor|melhor|pior|лучш|худш|макс|средн|кажд|просадк|cada|en iyi|ortalama|terbaik|rata)/iu;
const [UNITS, IN_STAKES, IN_DISTANCES] = [NET_UNIT, STAKES, DISTANCES].map(
  (units) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${units})(?![\\p{L}\\p{M}])`, 'iu'),
) as [RegExp, RegExp, RegExp];

/** An amount that trades brought together; in stakes where these are its unit, undefined where it may be of the losses alone. */
interface Net {
  readonly amount: number | undefined;
  readonly inStakes: boolean;
}

function netsIn(text: string, trades: number): readonly Net[] {
  return text.split(/\n|[,;|(](?!\d)|\.\s/).flatMap((part) =>
    [...(OF_SOME.test(part) && !/expectancy/i.test(part) ? [] : part.matchAll(NET))].flatMap(
      ({ groups = {}, index }) => {
        const { name = '', sign = '', money, size = '', unit = UNITS.exec(name)?.[0] } = groups;
        const isNamed = name + sign !== '';
        if ((money ?? unit) === undefined || !(isNamed || IN_DISTANCES.test(unit ?? ''))) return [];
        const value = parseAmount(size, decimalMarkOf([size], '.')) * (/[−–-]/.test(sign) ? -1 : 1);
        const isYield = unit === '%' && /yield/i.test(name);
        const times = isYield ? trades / 100 : /expectancy/i.test(name) ? trades : 1;
        const isOfLosses = tokensOf(part.slice(0, index)).at(-1)?.kind === 'lost';
        return {
          amount: isOfLosses || !isNamed ? undefined : value * times,
          inStakes: isYield || IN_STAKES.test(unit ?? ''),
        };
      },
    ),
  );
}

/**
 * What a win brought where texts say what all trades brought together: exactly in stakes, at most what makes both even where they lost; `open`
 * where they won an amount of something else, and undefined where they do not say it.
 */
export function payoutOfNet(
  texts: readonly string[],
  { won, lost }: Pick<Counts, 'won' | 'lost'>,
): number | 'open' | undefined {
  const nets = texts.map((text) => netsIn(text, won + lost));
  const all = nets.flat();
  if (all.length === 0 || won === 0) return undefined;
  const amounts = all.flatMap(({ amount }) => amount ?? []);
  const isSure = amounts.length === all.length && nets.every(({ length }) => length === 1);
  const inStakes = amounts.reduce((sum, amount) => sum + amount, lost);
  if (isSure && inStakes > 0 && all.every((net) => net.inStakes)) return inStakes / won;
  return isSure && lost > 0 && amounts.every((amount) => amount <= 0) ? lost / won : 'open';
}

/** What decimal or American odds pay. */
function netOf(odds = ''): number {
  const value = numberOf(odds);
  if (!/^[+-]/.test(odds)) return value - 1;
  return value > 0 ? value / 100 : -100 / value;
}

/** What a win at the odds in a text pays; undefined where it has none. */
export function oddsPayout(text: string): number | undefined {
  const net = netOf(ODDS.exec(text)?.[1]);
  return net > 0 ? net : undefined;
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
