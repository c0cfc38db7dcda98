import { createHash } from 'node:crypto';
import type { ToldEvent } from './event-rows.ts';

/** A message as it is signed and sent. */
export interface WebhookMessage {
  /** The same at every try and every replay: the ledger, the place of the entry, and the type of the event. */
  readonly id: string;
  readonly body: string;
}

/** The message of an event. docs/alerts.md describes each type. */
export function webhookMessage(event: ToldEvent, nowMs: number): WebhookMessage {
  const { type, index, ledger, label, origin, atMs } = event;
  const ledgerHash = createHash('sha256').update(origin).digest('hex').slice(0, 16);
  return {
    id: `${ledgerHash}_${index}_${type.replace('.', '-')}`,
    body: JSON.stringify({
      type,
      timestamp: new Date(atMs).toISOString(),
      data: { index, ledger, label, ...factsOf(event, nowMs) },
    }),
  };
}

/** What the entry says, without prices: those stand in the ledger, where they can be verified. */
function factsOf({ entry, signal, data }: ToldEvent, nowMs: number): object {
  if (signal === undefined) return data;
  const { id, mode, source, pair, timeframe, direction, confidence, engine, decidedMs, startMs, expiryMs } =
    signal;
  return {
    signal: id,
    mode,
    source,
    pair,
    timeframe,
    direction,
    confidence,
    engine,
    decidedMs,
    startMs,
    expiryMs,
    ...(entry.kind === 'settled'
      ? { outcome: entry.outcome, reason: entry.reason ?? null }
      : { expired: nowMs >= expiryMs }),
  };
}
