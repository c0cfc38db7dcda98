/** What a claim says of what a win brings: a target and a stop, their ratio, a payout, odds, averages, or a profit factor. */
import { decimalMarkOf, parseAmount } from './amount.ts';
import { GALE_WORD } from './announced-gales.ts';
import { isUnit, tokensOf } from './claim-words.ts';
import { saysRule } from './clauses.ts';
import { isUneven, payoutIn, ratioIn, withNamesFirst, withoutLevels } from './distances.ts';
import { ODDS_NAMES } from './payout-kind.ts';
import type { Asker } from './questions.ts';
import type { Counts } from './tally-counts.ts';
import { remembering } from './words.ts';

export interface ClaimedPayout {
  /** What a won stake of 1 brings to those who won and lost so many; undefined where the text does not say. */
  readonly payoutWith: (asker: Asker, counts: Pick<Counts, 'won' | 'lost'>) => number | undefined;
  /** A payout of a broker, or one that follows the chance of winning: odds, or the distance of a target over that of a stop. */
  readonly kind: 'payout' | 'odds' | 'distance';
  /** The text without it, in the same lines. */
  readonly rest: string;
}

const PERCENT = '(\\d{1,3}(?:[.,]\\d+)?) ?%';
const PAYOUT =
  '(?:payouts?|pays|выплат\\p{L}*|pagamento|getiri|auszahlung|भुगतान|পেআউট|পেমেন্ট|ادائیگی|العائد|trả thưởng)';
const LINK = '(?: (?:of|is|de|at|на|в|von))?\\s?[:=-]?\\s?';
const PAID = new RegExp(
  `(?<!\\p{L})(?:(?:average|avg\\.?|средн\\p{L}*) )?${PAYOUT}${LINK}${PERCENT}|${PERCENT} (?:de )?${PAYOUT}(?!\\p{L})`,
  'iu',
);
const NAME =
  '(?:average|averaging|avg\\.?|mean|mittlere|durchschnittliche[rs]?|ø|promedio|m[ée]di[ao]|moyenn?e|gain moyen|средн\\p{L}*|ortalama|rata-rata)';
const ODDS = new RegExp(
  `(?<!\\p{L})(?:${NAME} )?(?:(?:${ODDS_NAMES}|oran)(?: ${NAME})?|@|(?:average|avg\\.?) price|at(?= -))(?: \\p{L}{2,8}){0,3}${LINK}([+−-]\\d{3,4}|\\d{1,2}(?:[.,]\\d{1,3}|/\\d{1,2}))(?![\\d.,]*\\d|\\s?(?:[%\\p{Sc}]|pips?|points?|pts|usd|eur|u(?:nits?)?(?!\\p{L})))`,
  'iu',
);
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
/** `SL = 4 x TP`, `losses are 4 times bigger`. */
const TIMES = new RegExp(
  `(?<!\\p{L})(?:(?<gain>tp|targets?|take[ -]?profit)|sl|stops?(?:[ -]?loss)?|${LOST}\\p{L}{0,4}|стоп\\p{L}*|убыт\\p{L}+)\\s?(?:=|is|are|was|were|es|son|é|são|ist|sind|est|sont|равен|в)\\s?(?:about |up to )?(?<times>\\d+(?:[.,]\\d+)?) ?(?:x|×|times|veces|vezes|раза?|kat\\p{L}*|kali|fois|mal|lần)(?!\\p{L}|\\s?\\d)(?! (?:fewer|less|menos|меньше|weniger|moins))(?: (?:the |as |than )?\\p{L}+)?`,
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
/** A larger percentage may be what comes back. */
const MOST_GAINED = 150;
const MOST_NET = 1_000;
const LONGEST = 2_000;
const UNSAID = (): undefined => undefined;

/** What a text says that a win brings; a profit factor says so with how many won and lost. */
export function claimedPayout(given: string): ClaimedPayout {
  const text = withNamesFirst(given);
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
  const rate = statedRate(text);
  if (rate !== undefined)
    return {
      kind: rate.kind,
      payoutWith: (asker) => netsOf([rate], asker)[0],
      rest: text.replace(rate.said, ' '),
    };
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
  'net|total|overall|profits?|gains?|returns?|roi|yield|p ?[&/]? ?l|pnl|made|earned|up|lucro|ganancia|beneficio|resultado|saldo|прибыл\\p{L}*|итого?|профит|kazanç|kâr|lãi|untung|keuntungan|cuan|मुनाफ\\p{M}*|লাভ|منافع|ربح|صافي';
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
  /(?<!\p{L})(?:best|worst|max|min|larg|big|high|low|draw ?down|avg|average|mean|each|per|daily|expectancy|mejor|peor|melhor|pior|лучш|худш|макс|средн|кажд|просадк|cada|en iyi|ortalama|terbaik|rata)/iu;
const [UNITS, IN_STAKES, IN_DISTANCES] = [NET_UNIT, STAKES, `${DISTANCES}|r`].map(
  (units) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${units})(?![\\p{L}\\p{M}])`, 'iu'),
) as [RegExp, RegExp, RegExp];

/** An amount that trades brought together; undefined where it may be of some of them alone. */
interface Net {
  readonly amount: number | undefined;
  readonly inStakes: boolean;
}

const netsIn = remembering((text): readonly Net[] =>
  text.split(/\n|[,;|(](?!\d)|\.\s/).flatMap((part) =>
    [...part.matchAll(NET)].flatMap(({ groups = {}, index }) => {
      const { name = '', sign = '', money, size = '', unit = UNITS.exec(name)?.[0] } = groups;
      const isOfAll = name + sign !== '' && !OF_SOME.test(part);
      if ((money ?? unit) === undefined || !(isOfAll || IN_DISTANCES.test(unit ?? ''))) return [];
      const value = parseAmount(size, decimalMarkOf([size], '.')) * (/[−–-]/.test(sign) ? -1 : 1);
      const isOfLosses = tokensOf(part.slice(0, index)).at(-1)?.kind === 'lost';
      return {
        amount: isOfLosses || !isOfAll ? undefined : value,
        inStakes: IN_STAKES.test(unit ?? ''),
      };
    }),
  ),
);

/**
 * What a win brought where texts say what all trades brought together: exactly in stakes, at most what makes both even where they lost; `open`
 * where they won an amount of something else, and undefined where they do not say it.
 */
export function payoutOfNet(
  texts: readonly string[],
  { won, lost }: Pick<Counts, 'won' | 'lost'>,
): number | 'open' | undefined {
  const nets = texts.map(netsIn);
  const all = nets.flat();
  if (all.length === 0 || won === 0) return undefined;
  const isSure = nets.every(({ length }) => length === 1);
  const amounts = all.map(({ amount = Number.NaN }) => amount);
  const inStakes = amounts.reduce((sum, amount) => sum + amount, lost);
  if (isSure && inStakes > 0 && all.every((net) => net.inStakes)) return inStakes / won;
  return isSure && lost > 0 && amounts.every((amount) => amount <= 0) ? lost / won : 'open';
}

/** What decimal or American odds pay. */
export function netOf(odds = ''): number {
  const [gain, risk] = odds.split('/');
  if (risk !== undefined) return Number(gain) / Number(risk);
  const value = numberOf(odds.replace('−', '-'));
  if (!/^[+−-]/.test(odds)) return value - 1;
  return value > 0 ? value / 100 : -100 / value;
}

/** What a win pays in the words of a text. */
export interface StatedRate extends Pick<ClaimedPayout, 'kind'> {
  readonly net: number;
  /** The same where a percentage that seems to come back is gained. */
  readonly gained?: number;
  readonly said: string;
}

/** What a win pays by a payout in percent, by odds, by what is risked for what, or by how many times a loss is larger; undefined where a text has none. */
export function statedRate(text: string): StatedRate | undefined {
  // Most texts have none, and a chat may have 200,000.
  const [paid, odds, risked, multiple] = (
    [
      [PAID, /%/],
      [ODDS, /\d[.,/]\d|[+−-]\d{3}/],
      [RISKED, /risk|риск|riesgo|lay|arr/i],
      [TIMES, /(?:=|\p{L}) ?(?:\p{L}+ ){0,2}\d+(?:[.,]\d+)? ?[x×\p{L}]/u],
    ] as const
  ).map(([form, sign]) => (sign.test(text) ? form.exec(text) : null));
  const [risk = 0, target = 0] = risked?.slice(1).map(numberOf) ?? [];
  const percent = numberOf(paid?.[1] ?? paid?.[2]);
  const times = numberOf(multiple?.groups?.['times']);
  const rates: readonly StatedRate[] = [
    percent > MOST_GAINED
      ? { kind: 'payout', net: percent / 100 - 1, gained: percent / 100, said: paid?.[0] ?? '' }
      : { kind: 'payout', net: percent / 100, said: paid?.[0] ?? '' },
    { kind: 'odds', net: netOf(odds?.[1]), said: odds?.[0] ?? '' },
    { kind: 'distance', net: target / risk, said: risked?.[0] ?? '' },
    { kind: 'distance', net: multiple?.groups?.['gain'] ? times : 1 / times, said: multiple?.[0] ?? '' },
  ];
  return rates.find(({ net }) => net > 0 && net < MOST_NET);
}

/** What rates pay, each in its place; asks whether large percentages are gained or come back. */
export function netsOf(
  rates: readonly (StatedRate | undefined)[],
  asker: Asker,
): readonly (number | undefined)[] {
  const large = rates.flatMap((rate) => (rate?.gained === undefined ? [] : rate.said.trim()));
  const areGained = large.length > 0 && asker.ask('payout-kind', ['decimal', 'percent'], large) === 'percent';
  return rates.map((rate) => (areGained ? (rate?.gained ?? rate?.net) : rate?.net));
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

/** Decimals like odds; none of these is a day, or a figure of a report. */
const DECIMAL =
  /(?<![\p{L}\d.,:/+−-]|\p{Sc} ?|^\P{L}{0,4})(?:[1-9]|1\d(?![.,](?:0[1-9]|1[0-2])))[.,]\d{1,2}(?![\d.,:/]*\d|\s?[:%\p{Sc}x×])|(?<=(?<!\p{L})at )\d{1,2}\/\d{1,2}(?![\d/])/gmu;
const FIGURE =
  /(?:factor|ratio|sharpe|sortino|deviation|time|rating|version|коэф\p{L}* (?:шарпа|прибыл\p{L}*)|risk\p{L}*|lots?)\s?[:=]?\s?$/iu;
/** Sizes of positions, or of losses beside wins. */
const SIZED =
  /\d ?(?:mini |micro )?lots?(?!\p{L})|(?<!\p{L})lots? \d|(?<=\d ?\p{L}{1,6} )(?:bigger|larger|greater|mayor(?:es)?|maior(?:es)?|больше|größer)(?!\p{L})/iu;
const GALE = new RegExp(GALE_WORD, 'iu');
const STOP = /(?<!\p{L})(?:sl|stop[ -]?loss|stops?|cost\p{L}*)(?!\p{L})/iu;
const AMOUNT_OF_EACH = new RegExp(
  `\\p{Sc} ?\\d|\\d ?(?:${DISTANCES}|usdt?|eur|gbp|dollars?|\\p{Sc}|${STAKES})(?![\\p{L}\\p{M}])`,
  'iu',
);
const TIMES_ALONE = /\d ?(?:x|×|times|veces|vezes|раза?|kat|kali|fois|mal)(?![\p{L}\p{M}]|\s?\d)/iu;

/** The odds that a text may name without a word for these. */
export function oddsLike(text: string): readonly string[] {
  return [...text.matchAll(DECIMAL)].flatMap(({ 0: number, index }) => {
    const [next = ''] = /^\s?\p{L}+(?: factor)?/u.exec(text.slice(index + number.length)) ?? [];
    return isUnit(next) || / factor$/i.test(next) || FIGURE.test(text.slice(0, index)) ? [] : number;
  });
}

/** Whether a text says how large losses were, also by a number that is `left` over, or that several orders were closed together, where nothing tells what wins brought beside. */
export function saysSizes(text: string, left: readonly string[], counts: readonly number[]): boolean {
  const numbers = left.filter((one) => /^\P{L}*\d\P{L}*$/u.test(one));
  const isLost = (part: string): boolean => tokensOf(part).some(({ kind }) => kind === 'lost');
  const isOfLosses = (part: string): boolean =>
    AMOUNT_OF_EACH.test(part)
      ? STOP.test(part) || isLost(part)
      : TIMES_ALONE.test(part) && STOP.test(part) && !saysRule(part);
  // "Each loser costs 4 winners", and no part of the counts.
  const isLeft = (part: string): boolean =>
    numbers.some((number) => part.includes(number) && isLost(part.slice(0, part.indexOf(number)))) &&
    !GALE.test(part) &&
    !counts.some((count) => part.includes(`${count}`));
  const parts = text.split(/\n|[,;|(](?!\d)|\.\s/);
  return isUneven(text) || parts.some((part) => SIZED.test(part) || isOfLosses(part) || isLeft(part));
}
