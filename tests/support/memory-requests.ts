import type { LedgerEntry } from '../../src/core/signals/ledger-entry.ts';
import { MINUTE_MS } from '../../src/core/time/instant.ts';
import {
  type AskedFor,
  KEY_LIFE_MS,
  type KnownRequest,
  limitAfter,
  MOST_REQUESTS,
  type RequestKey,
  type SignalRequests,
} from '../../src/server/desk/signal-requests.ts';
import type { MemoryLedger } from './memory-ledger.ts';

interface Kept extends RequestKey, AskedFor {
  readonly askedMs: number;
  isTakenBack: boolean;
  decision: number | null;
}

/** The requests of a ledger in memory, on the clock of the test. */
export function memoryRequests(
  ledger: Pick<MemoryLedger, 'onAppended' | 'isAway'>,
  nowMs: () => number,
): SignalRequests {
  let kept: Kept[] = [];
  const ask = () => {
    if (ledger.isAway())
      throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED', syscall: 'connect' });
    return kept;
  };
  const usedBy = (userId: string) =>
    ask().filter((one) => one.userId === userId && one.askedMs > nowMs() - MINUTE_MS);
  const isWaiting = ({ decision, isTakenBack }: Kept) => decision === null && !isTakenBack;
  const found = ({ userId, key }: RequestKey) =>
    ask().find(
      (one) =>
        one.userId === userId && one.key === key && !one.isTakenBack && one.askedMs > nowMs() - KEY_LIFE_MS,
    );
  ledger.onAppended((placed) => {
    for (const { index, entry } of placed)
      for (const one of kept) if (one.decision === null && decides(entry, one)) one.decision = index;
  });
  return {
    async find(request): Promise<KnownRequest | undefined> {
      const one = found(request);
      if (one === undefined) return undefined;
      const { pair, timeframe, decidesMs, decision } = one;
      return { pair, timeframe, decidesMs, decision };
    },
    async add({ userId, key }, asked) {
      const used = usedBy(userId);
      const first = used[0];
      if (used.length >= MOST_REQUESTS && first !== undefined)
        return { retryAfterMs: Math.ceil(first.askedMs + MINUTE_MS - nowMs()) };
      if (found({ userId, key }) === undefined)
        kept.push({ userId, key, ...asked, askedMs: nowMs(), isTakenBack: false, decision: null });
      return undefined;
    },
    async takeBack(request) {
      const one = found(request);
      if (one === undefined || !isWaiting(one)) return false;
      one.isTakenBack = true;
      return true;
    },
    limitOf: async (userId) => limitAfter(usedBy(userId).length),
    due: async (timeframe, decidesMs) => [
      ...new Set(
        ask()
          .filter((one) => isWaiting(one) && one.timeframe === timeframe && one.decidesMs === decidesMs)
          .map(({ pair }) => pair),
      ),
    ],
    async overdue(untilMs) {
      const late = ask().filter((one) => isWaiting(one) && one.decidesMs <= untilMs);
      const each = new Map(
        late.map(({ pair, timeframe, decidesMs }) => [
          `${pair} ${timeframe} ${decidesMs}`,
          { pair, timeframe, decidesMs },
        ]),
      );
      return [...each.values()].toSorted((a, b) => a.decidesMs - b.decidesMs);
    },
    async forget() {
      kept = [];
    },
  };
}

function decides(entry: LedgerEntry, { pair, timeframe, decidesMs }: AskedFor): boolean {
  if ((entry.kind !== 'signal' && entry.kind !== 'abstained') || entry.mode !== 'bot') return false;
  if (entry.timeframe !== timeframe || entry.decidedMs !== decidesMs) return false;
  return entry.kind === 'signal' ? entry.pair === pair : Object.hasOwn(entry.reasons, pair);
}
