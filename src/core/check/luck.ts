/** What a chance says about luck, in one of four steps; never that there is skill. */
export type Luck = 'luck' | 'explained' | 'possible' | 'hard';

/** Fewer trades are not judged. */
export const FEWEST_TRADES = 30;

/** Half of the 1 in 100 records of luck that may be called hard to explain: 2,000 of them stay below it. */
const HARD = 0.005;

/** Judges the chance that the best of all who were looked at does as well by luck alone. */
export function judgeLuck(chance: number): Luck {
  if (chance > 0.5) return 'luck';
  if (chance > 0.2) return 'explained';
  return chance > HARD ? 'possible' : 'hard';
}

/** The chance that the best of k who only guess does what one does with chance p. */
export function bestOf(k: number, p: number): number {
  return -Math.expm1(k * Math.log1p(-p));
}
