import { DAY_MS } from '../time/instant.ts';
import { GROWS_FROM, median, type Staking, stepsBefore } from './staking.ts';
import { inOrder, type Trade } from './trade.ts';

/** What stakes that grow after each loss come to in a losing run. */
export type StakeLadder = NonNullable<ReturnType<typeof stakeLadder>>;

/** Where stakes do not start again before. */
const RUN = 7;
const DOUBLES_FROM = 0.8;
/** After fewer losses a growing stake is no habit that could be seen. */
const FEWEST_FOLLOWED = 5;

/** The ladder of a record whose stakes grow after a loss; null where they do not. Tied trades keep their place in the order. */
export function stakeLadder(
  trades: readonly Trade[],
  { factorAfterLoss, startsAgainAfter, isOfPair }: Staking,
  winRate: number | null,
) {
  if (factorAfterLoss === null || factorAfterLoss < GROWS_FROM || winRate === null) return null;
  const ordered = inOrder(trades);
  const beforeOf = stepsBefore(ordered, isOfPair);
  const afterWin: number[] = [];
  let [followed, doubled, highestUsed] = [0, 0, 0];
  for (const [at, { stake, timeMs }] of ordered.entries()) {
    highestUsed = Math.max(highestUsed, stake);
    const last = ordered[beforeOf[at] as number];
    if (last?.outcome === 'won') afterWin.push(stake);
    if (last?.outcome !== 'lost' || dayOf(last.timeMs) !== dayOf(timeMs)) continue;
    followed += 1;
    const ratio = stake / last.stake;
    if (ratio >= 1.8 && ratio <= 2.5) doubled += 1;
  }
  if (followed < FEWEST_FOLLOWED) return null;
  const base = median(afterWin) ?? ordered[0]?.stake;
  if (base === undefined) return null;
  const doubles = doubled / followed >= DOUBLES_FROM;
  const factor = doubles ? 2 : factorAfterLoss;
  const run = Math.min(RUN, startsAgainAfter ?? RUN);
  const stakes = Array.from({ length: run }, (_, losses) => base * factor ** losses);
  return {
    /** The stakes of the run, from the median stake after a win on, in the currency of the record. */
    stakes,
    cost: stakes.reduce((sum, stake) => sum + stake, 0),
    highestUsed,
    /** How many of the trades that follow a loss on the same day have 1.8 to 2.5 times its stake. */
    doubled,
    followed,
    doubles,
    /** After how many trades such a run has come on average: where a coin decides, and at the record's rate (null if none was lost). */
    coinWait: tradesUntilRun(run, 0.5),
    ownWait: winRate === 1 ? null : tradesUntilRun(run, 1 - winRate),
  };
}

/** The mean number of trades until so many losses in a row have come: (1 - q^run) / (p q^run) (Feller 1968, XIII.7). */
export function tradesUntilRun(run: number, lossRate: number): number {
  if (lossRate === 1) return run;
  return (1 - lossRate ** run) / ((1 - lossRate) * lossRate ** run);
}

function dayOf(timeMs: number | null): number | null {
  return timeMs === null ? null : Math.floor(timeMs / DAY_MS);
}
