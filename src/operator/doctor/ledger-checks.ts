import type { Pool, PoolClient } from 'pg';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { LedgerDamagedError } from '../../server/ledger/ledger.ts';
import { placeOfSecret } from '../../server/platform/server-secret.ts';
import type { Config } from '../../server/platform/config.ts';
import { readKey, storedKeys } from '../../server/ledger/ledger-key.ts';
import { fileMarks, markProblem } from '../../server/ledger/ledger-marks.ts';
import { StoredTiles } from '../../server/ledger/stored-tiles.ts';
import { LedgerFold } from '../../core/record/ledger-fold.ts';
import { readAfter } from '../../server/record/record-queries.ts';
import { lastCheckpoint, type LedgerRow, listLedgers } from '../../server/ledger/ledger-rows.ts';
import { type LedgerEdge, readEdge } from '../../server/ledger/read-edge.ts';
import { hasWriter } from '../../server/ledger/writer-connection.ts';
import { counted, isoTime, number } from '../output.ts';
import { type CheckResult, note, ok, problem } from './check.ts';
import { presentSecret } from './webhook-checks.ts';
import { sameBytes } from '../../core/log/bytes.ts';
import { verifierKeyText } from '../../core/log/checkpoint.ts';
import type { WitnessPolicy } from '../../core/log/witness-policy.ts';
import { type CosignedCheckpoint, newestSeen } from '../../server/ledger/cosignature-rows.ts';
import { sha256 } from '../../server/ledger/ed25519.ts';
import { readServerPolicy } from '../../server/ledger/policy-file.ts';

const RESTORE = 'Restore the newest backup of the database.';
const ENTRIES_AT_ONCE = 2_000;

type SecretConfig = Pick<Config, 'dataDir' | 'authSecret'>;

/** Reads everything in one snapshot: a desk may be at work. */
const ONE_INSTANT = 'begin isolation level repeatable read, read only';

/**
 * The ledger of live signals, or the newest other one where there is none: whether its last entries, the tree over them and
 * the signature belong together, what is open, and whether this server can go on signing it.
 */
export async function checkLedger(db: Pool, config: SecretConfig): Promise<CheckResult> {
  const ledgers = await listLedgers(db);
  const ledger = chosenLedger(ledgers);
  const marks = fileMarks(config.dataDir);
  if (ledger === undefined) {
    const gone = await markProblem(marks, 'live', undefined);
    if (gone !== undefined) return problem(`The ledger live is gone: ${gone}`, RESTORE);
    return ok('none yet; the first start with market prices makes it');
  }
  const isWritten = await hasWriter(db);
  const client = await db.connect();
  try {
    await client.query(ONE_INSTANT);
    const keys = await storedKeys(client, ledger);
    const edge = await readEdge(client, ledger, keys);
    const tiles = new StoredTiles(db, ledger.id);
    const cut = await markProblem(marks, ledger.name, { ledger, size: edge.tree.size, keys, tiles });
    if (cut !== undefined)
      return problem(`The ledger ${ledger.name} was cut back or rewritten: ${cut}`, RESTORE);
    const wrong = await findWrong(client, ledger);
    if (wrong !== undefined)
      return problem(wrong, `Every finding by name: npx pipcast verify --ledger ${ledger.name}`);
    const found = describe(ledger, edge);
    const others = ledgers.length - 1;
    const all = others === 0 ? found : `${found}; ${others} more of replays and made-up prices`;
    return (
      (await secretProblem(db, ledger, config, all)) ??
      ok(`${all}; ${isWritten ? 'a' : 'no'} server writes it now`)
    );
  } catch (error) {
    if (!(error instanceof LedgerDamagedError)) throw error;
    return problem(error.message, `Find the first wrong entry: npx pipcast verify --ledger ${ledger.name}`);
  } finally {
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

function chosenLedger<Ledger extends LedgerRow>(ledgers: readonly Ledger[]): Ledger | undefined {
  return ledgers.find(({ name }) => name === 'live') ?? ledgers.at(-1);
}

/** The lapses that a ledger's entries prove, and the entries that their columns contradict, counted. */
async function findWrong(client: PoolClient, ledger: LedgerRow): Promise<string | undefined> {
  const fold = new LedgerFold();
  let wrongEntries = 0;
  let size = 0;
  for (;;) {
    const read = await readAfter(client, ledger.id, size, ENTRIES_AT_ONCE);
    for (const { index, entry, problem: wrong } of read) {
      if (wrong !== undefined) wrongEntries += 1;
      if (entry !== undefined) fold.add({ index, entry });
    }
    size = (read.at(-1)?.index ?? 0) + 1;
    if (read.length < ENTRIES_AT_ONCE) break;
  }
  const { overdueSignals, silentMinutes } = fold.lapses.counts;
  if (overdueSignals + silentMinutes + wrongEntries === 0) return undefined;
  return `${ledger.name}: ${counted(overdueSignals, 'overdue signal')}, ${counted(silentMinutes, 'silent minute')}, ${counted(wrongEntries, 'wrong entry', 'wrong entries')}`;
}

function describe(ledger: LedgerRow, { tree, checker }: LedgerEdge): string {
  const { size } = tree;
  if (size === 0) return `${ledger.name}: empty`;
  const { lastAtMs: last, openCount: open } = checker;
  return [
    `${ledger.name}: ${counted(size, 'entry', 'entries')}`,
    'the last checkpoint and its signature hold',
    `${counted(open, 'open signal')}`,
    ...(last === undefined ? [] : [`the last entry of ${isoTime(last)}`]),
  ].join(', ');
}

/** With another secret the live ledger continues under a new key, which readers who kept the old key take for another ledger. */
async function secretProblem(
  db: Pool,
  ledger: LedgerRow,
  config: SecretConfig,
  found: string,
): Promise<CheckResult | undefined> {
  if (ledger.name !== 'live') return undefined;
  const secret = presentSecret(config);
  const key = secret && (await readKey(db, ledger, secret));
  if (key) return undefined;
  return note(
    `${found}; its signing key is sealed with another secret than this server has`,
    `Restore ${placeOfSecret(config)}. Without it the next start goes on under a new key, and readers who kept the old one are warned.`,
  );
}

/** A running server shows its ledger to the witnesses every five minutes at least. */
const LONG_AGO_MS = 10 * MINUTE_MS;

/**
 * The policy of witnesses, whether it names the ledger's key, and how old the last quorum is.
 * @throws ConfigError when the file cannot be read or is none.
 */
export async function checkWitnesses(
  db: Pool,
  policyFile: string | undefined,
  nowMs: EpochMs,
): Promise<CheckResult> {
  if (policyFile === undefined) return ok('none: PIPCAST_WITNESS_POLICY is not set');
  const policy = readServerPolicy(policyFile);
  const ledger = chosenLedger(await listLedgers(db));
  const total = `${policy.witnesses.length} in the policy`;
  if (ledger === undefined) return ok(`${total}; there is no ledger yet`);
  const [key] = await storedKeys(db, ledger);
  const isNamed = policy.logs.some((log) => key !== undefined && sameBytes(log.key.publicKey, key.publicKey));
  if (key !== undefined && policy.logs.length > 0 && !isNamed)
    return problem(
      `${policyFile} does not name the key of the ledger ${ledger.name}`,
      `Add the line: log ${verifierKeyText(sha256, key)}`,
    );
  const last = await lastCheckpoint(db, ledger.id);
  if (last === undefined || last.size === 0) return ok(`${total}; the ledger ${ledger.name} is empty`);
  const isWritten = await hasWriter(db);
  const seen = await newestSeen(db, ledger.id, policy);
  const summary = `${total}; ${seen === undefined ? `none has seen the ledger ${ledger.name}` : witnessText(policy, seen, nowMs)}`;
  const isOld = seen?.witnessed.isQuorum !== true || ageMs(seen, nowMs) > LONG_AGO_MS;
  if (!isOld) return ok(summary);
  return isWritten
    ? problem(
        summary,
        'Look for "no cosignature" in the log of the server: it says what each witness answers.',
      )
    : note(`${summary}; no server writes the ledger now`);
}

function witnessText(policy: WitnessPolicy, seen: CosignedCheckpoint, nowMs: EpochMs): string {
  const { by, isQuorum } = seen.witnessed;
  const missing = policy.witnesses.filter((witness) => !by.some((each) => each.witness === witness));
  return [
    `${by.length} have seen the checkpoint at ${number(seen.size)}, ${number(Math.round(ageMs(seen, nowMs) / SECOND_MS))} s ago`,
    ...(isQuorum ? [] : ['too few for the quorum']),
    ...(missing.length === 0 ? [] : [`not ${missing.map((witness) => witness.name).join(', ')}`]),
  ].join(', ');
}

function ageMs({ witnessed }: CosignedCheckpoint, nowMs: EpochMs): number {
  return Math.max(0, nowMs - (witnessed.seenS ?? 0) * SECOND_MS);
}
