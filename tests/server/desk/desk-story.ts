import type { Decision } from '../../../src/core/engine/pair-engine.ts';
import { ENGINE_VERSION } from '../../../src/core/engine/model.ts';
import type { LedgerEntry, SettledEntry, SignalEntry } from '../../../src/core/signals/ledger-entry.ts';
import { answerRequests, type BotRequests } from '../../../src/server/desk/bot-requests.ts';
import { Desk } from '../../../src/server/desk/desk.ts';
import { createDeskFigures, type DeskFigures } from '../../../src/server/desk/desk-status.ts';
import type { SignalRequests } from '../../../src/server/desk/signal-requests.ts';
import { memoryLedger, type MemoryLedger } from '../../support/memory-ledger.ts';
import { memoryLog, type MemoryLog } from '../../support/memory-log.ts';
import { memoryRequests } from '../../support/memory-requests.ts';
import {
  scriptedDecisions,
  scriptedMarket,
  type ScriptedMarket,
  scriptedSignal,
} from '../../support/scripted-market.ts';
import { seededRandom } from '../../support/seeded-random.ts';

/** A Monday morning: London is open, and so is the FX week. */
export const MONDAY_MS = Date.UTC(2018, 1, 5, 9);

/** A desk on a scripted market and a ledger in memory. */
export interface DeskStory {
  readonly desk: Desk;
  readonly figures: DeskFigures;
  /** How traders ask. */
  readonly requests: BotRequests;
  /** Where they are kept. */
  readonly kept: SignalRequests;
  readonly market: ScriptedMarket;
  readonly ledger: MemoryLedger;
  readonly log: MemoryLog;
  /** The entries of a kind, oldest first. */
  all<K extends LedgerEntry['kind']>(kind: K): Extract<LedgerEntry, { kind: K }>[];
  /** The only signal that there is. */
  signal(): SignalEntry;
  /** The only settlement that there is. */
  settled(): SettledEntry;
}

/** Starts one at an instant, a minute before Monday nine unless said; `ledger` is taken over from an earlier one. */
export async function startDesk({
  startMs = MONDAY_MS - 60_000,
  ledger = memoryLedger(),
  market = scriptedMarket({ startMs }),
  kept = memoryRequests(ledger, market.clock.now),
  seed = 1,
  lastBeatMs,
}: {
  readonly startMs?: number;
  readonly ledger?: MemoryLedger;
  readonly market?: ScriptedMarket;
  readonly kept?: SignalRequests;
  readonly seed?: number;
  /** When the market was last heard of. */
  readonly lastBeatMs?: number;
} = {}): Promise<DeskStory> {
  const log = memoryLog();
  const figures = createDeskFigures();
  const requests = answerRequests({ market, ledger, requests: kept });
  const desk = new Desk({
    market,
    engine: ENGINE_VERSION,
    ledger,
    requests: kept,
    random: seededRandom(seed),
    log: log.log,
    figures,
  });
  await desk.start(lastBeatMs);
  const all = <K extends LedgerEntry['kind']>(kind: K) =>
    ledger.entries
      .map(({ entry }) => entry)
      .filter((entry): entry is Extract<LedgerEntry, { kind: K }> => entry.kind === kind);
  const only = <T>(found: readonly T[], what: string): T => {
    if (found.length !== 1) throw new Error(`there are ${found.length} ${what}, not one`);
    return found[0] as T;
  };
  return {
    desk,
    figures,
    requests,
    kept,
    market,
    ledger,
    log,
    all,
    signal: () => only(all('signal'), 'signals'),
    settled: () => only(all('settled'), 'settlements'),
  };
}

/** Moves to Monday nine with a fresh quote of EUR/USD, and decides on a special signal. */
export async function drawSpecial(
  { market }: DeskStory,
  signal: Parameters<typeof scriptedSignal>[2] = {},
  bid = 110_000,
): Promise<void> {
  await market.tickAt(MONDAY_MS - 500, { bid, ...(signal.pair && { pair: signal.pair as 'EUR/USD' }) });
  await roundAt(market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '1min', signal)]);
}

/** Moves to a grid instant and tells its one-minute round: these signals, abstentions for the other pairs. */
export async function roundAt(
  market: ScriptedMarket,
  decidedMs: number,
  signals: Parameters<typeof scriptedDecisions>[2] = [],
  timeframe: Decision['timeframe'] = '1min',
): Promise<void> {
  await market.clock.advanceTo(decidedMs);
  await market.round({ timeframe, decidedMs, decisions: scriptedDecisions(decidedMs, timeframe, signals) });
}
