/** How the next stake follows from the last outcome, and where that ends. */
export type Staking = ReturnType<typeof stakingOf>;

/** A stake counts as growing after a loss from this factor on. */
export const GROWS_FROM = 1.2;
/** So that a bankroll that pays a stake to the cent is not short of it by a rounding error. */
const ROUNDING = 1e-12;

/** `steps` in order, tied ones between them; `bankroll` and stakes in one currency; `lossRate` of all decided trades. */
export function stakingOf(
  steps: readonly { readonly stake: number; readonly ending: 'won' | 'lost' | 'tied' }[],
  bankroll: number,
  lossRate: number,
) {
  const ratios = { won: [] as number[], lost: [] as number[], tied: [] as number[] };
  const afterWin: number[] = [];
  // The place of a stake in a row of growing ones; the last place at which one was lost and a smaller one followed.
  let [place, highest, startedAfter] = [1, 1, 0];
  for (let at = 1; at < steps.length; at += 1) {
    const last = steps[at - 1] as (typeof steps)[number];
    const { stake } = steps[at] as (typeof steps)[number];
    ratios[last.ending].push(stake / last.stake);
    if (last.ending === 'won') afterWin.push(stake);
    const isGrown = last.ending === 'lost' && stake >= last.stake * GROWS_FROM;
    if (last.ending === 'lost' && !isGrown) startedAfter = Math.max(startedAfter, place);
    if (last.ending !== 'tied') place = isGrown ? place + 1 : 1;
    highest = Math.max(highest, place);
  }
  const factorAfterLoss = median(ratios.lost);
  const grows = factorAfterLoss !== null && factorAfterLoss >= GROWS_FROM;
  const startsAgainAfter = grows && highest > 1 && startedAfter === highest ? highest : null;
  const first = median(afterWin);
  const endsAfterLosses =
    !grows || first === null ? null : lossesUntilBroke(first, factorAfterLoss, bankroll, startsAgainAfter);
  return {
    /** The median of the next stake over this one, after a loss; null where no trade follows a loss. */
    factorAfterLoss,
    factorAfterWin: median(ratios.won),
    /** The first count of losses in a row after which the bankroll does not pay the next stake; null where stakes do not grow. */
    endsAfterLosses,
    /** The exact chance of such a run in 100 trades. */
    chanceOfThatRunIn100: endsAfterLosses === null ? null : losingRunChance(endsAfterLosses, 100, lossRate),
    /** After how many losses in a row grown stakes start again at the first; null where they are not seen to. */
    startsAgainAfter,
  };
}

function lossesUntilBroke(
  firstStake: number,
  factor: number,
  bankroll: number,
  startsAgainAfter: number | null,
): number {
  let [losses, left] = [0, bankroll];
  if (startsAgainAfter !== null) {
    const cost = (firstStake * (factor ** startsAgainAfter - 1)) / (factor - 1);
    const rounds = Math.floor((bankroll * (1 + ROUNDING)) / cost);
    [losses, left] = [rounds * startsAgainAfter, bankroll - rounds * cost];
  }
  for (let stake = firstStake; left >= stake - bankroll * ROUNDING; stake *= factor) {
    left -= stake;
    losses += 1;
  }
  return losses;
}

/** The middle of the values, or the mean of the two middle ones; null where there is none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** The chance that at least `run` losses in a row come somewhere in `trades` trades, each lost with chance `lossRate`; exact. */
export function losingRunChance(run: number, trades: number, lossRate: number): number {
  if (run <= 0) return 1;
  if (run > trades) return 0;
  // The chance to have just lost so many in a row, while no run was long enough yet.
  let losses = new Float64Array(run);
  losses[0] = 1;
  let reached = 0;
  for (let trade = 0; trade < trades; trade += 1) {
    const next = new Float64Array(run);
    for (let row = 0; row < run; row += 1) {
      const chance = losses[row] as number;
      next[0] = (next[0] as number) + chance * (1 - lossRate);
      if (row + 1 === run) reached += chance * lossRate;
      else next[row + 1] = chance * lossRate;
    }
    losses = next;
  }
  return reached;
}
