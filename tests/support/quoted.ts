import type { ScaledPrice } from '../../src/core/market/instruments.ts';

/** A quote whose prices are plain numbers. */
export type Plain<Quote> = {
  [Key in keyof Quote]: Key extends 'bid' | 'ask' ? number : Quote[Key];
};

/** The same quote, its prices marked as scaled. */
export function quoted<const Quote extends { readonly bid?: number; readonly ask?: number }>(quote: Quote) {
  return quote as unknown as {
    [Key in keyof Quote]: Key extends 'bid' | 'ask' ? ScaledPrice : Quote[Key];
  };
}
