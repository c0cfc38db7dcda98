import type { ClientBase, Pool } from 'pg';
import { parseNote } from '../../core/log/checkpoint.ts';
import { cosignerKeyText } from '../../core/log/cosignature.ts';
import {
  leastWitnesses,
  type Witnessed,
  witnessedBy,
  type WitnessPolicy,
} from '../../core/log/witness-policy.ts';
import type { WitnessReport } from '../../core/wire/witness.ts';
import { signalSpan } from '../../core/market/settlement-times.ts';
import type { Timeframe } from '../../core/market/timeframes.ts';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { sha256, verifyEd25519 } from './ed25519.ts';
import { execute, queryRows, raw } from '../platform/sql.ts';

export interface CosignedCheckpoint {
  readonly size: number;
  readonly note: string;
  readonly witnessed: Witnessed;
}

/** Sizes are read in portions of this many: nearly always the first one has the quorum. */
const PORTION = 20;

/** Stores a witness's cosignature of the checkpoint at a size; an existing one stays. */
export async function insertCosignature(
  db: Pool,
  ledger: number,
  { size, witness, timeS, line }: { size: number; witness: string; timeS: number; line: string },
): Promise<void> {
  await execute(db)`insert into ledger_cosignatures (ledger, size, witness, time_s, line)
    values (${ledger}, ${size}, ${witness}, ${timeS}, ${line})
    on conflict do nothing`;
}

/** A checkpoint's note with the newest, or the first, line of each witness behind its own signature. */
export async function withCosignatures(
  db: ClientBase | Pool,
  ledger: number,
  { size, note }: { readonly size: number; readonly note: string },
  which: 'newest' | 'first' = 'newest',
): Promise<string> {
  const rows = await queryRows<{ line: string }>(db)`select distinct on (witness) line
    from ledger_cosignatures where ledger = ${ledger} and size = ${size}
    order by witness, time_s ${raw(which === 'newest' ? 'desc' : 'asc')}`;
  return note + rows.map(({ line }) => line).join('');
}

/** The keys of a policy's witnesses, and how many of them have to have seen a checkpoint: one at least, also where none is a quorum. */
function quorumOf(policy: WitnessPolicy) {
  return {
    keys: policy.witnesses.map(({ key }) => cosignerKeyText(sha256, key)),
    least: Math.max(1, leastWitnesses(policy)),
  };
}

/** The newest checkpoint that a policy's quorum has seen, or the first such one over an entry; undefined while there is none. */
export async function findWitnessed(
  db: ClientBase | Pool,
  ledger: number,
  policy: WitnessPolicy,
  over?: number,
): Promise<CosignedCheckpoint | undefined> {
  const { least } = quorumOf(policy);
  for (let skip = 0; ; skip += PORTION) {
    const found = await readCosigned(db, ledger, policy, { over, least, skip });
    for (const head of found) {
      const cosigned = await cosignedBy(db, ledger, policy, head, over === undefined ? 'newest' : 'first');
      if (cosigned?.witnessed.isQuorum === true) return cosigned;
    }
    if (found.length < PORTION) return undefined;
  }
}

/** As `findWitnessed` the newest, or else the newest that some of a policy's witnesses have seen. */
export async function newestSeen(
  db: ClientBase | Pool,
  ledger: number,
  policy: WitnessPolicy,
): Promise<CosignedCheckpoint | undefined> {
  const witnessed = await findWitnessed(db, ledger, policy);
  if (witnessed !== undefined) return witnessed;
  const [head] = await readCosigned(db, ledger, policy, { over: undefined, least: 1, skip: 0 });
  return head && cosignedBy(db, ledger, policy, head);
}

/** Checkpoints that were cosigned by at least so many of a policy's witnesses: the newest first, or the first ones over an entry. */
async function readCosigned(
  db: ClientBase | Pool,
  ledger: number,
  policy: WitnessPolicy,
  { over, least, skip }: { over: number | undefined; least: number; skip: number },
): Promise<{ readonly size: number; readonly note: string }[]> {
  const order = raw(over === undefined ? 'desc' : 'asc');
  return queryRows<{ size: number; note: string }>(db)`select c.size, c.note from (
      select size from ledger_cosignatures where ledger = ${ledger} and size > ${over ?? -1}
      and witness = any(${quorumOf(policy).keys})
      group by size having count(distinct witness) >= ${least} order by size ${order} offset ${skip}
      limit ${PORTION}
    ) seen join ledger_checkpoints c on c.ledger = ${ledger} and c.size = seen.size order by c.size ${order}`;
}

/** Undefined where the stored lines are not what witnesses signed. */
async function cosignedBy(
  db: ClientBase | Pool,
  ledger: number,
  policy: WitnessPolicy,
  head: { readonly size: number; readonly note: string },
  which: 'newest' | 'first' = 'newest',
): Promise<CosignedCheckpoint | undefined> {
  const note = await withCosignatures(db, ledger, head, which);
  const parsed = parseNote(note);
  if (typeof parsed === 'string') return undefined;
  const witnessed = await witnessedBy(parsed, policy, sha256, verifyEd25519);
  return typeof witnessed === 'string' ? undefined : { size: head.size, note, witnessed };
}

/** Decisions that are read for a page of notes. */
const DECISIONS_AT_ONCE = 500;

/**
 * Of the signals and abstentions from an index on, some hundred at a time, the first checkpoint over each that enough of a policy's witnesses have seen, as notes
 * with the first word of each witness; and where the next page begins, if there is one.
 */
export async function firstCosigned(
  db: Pool,
  ledger: number,
  policy: WitnessPolicy,
  from: number,
): Promise<{ readonly notes: readonly string[]; readonly next: number | null }> {
  const { keys, least } = quorumOf(policy);
  const rows = await queryRows<{ last: number; count: number; size: number | null; note: string | null }>(db)`
    with decisions as (
      select index from ledger_entries where ledger = ${ledger} and kind in ('signal', 'abstained')
      and index >= ${from}
      order by index limit ${DECISIONS_AT_ONCE}
    ), sizes as (
      select distinct seen.size from decisions cross join lateral (
        select size from ledger_cosignatures where ledger = ${ledger} and size > decisions.index
        and witness = any(${keys})
        group by size having count(distinct witness) >= ${least} order by size limit 1) seen
    ), page as (select max(index) as last, count(*)::int as count from decisions)
    select page.last, page.count, c.size, c.note from page left join sizes on true
    left join ledger_checkpoints c on c.ledger = ${ledger} and c.size = sizes.size order by c.size`;
  const notes: string[] = [];
  for (const { size, note } of rows)
    if (size !== null && note !== null)
      notes.push(await withCosignatures(db, ledger, { size, note }, 'first'));
  const [page] = rows;
  return { notes, next: page?.count === DECISIONS_AT_ONCE ? page.last + 1 : null };
}

/** All of those notes, page by page. */
export async function* storedCosigned(
  db: Pool,
  ledger: number,
  policy: WitnessPolicy,
): AsyncGenerator<string> {
  for (let from: number | null = 0; from !== null; ) {
    const { notes, next }: Awaited<ReturnType<typeof firstCosigned>> = await firstCosigned(
      db,
      ledger,
      policy,
      from,
    );
    yield* notes;
    from = next;
  }
}

type SeenInTime = NonNullable<WitnessReport['signals']>;

/** A cosignature is stored some time after the witness gave it. */
const STORED_WITHIN_MS = MINUTE_MS;

/** Counts these as signals expire, from the database. */
export class SeenInTimeCounter {
  readonly #db: Pool;
  readonly #ledger: number;
  readonly #policy: WitnessPolicy;
  #counted: SeenInTime = { expired: 0, inTime: 0 };
  #next = 0;
  #counting: Promise<void> | undefined;
  #isWhole = false;

  constructor(db: Pool, ledger: number, policy: WitnessPolicy) {
    this.#db = db;
    this.#ledger = ledger;
    this.#policy = policy;
  }

  /** The counts, once all signals were read; also reads what is new, for the next call. */
  look(nowMs: EpochMs): SeenInTime | undefined {
    this.#counting ??= this.#countOn(nowMs).finally(() => (this.#counting = undefined));
    void this.#counting.catch(() => undefined);
    return this.#isWhole ? this.#counted : undefined;
  }

  async #countOn(nowMs: EpochMs): Promise<void> {
    const { keys, least } = quorumOf(this.#policy);
    for (;;) {
      const rows = await queryRows<SeenRow>(this.#db)`
        select signals.index, signals.decided_ms as "decidedMs", signals.timeframe, seen.time_s as "timeS" from (
          select index, decided_ms, timeframe from ledger_entries
          where ledger = ${this.#ledger} and kind = 'signal' and index >= ${this.#next}
          order by index limit ${DECISIONS_AT_ONCE}
        ) signals
        left join lateral (
          select size from ledger_cosignatures
          where ledger = ${this.#ledger} and size > signals.index and witness = any(${keys})
          group by size having count(distinct witness) >= ${least} order by size limit 1
        ) first on true
        left join lateral (
          select min(time_s) as time_s from ledger_cosignatures
          where ledger = ${this.#ledger} and size = first.size and witness = any(${keys})
          group by witness order by 1 offset ${least - 1} limit 1
        ) seen on true
        order by signals.index`;
      for (const { index, decidedMs, timeframe, timeS } of rows) {
        const { expiryMs } = signalSpan(decidedMs, timeframe);
        if (expiryMs + STORED_WITHIN_MS > nowMs) {
          this.#isWhole = true;
          return;
        }
        const isInTime = timeS !== null && timeS * SECOND_MS < expiryMs;
        const { expired, inTime } = this.#counted;
        this.#counted = { expired: expired + 1, inTime: inTime + Number(isInTime) };
        this.#next = index + 1;
      }
      if (rows.length < DECISIONS_AT_ONCE) {
        this.#isWhole = true;
        return;
      }
    }
  }
}

interface SeenRow {
  readonly index: number;
  readonly decidedMs: number;
  readonly timeframe: Timeframe;
  /** When the last of as many witnesses as the quorum takes at least had seen it. */
  readonly timeS: number | null;
}

const LOOKED_AT = 2_000;

/** The last cosignature of each witness, by its key, as far as it is among the newest ones. */
export async function lastCosignatures(
  db: Pool,
  ledger: number,
): Promise<ReadonlyMap<string, { readonly size: number; readonly atMs: number }>> {
  const rows = await queryRows<{ witness: string; size: number; atMs: number }>(db)`
    select distinct on (witness) witness, size, time_s * 1000 as "atMs" from (
      select witness, size, time_s from ledger_cosignatures where ledger = ${ledger} order by size desc
      limit ${LOOKED_AT}
    ) as newest order by witness, size desc, time_s desc`;
  return new Map(rows.map(({ witness, ...last }) => [witness, last]));
}
