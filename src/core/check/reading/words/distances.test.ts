import { expect, it } from 'vitest';
import { payoutIn } from './distances.ts';

it.each([
  'XAUUSD BUY 2000 TP 2010 SL 1960',
  'BUY XAUUSD 2000 TP 2010 SL 1960',
  'BUY EURUSD 1.0850 TP 1.0860 SL 1.0810',
  'Buy limit EURUSD 1.0850\nTP: 1.0860\nSL: 1.0810',
  'EURUSD BUY 1.0850/1.0848 TP 1.0860 SL 1.0810',
  'SELL GBPUSD M15 10:05\n1.2500\nTP1 1.2490 TP2 1.2480\nSL 1.2540',
  'BTCUSDT LONG\nEntry zone: 60000 - 60500\nTargets: 61000, 62000\nStop: 56000',
  'EURUSD BUY now TP 10 SL 40',
])('a target a quarter as far as the stop pays a quarter: %s', (text) => {
  expect(payoutIn(text, null)).toBeCloseTo(0.25, 6);
});

it('a target and a stop that are prices say nothing without an entry between them', () => {
  expect(payoutIn('EURUSD BUY expiry 15 min TP 1.0860 SL 1.0810', null)).toBeNull();
});
