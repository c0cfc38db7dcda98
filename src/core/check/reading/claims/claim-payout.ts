/** What a claim says of what a win brings: a target and a stop, their ratio, a payout, odds, averages, or a profit factor. */
import { decimalMarkOf, parseAmount } from '../words/amount.ts';
import { GALE } from '../words/announced-gales.ts';
import { withoutRules } from './claim-text.ts';
import { isUnit, tokensOf } from './claim-words.ts';
import {
  askedDistance,
  isUneven,
  namesTarget,
  numberOf,
  payoutIn,
  ratioIn,
  withNamesFirst,
  withoutLevels,
} from '../words/distances.ts';
import { ODDS_NAMES } from '../words/payout-kind.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';
import type { Counts } from './tallies.ts';
import { plainPattern, plainWords, remembering } from '../words/words.ts';

type Sums = Pick<Counts, 'won' | 'lost'>;

export interface ClaimedPayout {
  /** What a won stake of 1 brings to those who won and lost so many; undefined where the text does not say. */
  readonly payoutWith: (asker: Asker, counts: Sums) => number | undefined;
  /** A payout of a broker, or one that follows the chance of winning: odds, or the distance of a target over that of a stop. */
  readonly kind: 'payout' | 'odds' | 'distance';
  /** The text without it, in the same lines. */
  readonly rest: string;
}

const PERCENT = '(?:(\\d{1,3}(?:[.,]\\d+)?) ?%|% ?(\\d{1,3}(?:[.,]\\d+)?)(?![\\d%]))';
const NAME =
  '(?:average|averaging|avg\\.?|mean|mittlere|durchschnittliche[rs]?|ø|promedio|m[ée]di[ao]|moyenn?e|gain moyen|средн\\p{L}*|ortalama|rata-rata)';
const PAYOUT =
  '(?:payouts?|pays|выплат\\p{L}*|pagamento|getiri(?: oranı)?|auszahlung|भुगतान|पेआउट|পেআউট|পেমেন্ট|ادائیگی|العائد|trả thưởng)';
const LINK = '(?: (?:of|is|de|at|на|в|von))?\\s?[:=-]?\\s?';
const PAID = new RegExp(
  `(?<!\\p{L})(?:${NAME} )?${PAYOUT}(?: ${NAME})?${LINK}${PERCENT}|${PERCENT} (?:de )?${PAYOUT}(?!\\p{L})`,
  'iu',
);
const ODDS = new RegExp(
  `(?<!\\p{L})(?:${NAME} )?(?:(?:${ODDS_NAMES}|oran)(?: ${NAME})?|@|(?:average|avg\\.?) price|at(?= -))(?: \\p{L}{2,8}){0,3}${LINK}([+−-]\\d{3,4}|\\d{1,2}(?:[.,]\\d{1,3}|/\\d{1,2}))(?![\\d.,]*\\d|\\s?(?:[%\\p{Sc}]|pips?|points?|pts|usd|eur|u(?:nits?)?(?!\\p{L})))`,
  'iu',
);
/** What is left of an average ratio. */
const NAME_ALONE = new RegExp(`(?<!\\p{L})${NAME}(?=\\s*(?:[,;|\\n]|$))`, 'giu');
const NUMBER = '\\d{1,3}(?: \\d{3})+(?:[.,]\\d+)?|\\d[\\d.,]*\\d|\\d';
const SIZE = `\\p{Sc}?\\s?(${NUMBER})(?: ?[\\p{Sc}%]| ?(?:usd|eur|pips|points|units?|[ru])(?!\\p{L}))?`;
const WON = '(?:winn(?:er|ing)|win|gain|profit|gewinn|ganancia|ganho|прибыль|kazanç|untung)';
const LOST = '(?:los(?:er|ing|s)|verlust|pérdida|perda|убыток|kayıp|rugi)';
/** `risk 40 to make 10`. */
const RISKED = new RegExp(
  `(?<!\\p{L})(?:risk(?:ing|ed|s)?|lay(?:ing)?|arrie?s[cg]\\p{L}+|riesgo|риск\\p{L}*) ${SIZE} (?:(?:to|for|para|por|ради|чтобы) \\p{L}{3,10}|for) ${SIZE}`,
  'iu',
);
const GAINED = new RegExp(`^${WON}s?$`, 'iu');
/** `Average win: 10`. */
const NAMED = `(?<!\\p{L})(?:${NAME}|gross) (?:${WON}|${LOST})\\p{L}{0,4}(?: (?:trades?|per trade|of))?\\s?[:=]?\\s?\\(?`;
const [NAMED_SIZE, ONE_SIZE] = [`${NAMED}$`, `${NAMED}[+−–-]?\\p{Sc}?\\d`].map(
  (form) => new RegExp(form, 'iu'),
) as [RegExp, RegExp];
const OF_ALL = /(?<!\p{L})(?:gross|total|in all)(?!\p{L})\P{N}{0,20}$/iu;
/** `losses of 40 pips`, `wins x $10`. */
const OF_EACH = /(?<!\p{L})(?:of|at|von|de|por|по|à|x|×|@)(?!\p{L})[^\p{L}\p{N}]{0,4}$/iu;
const EACH = new RegExp(
  `(?<!\\p{L})(?:${NAME}|each|apiece|per (?:trade|win|loss)(?:n?er)?|cada(?: un[ao]?)?|jeweils?|chacun|кажд\\p{L}+)(?!\\p{L})`,
  'giu',
);
const FACTOR =
  /(?<!\p{L})(?:profit[ -]?factor|p\.?f\.?|profitfaktor|fa(?:c?tor) de (?:lucro|beneficio|ganancia)|профит[ -]?фактор)\s?[:=]?\s?(\d+(?:[.,]\d+)?)(?![\d.,]*\d)/iu;
/** A larger percentage may be what comes back. */
const MOST_GAINED = 150;
const MOST_NET = 1_000;
const LONGEST = 2_000;

/** What a text says that a win brings; a profit factor says so with how many won and lost. */
export function claimedPayout(given: string): ClaimedPayout {
  const text = withNamesFirst(given);
  const none: ClaimedPayout = { payoutWith: () => undefined, kind: 'payout', rest: text };
  if (text.length > LONGEST) return none;
  const rate = statedRate(text);
  if (rate !== undefined)
    return {
      kind: rate.kind,
      payoutWith: (asker) => netsOf([rate], asker)[0],
      rest: text.replace(rate.said, ' '),
    };
  // No part of a level stands in the next line.
  const rest = withoutLevels(text.replace(/\n/g, ' \n ')).replace(NAME_ALONE, ' ');
  const ratio = ratioIn(text);
  if (ratio !== undefined && ratio.risk > 0 && ratio.gain > 0)
    return { payoutWith: (asker) => ratioPayout(ratio, asker), kind: 'distance', rest };
  const sizes = sizesIn(text);
  if (sizes !== undefined) return { kind: 'distance', ...sizes };
  const payout = payoutIn(text, null, true);
  if (payout !== null) return { payoutWith: () => payout, kind: 'distance', rest };
  const factor = numberOf(FACTOR.exec(text)?.[1]);
  if (!(factor > 0)) return none;
  return { ...none, payoutWith: (_asker, counts) => ofAll(factor, counts), kind: 'distance' };
}

/** What a win brings where all wins together brought so many times what all losses cost. */
const ofAll = (factor: number, { won, lost }: Sums): number | undefined =>
  won > 0 && lost > 0 ? (factor * lost) / won : undefined;

/** What wins and losses brought, of each or of all: `Average win: 10`, `Gross profit: 1 430.00`, `95 wins (+10 pips each)`; undefined where not each of the two is said once. */
function sizesIn(text: string): Pick<ClaimedPayout, 'payoutWith' | 'rest'> | undefined {
  const all = [...text.matchAll(SIZED)];
  const named = all.filter(({ index }) => NAMED_SIZE.test(text.slice(0, index)));
  const measured = all.filter(
    ({ 0: amount, index }) => /^[+−–-]|[\p{Sc}\p{L}]/u.test(amount) && !OF_ONE.test(text.slice(0, index)),
  );
  const found = named.length > 0 ? named : measured;
  const [one, other] = found;
  if (one === undefined || other === undefined || found.length > 2) return undefined;
  const ends = [
    text.slice(0, one.index),
    text.slice(one.index + one[0].length, other.index),
    text.slice(other.index + other[0].length),
  ];
  const [before = [], between = [], behind = []] = ends.map(outcomesIn);
  const [first, second] = before.length === 0 ? [between[0], behind[0]] : [before.at(-1), between.at(-1)];
  if (first === undefined || second === undefined || first === second) return undefined;
  const amounts = found.map(({ groups = {} }) => groups['size'] ?? '');
  const [size = 0, next = 0] = amounts.map((amount) => parseAmount(amount, decimalMarkOf(amounts, '.')));
  const ratio = first === 'won' ? size / next : next / size;
  if (!(ratio > 0 && ratio < MOST_NET)) return undefined;
  const isOfOne = ends.slice(0, 2).every((part) => OF_EACH.test(part));
  const rest = ends
    .map((part) => part.replace(OF_EACH, ' '))
    .join(' ')
    .replace(EACH, ' ');
  const [each, total] = [ratio, (counts: Sums): number => ofAll(ratio, counts) ?? ratio];
  if (ends.slice(0, 2).every((part) => OF_ALL.test(part)))
    return { payoutWith: (_asker, counts) => ofAll(ratio, counts), rest };
  const isOfEach = isOfOne || ends.some((part) => part.search(EACH) !== -1);
  return {
    payoutWith: (asker, counts) =>
      isOfEach || each === total(counts)
        ? each
        : askedDistance([shown(text)], asker, undefined, [each, total(counts)]),
    rest,
  };
}

/** The outcomes that a text names, in their order. */
const outcomesIn = (text: string): readonly ('won' | 'lost')[] =>
  tokensOf(text).flatMap(({ kind, text: word }) =>
    kind === 'won' || kind === 'lost' ? kind : GAINED.test(word) ? 'won' : [],
  );

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
/** The first letters of words for the one of several that stands out. */
export const ONE =
  'best|worst|top|max|min|larg|big|high|low|mejor|peor|melhor|pior|лучш|худш|макс|en iyi|terbaik';
const OF_ONE = new RegExp(`(?<!\\p{L})(?:${ONE})\\P{N}*$`, 'iu');
/** What is of one trade, or of some of them. */
const OF_SOME = new RegExp(
  `(?<!\\p{L})(?:${ONE}|draw ?down|avg|average|mean|each|per(?!\\p{L})|daily|expectancy|средн|кажд|просадк|cada|ortalama|rata)`,
  'iu',
);
/** An amount of money, of points, or with a sign. */
const SIZED = new RegExp(
  `(?<![\\p{L}\\d.,])(?:[+−–-](?=\\d|\\p{Sc}))?\\p{Sc}?\\s?(?<size>${NUMBER})(?![\\d.,]*\\d|\\s?%)(?:\\s?(?:${NET_UNIT})(?![\\p{L}\\p{M}]))?`,
  'giu',
);
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
    [...part.matchAll(NET)].flatMap(({ groups = {} }) => {
      const { name = '', sign = '', money, size = '', unit = UNITS.exec(name)?.[0] } = groups;
      const isOfAll = name + sign !== '' && !OF_SOME.test(part);
      if ((money ?? unit) === undefined || !(isOfAll || IN_DISTANCES.test(unit ?? ''))) return [];
      const value = parseAmount(size, decimalMarkOf([size], '.')) * (/[−–-]/.test(sign) ? -1 : 1);
      return { amount: isOfAll ? value : undefined, inStakes: IN_STAKES.test(unit ?? '') };
    }),
  ),
);

/**
 * What a win brought where texts say what all trades brought together: exactly in stakes, at most what makes both even where they lost; `open`
 * where they won an amount of something else, and undefined where they do not say it.
 */
export function payoutOfNet(texts: readonly string[], { won, lost }: Sums): number | 'open' | undefined {
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
  const [paid, odds, risked] = (
    [
      [PAID, /%/],
      [ODDS, /\d[.,/]\d|[+−-]\d{3}/],
      [RISKED, /risk|риск|riesgo|lay|arr/i],
    ] as const
  ).map(([form, sign]) => (sign.test(text) ? form.exec(text) : null));
  const [risk = 0, target = 0] = risked?.slice(1).map(numberOf) ?? [];
  const percent = numberOf(paid?.slice(1).find(Boolean));
  const rates: readonly StatedRate[] = [
    percent > MOST_GAINED
      ? { kind: 'payout', net: percent / 100 - 1, gained: percent / 100, said: paid?.[0] ?? '' }
      : { kind: 'payout', net: percent / 100, said: paid?.[0] ?? '' },
    { kind: 'odds', net: netOf(odds?.[1]), said: odds?.[0] ?? '' },
    { kind: 'distance', net: target / risk, said: risked?.[0] ?? '' },
  ];
  return rates.find(({ net }) => net > 0 && net < MOST_NET);
}

/** What rates pay, each in its place; asks whether large percentages are gained or come back. */
export function netsOf(
  rates: readonly (StatedRate | undefined)[],
  asker: Asker,
): readonly (number | undefined)[] {
  const large = rates.flatMap((rate) => (rate?.gained === undefined ? [] : rate.said.trim()));
  const areGained = large.length > 0 && asker.ask('payout-kind', ['back', 'percent'], large) === 'percent';
  return rates.map((rate) => (areGained ? (rate?.gained ?? rate?.net) : rate?.net));
}

/** A risk of 1 stands first as its name does; of 4:1 it is asked which number is the risk. */
function ratioPayout({ risk, gain, isOpen }: NonNullable<ReturnType<typeof ratioIn>>, asker: Asker): number {
  if (risk === 1 && !isOpen) return gain;
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
/** An amount or a multiple that no other rule has read. */
const UNREAD = new RegExp(
  `\\p{Sc} ?(${NUMBER})|(?<![\\d.,])(${NUMBER}) ?(?:${DISTANCES}|usdt?|eur|gbp|dollars?|\\p{Sc}|${STAKES}|(?:x|×|times|veces|vezes|раза?|kat|kali|fois|mal)(?!\\s?\\d)|% ?(?:growth|gains?|profits?|returns?|lucro|ganancias?|прибыли))(?![\\p{L}\\p{M}])|(?<![\\p{L}\\d])[x×](\\d+)(?!\\d)`,
  'giu',
);
const PRICE =
  /(?<!\p{L})(?:vip|join|price|fees?|access|subscri\p{L}*|deposit|member\p{L}*|entre|cuesta|preço|precio|цена|вип)(?!\p{L})/iu;

/** Two numbers, of which the one that is 1 may be the risk; a time of day is none. */
const PAIR =
  /(?<![\d.,:/])(?!\d{1,2}:[0-5]\d(?!\d))(\d{1,3}(?:[.,]\d+)?)(?::| (?:to|к|a|zu|ke|à) )(\d{1,3}(?:[.,]\d+)?)(?![\d:%]|[.,]\d| ?(?:am|pm|days?|trades?|signals?)(?!\p{L}))/iu;
const NAMED_RATIO = /ratio|risk|reward|riesgo|risco|соотнош|риск|тейк|verhältnis|proporc|rapport/iu;
/** `profit/loss ratio 0.1`. */
const RATIO_ALONE =
  /(?<!(?:sharpe|sortino|calmar|шарпа) )(?:ratio|multiple|соотношение)\P{N}{0,12}?(\d+[.,]\d+)/iu;

/** Asks what numbers are that may say what a win brings, without a word for it: a ratio, or odds; undefined where a text has none, or they are none. */
export function askedNet(text: string, counts: readonly Counts[], asker: Asker): number | undefined {
  const found = PAIR.exec(text);
  // "From 1 to 5 May" names days.
  const pair =
    found !== null && (found[0].includes(':') || NAMED_RATIO.test(text)) ? found : RATIO_ALONE.exec(text);
  const [one = 0, other = 1] = pair?.slice(1).map(numberOf) ?? [];
  const isOfCounts = counts.some(({ won, lost }) => one * lost === other * won);
  if (!isOfCounts && (one === 1 || other === 1) && one * other > 0) {
    const answer = asker.ask('payout-kind', ['reward-first', 'risk-first', 'no-payout'], [pair?.[0] ?? '']);
    return answer === 'no-payout' ? undefined : answer === 'risk-first' ? other / one : one / other;
  }
  const like = [...text.matchAll(DECIMAL)].flatMap(({ 0: number, index }) => {
    const [next = ''] = /^\s?\p{L}+(?: factor)?/u.exec(text.slice(index + number.length)) ?? [];
    return isUnit(next) || / factor$/i.test(next) || FIGURE.test(text.slice(0, index)) ? [] : number;
  });
  if (like.length > 0) {
    const areOdds = asker.ask('payout-kind', ['decimal', 'no-payout'], like) === 'decimal';
    return areOdds ? like.reduce((sum, odds) => sum + netOf(odds), 0) / like.length : undefined;
  }
  const share = [...text.matchAll(PERCENT_ALONE)].find(
    ([said, number = '']) =>
      !OF_ENDS.test(said) && !tokensOf(said).some(({ kind }) => kind === 'rate') && !isRateOf(number, counts),
  );
  const isPaid =
    share !== undefined &&
    asker.ask('payout-kind', ['percent', 'no-payout'], [shown(share[0])]) === 'percent';
  return isPaid ? numberOf(share[1]) / 100 : undefined;
}

/** A percentage that brokers pay, and the words before it. */
const PERCENT_ALONE = /[^\d\n.,;]{0,30}(?<![\d.,:/+−-]|\d \()([6-9]\d(?:[.,]\d+)?) ?%/gu;

/** Words for how often an end comes, or what a test is worth. */
const OF_ENDS = /(?<!\p{L})(?:tp|sl|targets?|stops?|hits?|quality)(?!\p{L})/iu;

/** Whether a percentage is that of what was won or lost. */
function isRateOf(number: string, counts: readonly Counts[]): boolean {
  const digits = /[.,](\d+)/.exec(number)?.[1]?.length ?? 0;
  return counts.some(({ won, lost, tied }) =>
    [won, lost].some((count) =>
      [won + lost, won + lost + tied].some(
        (all) => Math.abs((count / all) * 100 - numberOf(number)) <= 10 ** -digits,
      ),
    ),
  );
}

/** What says that trades lost money together, or that wins and losses are not alike. */
const UNLIKE = plainPattern(
  /(?<!\p{L})(?:los(?:t|e|ing|es) money|negative|(?:account|balance|equity|net|overall|money)\b[^.,;\n]{0,20} (?:down|lost|red|negative|minus)|(?:balance|equity) (?:from )?\d+ (?:to )?\d|(?:small|tiny|little|big|large|huge)(?:er)? (?:win|loss|loser|winner)(?:e?s)?|(?:win|loss|loser|winner)(?:e?s)? (?:are|were|is|was)? ?(?:\p{L}+ ){0,3}(?:small|tiny|big|large|huge)\p{L}*|(?:cuenta|conta|конто|konto|compte|счет|депозит|hesap|akun)\P{N}{0,20} (?:rojo|vermelho|negativ\p{L}+|минус\p{L}*|rouge|perte|ekside|zararda|minus|rugi)|perdi(?:o|mos|eron)? dinero|perdeu dinheiro|geld verloren|perdu de l.argent|потерял\p{L}* деньги|para kaybet\p{L}+)(?!\p{L})/iu,
);

/** Whether a text says how large what was won or lost is, also by a number that is `left` over beside a loss, where nothing tells what wins brought for what losses cost. */
export function saysSizes(given: string, left: readonly string[], counts: readonly number[]): boolean {
  const text = withoutRules(given);
  const parts = text.split(/\n|[,;|(](?!\d)|\.\s/);
  const isCount = (number = ''): boolean => counts.some((count) => String(count) === number);
  // "Each loser costs 4 winners", and no part of the counts.
  const isLeft = left.some((number) => {
    const part = parts.find((one) => one.includes(number)) ?? '';
    const isBare = /^\P{L}*\d\P{L}*$/u.test(number) && !GALE.test(part);
    return (
      isBare &&
      !(part.match(/\d+/g) ?? []).some(isCount) &&
      outcomesIn(part.slice(0, part.indexOf(number))).includes('lost')
    );
  });
  const unread = parts.flatMap((part) =>
    PRICE.test(part) || GALE.test(part)
      ? []
      : [...part.matchAll(UNREAD)].map((found) => found.slice(1).find(Boolean)),
  );
  const isNamed =
    UNLIKE.test(plainWords(text)) || isUneven(text) || namesTarget(text) || ONE_SIZE.test(given);
  return isLeft || isNamed || !unread.every(isCount);
}
