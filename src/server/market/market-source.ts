import type { Market, MarketKind } from './market.ts';
import type { MarketCore } from './market-core.ts';

/** A way to prices: each time a desk begins there is a market on them. */
export interface MarketSource {
  readonly kind: MarketKind;
  /** `replay 2014-05-08`, `replay 2014-05-08/2014-05-09`, `synthetic`; undefined for live prices. */
  readonly label: string | undefined;
  /**
   * The market, not started yet, on what the loops know. `fromMs` is where a replay or made-up prices go on that another desk began;
   * undefined starts them over.
   */
  open(core: MarketCore, fromMs: number | undefined): Market;
}
