/** What a chat says beside its signals and outcomes of what a win pays. */
import type { TradeOutcome } from '../../trade.ts';
import type { End } from './chat-signals.ts';
import { isUnit } from '../claims/claim-words.ts';
import { type ClaimedPayout, netOf, netsOf, statedRate } from '../claims/claim-payout.ts';
import type { Row } from '../complete-trades.ts';
import { askedStake, namesTarget, numberOf, saysPaid } from '../words/distances.ts';
import type { Message } from '../files/messages.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';
import { amountAlone, moneyIn, signOf } from '../words/signed-amounts.ts';

type Kind = ClaimedPayout['kind'];

/** What a won stake of 1 brings to each end, as far as it is said, and what that is. */
export interface SaidPayouts {
  readonly paid: readonly (number | undefined)[];
  readonly kind: Kind | undefined;
}

export const NOTHING: SaidPayouts = { paid: [], kind: undefined };
/** A form holds for a chat where it holds for so many of its ends. */
const MOSTLY = 0.8;

const ALONE = '(?![\\d.,/:]*\\d|\\s?(?:%|\\p{Sc}(?! ?\\d))|(?![x×](?!\\p{L}))\\p{L})';
/** Numbers that may say what a win pays, where nothing else does. */
const FORMS = [
  ['american', new RegExp(`(?<![\\p{L}\\d.,/])[+−-][1-9]\\d{2,3}${ALONE}`, 'gu')],
  [
    'decimal',
    new RegExp(
      `(?<![\\d.,/:+−-]|(?<!(?<!\\p{L})[x×])(?<=\\p{L})|\\p{Sc} ?|[+−-] )(?:[1-9]|1\\d)[.,]\\d{1,3}${ALONE}`,
      'gu',
    ),
  ],
  ['fractional', new RegExp(`(?<![\\p{L}\\d.,/:])\\d{1,3}/\\d{1,2}${ALONE}`, 'gu')],
  ['percent', /(?<![\p{L}\d.,+−-]|[+−-] )(?:[5-9]|\d{2,3})(?:[.,]\d+)? ?%(?! ?\p{L})/gu],
] as const;
type Form = (typeof FORMS)[number];
/** Lines of goals and points, not odds; shares of an account, or of wins. */
const OTHER =
  /(?<!\p{L})(?:over|under|o|u|más de|menos de|mais de|тб|тм|alt|üst|stake|bank\p{L}*|risk\p{L}*|conf\p{L}*|prob\p{L}*|accura\p{L}*|win ?rate|success|вероятн\p{L}*|риск\p{L}*)\s?[:=]?\s?\(?\d+(?:[.,/]\d+)? ?%?/giu;

/** What each end pays by the texts of its outcome and its signal, else by the messages before it; numbers without a name are asked about. */
export function saidPayouts(ends: readonly End[], messages: readonly Message[], asker: Asker): SaidPayouts {
  const texts = textsOf(ends, messages);
  const hasMost = (some: (end: End) => boolean): boolean => ends.filter(some).length * 2 > ends.length;
  const isTimed = ({ signal }: End): boolean => signal?.expirySeconds != null;
  const mayBeBets = !hasMost(isTimed) && !hasMost(({ signal }) => signal?.pair != null);
  const ask = (paid: SaidPayouts['paid'], kind: Kind, answer: Form[0]): SaidPayouts => {
    const some = texts.flatMap(([text = ''], at) => (paid[at] === undefined ? [] : shown(text)));
    const isPaid = asker.ask('payout-kind', [answer, 'no-payout'], some) === answer;
    return isPaid ? { paid, kind } : NOTHING;
  };
  const rates = texts.map(
    (some) =>
      some.flatMap((text) => {
        const rate = statedRate(text);
        return rate === undefined || (rate.kind === 'odds' && !mayBeBets) ? [] : rate;
      })[0],
  );
  const stated = rates.filter((rate) => rate !== undefined);
  if (stated[0] !== undefined) {
    const { kind } = stated[0];
    if (stated.length * 2 >= ends.length) return { paid: netsOf(rates, asker), kind };
    const paid = rates.map((rate) => rate?.net);
    return ask(paid, kind, kind === 'odds' ? 'decimal' : 'percent');
  }
  for (const form of FORMS) {
    const [answer] = form;
    const kind = answer === 'percent' ? 'payout' : 'odds';
    // Beside a side stands a time of day, as `jam 13.10`, or a price.
    if (kind === 'odds' && (!mayBeBets || hasMost(({ signal }) => signal?.side != null))) continue;
    const paid = ends.map(({ signal, at }, place) => {
      // Beside an outcome a percentage is what it brought.
      const isOfSignal = signal !== undefined && signal.at !== at;
      const own = texts[place]?.slice(0, kind === 'odds' ? undefined : Number(isOfSignal)) ?? [];
      const [number] = own.flatMap((text) => numberIn(text, form));
      if (number === undefined) return undefined;
      return kind === 'odds' ? netOf(number) : numberOf(number.replace('%', '')) / 100;
    });
    const found = paid.filter((net) => net !== undefined).length;
    if (found > 0 && found >= ends.length * MOSTLY) return ask(paid, kind, answer);
  }
  return NOTHING;
}

/** The one number of a form in a text; of several decimals the one with two places. */
function numberIn(text: string, [answer, number]: Form): string | readonly [] {
  if (answer === 'percent' && namesTarget(text)) return [];
  const rest = text.replace(OTHER, ' ');
  const found = [...rest.matchAll(number)].flatMap(({ 0: one, index }) => {
    const [next = ''] = /^\s?\p{L}+/u.exec(rest.slice(index + one.length)) ?? [];
    return isUnit(next) ? [] : one;
  });
  const exact = found.length > 1 ? found.filter((one) => /[.,]\d\d/.test(one)) : found;
  return exact.length === 1 ? (exact[0] as string) : [];
}

/** Of a longer message only the line of a trade is looked at. */
const LONGEST = 1_000;

/** The texts that may say what each end pays, the likeliest first. */
function textsOf(ends: readonly End[], messages: readonly Message[]): readonly (readonly string[])[] {
  const textAt = (at: number, line: string): string => {
    const { text = '' } = messages[at] ?? {};
    return text.length > LONGEST ? line : text;
  };
  const said = new Map<number, number>();
  for (const { at } of ends) said.set(at, (said.get(at) ?? 0) + 1);
  let next = 0;
  return ends.map(({ signal, at, clause }) => {
    const before = messages.slice(next, at).flatMap(({ text }) => (text.length > LONGEST ? [] : text));
    next = at + 1;
    const whole = textAt(at, clause.text);
    const own = said.get(at) === 1 || !whole.includes('\n') ? whole : clause.text;
    if (signal === undefined) return [own, ...before.toReversed()];
    return signal.at === at ? [own] : [textAt(signal.at, signal.text), own];
  });
}

/** The mean size of the ends that have one; not a number where none has. */
export function meanOf(
  ends: readonly End[],
  ending: TradeOutcome,
  sizeOf: (end: End) => number | null | undefined,
): number {
  const sizes = ends.flatMap((end) => (end.outcome === ending ? sizeOf(end) || [] : []));
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
}

/** An end with what a message that follows it says to be brought, and nothing else; undefined where it says something else. */
export function withAmount(end: End, text: string): End | undefined {
  const { outcome, clause } = end;
  const said = amountAlone(text);
  const isKnown = clause.pips !== null || (clause.amount ?? clause.money) !== undefined;
  // "+1" may count stakes, and "Net 8" adds up.
  const isCount = /^\P{L}*net(?!\p{L})|^[^\d\p{Sc}%\p{L}]*[1-6][^\d\p{Sc}%\p{L}]*$/iu.test(text);
  if (said === undefined || isCount || isKnown || (said.outcome ?? outcome) !== outcome) return undefined;
  // A percent is read with the words of the outcome.
  if (text.includes('%')) return { ...end, clause: { ...clause, text: `${clause.text} ${text}` } };
  const pips = outcome === 'won' ? said.amount : -said.amount;
  const brought = said.outcome === undefined ? { amount: said.amount } : { pips };
  return { ...end, clause: { ...clause, ...brought } };
}

const NUMBER = '(\\d+(?:[.,]\\d+)?)(?![\\d.,]*\\d)';
/** The stake that a signal names: in a currency or in units, or in percent by a word; no price. */
const STAKE = new RegExp(
  `(?<!(?:entry|price|open|at|@)[ :=]{0,3})(?:\\p{Sc} ?${NUMBER}|(?<![\\d.,:/])${NUMBER} ?(?:\\p{Sc}|(?:usdt?|u(?:nits?)?|unidades)(?!\\p{L})))|(?<!\\p{L})(?:stake|bet|size|invest\\p{L}*|ставк\\p{L}|ris[ck]\\p{L}{0,2}|riesgo|риск|einsatz|mise|entrada|banca|taruhan)(?: \\p{L}{2,4})?[ :=]{0,3}${NUMBER} ?%`,
  'iu',
);
const PERCENT = new RegExp(`(?<![\\d.,])${NUMBER} ?%`, 'u');

/** The first number that a form finds in a text; 0 where it finds none. */
const firstOf = (form: RegExp, text = ''): number =>
  numberOf(form.exec(text.slice(0, LONGEST))?.slice(1).find(Boolean) ?? '0');

/** The stakes that signals name, where each names one and they are of a few sizes: prices seldom come twice. */
export function namedStakes(ends: readonly End[], messages: readonly Message[]): readonly number[] {
  const stakeOf = ({ signal }: End): number => firstOf(STAKE, messages[signal?.at ?? -1]?.text);
  const stakes = ends.every((end) => stakeOf(end) > 0) ? ends.map(stakeOf) : [];
  const sizes = new Set(stakes).size;
  return sizes > 1 && sizes * 2 <= stakes.length ? stakes : [];
}

/** What an end says to be brought or lost, which may be the stake that its signal names; of several amounts of a win, of which one may be its stake, the least and the most. */
function sizesOf({ outcome, signal, at, clause }: End, messages: readonly Message[]): readonly number[] {
  const staked = (): number => (outcome === 'lost' ? firstOf(STAKE, messages[signal?.at ?? -1]?.text) : 0);
  const one = Math.abs(clause.pips ?? clause.amount ?? 0) || firstOf(PERCENT, clause.text) || staked();
  if (one > 0 || outcome === 'lost' || signal?.at === at) return one > 0 ? [one] : [];
  const all = moneyIn(messages[at]?.text.slice(0, LONGEST) ?? '').flatMap(({ amount }) => amount || []);
  return all.length < 2 ? [] : [Math.min(...all), Math.max(...all)];
}

const isPercent = ({ clause: { amount, text } }: End): boolean => amount === undefined && PERCENT.test(text);
/** Smaller percents of wins alone are no payouts, but what they brought to an account. */
const LEAST_PAID = 30;
const MOST_PAID = 150;
/** Fewer wins with an amount leave it open what the others brought. */
const MANY_SAID = 0.25;

/** Pays trades by the amounts beside outcomes, where nothing else says what a win pays; asks where not each has one, or one has a sign or words that are not understood. */
export function payAmounts(
  rows: Row[],
  all: readonly End[],
  messages: readonly Message[],
  asker: Asker,
): void {
  const ends = all.filter(({ outcome }) => outcome !== 'tied');
  // A sum so far behind outcomes denies many of them.
  const denied = ends.filter(
    ({ at, outcome }) => (signOf(messages[at + 1]?.text ?? '') ?? outcome) !== outcome,
  );
  if (saysPaid(rows) || denied.length > ends.length * MANY_SAID) return;
  const sizes = new Map(ends.map((end) => [end, sizesOf(end, messages)]));
  const some = ends.filter((end) => sizes.get(end)?.length === 1);
  const meanAt = (of: readonly End[], outcome: TradeOutcome, at = 0): number =>
    meanOf(of, outcome, (end) => sizes.get(end)?.at(at));
  const [won, lost] = [meanAt(some, 'won'), meanAt(some, 'lost')];
  const shownOf = (of: readonly End[]): string[] => of.map(({ clause }) => shown(clause.text));
  const pay = (payout: number): void => {
    for (const row of rows) row.payout = payout;
  };
  if (!(won / lost > 0)) {
    const wins = ends.filter(({ outcome }) => outcome === 'won');
    const said = wins.filter((end) => end.clause.isBare !== true && sizes.get(end)?.length);
    if (wins.length === ends.length || said.length < Math.max(1, wins.length * MANY_SAID)) return;
    const usual = meanAt(said, 'won');
    const isShare = said.every(isPercent) && usual >= LEAST_PAID;
    if (isShare && usual <= MOST_PAID) return pay(usual / 100);
    // Of a stake of 100, 185 came back or were gained.
    const [least, most] = isShare ? [100, usual] : [usual, meanAt(said, 'won', -1)];
    const ratios = least < most ? [least / most, most / least - 1, most / least] : undefined;
    return pay(askedStake(least, shownOf(said), asker, ratios));
  }
  const areUnsigned = some.every(({ clause }) => clause.pips === null);
  const isBare = some.some(({ clause }) => clause.isBare === true);
  // Numbers of which none comes twice count the outcomes.
  const different = new Set(ends.map(({ outcome, clause }) => `${outcome} ${clause.amount}`)).size;
  // Numbers that are no payout are no amounts, and one amount without a sign is the stake.
  const isAsked = asker.open.some(({ code }) => code === 'payout-kind');
  if (isAsked || (isBare && different === ends.length) || (areUnsigned && won === lost)) return;
  const areOfOne = some.every(isPercent) || (areUnsigned && !isBare && !some.some(isPercent));
  const areSaid = areOfOne && some.length === ends.length && some.every(({ clause }) => clause.isSure);
  if (areSaid || asker.ask('amounts', ['each-trade', 'stakes'], shownOf(some)) === 'each-trade')
    pay(won / lost);
}
