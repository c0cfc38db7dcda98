import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { SECOND_MS } from '../../core/time/instant.ts';
import type { MarketSource } from './market-source.ts';
import { lastBeat } from './market-beats.ts';

/** A run that was heard of so lately goes on in the server that has the desk next. */
const GOES_ON_MS = 15 * SECOND_MS;

/** Which ledger a desk's signals are recorded in, and where its market stopped. */
export interface MarketRun {
  readonly ledger: string;
  /** When its market was last heard of, on its own clock; undefined where it begins. */
  readonly heardMs: number | undefined;
}

/**
 * The run that a desk goes on with. Live prices have one ledger for ever. A replay and made-up prices go on when another desk on the same ones
 * was there seconds ago; else they start over, in a ledger of their own, also two that begin in one second.
 */
export async function nextRun(
  db: Pool,
  { kind, label }: Pick<MarketSource, 'kind' | 'label'>,
  startedAtMs: number,
): Promise<MarketRun> {
  const last = await lastBeat(db);
  if (kind === 'live') return { ledger: 'live', heardMs: last?.ledger === 'live' ? last.nowMs : undefined };
  if (last !== undefined && last.ageMs < GOES_ON_MS && last.report.label === label)
    return { ledger: last.ledger, heardMs: last.nowMs };
  const at = new Date(startedAtMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return { ledger: `${kind}-${at}-${randomBytes(4).toString('hex')}`, heardMs: undefined };
}
