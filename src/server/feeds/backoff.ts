const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * How long to wait before try number `failures` + 1, in milliseconds: doubling from one second to one minute, of which a
 * random half is taken off so that many clients do not come back at the same moment. `random` is in [0, 1).
 */
export function backoffMs(failures: number, random: number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return ceiling * (1 - random / 2);
}
