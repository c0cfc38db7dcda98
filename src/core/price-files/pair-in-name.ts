import { SCORED_PAIRS, type ScoredPair } from '../market/instruments.ts';

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
