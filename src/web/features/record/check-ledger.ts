import { sha256 } from '@noble/hashes/sha2.js';
import { type Ed25519Verify, parseVerifierKey } from '../../../core/log/checkpoint.ts';
import { RecordCheck } from '../../../core/record/record-check.ts';
import { currencyProblem } from '../../../core/signals/lapses.ts';
import { verifyLedger } from '../../../core/signals/verify-ledger.ts';
import { now } from '../../lib/now.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { httpLedgerSource } from './http-ledger-source.ts';
import type { CheckLedger } from './ledger-check.tsx';
import { texts } from './texts.ts';

/**
 * Checks a whole ledger in this browser: the signature of its checkpoint, every entry, every tile, every outcome computed
 * again from its prices, and the record's figures folded again from the entries. Rejects with an Error for people when it cannot
 * be read or this browser cannot check signatures.
 */
export function checkLedger(api: ApiClient, name: string): CheckLedger {
  return async (onProgress, signal) => {
    const source = httpLedgerSource(api, name, signal);
    const key = parseVerifierKey(sha256, await source.key());
    if (key === undefined) throw new Error(texts.badKey);
    const record = new RecordCheck(await source.records());
    const readAtMs = now();
    const verification = await verifyLedger({
      source,
      ledgerName: name,
      key,
      sha256,
      ed25519,
      onEntry: (placed) => record.add(placed),
      onProgress(count) {
        signal.throwIfAborted();
        onProgress(count);
      },
    });
    const { checked, size, root, problems, lastAtMs } = verification;
    const [problem] = problems;
    const wrong = problem?.message ?? (checked === size ? record.problems()[0] : undefined);
    if (wrong !== undefined) return { isSound: false, problem: wrong };
    const currency = name === 'live' ? currencyProblem(lastAtMs, readAtMs) : undefined;
    const notCompared = record.notCompared()[0] ?? currency;
    if (notCompared !== undefined) return { isSound: undefined, problem: notCompared };
    const { firstAtMs = 0, kinds, outageMs, engineChanges: engines } = verification;
    const keys = Math.max(0, ((await source.keys()) ?? 1) - 1);
    const past = { sinceMs: firstAtMs, outages: kinds.outage, outageMs, engines, keys };
    return { isSound: true, entries: checked, past, rootHash: hexOf(root ?? new Uint8Array()) };
  };
}

const ed25519: Ed25519Verify = async (publicKey, message, signature) => {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', copyOf(publicKey), 'Ed25519', false, ['verify']);
  } catch {
    throw new Error(texts.noEd25519);
  }
  return crypto.subtle.verify('Ed25519', key, copyOf(signature), copyOf(message));
};

/** The platform's functions take bytes of an own buffer only. */
function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
