import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { ClientBase, Pool } from 'pg';
import type { NodeReport, StreamsOnNode } from '../../core/wire/admin.ts';
import { type EpochMs, epochMs, SECOND_MS } from '../../core/time/instant.ts';
import { DatabaseError } from '../platform/database-error.ts';
import { CONNECTIONS_OF_A_NODE, inTransaction } from './database-pool.ts';
import { execute, queryRows, raw } from '../platform/sql.ts';

/** A node looks each second whether its clock was set, and says every 5 s that it runs. */
const LOOK_MS = SECOND_MS;
const LOOKS_OF_A_BEAT = 5;
/** A node that was not seen for longer has ended, or is cut off. */
const SEEN_LATELY = raw(`seen_at > clock_timestamp() - interval '15 seconds'`);
const LONG_GONE = raw(`seen_at < clock_timestamp() - interval '1 minute'`);

export interface NodeIdentity {
  /** Computer and port, for people. */
  readonly name: string;
  readonly version: string;
  readonly schema: string;
  /** Identifies its secret without revealing it. */
  readonly secretId: string;
}

export interface RunningNode extends NodeIdentity {
  readonly id: string;
  /** How many connections to the database it opens at most. */
  readonly connections: number;
  readonly startedAt: Date;
  readonly isDraining: boolean;
}

/** The nodes that were seen in the last 15 s, the oldest first. */
export async function runningNodes(db: ClientBase | Pool): Promise<RunningNode[]> {
  return queryRows<RunningNode>(db)`select id, name, version, schema, secret_id as "secretId", connections,
      started_at as "startedAt",
      is_draining as "isDraining"
    from nodes where ${SEEN_LATELY} order by started_at, id`;
}

export interface OwnReport {
  readonly report: NodeReport;
  readonly streams: ReadonlyMap<string, number>;
}

export type JoinedNode = Awaited<ReturnType<typeof joinNodes>>;

/**
 * Puts this node on the list of those that run, and keeps it there. With `isAlone` no other can run: what is on the list was killed.
 * @throws DatabaseError when a node runs with another secret: each would refuse the other's tokens.
 */
export async function joinNodes(
  db: Pool,
  log: FastifyBaseLogger,
  { isAlone, now, ...me }: NodeIdentity & { readonly isAlone: boolean; readonly now: () => EpochMs },
) {
  const id = randomUUID();
  let isDraining = false;
  let readOwn: (() => OwnReport) | undefined;
  /** How far this computer's clock is ahead of the steady one of this process, and of the database's. */
  let wallAheadMs = 0;
  let clockAheadMs = 0;
  /** How far the database's clock is ahead of the steady one; undefined before the first look. */
  let databaseAheadMs: number | undefined;
  let hasOthers = false;
  await inTransaction(db, async (client) => {
    // Of two nodes that start at once the second sees the first.
    await execute(client)`lock table nodes in share row exclusive mode`;
    // A node of the same name was this one before a kill; if it does run, its next beat adds it again.
    await execute(client)`delete from nodes where ${isAlone} or name = ${me.name}`;
    const other = (await runningNodes(client)).find(({ secretId }) => secretId !== me.secretId);
    if (other !== undefined)
      throw new DatabaseError(
        `The node ${other.name} (version ${other.version}) on this database has another secret: start all nodes with the same PIPCAST_AUTH_SECRET. A node that was killed counts for 15 s more.`,
      );
    await beat(client);
  });

  async function beat(on: ClientBase | Pool): Promise<void> {
    await execute(on)`insert into nodes (id, name, version, schema, secret_id, connections, started_at,
        seen_at, is_draining)
      values (${id}, ${me.name}, ${me.version}, ${me.schema}, ${me.secretId}, ${CONNECTIONS_OF_A_NODE},
        clock_timestamp(), clock_timestamp(), ${isDraining})
      on conflict (id) do update set seen_at = clock_timestamp(), is_draining = ${isDraining}`;
    await execute(on)`delete from nodes where ${LONG_GONE}`;
    wallAheadMs = now() - performance.now();
    const { leastMs, mostMs } = await databaseAhead(on, () => performance.now());
    // What was found before stays as far as the answer allows: a slow one must not set the clock.
    databaseAheadMs = clamp(databaseAheadMs ?? (leastMs + mostMs) / 2, leastMs, mostMs);
    clockAheadMs = -clamp(0, leastMs - wallAheadMs, mostMs - wallAheadMs);
    hasOthers = (await runningNodes(on)).some((node) => node.id !== id && !node.isDraining);
  }

  async function tell(): Promise<void> {
    if (readOwn === undefined) return;
    const { report, streams } = readOwn();
    await execute(db)`insert into node_reports (node, report, streams)
      values (${id}, ${JSON.stringify(report)}, ${JSON.stringify(Object.fromEntries(streams))})
      on conflict (node) do update set report = excluded.report, streams = excluded.streams`;
  }

  const say = (work: Promise<void>) => {
    work.catch((error: unknown) => log.debug({ err: error }, 'this node could not say that it runs'));
  };
  let looks = 0;
  const beats = setInterval(() => {
    looks += 1;
    const isSet = Math.abs(now() - performance.now() - wallAheadMs) > MOST_CLOCK_ERROR_MS;
    if (isSet || looks % LOOKS_OF_A_BEAT === 0) say(beat(db).then(tell));
  }, LOOK_MS).unref();

  return {
    /**
     * How far this computer's clock is ahead of the database's, in ms, below 0 where it is behind: at the last beat, and no more than is
     * certain in spite of the time that the answer took.
     */
    clockAheadMs: () => clockAheadMs,
    /**
     * The database's time, which all nodes agree on, as of the last beat and from there on by the steady clock: it goes on as it was where the
     * clock of this computer is set, until this node finds out whose is wrong.
     */
    now: () => epochMs(Math.floor(performance.now() + (databaseAheadMs ?? 0))),
    /** Whether others ran at the last beat. */
    hasOthers: () => hasOthers,
    /** Reports what `read` returns from now on. */
    tell(read: () => OwnReport) {
      readOwn = read;
      say(tell());
    },
    others: othersOf(db, id),
    /** Announces that this node is about to stop; resolves to whether others go on. Never rejects. */
    async drain() {
      isDraining = true;
      try {
        await beat(db);
        return (await runningNodes(db)).some((node) => node.id !== id && !node.isDraining);
      } catch {
        return false;
      }
    },
    async leave() {
      clearInterval(beats);
      await execute(db)`delete from nodes where id = ${id}`.catch(() => {});
    },
  };
}

/** In ms. A node whose clock differs more from the database's would start and settle signals at the wrong time. */
export const MOST_CLOCK_ERROR_MS = 2 * SECOND_MS;

/** How far this computer's clock is ahead of the database's, in ms, and no more than is certain. */
export async function clockAhead(on: ClientBase | Pool, now: () => EpochMs): Promise<number> {
  const { leastMs, mostMs } = await databaseAhead(on, now);
  return -clamp(0, leastMs, mostMs);
}

/** How far the database's clock is ahead of another one, in ms: it is read at some time between question and answer. */
async function databaseAhead(
  on: ClientBase | Pool,
  read: () => number,
): Promise<{ readonly leastMs: number; readonly mostMs: number }> {
  const askedMs = read();
  const rows = await queryRows<{ ms: number }>(on)`select extract(epoch
    from clock_timestamp())::float8 * 1000 as ms`;
  const answeredMs = read();
  const ms = rows[0]?.ms ?? answeredMs;
  return { leastMs: ms - answeredMs, mostMs: ms - askedMs };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function othersOf(db: Pool, id: string) {
  return {
    async all(): Promise<NodeReport[]> {
      const rows = await queryRows<{ report: NodeReport; isDraining: boolean }>(db)`
        select report, is_draining as "isDraining" from node_reports join nodes on id = node
        where id <> ${id} and ${SEEN_LATELY}`;
      return rows.map(({ report, isDraining: isEnding }) => ({ ...report, isDraining: isEnding }));
    },
    /** Which of them send the market to an account. */
    async streamsOf(account: string): Promise<StreamsOnNode[]> {
      return queryRows<StreamsOnNode>(db)`select name as node, (streams -> ${account})::int as count
        from node_reports join nodes on id = node
        where id <> ${id} and streams ? ${account} and ${SEEN_LATELY} order by started_at, id`;
    },
  };
}
