import { completeTrades } from '../src/core/check/reading/complete-trades.ts';
import { withDurations } from '../src/core/check/reading/words/durations.ts';
import { Asker } from '../src/core/check/reading/questions.ts';
import type { OpenReading } from '../src/core/check/reading/reading.ts';
import { judgedLuck } from '../src/core/check/judged-luck.ts';
import { judged, type Judgement } from '../src/core/check/judgement.ts';
import type { Part } from '../src/core/check/luck.ts';
import type { Trade } from '../src/core/check/trade.ts';
import { seededRandom } from '../tests/support/seeded-random.ts';
import { bounded, type Figure } from './figure.ts';

const COINS = 2_000;
/** "Hard to explain by luck" may be said of so many records of luck. */
const MOST_PERCENT = 1;

interface Situation {
  readonly name: string;
  readonly trades: number;
  /** Payouts are distances of a target and a stop, also where they are near even. */
  readonly hasDistances?: boolean;
  /** Payouts follow the chance of winning, as odds do, also where they are near even. */
  readonly paysByChance?: boolean;
  /** The chance of a win is the one at which the payout breaks even, and the source does not say that it is of odds. */
  readonly isFair?: boolean;
  /** The sizes of trades of which the source says only what they brought. */
  readonly sizes?: readonly number[];
  /** What a won stake of 1 brings; the chance of a win is the one at which it breaks even, or one half near even. */
  readonly payout?: (at: number) => number;
  /** Trades of one move, which end alike, on these pairs by turns; else these follow it so often, and have a coin each. */
  readonly together?: number;
  readonly pairs?: readonly string[];
  readonly follows?: number;
  /** So far after each other, of a table that does not say how long they run. */
  readonly minutesApart?: number;
  /** How many records were looked at; the best is given. */
  readonly sellers?: number;
  /** Trades of a longer record of which the best stretch is given, or the best months. */
  readonly outOf?: number;
  readonly part?: Part;
  /** How often a lost stake is doubled: in the record, or behind it. */
  readonly doublings?: number;
  readonly isHidden?: boolean;
  readonly tieShare?: number;
  readonly losesTies?: boolean;
  /** The share of losses that are left without an end. */
  readonly unresolvedShare?: number;
}

const OF_DOLLARS = ['EUR/USD', 'GBP/USD', 'USD/JPY', 'USD/CAD'];

const SITUATIONS: readonly Situation[] = [
  { name: '60 trades', trades: 60 },
  { name: '500 trades', trades: 500 },
  { name: 'odds of 1.67', trades: 400, payout: () => 0.67, paysByChance: true },
  { name: 'odds of 1.70', trades: 400, payout: () => 0.7, paysByChance: true },
  { name: 'odds of 1.75', trades: 1_000, payout: () => 0.75, paysByChance: true },
  { name: 'odds of 1.80', trades: 1_000, payout: () => 0.8, paysByChance: true },
  {
    name: 'odds from 1.4 to 2.2',
    trades: 200,
    payout: (at) => 0.4 + (at % 5) * 0.2,
    paysByChance: true,
  },
  { name: 'fair bets at a payout of 67 %', trades: 400, payout: () => 0.67, isFair: true },
  { name: 'fair bets at a payout of 70 %', trades: 400, payout: () => 0.7, isFair: true },
  { name: 'fair bets at a payout of 75 %', trades: 1_000, payout: () => 0.75, isFair: true },
  { name: 'fair bets at a payout of 80 %', trades: 1_000, payout: () => 0.8, isFair: true },
  { name: 'four to one', trades: 300, payout: () => 4 },
  { name: '10 against 40', trades: 200, payout: () => 0.25 },
  { name: '10 against 13', trades: 500, payout: () => 10 / 13, hasDistances: true },
  {
    name: '45 against 45, unknown lots',
    trades: 60,
    payout: () => 1,
    hasDistances: true,
    sizes: [0.1, 0.3, 1],
  },
  {
    name: '50 against 20, unknown lots',
    trades: 60,
    payout: () => 2.5,
    hasDistances: true,
    sizes: [0.1, 0.2, 0.5],
  },
  {
    name: '10 against 40, unknown lots',
    trades: 60,
    payout: () => 0.25,
    hasDistances: true,
    sizes: [0.1, 0.2, 0.5],
  },
  { name: 'payouts from 3 to 6', trades: 120, payout: (at) => 3 + (at % 4) },
  { name: 'ten on each move', trades: 300, together: 10 },
  { name: 'three on each move', trades: 300, together: 3 },
  { name: 'four pairs on each move of the dollar', trades: 120, together: 4, pairs: OF_DOLLARS },
  {
    name: 'four pairs on most of each move of the dollar',
    trades: 120,
    together: 4,
    pairs: OF_DOLLARS,
    follows: 0.75,
  },
  { name: 'ten on each move, four minutes apart', trades: 300, together: 10, minutesApart: 4 },
  { name: 'best of 20 sellers', trades: 60, sellers: 20 },
  { name: 'best 50 of 250', trades: 50, outOf: 250, part: 'stretch-5' },
  { name: 'best 60 of 600', trades: 60, outOf: 600, part: 'stretch-10' },
  { name: 'best 3 of 6 months', trades: 90, outOf: 180, part: 'months-2' },
  { name: 'best 3 of 12 months', trades: 90, outOf: 360, part: 'months-4' },
  { name: 'martingale, announced', trades: 200, doublings: 2 },
  { name: 'martingale, hidden', trades: 100, doublings: 2, isHidden: true },
  { name: 'ties refunded', trades: 100, tieShare: 0.1 },
  { name: 'ties lost', trades: 100, tieShare: 0.1, losesTies: true },
  { name: 'losses left out', trades: 100, unresolvedShare: 0.5 },
];

/** Of 2,000 records of luck in each situation, how many are called hard to explain by luck. */
export function* checkCalibration(): Generator<Figure> {
  for (const situation of SITUATIONS) {
    const random = seededRandom(11);
    let hard = 0;
    for (let coin = 0; coin < COINS; coin += 1)
      if (isCalledHard(situation, () => random() / 2 ** 32)) hard += 1;
    yield bounded(`check: called hard, ${situation.name}`, (100 * hard) / COINS, '% of 2,000 coins', {
      atMost: MOST_PERCENT,
    });
  }
}

const MONTHS = 3;
const TRADES_A_MONTH = 30;

type Share = () => number;

function isCalledHard(situation: Situation, share: Share): boolean {
  const { sellers = 1, part = 'whole', isFair = false } = situation;
  const selection = { lookedAt: sellers, part, months: MONTHS };
  const records = Array.from({ length: sellers }, () => judgementOf(situation, share));
  const best = records.reduce((one, other) => (other.p < one.p ? other : one));
  const words = judgedLuck({ n: situation.trades, judgement: best }, selection);
  // Of what is held against a coin, "hard to explain" is said of the coin alone where luck at break-even is another word.
  return words?.luck === 'hard' && (!isFair || words.atBreakEven === undefined);
}

/** The judgement of one record, of its best stretch where it is a part of a longer one. */
function judgementOf(situation: Situation, share: Share): Judgement {
  const { outOf, trades, doublings = 0, isHidden = false, unresolvedShare = 0 } = situation;
  const record = recordOf(situation, outOf ?? trades, share);
  const isMonths = situation.part?.startsWith('months') === true;
  const given = outOf === undefined ? record : isMonths ? bestMonths(record) : bestStretch(record, trades);
  const resolved = given.filter(({ outcome }) => outcome === 'won' || share() >= unresolvedShare);
  const won = resolved.filter(({ outcome }) => outcome === 'won').length;
  return judged(resolved, won, {
    unresolved: given.length - resolved.length,
    announcedGales: isHidden ? doublings : 0,
    hasDistances: situation.hasDistances ?? false,
    paysByChance: situation.paysByChance ?? false,
  });
}

function recordOf(situation: Situation, count: number, share: Share): Trade[] {
  const {
    payout = () => 0.8,
    hasDistances = false,
    paysByChance = false,
    isFair = false,
    together = 1,
    pairs = ['EUR/USD'],
    follows = 1,
    minutesApart = 0,
    doublings = 0,
    isHidden = false,
    tieShare = 0,
    losesTies = false,
    sizes = [1],
  } = situation;
  const trades: Trade[] = [];
  const add = (isWon: boolean, net: number, move: number, place = 0): void => {
    const pair = pairs[place % pairs.length] as string;
    const size = sizes.length === 1 ? 1 : (sizes[Math.floor(share() * sizes.length)] as number);
    trades.push({
      timeMs: (Date.UTC(2026, 2, 2) + move * 7_200_000 + place * minutesApart * 60_000) as Trade['timeMs'],
      pair,
      direction: pair.startsWith('USD') ? 'PUT' : 'CALL',
      expirySeconds: minutesApart > 0 ? null : 300,
      entryPrice: null,
      outcome: isWon ? 'won' : 'lost',
      stake: 1,
      payout: net,
      profit: size * (isWon ? net : -1),
    });
  };
  for (let at = 0; trades.length < count; at += 1) {
    const net = payout(at);
    const isEven = !hasDistances && !paysByChance && !isFair && net > 0.66 && net < 1.3;
    const chance = isEven ? 0.5 : 1 / (1 + net);
    if (tieShare > 0 && share() < tieShare) {
      if (losesTies) add(false, net, at);
      continue;
    }
    let isWon = share() < chance;
    for (let step = 0; step < doublings && !isWon; step += 1) {
      if (!isHidden) add(false, net, at + step * 1_000);
      isWon = share() < chance;
    }
    for (let one = 0; one < together; one += 1)
      add(follows === 1 || share() < follows ? isWon : share() < chance, net, at, one);
  }
  const given = trades.slice(0, count);
  if (minutesApart > 0) return [...readAsTable(given)];
  if (situation.sizes === undefined) return given;
  const rows = given.map((trade) => ({ ...trade, stake: null, payout: null }));
  return [...completeTrades(rows, 0.8).trades];
}

/** The trades of a table, with the first answer to what is asked of how long they run. */
function readAsTable(trades: readonly Trade[]): readonly Trade[] {
  const table = {
    trades,
    columns: [{ meaning: 'time', at: 0, name: 'time' }],
    found: [],
    open: [],
    textsOf: () => ({ end: '', signal: '' }),
    signals: { unresolved: 0, announcedGales: 0, hasDistances: false },
  } as unknown as OpenReading;
  return withDurations(table, new Asker({})).trades;
}

/** The months with most wins. */
function bestMonths(record: readonly Trade[]): readonly Trade[] {
  const months = Array.from({ length: record.length / TRADES_A_MONTH }, (_, at) =>
    record.slice(at * TRADES_A_MONTH, (at + 1) * TRADES_A_MONTH),
  );
  const wonIn = (month: readonly Trade[]): number => month.filter(({ outcome }) => outcome === 'won').length;
  return months
    .sort((one, other) => wonIn(other) - wonIn(one))
    .slice(0, MONTHS)
    .flat();
}

function bestStretch(record: readonly Trade[], length: number): readonly Trade[] {
  let best = record.slice(0, length);
  let most = -1;
  for (let from = 0; from + length <= record.length; from += 1) {
    const stretch = record.slice(from, from + length);
    const won = stretch.filter(({ outcome }) => outcome === 'won').length;
    if (won > most) [best, most] = [stretch, won];
  }
  return best;
}
