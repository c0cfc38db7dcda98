import { seededDraws } from '../check/seeded-draws.ts';
import { type BarColumns, emptyBars, firstBars } from '../market/bars.ts';
import { priceScale, type ScoredPair } from '../market/instruments.ts';
import { daysFromCivil } from '../time/civil-date.ts';
import { FxWeekGate } from '../time/fx-week.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/instant.ts';

/** Where the walk begins, in units of price. */
const HOME: Readonly<Record<ScoredPair, number>> = {
  'EUR/USD': 1.09,
  'USD/JPY': 150,
  'EUR/JPY': 163.5,
  'EUR/GBP': 0.86,
  'USD/CAD': 1.36,
};
/** Steps inside a minute, so that it has a high and a low. */
const STEPS = 4;
/** How far a step may go, by the hour of UTC: markets are busiest when Europe and America are both awake. */
const REACH = [4, 3, 3, 3, 3, 4, 6, 8, 9, 8, 8, 8, 10, 12, 12, 11, 9, 7, 6, 5, 3, 2, 3, 4] as const;
/** One minute in so many has no quote. */
const SILENT_IN = 50;

/** The year of the made-up prices that are always there, and their seed. */
export const MADE_UP_YEAR = {
  fromMs: daysFromCivil(2025, 1, 1) * DAY_MS,
  untilMs: daysFromCivil(2026, 1, 1) * DAY_MS,
};
export const MADE_UP_SEED = 1;

/**
 * Made-up one-minute bars in which nothing can be found: each step goes up or down by as much with the same chance, whatever came
 * before. Busier and calmer hours, minutes without a quote and closed weekends are as in real ones. The same seed makes the same bars.
 */
export function madeUpBars(
  { pair, fromMs, untilMs }: { readonly pair: ScoredPair; readonly fromMs: number; readonly untilMs: number },
  seed: number,
): BarColumns {
  const draw = seededDraws(seed);
  const week = new FxWeekGate();
  const most = Math.ceil((untilMs - fromMs) / MINUTE_MS);
  const bars = emptyBars(most);
  const { openTimeMs, open, high, low, close } = bars;
  let price = Math.round(HOME[pair] * priceScale(pair));
  let length = 0;
  for (let ms = fromMs; ms < untilMs; ms += MINUTE_MS) {
    if (!week.isOpen(ms)) continue;
    const reach = REACH[Math.floor(ms / HOUR_MS) % 24] as number;
    const isSilent = draw() % SILENT_IN === 0;
    // A price between two bars moves too: the first step is before the open.
    for (let step = 0; step < STEPS; step += 1) {
      price += (draw() % (2 * reach + 1)) - reach;
      if (step === 0) {
        open[length] = price;
        high[length] = price;
        low[length] = price;
      } else {
        high[length] = Math.max(high[length] as number, price);
        low[length] = Math.min(low[length] as number, price);
      }
    }
    close[length] = price;
    openTimeMs[length] = ms;
    if (!isSilent) length += 1;
  }
  return firstBars(bars, length);
}
