import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { backOffMs } from '../../core/time/back-off.ts';
import { codeOf, DatabaseError, isDatabaseUnavailable } from '../platform/database-error.ts';
import { diskFullError, freeBytes, isDiskFull, saysDiskFull } from '../platform/data-directory.ts';
import { ClusterSession, type DatabaseRole } from './cluster-session.ts';
import { type EmbeddedCluster, LISTEN_ON_SOCKET } from './embedded-cluster.ts';
import { SUPERUSER } from './make-cluster.ts';
import {
  isPassing,
  isAlive,
  isRunning,
  postmasterPid,
  removeStaleLocks,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';

const SETTINGS: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and details hold e-mail addresses, which have no place in a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  // Three nodes and a command beside them need 50 (npm run cluster), with what PostgreSQL keeps for superusers.
  max_connections: '60',
  max_wal_size: '256MB',
  // macOS leaves written data in the drive's cache unless it is asked in its own way.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
};

/** Longest wait for a database that does not answer, and for one that is starting or recovering. */
const SILENCE_LIMIT_MS = 60_000;
const START_LIMIT_MS = 900_000;
const NOTICE_AFTER_MS = 2_000;
const STOP_LIMIT_MS = 60_000;
/** PostgreSQL releases the locks of a killed server in a moment; a living one is not waited for. */
const LIVING_SERVER_LIMIT_MS = 500;
const DEAD_SERVER_LIMIT_MS = 20_000;

interface JoinRequest {
  readonly cluster: EmbeddedCluster;
  readonly role: DatabaseRole;
  readonly log: FastifyBaseLogger;
  readonly signal: AbortSignal;
}

/**
 * Joins the cluster: connects to a PostgreSQL that runs on it, even one that a killed process has left behind, waits
 * for one that is starting, recovering or stopping, and starts one when there is none.
 * @throws DatabaseError when it cannot be started, or another server serves with it already.
 */
async function joinOrStart(request: JoinRequest): Promise<ClusterSession> {
  let started: Postmaster | undefined;
  try {
    return (await join(request, async () => {
      if (started !== undefined && !started.hasEnded()) return true;
      if (started !== undefined) refuseUnlessPassing(request.cluster, started);
      started = await startUnlessRunning(request.cluster, request.signal);
      return true;
    })) as ClusterSession;
  } catch (error) {
    if (error instanceof Unreachable) await stopStarted(started);
    else if (request.signal.aborted) await untilLockFileIsThere(request.cluster, started);
    throw error;
  }
}

/** Undefined where `mayWait`, asked after each try without an answer, says that waiting is useless. */
async function join(
  request: JoinRequest,
  mayWait: () => Promise<boolean>,
): Promise<ClusterSession | undefined> {
  const wait = new StartWait(request);
  for (;;) {
    request.signal.throwIfAborted();
    const session = await connect(request.cluster, wait);
    if (session !== undefined) {
      if (await hasJoined(session)) return takeRole(session, request);
      await session.end();
    } else if (!(await mayWait())) return undefined;
    await wait.next();
  }
}

/**
 * Leaves the cluster; the last process to leave stops it. Always ends the session, in bounded time.
 * @returns false when the session was lost before it could leave.
 */
async function leaveCluster(
  session: ClusterSession,
  cluster: EmbeddedCluster,
  log: FastifyBaseLogger,
): Promise<boolean> {
  try {
    if (!(await session.leaveAsLast())) return true;
    // Read while our session lives: so it is the process that our session belongs to.
    const pid = postmasterPid(cluster.directory.cluster);
    if (pid === undefined) return true;
    if (!(await stopPostmaster(pid, STOP_LIMIT_MS))) {
      log.error({ pid }, 'the database did not stop and is left running; the next start joins it');
    }
    return true;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return false;
  } finally {
    await session.end();
  }
}

/** The database runs, or seems to, but cannot be connected to. */
class Unreachable extends DatabaseError {}

/** Stops a PostgreSQL that this process started and cannot use: no other process would. */
async function stopStarted(started: Postmaster | undefined): Promise<void> {
  if (started === undefined || started.hasEnded()) return;
  await stopPostmaster(started.pid, STOP_LIMIT_MS);
}

/** A PostgreSQL that was only just started can be found, and stopped, once it has written its lock file. */
async function untilLockFileIsThere(
  cluster: EmbeddedCluster,
  started: Postmaster | undefined,
): Promise<void> {
  if (started === undefined) return;
  const until = performance.now() + STOP_LIMIT_MS;
  while (!started.hasEnded() && !isUp(cluster) && performance.now() < until) await sleep(10);
}

function isUp(cluster: EmbeddedCluster): boolean {
  const folder = cluster.directory.cluster;
  const pid = postmasterPid(folder);
  return pid !== undefined && isRunning(folder, pid);
}

async function connect(cluster: EmbeddedCluster, wait: StartWait): Promise<ClusterSession | undefined> {
  try {
    return await ClusterSession.connect(cluster.login(SUPERUSER));
  } catch (error) {
    const { passwordFile, cluster: folder } = cluster.directory;
    if (codeOf(error) === '28P01') {
      throw new Unreachable(
        `The password in ${passwordFile} is not the one of the database in ${folder}: restore the file from a backup.`,
        { cause: error },
      );
    }
    if (codeOf(error) === 'EACCES') {
      throw new Unreachable(
        `The socket in ${folder} cannot be used by this user: run Pipcast as the user that owns the folder.`,
        { cause: error },
      );
    }
    if (isDiskFull(error))
      throw new Unreachable(diskFullError(cluster.directory.path).message, { cause: error });
    if (!isDatabaseUnavailable(error)) throw error;
    wait.noteProblem(error);
    return undefined;
  }
}

/** False also when the database stopped meanwhile. */
async function hasJoined(session: ClusterSession): Promise<boolean> {
  try {
    return await session.tryUse();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return false;
  }
}

async function startUnlessRunning(
  cluster: EmbeddedCluster,
  signal: AbortSignal,
): Promise<Postmaster | undefined> {
  if (isUp(cluster)) return undefined;
  await removeStaleLocks(cluster.directory.cluster, signal);
  return startPostmaster(cluster.directory, cluster.binaries, LISTEN_ON_SOCKET, SETTINGS);
}

function refuseUnlessPassing(cluster: EmbeddedCluster, ended: Postmaster): void {
  const complaint = ended.complaint();
  if (isPassing(complaint)) return;
  const { cluster: folder, logFile } = cluster.directory;
  // A disk that is full to the last byte has no room for PostgreSQL's reason either.
  if (saysDiskFull(complaint) || freeBytes(folder) === 0) throw diskFullError(cluster.directory.path);
  throw new DatabaseError(`The database in ${folder} did not start: ${complaint}: see ${logFile}.`);
}

/** Only one server serves at a time; a second one leaves again. */
async function takeRole(session: ClusterSession, request: JoinRequest): Promise<ClusterSession> {
  const { cluster, log, signal } = request;
  if (request.role === 'command') return session;
  try {
    const from = performance.now();
    for (;;) {
      if (await session.tryServe()) return session;
      const other = await session.servingProcess();
      const limitMs =
        other === undefined || isAlive(other.pid) ? LIVING_SERVER_LIMIT_MS : DEAD_SERVER_LIMIT_MS;
      if (performance.now() - from > limitMs) {
        throw new DatabaseError(
          `Another Pipcast (process ${other?.pid ?? 'unknown'}) already runs on ${cluster.directory.path}: stop it, or set PIPCAST_DATA_DIR to another folder.`,
        );
      }
      await sleep(20, undefined, { signal });
    }
  } catch (error) {
    await leaveCluster(session, cluster, log);
    throw error;
  }
}

/** Decides how long to wait on, and prints once what for. */
class StartWait {
  readonly #request: JoinRequest;
  readonly #from = performance.now();
  #lastWord = this.#from;
  #reason = 'it is being stopped by another process';
  #noticed = false;

  constructor(request: JoinRequest) {
    this.#request = request;
  }

  /** Notes why this attempt failed. */
  noteProblem(error: unknown): void {
    this.#reason = error instanceof Error ? error.message : String(error);
    if (codeOf(error) === '57P03') this.#lastWord = performance.now();
  }

  async next(): Promise<void> {
    const now = performance.now();
    const waitedMs = now - this.#from;
    const { cluster, log, signal } = this.#request;
    if (waitedMs > START_LIMIT_MS || now - this.#lastWord > SILENCE_LIMIT_MS) {
      const { cluster: folder, logFile } = cluster.directory;
      throw new Unreachable(
        `The database in ${folder} did not come up in ${Math.round(waitedMs / 1000)} s (${this.#reason}): see ${logFile}.`,
      );
    }
    if (waitedMs > NOTICE_AFTER_MS && !this.#noticed) {
      this.#noticed = true;
      log.info({ problem: this.#reason }, 'waiting for the database');
    }
    await sleep(waitedMs > NOTICE_AFTER_MS ? 250 : 10, undefined, { signal });
  }
}

/** Waits between attempts to restart a lost database: short at first, so that one crash is hardly noticed. */
const BACK_OFF = { firstMs: 50, longestMs: 10_000 };
/** After this time without a loss the waits are short again. */
const STEADY_AFTER_MS = 30_000;
/** How long `leave` waits for a database that is just being restarted, so that it can stop it. */
const LAST_WORD_MS = 5_000;

export type ClusterMembership = Awaited<ReturnType<typeof joinCluster>>;

/**
 * Joins the cluster and, as a server, keeps the session: the database that goes away is brought back until `leave`.
 * @throws DatabaseError when the cluster cannot be joined at first.
 */
export async function joinCluster({
  signal,
  ...request
}: Omit<JoinRequest, 'signal'> & { readonly signal: AbortSignal | undefined }) {
  const { cluster, log } = request;
  const closing = new AbortController();
  let session: ClusterSession | undefined = await takeFirst(request, signal ?? closing.signal);
  const keeping = request.role === 'server' ? keep(session) : Promise.resolve();

  async function keep(first: ClusterSession): Promise<void> {
    let failures = 0;
    let joinedAt = performance.now();
    let problem = await first.over;
    while (!closing.signal.aborted) {
      session = undefined;
      failures = performance.now() - joinedAt > STEADY_AFTER_MS ? 0 : failures;
      log.error(
        { problem: problem?.message ?? 'its connection ended' },
        'the database is away: bringing it back',
      );
      try {
        failures += 1;
        await sleep(backOffMs(failures, BACK_OFF, Math.random()), undefined, { signal: closing.signal });
        const next = await joinOrStart({ ...request, signal: closing.signal });
        session = next;
        if (closing.signal.aborted) return;
        joinedAt = performance.now();
        log.info('the database is back');
        problem = await next.over;
      } catch (error) {
        problem = error instanceof Error ? error : new Error(String(error));
      }
    }
  }

  return {
    /** Undefined while it is lost; it is opened again, and the database started again. */
    session: (): ClusterSession | undefined => session,
    /** Leaves the cluster, and stops it if no other process is in it. */
    leave: async (): Promise<void> => {
      closing.abort();
      // A restart of the database that is under way ends first, with or without a session.
      if (session === undefined) await keeping;
      const left = session !== undefined && (await leaveCluster(session, cluster, log));
      if (!left) await stopIfUnused(request);
      await keeping;
      cluster.address.release();
    },
  };
}

/** Joins for the first time. When the wait is given up, no database is left running. */
async function takeFirst(request: Omit<JoinRequest, 'signal'>, signal: AbortSignal): Promise<ClusterSession> {
  try {
    return await joinOrStart({ ...request, signal });
  } catch (error) {
    if (signal.aborted) await stopIfUnused(request);
    request.cluster.address.release();
    throw error;
  }
}

/** The session was lost, but the database may still run, and no other process would stop it. */
async function stopIfUnused(request: Omit<JoinRequest, 'signal'>): Promise<void> {
  const { cluster, log } = request;
  try {
    const signal = AbortSignal.timeout(LAST_WORD_MS);
    const session = await join({ ...request, role: 'command', signal }, async () => isUp(cluster));
    if (session !== undefined) await leaveCluster(session, cluster, log);
  } catch (error) {
    log.warn({ problem: String(error) }, 'the database may still run; the next start joins it');
  }
}
