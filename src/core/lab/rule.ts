import type { ScoredPair } from '../market/instruments.ts';
import { HOUR_MS, MINUTE_MS } from '../time/instant.ts';

/** The bars that a rule can be read on, each built from one-minute bars. */
export const LAB_BARS = ['1min', '5min', '15min', '1h'] as const;
export type LabBar = (typeof LAB_BARS)[number];

const BAR_MS: Readonly<Record<LabBar, number>> = {
  '1min': MINUTE_MS,
  '5min': 5 * MINUTE_MS,
  '15min': 15 * MINUTE_MS,
  '1h': HOUR_MS,
};

/** How long a bar is. */
export function barMs(bar: LabBar): number {
  return BAR_MS[bar];
}

/** Values of a field that is swept: `from`, `from` + `step`, ... up to `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

export type Side = 'above' | 'below';

/** `crosses` is true at the one bar where the comparison becomes true after it was not; `is` at each bar where it is true. */
export type Comparison = { readonly crosses: Side } | { readonly is: Side };

/**
 * What must be true at a bar's close. `N` is `number`, or `number | Range` in a rule that is swept. What each one means, with its
 * source, stands in conditions.ts.
 */
export type ConditionOf<N> =
  | ({ readonly if: 'rsi'; readonly length: N; readonly level: N } & Comparison)
  /** The average of `fast` bars against that of `slow` bars; the average of one bar is its close. */
  | ({ readonly if: 'ema'; readonly fast: N; readonly slow: N } & Comparison)
  /** The close against a band `width` deviations from the mean. */
  | ({
      readonly if: 'bollinger';
      readonly length: N;
      readonly width: N;
      readonly band: 'lower' | 'middle' | 'upper';
    } & Comparison)
  /** MACD's line against its signal line. */
  | ({ readonly if: 'macd'; readonly fast: N; readonly slow: N; readonly signal: N } & Comparison)
  | ({ readonly if: 'stochastic'; readonly length: N; readonly smooth: N; readonly level: N } & Comparison)
  /** The last `run` bars all closed above (`up`) or below (`down`) their open. */
  | { readonly if: 'candles'; readonly colour: 'up' | 'down'; readonly run: N }
  | { readonly if: 'engulfing'; readonly colour: 'up' | 'down' }
  /** From open to close, in percent of the bar from low to high. */
  | ({ readonly if: 'body'; readonly percent: N } & Comparison)
  /** From the body to the low (`lower`) or to the high (`upper`), in percent of the bar. */
  | ({ readonly if: 'wick'; readonly end: 'lower' | 'upper'; readonly percent: N } & Comparison)
  /** How many pips the close lies below the highest high of the last `length` bars, or above their lowest low. */
  | ({
      readonly if: 'distance';
      readonly of: 'high' | 'low';
      readonly length: N;
      readonly pips: N;
    } & Comparison)
  /** The bar opens in the hours of UTC from `from` up to `to`, which is left out; 22 to 2 goes over midnight. */
  | { readonly if: 'hour'; readonly from: N; readonly to: N };

export type Condition = ConditionOf<number>;
export type ConditionName = Condition['if'];

/** A rule as it is written in a file, `N` as in `ConditionOf`. All conditions of a side must be true at the same close. */
export interface RuleOf<N> {
  readonly pair: ScoredPair;
  readonly bar: LabBar;
  readonly call: readonly ConditionOf<N>[];
  /** `mirror`: the same conditions on prices that are turned upside down. */
  readonly put: 'mirror' | readonly ConditionOf<N>[];
  /** The entry is the open of the bar so many bars after the one at whose close the rule was true: 1 is the next one. */
  readonly enterAfterBars: N;
  /** The exit is the open so many bars after the entry. */
  readonly expiryBars: N;
}

export type Rule = RuleOf<number>;
/** A rule of which one or two fields are ranges. */
export type Sweep = RuleOf<number | Range>;

export const MOST_CONDITIONS = 3;
/** Values of one swept field; two fields make up to 1,600 rules. */
export const MOST_VALUES = 40;
export const MOST_SWEPT = 2;

export interface NumberShape {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

/** What a field of a condition can be: the page's inputs, the reader below and the address are made of this. */
export type FieldShape = NumberShape | { readonly name: string; readonly options: readonly string[] };

interface ConditionShape {
  readonly fields: readonly FieldShape[];
  /** Has `crosses` or `is` as well. */
  readonly compares: boolean;
}

const number = (name: string, least: number, most: number): NumberShape => ({
  name,
  least,
  most,
  isWhole: false,
});
const whole = (name: string, least: number, most: number): NumberShape => ({
  ...number(name, least, most),
  isWhole: true,
});
const choice = (name: string, ...options: readonly string[]): FieldShape => ({ name, options });

const MOST_BARS = 1_000;

/** The fields of each condition, in the order in which an address has them; a comparison stands before the last one. */
export const CONDITION_SHAPES: Readonly<Record<ConditionName, ConditionShape>> = {
  rsi: { fields: [whole('length', 1, MOST_BARS), number('level', 0, 100)], compares: true },
  ema: { fields: [whole('fast', 1, MOST_BARS), whole('slow', 1, MOST_BARS)], compares: true },
  bollinger: {
    fields: [
      whole('length', 2, MOST_BARS),
      number('width', 0, 10),
      choice('band', 'lower', 'middle', 'upper'),
    ],
    compares: true,
  },
  macd: {
    fields: [whole('fast', 1, MOST_BARS), whole('slow', 1, MOST_BARS), whole('signal', 1, MOST_BARS)],
    compares: true,
  },
  stochastic: {
    fields: [whole('length', 1, MOST_BARS), whole('smooth', 1, 100), number('level', 0, 100)],
    compares: true,
  },
  candles: { fields: [choice('colour', 'up', 'down'), whole('run', 1, 100)], compares: false },
  engulfing: { fields: [choice('colour', 'up', 'down')], compares: false },
  body: { fields: [number('percent', 0, 100)], compares: true },
  wick: { fields: [choice('end', 'lower', 'upper'), number('percent', 0, 100)], compares: true },
  distance: {
    fields: [choice('of', 'high', 'low'), whole('length', 1, MOST_BARS), number('pips', 0, 10_000)],
    compares: true,
  },
  hour: { fields: [whole('from', 0, 23), whole('to', 0, 24)], compares: false },
};
export const CONDITION_NAMES = Object.keys(CONDITION_SHAPES) as readonly ConditionName[];

export const TIME_SHAPES = [whole('enterAfterBars', 1, 100), whole('expiryBars', 1, 1_000)] as const;

/** A field that is swept, where it stands in the rule, and its values in their order. */
export interface SweptField {
  readonly at: string;
  readonly values: readonly number[];
}

/** The values of a range; at most one more than may be swept. Decimal steps leave no trace of binary rounding. */
export function valuesOf({ from, to, step }: Range): number[] {
  const values: number[] = [];
  for (let place = 0; values.length <= MOST_VALUES; place += 1) {
    const value = Number((from + place * step).toFixed(9));
    if (!(value <= to)) break;
    values.push(value);
  }
  return values;
}

/** A rule of a sweep: its swept fields, in the order of `swept`, have these values. */
export function ruleAt(sweep: Sweep, swept: readonly SweptField[], values: readonly number[]): Rule {
  return withFields(sweep, new Map(swept.map(({ at }, place) => [at, values[place]]))) as Rule;
}

/** A rule in which the fields that these name, such as `call.0.length`, have other values. */
export function withFields(rule: Sweep, fields: ReadonlyMap<string, unknown>): unknown {
  const filled = (at: string, value: unknown): unknown => {
    if (fields.has(at)) return fields.get(at);
    if (Array.isArray(value)) return value.map((one: unknown, place) => filled(`${at}.${place}`, one));
    if (typeof value !== 'object' || value === null) return value;
    const prefix = at === '' ? '' : `${at}.`;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, filled(`${prefix}${name}`, one)]),
    );
  };
  return filled('', rule);
}

/** Each combination of the values of the swept fields, the first field's the slowest; one empty one where nothing is swept. */
export function combinations(swept: readonly SweptField[]): readonly (readonly number[])[] {
  return swept.reduce<readonly (readonly number[])[]>(
    (all, { values }) => all.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  );
}

const OPPOSITE = {
  above: 'below',
  below: 'above',
  lower: 'upper',
  upper: 'lower',
  middle: 'middle',
  up: 'down',
  down: 'up',
  high: 'low',
  low: 'high',
} as const;

/** The condition that is true on prices turned upside down exactly where this one is true. */
export function mirrored(condition: Condition): Condition {
  switch (condition.if) {
    case 'rsi':
    case 'stochastic':
      return turned({ ...condition, level: 100 - condition.level });
    case 'ema':
    case 'macd':
      return turned(condition);
    case 'bollinger':
      return turned({ ...condition, band: OPPOSITE[condition.band] });
    case 'candles':
    case 'engulfing':
      return { ...condition, colour: OPPOSITE[condition.colour] };
    case 'wick':
      return { ...condition, end: OPPOSITE[condition.end] };
    case 'distance':
      return { ...condition, of: OPPOSITE[condition.of] };
    case 'body':
    case 'hour':
      return condition;
  }
}

/** Says nothing of up or down alone: the same is true on prices turned upside down. */
export function hasDirection({ if: name }: ConditionOf<number | Range>): boolean {
  return name !== 'body' && name !== 'hour';
}

function turned<C extends Condition & Comparison>(condition: C): C {
  return 'is' in condition
    ? { ...condition, is: OPPOSITE[condition.is] }
    : { ...condition, crosses: OPPOSITE[condition.crosses] };
}

/** The conditions under which a rule says PUT. */
export function putConditions({ call, put }: Rule): readonly Condition[] {
  return put === 'mirror' ? call.map(mirrored) : put;
}
