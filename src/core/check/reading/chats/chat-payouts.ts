/** What a chat says beside its signals and outcomes of what a win pays. */
import type { TradeOutcome } from '../../trade.ts';
import type { End } from './chat-signals.ts';
import { isUnit } from '../claims/claim-words.ts';
import { type ClaimedPayout, netOf, netsOf, statedRate } from '../claims/claim-payout.ts';
import type { Row } from '../complete-trades.ts';
import { namesTarget, saysPaid } from '../words/distances.ts';
import type { Message } from '../files/messages.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';
import { amountAlone } from '../words/signed-amounts.ts';

type Kind = ClaimedPayout['kind'];

/** What a won stake of 1 brings to each end, as far as it is said, and what that is. */
export interface SaidPayouts {
  readonly paid: readonly (number | undefined)[];
  readonly kind: Kind | undefined;
}

export const NOTHING: SaidPayouts = { paid: [], kind: undefined };
/** A form holds for a chat where it holds for so many of its ends. */
const MOSTLY = 0.8;

/** Numbers that may say what a win pays, where nothing else does. */
interface Form {
  readonly kind: Kind;
  readonly answer: 'american' | 'fractional' | 'decimal' | 'percent';
  readonly number: RegExp;
  readonly netOf: (number: string) => number;
}

const ALONE = '(?![\\d.,/:]*\\d|\\s?(?:%|\\p{Sc}(?! ?\\d))|(?![x×](?!\\p{L}))\\p{L})';
const FORMS: readonly Form[] = [
  {
    kind: 'odds',
    answer: 'american',
    number: new RegExp(`(?<![\\p{L}\\d.,/])[+−-][1-9]\\d{2,3}${ALONE}`, 'gu'),
    netOf: (number) => netOf(number.replace('−', '-')),
  },
  {
    kind: 'odds',
    answer: 'decimal',
    number: new RegExp(
      `(?<![\\d.,/:+−-]|(?<!(?<!\\p{L})[x×])(?<=\\p{L})|\\p{Sc} ?|[+−-] )(?:[1-9]|1\\d)[.,]\\d{1,3}${ALONE}`,
      'gu',
    ),
    netOf,
  },
  {
    kind: 'odds',
    answer: 'fractional',
    number: new RegExp(`(?<![\\p{L}\\d.,/:])\\d{1,3}/\\d{1,2}${ALONE}`, 'gu'),
    netOf,
  },
  {
    kind: 'payout',
    answer: 'percent',
    number: /(?<![\p{L}\d.,+−-]|[+−-] )(?:[5-9]|\d{2,3})(?:[.,]\d+)? ?%(?! ?\p{L})/gu,
    netOf: (number) => Number.parseFloat(number.replace(',', '.')) / 100,
  },
];
/** Lines of goals and points, not odds; shares of an account, or of wins. */
const OTHER =
  /(?<!\p{L})(?:over|under|o|u|más de|menos de|mais de|тб|тм|alt|üst|stake|bank\p{L}*|risk\p{L}*|conf\p{L}*|prob\p{L}*|accura\p{L}*|win ?rate|success|вероятн\p{L}*|риск\p{L}*)\s?[:=]?\s?\(?\d+(?:[.,/]\d+)? ?%?/giu;

/** What each end pays by the texts of its outcome and its signal, else by the messages before it; numbers without a name are asked about. */
export function saidPayouts(ends: readonly End[], messages: readonly Message[], asker: Asker): SaidPayouts {
  const texts = textsOf(ends, messages);
  const hasMost = (some: (end: End) => boolean): boolean => ends.filter(some).length * 2 > ends.length;
  const isTimed = ({ signal }: End): boolean => signal?.expirySeconds != null;
  const mayBeBets = !hasMost(isTimed) && !hasMost(({ signal }) => signal?.pair != null);
  const ask = (paid: SaidPayouts['paid'], kind: Kind, answer: Form['answer']): SaidPayouts => {
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
    // Beside a side stands a time of day, as `jam 13.10`, or a price.
    if (form.kind === 'odds' && (!mayBeBets || hasMost(({ signal }) => signal?.side != null))) continue;
    // Beside an outcome a percentage is what it brought.
    const isOfSignal = ({ signal, at }: End): boolean => signal !== undefined && signal.at !== at;
    const numbers = ends.map((end, at) => {
      const some = texts[at] as readonly string[];
      const own = form.kind === 'odds' ? some : isOfSignal(end) ? some.slice(0, 1) : [];
      return own.flatMap((text) => numberIn(text, form))[0];
    });
    const paid = numbers.map((number) => (number === undefined ? undefined : form.netOf(number)));
    const found = paid.filter((net) => net !== undefined).length;
    if (found > 0 && found >= ends.length * MOSTLY) return ask(paid, form.kind, form.answer);
  }
  return NOTHING;
}

/** The one number of a form in a text; of several decimals the one with two places. */
function numberIn(text: string, { number, kind }: Form): string | readonly [] {
  if (kind === 'payout' && namesTarget(text)) return [];
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
  if (said === undefined || !/\p{Sc}|usd|%/iu.test(text) || isKnown || (said.outcome ?? outcome) !== outcome)
    return undefined;
  // A percent is read with the words of the outcome.
  if (text.includes('%')) return { ...end, clause: { ...clause, text: `${clause.text} ${text}` } };
  const pips = outcome === 'won' ? said.amount : -said.amount;
  return {
    ...end,
    clause: { ...clause, ...(said.outcome === undefined ? { amount: said.amount } : { pips }) },
  };
}

/** The stake that a signal names with a currency. */
const STAKE = /\p{Sc} ?(\d+(?:\.\d+)?)(?![\d.,]*\d)|(?<![\d.,:])(\d+(?:\.\d+)?) ?(?:\p{Sc}|usdt?(?!\p{L}))/iu;

/** What an end says to be brought or lost; a lost stake may be named in its signal. */
function amountIn({ outcome, signal, clause: { pips, amount } }: End, messages: readonly Message[]): number {
  const posted = messages[signal?.at ?? -1]?.text.slice(0, LONGEST) ?? '';
  const [, before, behind] = (outcome === 'lost' && STAKE.exec(posted)) || [];
  return Math.abs(pips ?? amount ?? Number(before ?? behind ?? 0));
}

/** Pays trades by the amounts beside outcomes, where nothing else says what a win pays; asks where not each has one, or one has a sign or words that are not understood. */
export function payAmounts(
  rows: Row[],
  all: readonly End[],
  messages: readonly Message[],
  asker: Asker,
): void {
  const amountOf = (end: End): number => amountIn(end, messages);
  const ends = all.filter(({ outcome }) => outcome !== 'tied');
  const payout = meanOf(ends, 'won', amountOf) / meanOf(ends, 'lost', amountOf);
  const some = ends.filter((end) => amountOf(end) > 0);
  const areUnsigned = some.every(({ clause }) => clause.pips === null);
  // Numbers that are no payout are no amounts, and one amount without a sign is the stake.
  const isAsked = asker.open.some(({ code }) => code === 'payout-kind');
  if (!(payout > 0) || saysPaid(rows) || isAsked || (areUnsigned && payout === 1)) return;
  const texts = some.map(({ clause }) => shown(clause.text));
  const isBare = some.some(({ clause }) => clause.isBare === true);
  // Numbers of which none comes twice count the outcomes.
  if (
    isBare &&
    new Set(ends.map(({ outcome, clause }) => `${outcome} ${clause.amount}`)).size === ends.length
  )
    return;
  const areSaid =
    areUnsigned && !isBare && some.length === ends.length && some.every(({ clause }) => clause.isSure);
  if (!areSaid && asker.ask('amounts', ['each-trade', 'stakes'], texts) === 'stakes') return;
  for (const row of rows) row.payout = payout;
}
