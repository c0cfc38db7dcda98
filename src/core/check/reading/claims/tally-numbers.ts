/** What each number of a sentence counts. */
import type { TradeOutcome } from '../../trade.ts';
import { isAmount, isOtherRate, isUnit, type Token, tokensOf } from './claim-words.ts';

/** Rates of what was won, lost and tied. */
export const RATES = ['rate', 'lost-rate', 'tied-rate'] as const;
/** What a number of a tally is: a count of its outcome, of all trades, of some of them, the rate of an outcome, or a score. */
export type Role = TradeOutcome | 'open' | 'all' | 'some' | (typeof RATES)[number] | 'score';
/** A token, and what it counts. */
export interface Bound {
  readonly token: Token;
  role: Role | undefined;
  /** A number that counts no trades: of a day, or with a unit. */
  isLabel: boolean;
  /** What is counted where that is a word for neither trades nor an outcome. */
  thing?: Token | undefined;
  /** It is a part of the count before it, or is said not to be counted. */
  part?: 'within' | 'except' | undefined;
}
export type Roles = Partial<Record<Role, Bound>>;

const NO_WORDS = new Set<Token['kind']>(['number', 'percent', 'score', 'date', 'comma', 'sentence', 'line']);
const isBreak = ({ token }: Bound): boolean => token.kind === 'line' || token.kind === 'sentence';
/** What tells whether a token is of one of these kinds. */
export const isKind =
  (...kinds: readonly Token['kind'][]) =>
  (one: Bound | undefined): boolean =>
    one !== undefined && kinds.includes(one.token.kind);
const isResult = isKind('won', 'lost', 'tied', 'open');
const isNumber = isKind('number');
/** Whether a word tells that nothing has happened yet. */
export const isPromise = isKind('promise');
const YEAR = /^(?:19|20)\d\d$/;
/** Whether a token says of which day or time a tally is. */
export const saysWhen = (one: Bound): boolean =>
  isKind('period', 'when', 'date', 'span')(one) ||
  (one.isLabel && (isKind('score')(one) || YEAR.test(one.token.text)));
/** Whether a number counts trades that were won, or lost. */
export const isOutcome = ({ role }: Bound): boolean => role === 'won' || role === 'lost';
const LONG = /^(?:[qh][1-4]|quarters?|trimestres?|semestres?|quartal|halbjahr)$/i;

/** Whether a label is of a week or more: `Q1`, or a year without a month. */
export function isOfLongTime(label: readonly Bound[]): boolean {
  const times = label.filter(saysWhen);
  return (
    (label.some(isKind('span')) && !label.some(isKind('when'))) ||
    times.some(({ token }) => LONG.test(token.text)) ||
    areYears(times)
  );
}

const areYears = (times: readonly Bound[]): boolean => times.length > 0 && times.every(isKind('number'));
/** What is no part of a label. */
export const UNLABELLED = new Set<string>(
  'won,lost,tied,open,of,every,noun,rate,known,hedge,doubt,name,within,except,percent,comma,sentence,line'.split(
    ',',
  ),
);
/** Whether a number has no meaning yet. */
export const isFree = (one: Bound | undefined): boolean =>
  isNumber(one) && one?.role === undefined && one?.isLabel === false;

/** The value of a number or a percentage. */
export function valueOf(one: Bound | undefined): number | undefined {
  return one !== undefined && 'value' in one.token ? one.token.value : undefined;
}

/** The tokens of a text by its sentences, each number with what it counts. */
export function sentencesOf(text: string): readonly (readonly Bound[])[] {
  const divided: Bound[][] = [[]];
  for (const token of tokensOf(text)) {
    const one: Bound = { token, role: undefined, isLabel: false };
    (divided.at(-1) as Bound[]).push(one);
    if (isBreak(one)) divided.push([]);
  }
  const sentences = divided.map(withoutLinks);
  for (const sentence of sentences) bind(sentence);
  withDayLines(sentences);
  withoutQualities(sentences);
  return sentences;
}

/** A sentence without the dashes between a word and its number: `Wins - 43`, `43 - wins`. */
function withoutLinks(sentence: readonly Bound[]): Bound[] {
  const linked = new Set<Bound | undefined>();
  return sentence.filter((one, at) => {
    if (!isKind('comma')(one) || !/[-–—]/.test(one.token.text)) return true;
    const [first, before, next, second] = [-2, -1, 1, 2].map((step) => sentence[at + step]);
    const isFirst = !isNumber(first) || linked.has(first);
    const isBehind = isKind('won', 'lost', 'tied', 'noun', 'total')(before) && isNumber(next) && isFirst;
    if (isBehind) linked.add(next);
    return !isBehind && !(isNumber(before) && isResult(next) && !isNumber(second) && !linked.has(before));
  });
}

/** Gives the numbers of a sentence what they count. */
function bind(sentence: Bound[]): void {
  splitScores(sentence);
  splitShares(sentence);
  for (const [at, one] of sentence.entries()) if (isNumber(one)) one.isLabel = isLabel(sentence, at);
  for (const [at, one] of sentence.entries()) if (isKind('of')(one)) bindShare(sentence, at);
  for (const [at, one] of sentence.entries()) if (isFree(one) && countsAll(sentence, at)) one.role = 'all';
  bindResults(sentence);
  bindParts(sentence);
  const [rest, ...others] = sentence.filter((one) => isFree(one));
  if (
    rest !== undefined &&
    others.length === 0 &&
    sentence.some(({ role }) => role === 'all') &&
    !sentence.some((one) => isCount(one) || isKind('percent', 'score')(one)) &&
    !isKind('unknown')(sentence[sentence.indexOf(rest) + 1])
  )
    rest.role = 'some';
  const isOfWins = sentence.some(isKind('rate'));
  for (const [at, one] of sentence.entries()) {
    if (!isKind('percent')(one)) continue;
    one.role = rateAt(sentence, at, isOfWins);
    // "88 % growth, 50 trades".
    if (!sentence.some(isKind('rate', 'loss-rate', 'won', 'lost', 'tied')))
      one.thing = [sentence[at - 1], sentence[at + 1]].find(isKind('unknown'))?.token;
    one.isLabel =
      !isOfWins && sentence.slice(Math.max(0, at - 2), at + 3).some(({ token }) => isOtherRate(token.text));
  }
  const scores = sentence.filter(isKind('score'));
  const open = sentence.some(isCount) ? [] : scores.filter((one) => !isOther(sentence, one));
  for (const [at, one] of open.entries())
    if (at === open.length - 1 || isOfOwn(sentence, open, at)) one.role = 'score';
  for (const one of scores) one.isLabel = one.role === undefined && (mayBeDay(one) || isOther(sentence, one));
  for (const [at, one] of sentence.entries())
    if (one.role === 'all' || one.role === 'some' || one.role === 'score')
      one.thing ??= isKind('noun', 'name')(sentence[at + 2]) ? undefined : thingIn(sentence, at + 1, at + 1);
}

/** Whether a score before another one is a tally too: `Jan 45-5, Feb 40-8`; `12/11, 9-1` begins with its day. */
function isOfOwn(sentence: readonly Bound[], scores: readonly Bound[], at: number): boolean {
  const [one, next] = [scores[at] as Bound, scores[at + 1] as Bound];
  const between = sentence.slice(sentence.indexOf(one) + 1, sentence.indexOf(next));
  const signs = [one, next].map(({ token }) => ('sign' in token ? token.sign : ''));
  const [isDated, isDivided] = [signs[0] === '/' && mayBeDay(one), between.some(isKind('comma'))];
  if (isDated && (signs[1] !== '/' || scores.length === 2)) return between.some(isPeriod) && signs[1] === '/';
  return (
    between.some((other) => isPeriod(other) || other.isLabel) ||
    ((isDivided || between.some(isResult)) && signs[0] === signs[1])
  );
}

const isPeriod = isKind('period', 'when', 'total', 'running');

/** What a percentage is of: `10% losses`, `lost only 10%`, `2% ties`. */
function rateAt(sentence: readonly Bound[], at: number, isOfWins: boolean): Role {
  const isOf = isKind('rate', 'loss-rate', 'won', 'lost', 'tied');
  const near = [1, -1, 2, -2].map((step) => {
    const between = step === 2 || step === -2 ? sentence[at + step / 2] : undefined;
    return isKind('comma')(between) ? undefined : sentence[at + step];
  });
  const named =
    near.find(isOf) ?? (sentence.filter(isOf).every(isKind('lost')) ? sentence.find(isOf) : undefined);
  if (isKind('loss-rate')(named) || (!isOfWins && isKind('lost')(named))) return 'lost-rate';
  return !isOfWins && isKind('tied')(named) ? 'tied-rate' : 'rate';
}

/** Whether what looks like a score is a time of day, or has a unit; beside an outcome in a word it is of one trade. */
function isOther(sentence: readonly Bound[], one: Bound): boolean {
  const { token } = one;
  const isClock = token.kind === 'score' && CLOCK.test(token.text);
  const isAlone = sentence.every((other) => other === one || isBreak(other));
  const [before, next] = [-1, 1].map((step) => sentence[sentence.indexOf(one) + step]);
  const isMeasured =
    next !== undefined && !NO_WORDS.has(next.token.kind) && !isResult(next) && isUnit(next.token.text);
  const isOfTrade = sentence.some((other) => isResult(other) && /\p{L}/u.test(other.token.text));
  return (
    isMeasured || isOfStake(before) || isOfTrade || (isClock && !isAlone && !sentence.some(isKind('name')))
  );
}

/** `12/11` before a score or a count. */
function mayBeDay({ token }: Bound): boolean {
  return (
    token.kind === 'score' &&
    token.sign !== 'x' &&
    token.parts.length === 2 &&
    Math.max(...token.parts) <= LAST_DAY &&
    Math.min(...token.parts) <= LAST_MONTH
  );
}

/** `stake 5/10` is how much was at risk. */
const STAKE =
  /^(?:stakes?|units?|confidence|conf|rating|risk|puntata|einsatz|confianza|confian[cç]a|ставка|уверенность|güven)$/iu;
const isOfStake = (before: Bound | undefined): boolean => STAKE.test(before?.token.text ?? '');

const isCount = ({ role }: Bound): boolean =>
  role === 'won' || role === 'lost' || role === 'tied' || role === 'some';

const LAST_DAY = 31;
const LAST_MONTH = 12;
const CLOCK = /^(?:1?\d|2[0-3]):[0-5]\d$/;
const ONE_OUTCOME = /^(?:win|loss|lose|\p{L}|\P{L})$/iu;

/** `GREEN 17 x 3 RED`: each number belongs to the outcome beside it. */
function splitScores(sentence: Bound[]): void {
  for (const [at, { token }] of [...sentence.entries()].reverse()) {
    const [before, next] = [sentence[at - 1], sentence[at + 1]];
    const isBetween = isResult(before) && isResult(next) && before?.token.kind !== next?.token.kind;
    if (token.kind !== 'score' || token.sign === '/' || token.parts.length !== 2 || !isBetween) continue;
    // "10:05 ✅ 10:10 ❌".
    if (CLOCK.test(token.text)) continue;
    const numbers = token.parts.map(
      (value, place): Bound => ({
        token: { kind: 'number', value, line: token.line, text: String(value) },
        role: [before, next][place]?.token.kind as Role,
        isLabel: false,
      }),
    );
    sentence.splice(at, 1, ...numbers);
  }
}

/** `45/50 signals` is 45 of 50, and "all 50 won" 50 of 50. */
function splitShares(sentence: Bound[]): void {
  const numbers = sentence.filter((one) => isKind('number', 'score', 'percent')(one));
  const partsAt = (at: number): readonly number[] => {
    const { token } = sentence[at] as Bound;
    if (token.kind === 'number' && isKind('every')(sentence[at - 1]) && numbers.length === 1)
      return [token.value, token.value];
    const isShare = token.kind === 'score' && token.sign === '/' && token.parts.length === 2;
    return isShare && !isOfStake(sentence[at - 1]) ? token.parts : [];
  };
  const isOfWord = (at: number): boolean => {
    const [some = 0, all = 0] = partsAt(at);
    const [before, { token }, next] = [sentence[at - 1], sentence[at] as Bound, sentence[at + 1]];
    // "11/12 win" may be of a trade of that day.
    const isDay =
      all <= LAST_DAY && some <= LAST_MONTH && !numbers.some((one) => valueOf(one) === all - some);
    const isCounted = (one: Bound | undefined): boolean =>
      isResult(one) && (!isDay || !ONE_OUTCOME.test(one?.token.text ?? ''));
    return (
      all > 0 &&
      some <= all &&
      (token.kind === 'number' ||
        isKind('noun')(next) ||
        isCounted(next) ||
        (isCounted(before) && !isResult(next)))
    );
  };
  const own = sentence.flatMap((_one, at) => (isOfWord(at) ? at : []));
  // "10/10 hit yesterday, 9/10 today".
  const others = sentence.flatMap((_one, at) =>
    own.length > 0 && isKind('when')(sentence[at + 1]) && partsAt(at).length > 0 ? at : [],
  );
  for (const at of [...new Set([...own, ...others])].sort((one, other) => other - one)) {
    const [some = 0, all = 0] = partsAt(at);
    const { line, text } = (sentence[at] as Bound).token;
    const made = (part: { kind: 'of' } | { kind: 'number'; value: number }): Bound => ({
      token: { ...part, line, text: part.kind === 'of' ? '/' : text },
      role: undefined,
      isLabel: false,
    });
    const of = made({ kind: 'of' });
    sentence.splice(at, 1, made({ kind: 'number', value: some }), of, made({ kind: 'number', value: all }));
  }
}

/** A line that holds `12/11` as its only number, where others hold more, is of that day. */
function withDayLines(sentences: readonly (readonly Bound[])[]): void {
  const lone = sentences.flatMap((sentence) => {
    const [first, second] = sentence.filter(isKind('number', 'percent', 'score', 'won', 'lost', 'tied'));
    const isDay =
      first?.role === 'score' &&
      second === undefined &&
      mayBeDay(first) &&
      first.token.text.includes('/') &&
      !sentence.some(isKind('total'));
    return isDay ? first : [];
  });
  const isMore = sentences.flat().filter(({ role }) => role !== undefined).length > lone.length;
  for (const one of isMore ? lone : []) [one.role, one.isLabel] = [undefined, true];
}

/** `Modelling quality 90.00%` beside counts of both outcomes is a percentage of something else. */
function withoutQualities(sentences: readonly (readonly Bound[])[]): void {
  const roles = new Set(sentences.flat().map(({ role }) => role));
  if (!roles.has('won') || !roles.has('lost')) return;
  for (const sentence of sentences) {
    const isOfElse = sentence.some(isKind('unknown')) && !sentence.some(isOfTrades);
    for (const one of isOfElse ? sentence.filter(isKind('percent')) : [])
      [one.role, one.isLabel] = [undefined, true];
  }
}

const isOfTrades = (one: Bound): boolean =>
  isResult(one) ||
  isNumber(one) ||
  isKind('noun', 'rate', 'loss-rate', 'total', 'score', 'period', 'when', 'span')(one);

/** `Day 120` of a challenge. */
const MOST_NUMBERED = 400;

/** Whether a number is of a day, a year, or of what its unit says. */
function isLabel(sentence: readonly Bound[], at: number): boolean {
  const [before, { token }, next] = [sentence[at - 1], sentence[at] as Bound, sentence[at + 1]];
  if (YEAR.test(token.text) && isKind('period')(before)) return true;
  // `Week 1 ✅ 38 ❌ 9`.
  const isNumbered =
    isKind('period', 'span')(before) && isNumber(sentence[at + 2]) && endsWithNumber(sentence);
  if ((isResult(next) && !isNumbered) || isKind('noun')(next)) return false;
  if (next !== undefined && !NO_WORDS.has(next.token.kind) && isUnit(next.token.text)) return true;
  if (isResult(before)) return false;
  if (YEAR.test(token.text) || isOfMonth(sentence, at) || (!isNumber(next) && isOfMonth(sentence, at + 2)))
    return true;
  if (isKind('of')(next) || isKind('of')(before)) return false;
  // `Account 1: 45-5`.
  if (isKind('unknown')(before) && isKind('score')(next)) return true;
  const value = valueOf(sentence[at]) ?? 0;
  // `Green days: 22`.
  if (isResult(sentence[at - 2])) return false;
  return isKind('period', 'span')(before)
    ? value <= MOST_NUMBERED
    : isKind('period', 'when')(next) && value <= LAST_DAY;
}

/** Whether a number is a day of a month that is named: `2 de febrero`, which also ends `del 1 al 2 de febrero`. */
function isOfMonth(sentence: readonly Bound[], at: number): boolean {
  const [day = 0, of, month] = [valueOf(sentence[at]), sentence[at + 1], sentence[at + 2]];
  return isNumber(sentence[at]) && day <= LAST_DAY && isKind('of')(of) && isKind('period')(month);
}

/** The nearest number or percentage on one side of a place, not beyond a comma and only so many words away. */
function nearest(sentence: readonly Bound[], at: number, step: 1 | -1, most: number): Bound | undefined {
  for (let place = at + step, words = 0; words <= most; place += step, words += 1) {
    const one = sentence[place];
    if (one === undefined || isKind('comma')(one)) return undefined;
    if (isKind('number', 'percent')(one)) return one.isLabel ? undefined : one;
  }
  return undefined;
}

const MOST_BETWEEN = 3;

/** `45 of 50`, `18 wins out of 23 trades`, `88 % of 353`, `из 50 сделок 45`; in some languages all stand first. */
function bindShare(sentence: readonly Bound[], at: number): void {
  const [left, right] = [nearest(sentence, at, -1, MOST_BETWEEN), nearest(sentence, at, 1, 2)];
  if (right === undefined || !isFree(right)) return;
  const [some, all] = [valueOf(left) ?? 0, valueOf(right) as number];
  if (left === undefined || !isFree(left)) {
    const isNext = right === sentence[at + 1] && !isResult(sentence[at + 2]);
    if (isKind('percent')(left) || isNext) right.role = 'all';
    return;
  }
  [left.role, right.role] = some > all ? ['all', 'some'] : ['some', 'all'];
}

/** What says that only the newest trades are counted. */
export const LAST =
  /(?<!\p{L})(?:last|past|recent|latest|[uú]ltim[ao]s?|letzten?|derniers?|dernières|последни[ех]|son|terakhir)(?!\p{L})/iu;

/** Whether a number is that of all trades: `353 signals`, `Trades: 75`, `Total 45`. */
function countsAll(sentence: readonly Bound[], at: number): boolean {
  const [before, next, second, third] = [-1, 1, 2, 3].map((step) => sentence[at + step]);
  const isOfWordBefore = isResult(before) && !isNumber(sentence[at - 2]);
  const noun = isKind('noun')(next)
    ? second
    : isKind('noun')(second) && isKind('unknown', 'known', 'total')(next)
      ? third
      : null;
  if (noun !== null)
    return (
      !isOfWordBefore &&
      !(
        isResult(noun) &&
        !(isNumber(sentence[sentence.indexOf(noun as Bound) + 1]) && endsWithNumber(sentence))
      )
    );
  // `Last 100: 71 won`.
  if (LAST.test(before?.token.text ?? '') && isNumber(next)) return true;
  if (isResult(next)) return isKind('noun', 'total')(before) && !isOfWordBefore && endsWithNumber(sentence);
  return (
    (isKind('noun', 'total', 'running')(before) &&
      !isKind('number', 'won', 'lost', 'tied')(sentence[at - 2])) ||
    (isKind('total')(next) && !isNumber(second) && !isKind('noun')(second) && !isOfWordBefore)
  );
}

/** `Total 52, win 45, loss 5`: each number stands behind its word. */
function endsWithNumber(sentence: readonly Bound[]): boolean {
  const isMeasured = (at: number): boolean => isUnit(sentence[at + 1]?.token.text ?? '');
  return isNumber(sentence.findLast((one, at) => isResult(one) || (isFree(one) && !isMeasured(at))));
}

const COSTS: Partial<Record<Token['kind'], number>> = { comma: 3, number: 2, percent: 2, score: 9 };
const FAR = { some: 6, free: 2 };

/** Gives each word of a result the nearest number, where two are as near that on the side where the first word has its own. */
function bindResults(sentence: Bound[]): void {
  const isEnd = isKind('won', 'lost', 'tied');
  // "Another win: 38 wins 12 losses" begins with a word that has no number.
  const isBehind =
    sentence.some(isFree) &&
    sentence.every(
      (one, at) => !isFree(one) || isEnd(sentence[isKind('noun')(sentence[at + 1]) ? at + 2 : at + 1]),
    );
  const isWordFirst = isEnd(sentence.find((one) => isEnd(one) || isFree(one)));
  const steps = isBehind ? ([-1] as const) : isWordFirst ? ([1, -1] as const) : ([-1, 1] as const);
  const taken = new Set<Bound>();
  for (const [at, word] of sentence.entries()) {
    if (!isResult(word) || sentence[at - 1]?.token.kind === word.token.kind) continue;
    let best: { one: Bound; cost: number } | undefined;
    for (const step of steps) {
      for (let place = at + step, cost = 0; cost <= FAR.some; place += step) {
        const one = sentence[place];
        if (one === undefined) break;
        const isOpen = !taken.has(one) && (isFree(one) || one.role === 'some');
        if (isOpen && cost <= (one.role === 'some' ? FAR.some : FAR.free)) {
          if (cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = { one, cost };
          break;
        }
        cost += taken.has(one) || isFree(one) ? 4 : (COSTS[one.token.kind] ?? 1);
      }
    }
    if (best === undefined) continue;
    taken.add(best.one);
    best.one.role = word.token.kind as Role;
    const ends = [at, sentence.indexOf(best.one)];
    best.one.thing = thingIn(sentence, Math.min(...ends) + 1, Math.max(...ends) + 1);
    if (best.one.thing !== undefined && isAmount(best.one.thing.text))
      [best.one.role, best.one.isLabel] = [undefined, true];
  }
}

/** `92 wins (including 14 ties)`, `92 wins, 14 of them break even`, `excluding 31 losses`, `31 losses not counted`. */
function bindParts(sentence: readonly Bound[]): void {
  const isPart = (one: Bound | undefined, of: Token['kind']): one is Bound =>
    one !== undefined &&
    (of === 'except'
      ? isCount(one)
      : one.role === 'tied' && sentence.slice(0, sentence.indexOf(one)).findLast(isCount)?.role === 'won');
  for (const [at, { token }] of sentence.entries()) {
    if (token.kind !== 'within' && token.kind !== 'except') continue;
    const stop = sentence.findIndex((one, place) => place > at && isKind('comma')(one));
    const next = sentence.slice(at + 1, Math.min(at + 2 + MOST_BETWEEN, stop >>> 0)).find(isNumber);
    const before = sentence.slice(Math.max(0, at - 2), at).findLast(isNumber);
    const part = [next, before].find((one) => isPart(one, token.kind));
    if (part !== undefined) part.part = token.kind;
    // "7 signals not counted, went against us" are losses, else trades without an end.
    else if (token.kind === 'except' && before !== undefined && !before.isLabel) {
      const isLost = isKind('lost')(sentence.slice(at).find((one) => isResult(one) || isNumber(one)));
      [before.role, before.part] = [isLost ? 'lost' : 'open', isLost ? 'except' : undefined];
    }
  }
}

const OF_NOUN = /(?:^|\s)(?:\p{L}+ing|won|lost|profitable|green|red)$/iu;

/** What is counted that has no word for trades: `312 pips won`, `won 312 (points)`, `winning weeks: 31`, `312 members won`. */
function thingIn(sentence: readonly Bound[], from: number, to: number): Token | undefined {
  const behind = sentence[to]?.token.text === '(' && isNumber(sentence[to - 1]) ? to + 1 : to;
  const last = sentence[to - 1];
  // "17 stops during news", but "31 winning games".
  const isWhole =
    isResult(last) && !OF_NOUN.test(last?.token.text ?? '') && !isUnit(sentence[behind]?.token.text ?? '');
  return sentence
    .slice(from, isWhole ? to : behind + 1)
    .find((one) => isKind('unknown')(one) || (isKind('known', 'period')(one) && isUnit(one.token.text)))
    ?.token;
}
