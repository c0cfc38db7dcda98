import { BollingerBands, EMA, MACD, RSI } from 'trading-signals';
import { Bollinger } from '../src/core/engine/indicators/bollinger.ts';
import { Ema } from '../src/core/engine/indicators/ema.ts';
import { Macd } from '../src/core/engine/indicators/macd.ts';
import { Rsi } from '../src/core/engine/indicators/rsi.ts';
import { seededRandom } from '../tests/support/seeded-random.ts';
import { compared, type Figure } from './figure.ts';

const ROUNDS = 31;
const TICKS = 200_000;
/** The longest of the five, MACD, is ready after so many. */
const FIRST_READY = 26;
const TOLERANCE = 1e-9;

/** After each tick: RSI 14, EMA 9, EMA 21, the middle and width of Bollinger 20, and MACD's histogram. */
const VALUE_COUNT = 6;

/** Plays all prices and writes the six values after each, `stride` numbers further on in `out` each time; 0 overwrites them. */
type Play = (prices: Float64Array, out: Float64Array, stride: number) => void;

/**
 * Five streaming indicators, all read after every tick: ours against a loop written by hand for just these five and
 * against trading-signals, on the same prices in the same run. Throws when their values differ.
 */
export async function* indicatorsBench(): AsyncGenerator<Figure> {
  const prices = walk(TICKS);
  requireEqual(prices, 'the loop written by hand', byHand);
  requireEqual(prices, 'trading-signals', tradingSignals);
  const rates = { ours: [] as number[], byHand: [] as number[], tradingSignals: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.byHand.push(ticksPerSecond(prices, byHand));
    rates.ours.push(ticksPerSecond(prices, ours));
    rates.tradingSignals.push(ticksPerSecond(prices, tradingSignals));
  }
  // The best of the rounds: whatever else the machine does can only slow a round down.
  const rate = Math.max(...rates.ours);
  yield* [
    compared(
      'five indicators, against a loop by hand',
      rate,
      'ticks/s',
      { name: 'a loop written by hand for just these', value: Math.max(...rates.byHand) },
      { atLeast: 0.5 },
    ),
    compared(
      'five indicators, against a library',
      rate,
      'ticks/s',
      { name: 'trading-signals', value: Math.max(...rates.tradingSignals) },
      { atLeast: 8 },
    ),
  ];
}

function walk(length: number): Float64Array {
  const random = seededRandom(4);
  let level = 110_000;
  return Float64Array.from({ length }, () => {
    level += (random() % 21) - 10;
    return level / 100_000;
  });
}

function ticksPerSecond(prices: Float64Array, play: Play): number {
  const out = new Float64Array(VALUE_COUNT);
  const started = performance.now();
  play(prices, out, 0);
  return prices.length / ((performance.now() - started) / 1000);
}

function requireEqual(prices: Float64Array, name: string, theirs: Play): void {
  const a = new Float64Array(VALUE_COUNT * prices.length);
  const b = new Float64Array(VALUE_COUNT * prices.length);
  ours(prices, a, VALUE_COUNT);
  theirs(prices, b, VALUE_COUNT);
  for (let at = (FIRST_READY - 1) * VALUE_COUNT; at < a.length; at += 1) {
    const difference = Math.abs((a[at] as number) - (b[at] as number));
    if (!(difference <= TOLERANCE))
      throw new Error(
        `value ${at % VALUE_COUNT} at tick ${Math.floor(at / VALUE_COUNT)} differs from that of ${name} by ${difference}`,
      );
  }
}

function ours(prices: Float64Array, out: Float64Array, stride: number): void {
  const rsi = new Rsi(14);
  const ema9 = new Ema(9);
  const ema21 = new Ema(21);
  const bollinger = new Bollinger(20);
  const macd = new Macd(12, 26, 9);
  for (let tick = 0, at = 0; tick < prices.length; tick += 1, at += stride) {
    const price = prices[tick] as number;
    rsi.update(price);
    ema9.update(price);
    ema21.update(price);
    bollinger.update(price);
    macd.update(price);
    out[at] = rsi.value;
    out[at + 1] = ema9.value;
    out[at + 2] = ema21.value;
    out[at + 3] = bollinger.middle;
    out[at + 4] = bollinger.deviation;
    out[at + 5] = macd.histogram;
  }
}

function tradingSignals(prices: Float64Array, out: Float64Array, stride: number): void {
  const rsi = new RSI(14);
  const ema9 = new EMA(9);
  const ema21 = new EMA(21);
  const bollinger = new BollingerBands(20, 2);
  const macd = new MACD(new EMA(12), new EMA(26), new EMA(9));
  for (let tick = 0, at = 0; tick < prices.length; tick += 1, at += stride) {
    const price = prices[tick] as number;
    out[at] = rsi.update(price, false) ?? Number.NaN;
    out[at + 1] = ema9.update(price, false) ?? Number.NaN;
    out[at + 2] = ema21.update(price, false) ?? Number.NaN;
    const bands = bollinger.update(price, false);
    out[at + 3] = bands?.middle ?? Number.NaN;
    out[at + 4] = bands === null ? Number.NaN : (bands.upper - bands.middle) / 2;
    out[at + 5] = macd.update(price, false)?.histogram ?? Number.NaN;
  }
}

/** What a program would hold that needs these five and nothing else: local variables, one ring, sums that slide. */
function byHand(prices: Float64Array, out: Float64Array, stride: number): void {
  const ring = new Float64Array(20);
  const first = prices[0] as number;
  let last = first;
  let gain = 0;
  let loss = 0;
  let ema9 = first;
  let ema21 = first;
  let fast = first;
  let slow = first;
  let signal = 0;
  let sum = 0;
  let squares = 0;
  let slot = 0;
  for (let tick = 0, at = 0; tick < prices.length; tick += 1, at += stride) {
    const price = prices[tick] as number;
    const move = price - last;
    last = price;
    const up = move > 0 ? move : 0;
    const down = move < 0 ? -move : 0;
    if (tick > 14) {
      gain += (up - gain) / 14;
      loss += (down - loss) / 14;
    } else {
      gain += up / 14;
      loss += down / 14;
    }
    ema9 += (price - ema9) * 0.2;
    ema21 += (price - ema21) * (2 / 22);
    fast += (price - fast) * (2 / 13);
    slow += (price - slow) * (2 / 27);
    const line = fast - slow;
    if (tick > 25) signal += (line - signal) * 0.2;
    else if (tick === 25) signal = line;
    const offset = price - first;
    const leaving = ring[slot] as number;
    ring[slot] = offset;
    slot = slot === 19 ? 0 : slot + 1;
    sum += offset - leaving;
    squares += offset * offset - leaving * leaving;
    const mean = sum / 20;
    out[at] = loss === 0 ? 100 : 100 - 100 / (gain / loss + 1);
    out[at + 1] = ema9;
    out[at + 2] = ema21;
    out[at + 3] = first + mean;
    out[at + 4] = Math.sqrt(Math.max(squares / 20 - mean * mean, 0));
    out[at + 5] = line - signal;
  }
}
