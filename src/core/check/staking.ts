import { groupBy } from './grouping.ts';

/** How the next stake follows from the last outcome, and where that ends. */
export interface Staking {
  /** The median of the next stake over this one, after a loss; null where no trade follows a loss. */
  readonly factorAfterLoss: number | null;
  readonly factorAfterWin: number | null;
  /** The next stake is the next one of the pair: each pair has its own. */
  readonly isOfPair: boolean;
  /** The first count of losses in a row after which the bankroll does not pay the next stake; null where stakes do not grow. */
  readonly endsAfterLosses: number | null;
  /** The exact chance of such a run in 100 trades. */
  readonly chanceOfThatRunIn100: number | null;
  /** After how many losses in a row grown stakes start again at the first; null where they are not seen to. */
  readonly startsAgainAfter: number | null;
}

/** Where nothing can be said of the next stake. */
export const NO_STAKING: Staking = {
  factorAfterLoss: null,
  factorAfterWin: null,
  isOfPair: false,
  endsAfterLosses: null,
  chanceOfThatRunIn100: null,
  startsAgainAfter: null,
};

/** A stake counts as growing after a loss from this factor on. */
export const GROWS_FROM = 1.2;
/** So that a bankroll that pays a stake to the cent is not short of it by a rounding error. */
const ROUNDING = 1e-12;

interface Step {
  readonly pair?: string | null;
  readonly stake: number;
  readonly ending: 'won' | 'lost' | 'tied';
}

/** Stakes after a loss follow a rule where most are as many times the last one, or nearly. */
const NEAR = 1.25;
const MOSTLY = 0.6;
/** Each pair has stakes of its own where nearly all follow its last one, in at least so many. */
const NEARLY_ALL = 0.8;
const FEWEST_FOLLOWED = 5;

/** `steps` in order, tied ones between them; `bankroll` and stakes in one currency; `lossRate` of all decided trades. */
export function stakingOf(steps: readonly Step[], bankroll: number, lossRate: number): Staking {
  const whole = nextStakes(steps, stepsBefore(steps, false));
  const byPair = whole.alike === 1 ? whole : nextStakes(steps, stepsBefore(steps, true));
  const isOfPair =
    byPair.grows &&
    byPair.followed >= FEWEST_FOLLOWED &&
    byPair.alike >= NEARLY_ALL &&
    byPair.alike > whole.alike;
  const { grows, first, alike, ...factors } = isOfPair ? byPair : whole;
  // Such as the stakes of two accounts in turn: what follows a loss cannot be said.
  if (alike < MOSTLY) return NO_STAKING;
  const { factorAfterLoss, factorAfterWin, startsAgainAfter } = factors;
  const said = { factorAfterLoss, factorAfterWin, isOfPair, startsAgainAfter };
  if (!grows || first === null) return { ...said, endsAfterLosses: null, chanceOfThatRunIn100: null };
  const losses = lossesUntilBroke(first, factorAfterLoss as number, bankroll, startsAgainAfter);
  const runs = groupBy(steps, ({ pair = null }) => (isOfPair ? pair : null)).values();
  const chanceOfThatRunIn100 = [...runs].reduce((chance, { length }) => {
    const own = losingRunChance(losses, Math.round((100 * length) / steps.length), lossRate);
    return chance + own - chance * own;
  }, 0);
  return { ...said, endsAfterLosses: losses, chanceOfThatRunIn100 };
}

/** The place of the step before each one, or before it of its pair; -1 where there is none. */
export function stepsBefore(steps: readonly Pick<Step, 'pair'>[], isOfPair: boolean): readonly number[] {
  const last = new Map<string | null, number>();
  return steps.map(({ pair = null }, at) => {
    const key = isOfPair ? pair : null;
    const before = last.get(key) ?? -1;
    last.set(key, at);
    return before;
  });
}

function nextStakes(steps: readonly Step[], beforeOf: readonly number[]) {
  const ratios = { won: [] as number[], lost: [] as number[], tied: [] as number[] };
  const afterWin: number[] = [];
  // The place of each stake in a row of growing ones; the last place at which one was lost and a smaller one followed.
  const places = new Uint32Array(steps.length);
  let [highest, startedAfter, starts] = [1, 0, 0];
  for (const [at, { stake }] of steps.entries()) {
    places[at] = 1;
    const last = steps[beforeOf[at] as number];
    if (last === undefined) continue;
    const place = places[beforeOf[at] as number] as number;
    ratios[last.ending].push(stake / last.stake);
    if (last.ending === 'won') afterWin.push(stake);
    const isGrown = last.ending === 'lost' && stake >= last.stake * GROWS_FROM;
    if (last.ending === 'lost' && !isGrown && place >= startedAfter)
      [startedAfter, starts] = [place, place === startedAfter ? starts + 1 : 1];
    places[at] = isGrown ? place + 1 : last.ending === 'tied' ? place : 1;
    highest = Math.max(highest, places[at] as number);
  }
  const factorAfterLoss = median(ratios.lost);
  const grows = factorAfterLoss !== null && factorAfterLoss >= GROWS_FROM;
  const usual = factorAfterLoss ?? 1;
  const startsAgainAfter = grows && highest > 1 && startedAfter === highest ? highest : null;
  const near = ratios.lost.filter((ratio) => ratio >= usual / NEAR && ratio <= usual * NEAR);
  return {
    factorAfterLoss,
    factorAfterWin: median(ratios.won),
    grows,
    first: median(afterWin),
    startsAgainAfter,
    followed: ratios.lost.length,
    /** The share of the stakes after a loss that follow it alike, or start again; 1 where there is none. */
    alike:
      ratios.lost.length === 0
        ? 1
        : (near.length + (startsAgainAfter === null ? 0 : starts)) / ratios.lost.length,
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
