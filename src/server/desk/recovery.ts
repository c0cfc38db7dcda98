import { voidFor } from '../../core/signals/settlement.ts';
import { epochMs, type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { VoidReason } from '../../core/signals/ledger-entry.ts';
import type { OpenStory } from '../../core/signals/check-history.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Draft, Recorder } from './recorder.ts';
import { FRESH_MS } from '../../core/market/settlement-times.ts';
import { marketStatus, nextOpening } from '../../core/time/market-hours.ts';

/** How a start treats the signals that the server before it left open. */
export interface Recovery {
  /** To be followed further: their expiry lies ahead, and so does their start, or their entry price is recorded. */
  readonly goOn: readonly OpenStory[];
  /** The end of the others, behind the outage. */
  readonly drafts: readonly Draft[];
  /** The outage, where it is too short for an entry of its own: a signal that ends because of it is recorded behind it. */
  readonly away: Draft | undefined;
}

/** A handover that takes no longer is no outage. The clocks of two servers may differ by as much. */
const HANDOVER_MS = 2 * SECOND_MS;

/** Reads what is open and decides on each at an instant; `lastBeatMs` is the time of the market's last beat. Rejects when the database does not answer. */
export async function planRecovery(
  ledger: Ledger,
  recorder: Recorder,
  now: EpochMs,
  lastBeatMs = Number.NEGATIVE_INFINITY,
): Promise<Recovery> {
  const open = await ledger.openSignals();
  const lastMs = ledger.lastAtMs() as EpochMs | undefined;
  const goOn: OpenStory[] = [];
  const ends: Draft[] = [];
  for (const one of open) {
    const reason = reasonToEnd(one, now);
    if (reason === undefined) goOn.push(one);
    else ends.push({ kind: 'settled', signal: one.signal.id, ...voidFor(reason) });
  }
  if (lastMs === undefined) return { goOn, drafts: ends, away: undefined };
  // The ledger goes back in time only behind an entry that says so.
  if (lastMs - now > HANDOVER_MS)
    return { goOn, drafts: [recorder.outage(now, lastMs, 'clock-set'), ...ends], away: undefined };
  const fromMs = epochMs(Math.min(now, Math.max(lastMs, lastBeatMs)));
  const outage = recorder.outage(fromMs, now, 'server-down');
  const wasAway = now - fromMs > HANDOVER_MS && (open.length > 0 || overlapsMarketHours(fromMs, now));
  return wasAway || ends.length > 0
    ? { goOn, drafts: [outage, ...ends], away: undefined }
    : { goOn, drafts: [], away: outage };
}

function reasonToEnd({ signal, entered }: OpenStory, now: EpochMs): VoidReason | undefined {
  if (signal.decidedMs - now > HANDOVER_MS) return 'clock-set';
  if (now >= signal.expiryMs) return 'server-down';
  return entered === undefined && now > signal.startMs ? 'server-down' : undefined;
}

/** Whether the market was open at any time of a span. */
function overlapsMarketHours(fromMs: EpochMs, toMs: EpochMs): boolean {
  return marketStatus(fromMs).anyActive || nextOpening(fromMs) < toMs;
}

/** Finds spans without a live feed that matter: in market hours, and longer than a quote stays fresh. */
export class FeedOutage {
  #lostMs: EpochMs | undefined;

  /** Updates whether prices come; returns the start of an outage that has ended and needs an entry. */
  update(isThere: boolean, now: EpochMs): EpochMs | undefined {
    const lostMs = this.#lostMs;
    this.#lostMs = isThere ? undefined : (lostMs ?? now);
    if (!isThere || lostMs === undefined) return undefined;
    return now - lostMs > FRESH_MS && overlapsMarketHours(lostMs, now) ? lostMs : undefined;
  }

  /** The clock was set: a span that has begun ends, and another begins. */
  restart(now: EpochMs): void {
    if (this.#lostMs !== undefined) this.#lostMs = now;
  }
}
