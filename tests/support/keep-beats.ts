import type { Pool } from 'pg';
import type { Tick } from '../../src/core/market/tick.ts';
import { type BeatDraft, writeBeat } from '../../src/server/market/market-beats.ts';
import { LIVE_FEED } from './live-feed.ts';

/** Writes beats as a server does that has the desk, and leaves the lease to who asks for it. */
export async function keepBeats(db: Pool, beats: readonly Partial<BeatDraft>[]): Promise<void> {
  await db.query(`update desk_lease set writer = 'test', expires_at = clock_timestamp() + interval '1 hour'`);
  for (const beat of beats)
    await writeBeat(db, 'test', {
      ledger: 'live',
      nowMs: 0,
      speed: 1,
      report: LIVE_FEED,
      startsOver: false,
      ticks: [],
      ...beat,
    });
  await db.query(`update desk_lease set expires_at = '-infinity'`);
}

/** Quotes as one beat: what a server had kept of them. */
export function keepTicks(db: Pool, ticks: readonly Tick[]): Promise<void> {
  return keepBeats(db, [{ nowMs: ticks.at(-1)?.receivedTime ?? 0, ticks }]);
}
