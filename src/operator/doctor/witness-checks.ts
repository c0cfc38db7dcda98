import type { Pool } from 'pg';
import { sameBytes } from '../../core/log/bytes.ts';
import { verifierKeyText } from '../../core/log/checkpoint.ts';
import type { WitnessPolicy } from '../../core/log/witness-policy.ts';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import {
  type CosignedCheckpoint,
  newestCosigned,
  newestWitnessed,
} from '../../server/ledger/cosignature-rows.ts';
import { sha256 } from '../../server/ledger/ed25519.ts';
import { storedKeys } from '../../server/ledger/ledger-key.ts';
import { findLedger, lastCheckpoint, listLedgers } from '../../server/ledger/ledger-rows.ts';
import { hasWriter } from '../../server/ledger/writer-connection.ts';
import { readServerPolicy } from '../../server/ledger/policy-file.ts';
import { type CheckResult, note, ok, problem } from './check.ts';

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
  const ledgers = await listLedgers(db);
  const { name } = ledgers.find((each) => each.name === 'live') ?? ledgers.at(-1) ?? {};
  const ledger = name === undefined ? undefined : await findLedger(db, name);
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
  const quorum = await newestWitnessed(db, ledger.id, policy);
  const seen = quorum ?? (await newestCosigned(db, ledger.id, policy));
  const summary = `${total}; ${seen === undefined ? `none has seen the ledger ${ledger.name}` : describe(policy, seen, nowMs)}`;
  const isOld = quorum === undefined || ageMs(quorum, nowMs) > LONG_AGO_MS;
  if (!isOld) return ok(summary);
  return isWritten
    ? problem(
        summary,
        'Look for "no cosignature" in the log of the server: it says what each witness answers.',
      )
    : note(`${summary}; no server writes the ledger now`);
}

function describe(policy: WitnessPolicy, seen: CosignedCheckpoint, nowMs: EpochMs): string {
  const { by, isQuorum } = seen.witnessed;
  const missing = policy.witnesses.filter((witness) => !by.some((each) => each.witness === witness));
  return [
    `${by.length} have seen the checkpoint at ${seen.size.toLocaleString('en')}, ${Math.round(ageMs(seen, nowMs) / SECOND_MS).toLocaleString('en')} s ago`,
    ...(isQuorum ? [] : ['too few for the quorum']),
    ...(missing.length === 0 ? [] : [`not ${missing.map((witness) => witness.name).join(', ')}`]),
  ].join(', ');
}

function ageMs({ witnessed }: CosignedCheckpoint, nowMs: EpochMs): number {
  return Math.max(0, nowMs - (witnessed.seenS ?? 0) * SECOND_MS);
}
