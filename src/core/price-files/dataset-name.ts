import { SCORED_PAIRS, type ScoredPair } from '../market/instruments.ts';
import { civilDate } from '../time/civil-date.ts';
import type { Layout, PriceFileKind } from './layout.ts';

const SOURCES_IN_NAME = ['histdata', 'dukascopy', 'truefx', 'oanda', 'fxcm', 'mt4', 'mt5', 'kraken'] as const;

/** The vendor, as far as the file's layout and name show it: `histdata`, `mt4`, or just `csv`. */
export function sourceOf({ vendor }: Layout, fileName: string): string {
  const name = fileName.toLowerCase();
  if (vendor === 'mt4' && /dat_mt|histdata/.test(name)) return 'histdata';
  const named = SOURCES_IN_NAME.find((source) => name.includes(source));
  return vendor === 'csv' ? (named ?? vendor) : vendor;
}

/** A data set's name before it is made unique, such as `eurusd-m1-2018-histdata`. Times are UTC ms. */
export function datasetName(
  pair: ScoredPair,
  kind: PriceFileKind,
  firstMs: number,
  lastMs: number,
  source: string,
): string {
  const letters = pair.replace('/', '').toLowerCase();
  return [letters, kind, period(firstMs, lastMs), source].join('-');
}

/** `2018`, `2018-10`, `2017-01-to-06`, `2014-05-08`, `2014-05-01-to-09` or `2017-to-2019`, whichever says it shortest. */
function period(firstMs: number, lastMs: number): string {
  const first = civilDate(firstMs);
  const last = civilDate(lastMs);
  const day = (value: number): string => String(value).padStart(2, '0');
  if (first.year !== last.year) return `${first.year}-to-${last.year}`;
  if (first.month !== last.month) {
    return first.month === 1 && last.month === 12
      ? `${first.year}`
      : `${first.year}-${day(first.month)}-to-${day(last.month)}`;
  }
  const month = `${first.year}-${day(first.month)}`;
  if (first.day === last.day) return `${month}-${day(first.day)}`;
  return last.day - first.day >= 24 ? month : `${month}-${day(first.day)}-to-${day(last.day)}`;
}

/** A name that can be a folder anywhere and be typed without quotes: lower case, digits, dashes, at most 80 characters. */
export function isDatasetName(name: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/.test(name);
}

const PAIR_NAME =
  /(?<![A-Za-z])(EUR|USD|GBP|JPY|CAD|AUD|NZD|CHF)[-_/ ]?(EUR|USD|GBP|JPY|CAD|AUD|NZD|CHF)(?![A-Za-z])/gi;

/**
 * The currency pair that a file name or a column names, as in `DAT_ASCII_EURUSD_M1_2018.csv`; undefined when there is
 * none, or more than one. It may be a pair that is not scored.
 */
export function pairInName(name: string): string | undefined {
  const found = new Set<string>();
  for (const [, base = '', quote = ''] of name.matchAll(PAIR_NAME)) {
    found.add(`${base.toUpperCase()}/${quote.toUpperCase()}`);
  }
  return found.size === 1 ? [...found][0] : undefined;
}

/** Reads a pair as people write it (`eurusd`, `EUR-USD`, `EUR/USD`); undefined when it is not one of the five. */
export function parsePair(text: string): ScoredPair | undefined {
  const letters = text.toUpperCase().replace(/[^A-Z]/g, '');
  return SCORED_PAIRS.find((pair) => pair.replace('/', '') === letters);
}
