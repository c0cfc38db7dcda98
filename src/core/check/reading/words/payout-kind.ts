import { median } from '../../staking.ts';
import { type DecimalMark, parseAmount } from './amount.ts';
import { namedMeaning } from './column-names.ts';
import type { Asker } from '../questions.ts';
import { plainPattern, plainWords, remembering } from './words.ts';

/** What the numbers of a payout column are: `back` and `percent`, and the amounts `total` and `gain`, with and without the stake. */
type PayoutKind =
  | 'net'
  | 'decimal'
  | 'percent'
  | 'back'
  | 'american'
  | 'fractional'
  | 'implied'
  | 'total'
  | 'gain'
  | 'each'
  | 'risk-first'
  | 'reward-first';

/** A row as far as it tells what its payout means. */
export interface PayoutSample {
  readonly cell: string;
  readonly stake: number | null;
  /** What the row earned on top of its stake, where it says so and won. */
  readonly gained: number | null;
}

export interface PayoutOf {
  (cell: string, stake: number | null): number;
  /** Whether its numbers are odds or a risk and a reward, which follow the chance of winning; `unless-up-down` where a broker may write its payouts so. */
  readonly followsChance?: true | 'unless-up-down';
}
/** The column holds no payouts. */
export const NO_PAYOUT: PayoutOf = () => Number.NaN;

/** What brokers pay on a stake of 1: outside of it a kind is not taken for granted. */
const USUAL = { least: 0.3, most: 1.5 };
/** What they pay nearly always. */
const OFTEN = { least: 0.5, most: 1 };
/** What contracts of digits, and events, pay as well. */
const EVER = { least: 0.05, most: 10 };
/** What is assumed where nothing says what a win pays. */
const ASSUMED = 0.8;
/** A kind holds for a column where it holds for so many of its cells. */
const MOSTLY = 0.9;
const KINDS = ['net', 'decimal', 'back', 'percent', 'total', 'gain', 'american', 'fractional'] as const;
const SAME = 0.02;
/** Beyond it wins brought another amount than a column says. */
const NEAR = 0.05;
/** The ends of a range are nearer to each other. */
const FAR = 2;
const LEAST_LEVERAGE = 5;

/**
 * How a payout column is read: by what the rows earned, else by its name, else by what payouts usually are, else it is asked; trades
 * that `areUneven` are no bets on up or down.
 */
export function payoutReader(
  name: string,
  written: readonly PayoutSample[],
  mark: DecimalMark,
  asker: Asker,
  isGuess = false,
  areUneven = false,
): PayoutOf {
  const areOdds = isNamedOdds(name);
  const isRange = remembering((cell) => rangeIn(cell, areOdds) !== undefined);
  const ranges = written.flatMap(({ cell }) => (isRange(cell) ? cell : []));
  if (ranges.length === 0) return kindReader(name, written, mark, asker, isGuess, areUneven);
  const partOf = (cell: string, part: 'first' | 'mean' | 'last'): string => {
    const { low, high, unit } = rangeIn(cell, areOdds) ?? { low: Number.NaN, high: Number.NaN, unit: '' };
    const value = { first: low, mean: (low + high) / 2, last: high }[part];
    return Number.isNaN(value) ? cell : `${String(value).replace('.', mark)}${unit}`;
  };
  // Profits say it exactly.
  if (written.some(({ stake, gained }) => stake !== null && gained !== null)) return NO_PAYOUT;
  const asked = asker.open.length;
  const means = written.map((sample) => ({ ...sample, cell: partOf(sample.cell, 'mean') }));
  const of = kindReader(name, means, mark, asker, isGuess, areUneven);
  if (of === NO_PAYOUT) return of;
  // Where it is asked what the numbers are, wins pay the least of each range.
  const isAsked = asker.open.length > asked;
  const part = isAsked ? 'first' : asker.ask('payout-kind', ['first', 'mean', 'last'], ranges);
  return Object.assign((cell: string, stake: number | null) => of(partOf(cell, part), stake), of);
}

/** `1.80-1.90`, `80-85 %`. */
const RANGE = /^@?\s*(\d+(?:[.,]\d+)?)\s?%?\s*(?:[-–—~/]|to)\s*(\d+(?:[.,]\d+)?)\s?(%?)$/i;

/** The ends of what a cell says in two numbers near each other, and their unit; undefined where it is none, or odds as 5-2. */
function rangeIn(cell: string, areOdds: boolean) {
  const [, from = '', to = '', unit = ''] = RANGE.exec(cell.trim()) ?? [];
  const [low, high] = [from, to].map((text) => Number(text.replace(',', '.'))) as [number, number];
  const areDecimals = [from, to].every((text) => /[.,]/.test(text));
  const isWritten = unit !== '' || areDecimals || (!areOdds && !cell.includes('/') && low >= LEAST_PERCENT);
  return isWritten && low < high && high <= low * FAR ? { low, high, unit } : undefined;
}

function kindReader(
  name: string,
  written: readonly PayoutSample[],
  mark: DecimalMark,
  asker: Asker,
  isGuess: boolean,
  areUneven: boolean,
): PayoutOf {
  const areNamed = isNamedOdds(name);
  const [odds, numberIn] = [remembering(oddsIn), remembering((cell) => writtenNumber(cell, mark))];
  const read = (kind: PayoutKind): PayoutOf =>
    Object.assign(
      (cell: string, stake: number | null) => netPayout(kind, numberIn(cell), stake, areNamed),
      following(kind, name),
    );
  const samples = written.map((sample) => ({ ...sample, cell: odds(sample.cell) }));
  const paying = samples.filter(({ cell }) => isPaying(numberIn(cell)));
  const cells = paying.map(({ cell }) => cell);
  const holds = (kind: PayoutKind, fits: (net: number, sample: PayoutSample) => boolean): boolean => {
    const of = read(kind);
    const good = paying.filter((sample) => fits(of(sample.cell, sample.stake), sample)).length;
    return paying.length > 0 && good >= paying.length * MOSTLY;
  };
  // A credit, of which no stake is known, says nothing of what it risked.
  const areAmounts = namedMeaning(name) === 'returned' && written.every(({ stake }) => stake === null);
  const mayBeOther = isGuess || areAmounts || mayBeLeverage(name, cells, mark);
  const others = mayBeOther ? (['no-payout'] as const) : [];
  // That by which wins pay less comes first.
  const ask = (...kinds: readonly [PayoutKind, ...PayoutKind[]]): PayoutOf => {
    const isMore = holds(kinds[0], (net) => net >= ASSUMED);
    const [first, ...more] = isMore ? [...others, ...kinds] : [...kinds, ...others];
    const answer =
      more.length === 0
        ? first
        : asker.ask('payout-kind', [first as PayoutKind, ...more], cells, first === 'each');
    return answer === 'no-payout' ? NO_PAYOUT : read(answer as PayoutKind);
  };
  const isWithin =
    ({ least, most }: typeof USUAL) =>
    (kind: PayoutKind): boolean =>
      holds(kind, (net) => net >= least && net <= most);
  if (isGuess) return ask(oddsForm(name, cells, mark) ?? 'decimal');
  const orders = ratioOrders(name, paying, mark);
  if (orders !== undefined) return ask(...orders);
  const [named, second] = namedKinds(name, cells, mark);
  const proven = provenKind(paying, [named, second], read, isWithin(USUAL));
  if (proven === 'no-payout') return NO_PAYOUT;
  if (proven !== undefined) return proven.length === 1 ? read(proven[0]) : ask(...proven);
  if (named !== undefined && second !== undefined) return ask(named, second);
  // 82 of a stake of 10, below a name for money.
  const isMoney = named !== 'percent' && namedMeaning(name) === 'profit';
  if (isMoney && holds('percent', (net) => net * 100 >= LEAST_PERCENT))
    return ask('percent', 'total', 'gain');
  if (named !== undefined && named !== 'percent') return ask(named);
  // Percentages, and one number beside different stakes, are no amounts.
  const areRates = named === 'percent' || (differ(paying, 'stake') && !differ(paying, 'cell'));
  const kinds = KINDS.filter((kind) => !(areRates && (kind === 'total' || kind === 'gain')));
  const areSame = (kind: PayoutKind, other: PayoutKind): boolean =>
    holds(kind, (net, { cell, stake }) => Math.abs(read(other)(cell, stake) - net) <= net * SAME);
  const different = (fits: (kind: PayoutKind) => boolean): PayoutKind[] =>
    kinds
      .filter(fits)
      .filter((kind, at, fitting) => !fitting.slice(0, at).some((other) => areSame(kind, other)));
  const usual = different(isWithin(USUAL));
  // 180 % among 80 % may be what comes back where 80 is gained.
  if (named === 'percent' && usual.length === 0 && isWithin(OFTEN)('each')) return ask('each', 'percent');
  // 120 %, and 180, may be what comes back of 100, or what is gained.
  if (named === 'percent' && !isWithin(EVER)('back') && (usual.length === 0 || usual.includes(named)))
    return read(named);
  const [only, other] = usual;
  const nets = paying.map(({ cell, stake }) => read(only ?? 'net')(cell, stake));
  const pays = median(nets.filter((net) => net > 0)) ?? 0;
  // A payout of 2 may be two stakes beside the own one.
  const areWhole = only === 'decimal' && cells.every((cell) => /^\d+$/.test(cell));
  const isSure = other === undefined && only !== 'back' && !areUneven && !areWhole && !areAmounts;
  if (paying.length === 0 || (isSure && pays >= OFTEN.least && pays <= OFTEN.most))
    return read(only ?? 'net');
  const paid = different((kind) => holds(kind, (net) => net > 0));
  const likely = paid.filter(isWithin(EVER));
  const isEach = only === undefined && isWithin(USUAL)('each');
  const [first, ...more] = [
    ...(isEach ? (['each'] as const) : []),
    ...(isEach || likely.length === 0 ? paid : likely),
  ];
  return first === undefined ? read('net') : ask(first, ...more);
}

/** The kinds that what won trades earned leaves open; undefined where it says nothing. */
function provenKind(
  paying: readonly PayoutSample[],
  [named, second]: readonly (PayoutKind | undefined)[],
  read: (kind: PayoutKind) => PayoutOf,
  isUsual: (kind: PayoutKind) => boolean,
): readonly [PayoutKind, ...PayoutKind[]] | 'no-payout' | undefined {
  const earned = paying.filter(({ stake, gained }) => stake !== null && gained !== null);
  if (earned.length === 0) return undefined;
  const shown = (kind: PayoutKind): boolean =>
    earnedAs(earned, read(kind), (times) => Math.abs(times - 1) <= SAME);
  const proven = [named, second, ...KINDS].find((kind) => kind !== undefined && shown(kind));
  // Odds of 1.85 beside profits of 18.50 for a stake of 10: the profit may hold the stake.
  const isDoubtful = named !== undefined && named !== proven && second !== proven && isUsual(named);
  if (proven !== undefined) return isDoubtful ? [named, proven] : [proven];
  // What a name says and nearly no trade brought is none of them: a leverage, or a promise.
  const isOther = (times: number): boolean => Math.abs(times - 1) > NEAR;
  return named !== undefined && earnedAs(earned, read(named), isOther) ? 'no-payout' : undefined;
}

const differ = (samples: readonly PayoutSample[], of: 'stake' | 'cell'): boolean =>
  new Set(samples.map((sample) => sample[of])).size > 1;
function following(kind: PayoutKind, name: string): Pick<PayoutOf, 'followsChance'> {
  const isRatio =
    /^(?:american|fractional|implied|risk-first|reward-first)$/.test(kind) || /risk to reward/.test(name);
  if (isRatio) return { followsChance: true };
  const isOdds = kind === 'decimal' || isNamedOdds(name);
  return isOdds ? { followsChance: 'unless-up-down' } : {};
}

/** Whether nearly all won trades earned so many times what a column says. */
function earnedAs(earned: readonly PayoutSample[], of: PayoutOf, fits: (times: number) => boolean): boolean {
  const fitting = earned.filter(({ cell, stake, gained }) =>
    fits((of(cell, stake) * (stake as number)) / (gained as number)),
  );
  return fitting.length >= earned.length * MOSTLY;
}

/** The odds, or chances of winning, that all numbers of a column can be by their form; undefined where they can be none. */
export function oddsForm(
  name: string,
  cells: readonly string[],
  mark: DecimalMark,
): 'american' | 'fractional' | 'decimal' | 'implied' | undefined {
  const are = (fits: (cell: string, number: number) => boolean): boolean =>
    cells.filter((cell) => fits(cell, parseAmount(cell, mark))).length >= Math.max(1, cells.length * MOSTLY);
  const isSigned = (cell: string): boolean => AMERICAN.test(oddsIn(cell));
  if (cells.some(isSigned) && are((cell) => isSigned(cell) || /^\d{3,4}$/.test(cell))) return 'american';
  if (are((cell) => isSurelyOdds(cell) || EVENS.test(cell))) return 'fractional';
  const isPercent =
    name.includes('%') || namesChance(name) || are((cell) => /[%¢c]$/.test(cell)) || /\(c\)|¢/.test(name);
  if (are((_cell, number) => number >= LEAST_CHANCE && number < (isPercent ? 100 : 1))) return 'implied';
  const areDecimals = are((cell, number) => number > 1 && number <= MOST_DECIMAL && !cell.endsWith('%'));
  const areOdds = /^sp$/i.test(name) || cells.some((cell) => /\d[.,]\d{1,2}$/.test(cell));
  return areDecimals && areOdds ? 'decimal' : undefined;
}

/** A smaller share of 1 is an advantage or a size. */
const LEAST_CHANCE = 0.05;
/** Decimal odds are seldom larger. */
const MOST_DECIMAL = 20;
const CHANCE = plainPattern(
  /(?<!\p{L})(?:prob(?:s|abil\p{L}*)?|chance|likelihood|wahrscheinlichkeit|вероятност\p{L}|olasılık|peluang|xác suất|概率|確率|확률|संभावना|সম্ভাবনা|احتمال)(?!\p{L})/u,
);
/** Whether a name is one for the chance of winning, by a model or a market. */
export const namesChance = (name: string): boolean =>
  CHANCE.test(plainWords(name)) || /^win ?(?:%|pct)/i.test(name);

/** Whether numbers may be no payouts: whole multipliers, some of them larger than odds are. */
function mayBeLeverage(name: string, cells: readonly string[], mark: DecimalMark): boolean {
  const numbers = cells.map((cell) => parseAmount(cell, mark));
  const areLarge = numbers.every(Number.isInteger) && numbers.some((number) => number >= LEAST_LEVERAGE);
  return areLarge && /multiplier/.test(plainWords(name));
}

/** The orders in which ratios can name the risk and the gain, first the one by which wins pay less; undefined of other payouts. */
function ratioOrders(
  name: string,
  samples: readonly PayoutSample[],
  mark: DecimalMark,
): readonly [PayoutKind, PayoutKind] | undefined {
  const isNamed = /(?<!\p{L})risk(?!\p{L})/u.test(plainWords(name));
  const isRatio = (cell: string): boolean => FRACTION.test(cell) && (isNamed || cell.includes(':'));
  if (isNamedOdds(name) || samples.length === 0 || !samples.every(({ cell }) => isRatio(cell)))
    return undefined;
  const sumOf = (kind: PayoutKind): number =>
    samples.reduce((sum, { cell, stake }) => sum + netPayout(kind, writtenNumber(cell, mark), stake), 0);
  return sumOf('risk-first') < sumOf('reward-first')
    ? ['risk-first', 'reward-first']
    : ['reward-first', 'risk-first'];
}

const FRACTION = /^(\d{1,4}(?:\.\d+)?)\s*[/:-]\s*(\d{1,4}(?:\.\d+)?)$/;
/** What bookmakers write for 1/1, and for +100. */
const EVENS = /^(?:evens?|evs?)$/i;

/** Odds that are written otherwise than as a number. */
export function isWrittenOdds(cell: string): boolean {
  const odds = oddsIn(cell);
  const isOther = FRACTION.test(odds) || EVENS.test(odds) || rangeIn(cell, false) !== undefined;
  return isOther || (odds !== cell && /^[+-]?\d+(?:[.,]\d+)?$/.test(odds));
}

/** `Cashout at 1.35`, `1.35x`. */
export const AT_ODDS =
  /^(?:[\p{L} ]{2,30} (?:at|@) ?(?=\d+[.,]\d{1,2}x?$)|(?=\d+[.,]\d{1,2}x$))([\d.,]+)x?$/iu;

/** `@1.91` without its sign, and of `1.91 (-110)` or `-3.5 (-110)` what stands in brackets. */
function oddsIn(cell: string): string {
  const odds = cell.trim().replace('−', '-').replace(/^@\s*/, '').replace(AT_ODDS, '$1');
  return /[(\s]([+-][1-9]\d{2,4})\)?$/.exec(odds)?.[1] ?? odds;
}

/** Odds with a sign from 100 on. */
const AMERICAN = /^[+-]\d{3,5}(?:\.\d+)?$/;
const LEAST_AMERICAN = 100;
/** Decimal odds are seldom larger, percentages seldom smaller. */
const LEAST_PERCENT = 20;
/** No odds of what brokers pay are larger. */
const LEAST_RETURNED = 100;
/** Below these names odds of several forms can stand, each of which says what it is, or what came back of a stake of 1. */
const ODDS = plainPattern(
  /odds|coef|коэф|cote|(?:quot|cuot|cot)a|(?<!\p{L})(?:quote|odd)|赔率|オッズ|배당|ऑड्स|moneyline|american|juice|bahis orani/u,
);
/** The same before a number in a text. */
export const ODDS_NAMES =
  'odds?|coef\\p{L}*|коэф\\p{L}*|к\\.?ф|cotes?|(?:quot|cuot|cot)as?|quot(?:e[ns]?)|赔率|オッズ|배당(?:률)?|ऑड्स|moneyline|ml(?= [+−-])';
/** Below these stand odds, or prices, sizes and the like: their numbers tell. */
const MAY_BE_ODDS = plainPattern(/^(?:price(?: taken)?|line|ml|sp|kurs|oran|quote|decimal|倍率)$/u);
const GROSS = /multiplier|gross|decimal/;

export const mayNameOdds = (name: string): boolean => MAY_BE_ODDS.test(plainWords(name));
export const isNamedOdds = (name: string): boolean => ODDS.test(plainWords(name)) || mayNameOdds(name);

/** Whether a cell holds odds that are no price: American ones, or 4/9. */
const isSurelyOdds = (cell: string): boolean =>
  AMERICAN.test(oddsIn(cell)) || /^\d{1,3}\/\d{1,3}$/.test(cell);

type WrittenNumber = ReturnType<typeof writtenNumber>;

const isPaying = ({ fraction, value }: WrittenNumber): boolean =>
  fraction !== undefined || Math.abs(value) > 0;

/** What a cell of payouts says as it is written, whatever kind it is of. */
function writtenNumber(cell: string, mark: DecimalMark) {
  const text = oddsIn(cell);
  return {
    isEven: EVENS.test(text),
    fraction: FRACTION.exec(text)?.slice(1).map(Number),
    isAmerican: AMERICAN.test(text),
    isPercent: cell.endsWith('%'),
    value: parseAmount(text, mark),
  };
}

/** The net payout that a cell says as one kind; NaN where it cannot. */
function netPayout(
  kind: PayoutKind,
  { isEven, fraction, isAmerican, isPercent, value }: WrittenNumber,
  stake: number | null,
  areOdds = false,
): number {
  if (isEven) return 1;
  const [isAmount, isFirst] = [['percent', 'total', 'gain'].includes(kind), kind === 'risk-first'];
  if (fraction !== undefined) {
    const [gain, risk] = (isFirst ? fraction.toReversed() : fraction) as [number, number];
    return isAmount ? Number.NaN : gain / risk;
  }
  const american = value > 0 ? value / 100 : -100 / value;
  if (!isAmount && isAmerican) return american;
  // Malay and Indonesian odds name the stake of a gain of 1 below 0.
  if (!isAmount && areOdds && value < 0) return -1 / value;
  switch (kind) {
    case 'net':
      return value;
    case 'decimal':
      return isPercent || (!areOdds && value > LEAST_RETURNED) ? Number.NaN : value - 1;
    case 'back':
      return value > LEAST_RETURNED ? value / 100 - 1 : Number.NaN;
    case 'percent':
      return value / 100;
    case 'total':
      return stake === null ? Number.NaN : value / stake - 1;
    case 'gain':
      return stake === null ? Number.NaN : value / stake;
    case 'american':
      return Math.abs(value) >= LEAST_AMERICAN ? american : Number.NaN;
    case 'implied':
      return value < 100 ? (value < 1 ? 1 : 100) / value - 1 : Number.NaN;
    case 'each':
      if (value > LEAST_RETURNED) return value / 100 - (areOdds ? 0 : 1);
      return value <= 1 ? value : value < LEAST_PERCENT ? value - 1 : value / 100;
    default:
      return Number.NaN;
  }
}

/** What the name of a column says about its numbers, or their form does; two kinds where odds can be of either. */
function namedKinds(
  name: string,
  cells: readonly string[],
  mark: DecimalMark,
): readonly [PayoutKind?, PayoutKind?] {
  const words = plainWords(name);
  const mostly = (form: RegExp, of = cells): boolean =>
    of.length > 0 && of.filter((cell) => form.test(cell.trim())).length >= of.length * MOSTLY;
  const plain = cells.filter((cell) => !isWrittenOdds(cell) && !AMERICAN.test(cell.replace('−', '-')));
  if ((plain.length === 0 && cells.length > 0) || mostly(AMERICAN))
    return [mostly(FRACTION) ? 'fractional' : 'american'];
  if (isNamedOdds(name) || GROSS.test(words)) {
    if (/(?<!\p{L})(?:hk|hong ?kong|malay|indo)/u.test(words)) return ['net'];
    const isOdds = isNamedOdds(name);
    const isBack = (cell: string): boolean =>
      parseAmount(cell, mark) > LEAST_RETURNED && (!isOdds || cell.endsWith('%'));
    if (plain.length > 0 && plain.every(isBack)) return ['back'];
    if (isOdds && mostly(/^\d{1,2}(?:[.,]\d+)? ?%$/)) return ['implied', 'percent'];
    if (isOdds && mostly(/^\d{3,}(?:\.0+)?$/, plain)) return ['american'];
    const numbers = plain.map((cell) => parseAmount(cell, mark));
    // Decimal odds hold the stake.
    if (numbers.some((number) => number < 1))
      return numbers.every((number) => Math.abs(number) <= 1) ? ['net'] : ['each', 'net'];
    if (isOdds && plain.some((cell) => /^\d{3,}$/.test(cell))) return ['each', 'decimal'];
    // 4 may be what a stake of 1 gains, as 4/1 is.
    const areWhole = plain.length > 0 && plain.every((cell) => /^\d+$/.test(cell));
    return isOdds && areWhole && !/decimal/.test(words) ? ['decimal', 'net'] : ['decimal'];
  }
  const isNamed = /%/.test(name) || /percent|pct|pourcent|prozent|porcent|процент/.test(words);
  if (isNamed || mostly(/^\+?%|%$/)) return ['percent'];
  return /\bnet\b/.test(words) ? ['net'] : [];
}
