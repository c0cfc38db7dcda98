/** A price as a whole number of its pair's last decimal (see `priceScale`). Sums and differences of prices are plain numbers. */
export type ScaledPrice = number & { readonly __unit: "steps of the pair's last decimal" };

/**
 * Marks a number as a scaled price, without a check: for the edges where such numbers come in. `scalePrice` makes one of a
 * vendor's decimal price, and `parseEntry` those of the ledger.
 */
export function scaledPrice(steps: number): ScaledPrice {
  return steps as ScaledPrice;
}
