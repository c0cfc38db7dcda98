import { type EpochMs, epochMs } from '../../../core/time/instant.ts';
import { isScoredPair, type ScoredPair } from '../../../core/market/instruments.ts';
import { storeChoice, storedChoice } from '../../lib/stored-choice.ts';
import { BOT_TIMEFRAMES, type Timeframe } from '../../../core/market/timeframes.ts';

export interface MarketChoice {
  readonly pair: ScoredPair;
  readonly timeframe: Timeframe;
}

/** A request that the server took: it is decided at `decidedMs`, on the desk's clock. */
export interface Asked extends MarketChoice {
  /** The server's name for it. */
  readonly key: string;
  readonly decidedMs: EpochMs;
}

/** The last accepted request, which survives a reload of the page. */
export interface RequestStore {
  read(): Asked | undefined;
  write(asked: Asked): void;
  forget(): void;
}

const KEY = 'pipcast.asked';

/**
 * Keeps one trader's request in storage that lasts as long as the tab. What cannot be stored is not kept; what is found may
 * be anything: unless it is a whole request of this trader it counts as none.
 */
export function createRequestStore(trader: string, openStorage: () => Storage): RequestStore {
  return {
    read: () => parse(storedChoice(KEY, openStorage) ?? '{}', trader),
    write: (asked) => storeChoice(KEY, JSON.stringify({ trader, ...asked }), openStorage),
    forget: () => storeChoice(KEY, undefined, openStorage),
  };
}

function parse(text: string, trader: string): Asked | undefined {
  let found: Readonly<Record<string, unknown>>;
  try {
    found = (JSON.parse(text) ?? {}) as typeof found;
  } catch {
    return undefined;
  }
  const { key, pair, decidedMs } = found;
  const timeframe = BOT_TIMEFRAMES.find((each) => each === found['timeframe']);
  if (found['trader'] !== trader || timeframe === undefined) return undefined;
  if (typeof key !== 'string') return undefined;
  if (typeof pair !== 'string' || !isScoredPair(pair)) return undefined;
  if (typeof decidedMs !== 'number' || !Number.isFinite(decidedMs)) return undefined;
  return { key, pair, timeframe, decidedMs: epochMs(decidedMs) };
}
