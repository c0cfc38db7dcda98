/** How far back a feature looks; the reliability of each band is followed by itself. */
export const BANDS = ['short', 'medium', 'long'] as const;
export type Band = (typeof BANDS)[number];

/** The public rules that features belong to, by the codes that a ledger keeps. */
export const RULES = [
  'last-bar',
  'bar-shape',
  'earlier-bars',
  'momentum',
  'ema-distance',
  'rsi',
  'bollinger',
  'ema-cross',
  'macd',
] as const;
export type Rule = (typeof RULES)[number];

export interface Feature {
  readonly name: string;
  readonly rule: Rule;
  readonly band: Band;
}

/**
 * The features, in the order of a model's weights. Each changes only its sign when prices are mirrored, and is free of
 * scale: moves are measured in the pair's own recent volatility. So there is no intercept, no pair and no price level
 * in a model, and what was fitted on one pair can speak about another.
 */
export const FEATURES: readonly Feature[] = [
  { name: 'last move', rule: 'last-bar', band: 'short' },
  { name: 'last move, wide', rule: 'last-bar', band: 'short' },
  { name: 'last move, sign', rule: 'last-bar', band: 'short' },
  { name: 'body', rule: 'last-bar', band: 'short' },
  { name: 'gap to open', rule: 'last-bar', band: 'short' },
  { name: 'close in range', rule: 'bar-shape', band: 'short' },
  { name: 'wicks', rule: 'bar-shape', band: 'short' },
  { name: 'move 2 back', rule: 'earlier-bars', band: 'short' },
  { name: 'move 3 back', rule: 'earlier-bars', band: 'short' },
  { name: 'move 4 back', rule: 'earlier-bars', band: 'short' },
  { name: 'move 5 back', rule: 'earlier-bars', band: 'short' },
  { name: 'momentum 5', rule: 'momentum', band: 'medium' },
  { name: 'momentum 10', rule: 'momentum', band: 'medium' },
  { name: 'momentum 15', rule: 'momentum', band: 'medium' },
  { name: 'EMA 3 distance', rule: 'ema-distance', band: 'medium' },
  { name: 'EMA 6 distance', rule: 'ema-distance', band: 'medium' },
  { name: 'EMA 12 distance', rule: 'ema-distance', band: 'medium' },
  { name: 'RSI', rule: 'rsi', band: 'medium' },
  { name: 'RSI beyond 30/70', rule: 'rsi', band: 'medium' },
  { name: 'Bollinger distance', rule: 'bollinger', band: 'medium' },
  { name: 'Bollinger beyond 2', rule: 'bollinger', band: 'medium' },
  { name: 'outside the bands', rule: 'bollinger', band: 'medium' },
  { name: 'momentum 30', rule: 'momentum', band: 'long' },
  { name: 'momentum 60', rule: 'momentum', band: 'long' },
  { name: 'momentum 120', rule: 'momentum', band: 'long' },
  { name: 'EMA 9 less 21', rule: 'ema-cross', band: 'long' },
  { name: 'MACD histogram', rule: 'macd', band: 'long' },
];

export const FEATURE_COUNT = FEATURES.length;

/** Per feature, the index of its band in `BANDS`. */
export const FEATURE_BAND: Uint8Array = Uint8Array.from(FEATURES, ({ band }) => BANDS.indexOf(band));

/** How many closed bars in a row the longest feature needs. */
export const BARS_NEEDED = 121;
