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
