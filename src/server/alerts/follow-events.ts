import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { EventFinder, type LedgerEvent, VERDICT_PAYOUT } from '../../core/alerts/ledger-events.ts';
import type { RecordSummary } from '../../core/wire/record.ts';
import { judge } from '../../core/record/verdict.ts';
import { tail } from '../db/tail.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { findLedger } from '../ledger/ledger-rows.ts';
import { type EventPlace, insertEvents, readPlace } from './event-rows.ts';

export interface FollowEventsOptions {
  readonly db: Pool;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** The record of the ledger that is written now. */
  readonly record: () => Promise<Pick<RecordSummary, 'engine' | 'size' | 'engineArm' | 'toMs'> | undefined>;
  readonly onEvents: () => void;
}

/** Few enough that no request waits long. */
const BATCH = 1_000;

type FollowedLedger = Pick<Ledger, 'name' | 'size' | 'read' | 'onAppended'>;

/**
 * Stores what the entries of a ledger tell, each event once, from where the last server stopped, until the function returned is
 * called. Nothing waits for it: it reads what is durable already.
 */
export function followEvents(
  ledger: FollowedLedger,
  { db, log, record, onEvents }: FollowEventsOptions,
): () => Promise<void> {
  let isStopped = false;

  /** Reads its place each time: one small query, and no memory that could differ from the database. */
  async function lookThrough(): Promise<void> {
    const row = await findLedger(db, ledger.name);
    if (row === undefined) return;
    const place = await readPlace(db, row.id);
    const finder = new EventFinder(place);
    let fromIndex = place.nextIndex;
    let mayHaveVerdict = false;
    while (fromIndex < ledger.size() && !isStopped) {
      const entries = await ledger.read(fromIndex, BATCH);
      const last = entries.at(-1);
      if (last === undefined) return;
      const events = entries.flatMap((entry) => finder.add(entry));
      const nextIndex = last.index + 1;
      if (!(await insertEvents(db, row.id, { fromIndex, nextIndex }, events))) return;
      fromIndex = nextIndex;
      mayHaveVerdict ||= events.some(({ type }) => type === 'signal.settled');
      if (events.length > 0) onEvents();
    }
    if (!mayHaveVerdict || isStopped) return;
    const verdict = verdictEvent(await record(), place);
    if (verdict === undefined) return;
    if (await insertEvents(db, row.id, { fromIndex, nextIndex: fromIndex }, [verdict])) onEvents();
  }

  const looks = tail({
    listen: (look) => ledger.onAppended(look),
    read: lookThrough,
    onFailure: (error, isFirst) => {
      if (isFirst) log.error({ err: error }, 'the events of the ledger could not be stored');
    },
  });
  void looks.look();
  return async () => {
    isStopped = true;
    await looks.stop();
  };
}

/** Undefined while the verdict is the one that was sent last. A record's first verdict, that there is too little of it, is no news. */
function verdictEvent(
  summary: Pick<RecordSummary, 'engine' | 'size' | 'engineArm' | 'toMs'> | undefined,
  { verdict: last, engine: lastEngine }: EventPlace,
): LedgerEvent | undefined {
  if (summary === undefined || summary.size === 0) return undefined;
  const { engine, size, engineArm, toMs } = summary;
  const { code } = judge(engineArm, VERDICT_PAYOUT);
  const before = engine === lastEngine ? (last ?? 'too-few') : 'too-few';
  if (code === before) return undefined;
  return {
    index: size - 1,
    type: 'record.verdict',
    atMs: toMs ?? 0,
    data: { engine, before, verdict: code, payout: VERDICT_PAYOUT },
  };
}
