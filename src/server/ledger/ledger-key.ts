import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { ClientBase } from 'pg';
import {
  checkpointText,
  signatureProblem,
  signedNote,
  type TreeHead,
  type VerifierKey,
  verifierKeyText,
} from '../../core/log/checkpoint.ts';
import { sameBytes } from '../../core/log/bytes.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { seal, type ServerSecret, unseal } from '../platform/server-secret.ts';
import { sha256, verifyEd25519 } from './ed25519.ts';
import { lastCheckpoint, type LedgerRow, type Queries } from './ledger-rows.ts';
import { LedgerDamagedError } from './ledger.ts';
import { execute, executeOne, queryRow, queryRows } from '../platform/sql.ts';

export type LedgerKey = NonNullable<Awaited<ReturnType<typeof readKey>>>;

/**
 * The key that signs a ledger's checkpoints, made when the ledger has none for this secret. The private half is kept sealed
 * under the server's secret: a copy of the database alone signs no checkpoint.
 * @throws LedgerDamagedError when the stored key was not sealed by this server.
 */
export async function openLedgerKey(
  client: ClientBase,
  ledger: LedgerRow,
  secret: ServerSecret,
  now: EpochMs,
) {
  const found = await readKey(client, ledger, secret);
  if (found === undefined) await insertKey(client, ledger, secret, now);
  const key = found ?? (await readKey(client, ledger, secret));
  if (key === undefined) throw new Error(`The key of the ledger ${ledger.name} could not be stored.`);
  // Of another server secret.
  const earlier = (await storedKeys(client, ledger)).filter(
    ({ publicKey }) => !sameBytes(publicKey, key.verifier.publicKey),
  );
  return { key, earlier, isNew: found === undefined };
}

/** Whether a key has signed any checkpoint of a ledger: from then on no other one does. */
export async function hasSigned(db: Queries, ledger: LedgerRow, key: VerifierKey): Promise<boolean> {
  const id =
    verifierKeyText(sha256, key)
      .slice(key.name.length + 1)
      .split('+', 1)[0] ?? '';
  // Five letters lie wholly within the four bytes of an id.
  const line = `\n\u2014 ${key.name} ${Buffer.from(id, 'hex').toString('base64').slice(0, 5)}`;
  return executeOne(db)`select from ledger_checkpoints where ledger = ${ledger.id}
    and position(${line} in note) > 0 limit 1`;
}

/**
 * The key that a ledger is shown with: the one that this server opens, or of a ledger under another secret the one that signed its last
 * checkpoint. A row that was put into the database by others is neither.
 * @throws LedgerDamagedError when the stored key was not sealed by this server.
 */
export async function servedKey(
  db: Queries,
  ledger: LedgerRow,
  secret: ServerSecret,
): Promise<VerifierKey | undefined> {
  const own = await readKey(db, ledger, secret);
  if (own !== undefined) return own.verifier;
  const head = await lastCheckpoint(db, ledger.id);
  for (const key of await storedKeys(db, ledger))
    if (head !== undefined && (await signatureProblem(head.note, sha256, key, verifyEd25519)) === undefined)
      return key;
  return undefined;
}

export async function storedKeys(db: Queries, ledger: LedgerRow): Promise<VerifierKey[]> {
  const rows = await queryRows<{ public_key: Buffer }>(db)`select public_key from ledger_keys
    where ledger = ${ledger.id} order by created_at desc, secret_id`;
  return rows.map((row) => ({ name: ledger.origin, publicKey: row.public_key }));
}

/**
 * The key that this server signs a ledger with, to read only; undefined when it has none.
 * @throws LedgerDamagedError when the stored key was not sealed by this server.
 */
export async function readKey(client: Queries, ledger: LedgerRow, secret: ServerSecret) {
  const row = await queryRow<{ public_key: Buffer; sealed_private_key: Buffer }>(client)`
    select public_key, sealed_private_key from ledger_keys where ledger = ${ledger.id}
    and secret_id = ${secret.id}`;
  if (row === undefined) return undefined;
  const privateKey = unsealed(row.sealed_private_key, secret, ledger, row.public_key);
  const verifier: VerifierKey = { name: ledger.origin, publicKey: new Uint8Array(row.public_key) };
  return {
    verifier,
    sign: (head: TreeHead): string => {
      const text = checkpointText(head);
      return signedNote(text, sha256, verifier, sign(null, Buffer.from(text), privateKey));
    },
  };
}

function unsealed(sealed: Buffer, secret: ServerSecret, ledger: LedgerRow, publicKey: Buffer): KeyObject {
  const foreign = (cause?: unknown) =>
    new LedgerDamagedError(
      `The signing key of the ledger ${ledger.name} was not put into the database by this server: restore the row of ledger_keys from a backup.`,
      { cause },
    );
  let privateKey: KeyObject;
  try {
    const pem = unseal(sealed, secret.sealingKey, sealName(ledger, publicKey));
    privateKey = createPrivateKey(pem);
  } catch (error) {
    throw foreign(error);
  }
  if (!rawPublicKey(createPublicKey(privateKey)).equals(publicKey)) throw foreign();
  return privateKey;
}

async function insertKey(
  client: ClientBase,
  ledger: LedgerRow,
  secret: ServerSecret,
  now: EpochMs,
): Promise<void> {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = rawPublicKey(pair.publicKey);
  const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  await execute(client)`insert into ledger_keys (ledger, secret_id, public_key, sealed_private_key,
      created_at)
    values (${ledger.id}, ${secret.id}, ${publicKey},
      ${seal(pem, secret.sealingKey, sealName(ledger, publicKey))}, ${new Date(now)})
    on conflict (ledger, secret_id) do nothing`;
}

function sealName(ledger: LedgerRow, publicKey: Buffer): string {
  return `ledger ${ledger.origin} ${publicKey.toString('base64')}`;
}

function rawPublicKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(-32);
}
