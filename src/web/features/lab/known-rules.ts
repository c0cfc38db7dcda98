import type { Condition, ConditionName, Range, Rule } from '../../../core/lab/rule.ts';
import { kindTexts } from './texts.ts';

/** What a condition is when it is chosen. */
export const FIRST_CONDITION: Readonly<Record<ConditionName, Condition>> = {
  rsi: { if: 'rsi', length: 14, level: 30, crosses: 'below' },
  ema: { if: 'ema', fast: 9, slow: 21, crosses: 'above' },
  bollinger: { if: 'bollinger', length: 20, width: 2, band: 'lower', crosses: 'below' },
  macd: { if: 'macd', fast: 12, slow: 26, signal: 9, crosses: 'above' },
  stochastic: { if: 'stochastic', length: 14, smooth: 3, level: 20, crosses: 'below' },
  candles: { if: 'candles', colour: 'up', run: 3 },
  engulfing: { if: 'engulfing', colour: 'up' },
  body: { if: 'body', percent: 70, is: 'above' },
  wick: { if: 'wick', end: 'lower', percent: 60, is: 'above' },
  distance: { if: 'distance', of: 'high', length: 60, pips: 10, is: 'above' },
  hour: { if: 'hour', from: 7, to: 16 },
};

/** Rules of books and videos, each a chip. */
export function knownRules(): readonly { readonly name: string; readonly call: readonly Condition[] }[] {
  const { rsi, ema, bollinger, macd, stochastic, candles, engulfing, wick } = FIRST_CONDITION;
  return [
    { name: 'RSI 30/70', call: [rsi] },
    { name: kindTexts.candles, call: [candles] },
    { name: 'EMA 9/21', call: [ema] },
    { name: kindTexts.bollinger, call: [bollinger] },
    { name: kindTexts.macd, call: [macd] },
    { name: `${kindTexts.stochastic} 20/80`, call: [stochastic] },
    { name: kindTexts.engulfing, call: [engulfing] },
    { name: kindTexts.wick, call: [wick] },
  ];
}

export const FIRST_RULE: Rule = {
  pair: 'EUR/USD',
  bar: '1min',
  call: [FIRST_CONDITION.rsi],
  put: 'mirror',
  enterAfterBars: 1,
  expiryBars: 1,
};

/** A field of a rule and the values that it takes in a sweep. */
export interface SweptRange extends Range {
  /** `call.0.length`, `expiryBars`. */
  readonly at: string;
}

const range = (at: string, from: number, to: number, step: number): SweptRange => ({ at, from, to, step });
const level = range('call.0.level', 5, 44, 1);
const expiry = range('expiryBars', 1, 20, 1);

/** What is changed where nothing else was said: 640 rules, or 400, around what is usual. */
export function usualSweep({ call }: Rule): readonly [SweptRange, SweptRange] {
  switch (call[0]?.if) {
    case 'ema':
      return [range('call.0.fast', 2, 21, 1), range('call.0.slow', 22, 84, 2)];
    case 'bollinger':
      return [range('call.0.width', 1, 2.5, 0.1), range('call.0.length', 5, 44, 1)];
    case 'macd':
      return [range('call.0.fast', 4, 19, 1), range('call.0.slow', 20, 59, 1)];
    case 'stochastic':
      return [range('call.0.length', 3, 18, 1), level];
    case 'candles':
      return [range('call.0.run', 1, 10, 1), expiry];
    case 'body':
    case 'wick':
      return [range('call.0.percent', 5, 80, 5), range('expiryBars', 1, 40, 1)];
    case 'distance':
      return [range('call.0.pips', 1, 16, 1), range('call.0.length', 5, 200, 5)];
    case 'engulfing':
    case 'hour':
      return [range('enterAfterBars', 1, 20, 1), expiry];
    default:
      return [range('call.0.length', 2, 17, 1), level];
  }
}
