import { defineTexts } from '../lib/catalogue.ts';

/** What a rule saw. Which side it spoke for is what its bar says. */
export const reasonTexts = defineTexts('ui/why-reasons', {
  'last-bar-up': 'The last candle rose',
  'last-bar-down': 'The last candle fell',
  'bar-shape-up': 'It closed near its high',
  'bar-shape-down': 'It closed near its low',
  'earlier-bars-up': 'The candles before it rose',
  'earlier-bars-down': 'The candles before it fell',
  'momentum-up': 'The price has been rising',
  'momentum-down': 'The price has been falling',
  'ema-distance-up': 'Above its short averages',
  'ema-distance-down': 'Below its short averages',
  'rsi-up': 'Rises outweigh falls (RSI)',
  'rsi-down': 'Falls outweigh rises (RSI)',
  'bollinger-up': 'Above its 20-candle average',
  'bollinger-down': 'Below its 20-candle average',
  'ema-cross-up': 'Fast average above the slow one',
  'ema-cross-down': 'Fast average below the slow one',
  'macd-up': 'MACD above its signal line',
  'macd-down': 'MACD below its signal line',
});

export const whyTexts = defineTexts('ui/why', {
  summary: 'Why {direction}: from 50 to {points}, in points',
  rest: 'All the rest',
});
