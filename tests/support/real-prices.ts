import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isScoredPair, priceScale, scaledPrice, type ScoredPair } from '../../src/core/market/instruments.ts';
import { TickGuard } from '../../src/core/market/tick-guard.ts';
import { epochMs } from '../../src/core/time/instant.ts';

/**
 * The folder of real vendor prices, which are not part of this project and may not be: `PIPCAST_TEST_DATA`, or
 * `../shared/data` beside the project. Undefined where there is none; tests that need it then say that they are skipped.
 */
export function realPricesFolder(): string | undefined {
  const folder = process.env['PIPCAST_TEST_DATA'] ?? resolve('..', 'shared', 'data');
  return existsSync(join(folder, 'm1')) ? folder : undefined;
}

/** Added to the title of what is skipped without them. */
export const WITHOUT_REAL_PRICES =
  realPricesFolder() === undefined ? ' (SKIPPED: no real prices in ../shared/data or PIPCAST_TEST_DATA)' : '';

export interface RealQuote {
  readonly pair: ScoredPair;
  readonly timeMs: number;
  readonly bid: number;
  readonly ask: number;
}

/** The quotes of a file of ticks that are sound, as live prices are checked, in their order. */
export function realQuotes(path: string): RealQuote[] {
  const letters = basename(path).slice(0, 6);
  const pair = `${letters.slice(0, 3)}/${letters.slice(3)}`;
  if (!isScoredPair(pair)) throw new Error(`${path} is of no pair that is scored`);
  const guard = new TickGuard();
  const scaled = (price: number) => scaledPrice(Math.round(price * priceScale(pair)));
  return gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .flatMap((line): RealQuote[] => {
      const [timeMs = 0, bid = 0, ask = 0] = line.split(',').map(Number);
      const [sourceTime, prices] = [epochMs(timeMs), { bid: scaled(bid), ask: scaled(ask) }];
      const tick = { source: 'replay', pair, ...prices, sourceTime, receivedTime: sourceTime } as const;
      return guard.faultOf(tick) === undefined ? [{ pair, timeMs, ...prices }] : [];
    });
}
