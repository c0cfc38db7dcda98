import { describe, expect, it } from 'vitest';
import { utcMs } from '../../../tests/support/platform-clock.ts';
import { datasetName, isDatasetName, pairInName, parsePair, sourceOf } from './dataset-name.ts';
import { detectLayout } from './detect-layout.ts';

describe('pairInName', () => {
  it.each([
    ['DAT_ASCII_EURUSD_M1_2018.csv', 'EUR/USD'],
    ['EURJPY1.csv', 'EUR/JPY'],
    ['eur-gbp-ticks.csv.gz', 'EUR/GBP'],
    ['truefx_usdjpy_2013.csv', 'USD/JPY'],
    ['EURUSD_Candlestick_1_M_BID_05.10.2018.csv', 'EUR/USD'],
    ['GBPUSD.csv', 'GBP/USD'],
    ['EURUSD-and-USDJPY.csv', undefined],
    ['prices.csv', undefined],
    ['neurusda.csv', undefined],
  ])('%s names %s', (name, pair) => {
    expect(pairInName(name)).toBe(pair);
  });
});

describe('parsePair', () => {
  it.each([
    ['EUR/USD', 'EUR/USD'],
    ['eurusd', 'EUR/USD'],
    ['usd-cad', 'USD/CAD'],
    ['GBP/USD', undefined],
    ['', undefined],
  ])('%s is %s', (text, pair) => {
    expect(parsePair(text)).toBe(pair);
  });
});

describe('datasetName', () => {
  it.each([
    ['2018-01-01 22:00', '2018-12-31 21:59', 'eurusd-m1-2018-histdata'],
    ['2018-10-01 00:00', '2018-10-31 23:59', 'eurusd-m1-2018-10-histdata'],
    ['2017-01-02 07:00', '2017-06-30 20:58', 'eurusd-m1-2017-01-to-06-histdata'],
    ['2014-05-01 00:00', '2014-05-09 20:59', 'eurusd-m1-2014-05-01-to-09-histdata'],
    ['2014-05-08 05:00', '2014-05-08 20:59', 'eurusd-m1-2014-05-08-histdata'],
    ['2017-01-02 07:00', '2019-06-30 20:58', 'eurusd-m1-2017-to-2019-histdata'],
  ])('from %s to %s it is %s', (first, last, name) => {
    const made = datasetName('EUR/USD', 'm1', utcMs(first), utcMs(last), 'histdata');
    expect(made).toBe(name);
    expect(isDatasetName(made)).toBe(true);
  });

  it.each(['..', 'a/b', 'A', '-a', 'a-', '', 'a b', 'é'])('is never "%s"', (name) => {
    expect(isDatasetName(name)).toBe(false);
  });
});

describe('sourceOf', () => {
  const metatrader = detectLayout(['2015.08.02,17:00,0.701850,0.701910,0.701840,0.701910,0']);
  const uniform = detectLayout(['timestamp_ms_utc,bid,ask', '1538352000000,1.1,1.1001']);

  it('tells HistData from MetaTrader by the file name, for their rows look the same', () => {
    expect(sourceOf(metatrader, 'DAT_MT_EURGBP_M1_201508.csv')).toBe('histdata');
    expect(sourceOf(metatrader, 'EURGBP1.csv')).toBe('mt4');
  });

  it('takes the vendor from the file name where the layout names none', () => {
    expect(sourceOf(uniform, 'EURUSD_ticks_2014_oanda.csv.gz')).toBe('oanda');
    expect(sourceOf(uniform, 'x.csv')).toBe('csv');
  });
});

describe('detectLayout', () => {
  it('takes the ask for the first price where it is always the higher one and nothing names them', () => {
    const lines = [
      '2014.01.01 22:00:58.616,1.37637,1.37553,0.1,0.1',
      '2014.01.01 22:00:59.616,1.37638,1.37553,0.1,0.1',
    ];
    expect(detectLayout(lines).roles.slice(0, 3)).toEqual(['time', 'ask', 'bid']);
  });

  it.each([
    ['05/13/2018 00:00', 'mdy'],
    ['13/05/2018 00:00', 'dmy'],
    ['2018/05/13 00:00', 'ymd'],
    ['13.05.2018 00:00', 'dmy'],
  ])('reads %s as %s', (time, style) => {
    expect(detectLayout(['time,bid,ask', `${time},1.1,1.2`]).dateStyle).toBe(style);
  });

  it.each([
    ['2018-10-09T00:00:00Z', true],
    ['2018-10-09 00:00:00+02:00', true],
    ['2018-10-09 00:00:00 GMT-0330', true],
    ['2018-10-09 00:00:00', false],
  ])('knows whether %s says its own clock', (time, ownClock) => {
    expect(detectLayout(['time,bid,ask', `${time},1.1,1.2`]).ownClock).toBe(ownClock);
  });

  it('counts seconds or milliseconds by their length', () => {
    expect(detectLayout(['time,bid,ask', '1538352000,1.1,1.2']).dateStyle).toBe('epoch-s');
    expect(detectLayout(['time,bid,ask', '1538352000000,1.1,1.2']).dateStyle).toBe('epoch-ms');
  });
});
