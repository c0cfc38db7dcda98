import { betNumbers, judged } from '../../judgement.ts';
import { FEWEST_TRADES, judgeLuck } from '../../luck.ts';
import { inOrder, type Trade } from '../../trade.ts';
import { namedMeaning } from './column-names.ts';
import type { Asker } from '../questions.ts';
import type { OpenReading } from '../reading.ts';

const SECONDS = {
  day: 86_400,
  hour: 3_600,
  'quarter-hour': 900,
  'five-minutes': 300,
  'one-minute': 60,
  // Those that begin at one moment run at the same time.
  'until-next': 1,
} as const;
type Duration = keyof typeof SECONDS;
/** It is asked about trades that begin within the longest of them after another. */
const NEAR = ['hour', 'quarter-hour', 'five-minutes', 'one-minute'] as const;
/** What a target or a stop ends may run longer. */
const OF_DISTANCES = ['day', ...NEAR] as const;

/** A smaller share of the bets is another verdict. */
const FEWER = 0.9;
const MOST_EXAMPLES = 3;
/** Of more trades it is asked by their bets alone: to judge them five times takes seconds. */
const LARGE = 20_000;

/**
 * A reading whose trades run as long as the reader says, where it says of most of them neither that nor when they end: asked
 * where it decides how many independent bets they are, and these are judged otherwise, or show more than everyday luck.
 */
export function withDurations(reading: OpenReading, asker: Asker): OpenReading {
  const { trades, signals, textsOf, open } = reading;
  if (!lacksDurations(reading)) return reading;
  const decided = inOrder(trades).filter(({ outcome }) => outcome !== 'tied');
  const durations = signals.hasDistances ? OF_DISTANCES : NEAR;
  if (decided.length < FEWEST_TRADES || !decides(decided, signals)) return reading;
  const [worst, ...others] = decided.length > LARGE ? durations : worstFirst(durations, decided, signals);
  const about = joinedAt(decided, SECONDS.hour).map((at, place) =>
    place < MOST_EXAMPLES ? textsOf(trades.indexOf(decided[at] as Trade)).end : '',
  );
  const answer = asker.ask('durations', [worst as Duration, ...others, 'until-next'], about);
  // In the trades themselves: copies of 200,000 would take 30 MB.
  for (const trade of trades)
    if (isOpenEnded(trade)) Object.assign(trade, { ranSeconds: SECONDS[answer] } satisfies Partial<Trade>);
  return { ...reading, open: [...open, ...asker.open] };
}

/** Whether the bets are fewer, and the verdict another, if trades that begin within an hour run at the same time. */
function decides(decided: readonly Trade[], signals: OpenReading['signals']): boolean {
  const betsWith = (duration: Duration): number =>
    betNumbers(decided, SECONDS[duration]).reduce((most, bet) => Math.max(most, bet), 0) + 1;
  const [fewest, most] = [betsWith('hour'), betsWith('one-minute')];
  if (fewest >= most) return false;
  if (decided.length > LARGE) return fewest < most * FEWER;
  const words = NEAR.map((duration) => {
    const { p, pOfBreakEven } = judgedWith(duration, decided, signals);
    return [p, pOfBreakEven ?? p].map(judgeLuck).join();
  });
  return new Set(words).size > 1 || (fewest < most * FEWER && /possible|hard/.test(words.join()));
}

function judgedWith(duration: Duration, decided: readonly Trade[], signals: OpenReading['signals']) {
  const won = decided.filter(({ outcome }) => outcome === 'won').length;
  return judged(decided, won, signals, SECONDS[duration]);
}

function worstFirst(
  durations: readonly Duration[],
  decided: readonly Trade[],
  signals: OpenReading['signals'],
): readonly Duration[] {
  return durations
    .map((duration) => ({ duration, p: judgedWith(duration, decided, signals).p }))
    .sort((one, other) => other.p - one.p)
    .map(({ duration }) => duration);
}

/** Numbers whose unit is not known, used where it matters, and ticks, of seconds. */
const UNITLESS = /^\d[\d.,]*(?: ?t(?:icks?)?)?$/i;

/** Of a chat most messages of outcomes say by when a trade had ended. */
function lacksDurations({ trades, columns, found }: OpenReading): boolean {
  const saysDuration =
    columns.some(({ meaning }) => meaning === 'closed') ||
    found.some(({ name, example }) => namedMeaning(name) === 'expiry' && UNITLESS.test(example));
  const unknown = trades.filter(isOpenEnded).length;
  return !saysDuration && trades.length >= FEWEST_TRADES && unknown * 2 > trades.length;
}

function isOpenEnded({ expirySeconds, ranSeconds, timeMs, clockMs }: Trade): boolean {
  return expirySeconds === null && ranSeconds === undefined && (timeMs ?? clockMs ?? null) !== null;
}

/** The places of the trades that begin while an earlier one of their pair runs, if those without a known duration run so long. */
function joinedAt(ordered: readonly Trade[], seconds: number): readonly number[] {
  const bets = new Set<number>();
  return [...betNumbers(ordered, seconds).entries()].flatMap(([at, bet]) => {
    if (bets.has(bet)) return [at];
    bets.add(bet);
    return [];
  });
}
