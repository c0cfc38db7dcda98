/** 95 of 100 fair coins end within 1.96 standard deviations, of which each is half the root of the count. */
const FUNNEL = 0.98;
const STEPS = [1, 2, 5];
/** Below the axis stand about so many numbers; beside it half as many. */
const MOST_TICKS = 4;

/** How it stood after some signals; `controlRate` is the coin's, where one was tossed beside them. */
export interface CoursePoint {
  readonly settled: number;
  readonly rate: number;
  readonly controlRate?: number;
}

/** A course over the number of signals: how many right answers there are above half of them. */
export interface Course {
  readonly last: number;
  readonly top: number;
  readonly bottom: number;
  readonly yTicks: readonly number[];
  readonly xTicks: readonly number[];
  readonly engine: readonly (readonly [number, number])[];
  /** Empty where no coin was tossed. */
  readonly coin: readonly (readonly [number, number])[];
  /** The upper edge of where 95 of 100 coins stay; the lower one is its mirror image. */
  readonly funnel: readonly (readonly [number, number])[];
  /** Where the slope of break-even ends: at the last signal, or where it leaves the picture. */
  readonly evenEnd: readonly [number, number];
}

/** The picture of these points, at least one, with its scale; `breakEven` is a rate. */
export function courseOf(points: readonly CoursePoint[], breakEven: number): Course {
  const last = points.at(-1)?.settled ?? 1;
  const above = (rateOf: (point: CoursePoint) => number | undefined): (readonly [number, number])[] => [
    [0, 0],
    ...points.map((point) => [point.settled, ((rateOf(point) ?? 0.5) - 0.5) * point.settled] as const),
  ];
  const engine = above(({ rate }) => rate);
  const coin = points[0]?.controlRate === undefined ? [] : above(({ controlRate }) => controlRate);
  const edge = FUNNEL * Math.sqrt(last);
  const values = [...engine, ...coin].map(([, value]) => value);
  const high = Math.max(edge, ...values);
  const low = Math.min(-edge, ...values);
  const step = stepOf((high - low) / MOST_TICKS);
  const top = Math.ceil((high * 1.1) / step) * step;
  const bottom = Math.floor(low / step) * step;
  const slope = breakEven - 0.5;
  const evenAt = Math.min(last, slope > 0 ? top / slope : last);
  const xStep = Math.max(1, stepOf(last / MOST_TICKS));
  return {
    last,
    top,
    bottom,
    yTicks: multiples(step, bottom, top),
    xTicks: multiples(xStep, xStep, last),
    engine,
    coin,
    funnel: Array.from({ length: 41 }, (_, at) => {
      const count = (last * at * at) / 1600;
      return [count, FUNNEL * Math.sqrt(count)] as const;
    }),
    evenEnd: [evenAt, evenAt * slope],
  };
}

/** The smallest of 1, 2, 5, 10, 20 and so on that is not below a size. */
function stepOf(size: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(size, 0.1)));
  return (STEPS.find((step) => step * power >= size) ?? 10) * power;
}

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from(
    { length: Math.max(0, Math.floor(to / step + 1e-9) - first + 1) },
    (_, at) => (first + at) * step,
  );
}
