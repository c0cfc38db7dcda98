/** One measured number. `ratio` compares it with a peer or a ceiling measured in the same run; machines differ, ratios less. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly peer?: string;
  readonly peerValue?: number;
  readonly ratio?: number;
  /** The bound the figure is held against, e.g. `>= 0.85`. */
  readonly budget?: string;
  readonly within?: boolean;
}

export type Bound = { readonly atLeast: number } | { readonly atMost: number };

/** Compares a number with its bound and words the bound. */
function judge(value: number, bound: Bound): { budget: string; within: boolean } {
  return 'atLeast' in bound
    ? { budget: `>= ${bound.atLeast}`, within: value >= bound.atLeast }
    : { budget: `<= ${bound.atMost}`, within: value <= bound.atMost };
}

/** A figure held against a bound on its value. */
export function bounded(name: string, value: number, unit: string, bound?: Bound): Figure {
  return { name, value: round(value), unit, ...(bound === undefined ? {} : judge(value, bound)) };
}

/** A figure as a ratio to a peer measured in the same run, held against a bound on that ratio. */
export function compared(
  name: string,
  value: number,
  unit: string,
  peer: { readonly name: string; readonly value: number },
  bound?: Bound,
): Figure {
  const ratio = value / peer.value;
  return {
    name,
    value: round(value),
    unit,
    peer: peer.name,
    peerValue: round(peer.value),
    ratio: round(ratio),
    ...(bound === undefined ? {} : judge(ratio, bound)),
  };
}

/** The middle one of an odd number of measurements; of an even number, the lower middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that is at or above this share of all of them, 0 to 1; of the nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.min(Math.max(Math.ceil(sorted.length * share), 1), sorted.length) - 1];
  if (found === undefined) throw new Error('a quantile of nothing was asked for');
  return found;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
