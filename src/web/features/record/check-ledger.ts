import { sha256 } from '@noble/hashes/sha2.js';
import { type Ed25519Verify, parseVerifierKey } from '../../../core/log/checkpoint.ts';
import { type PublishedRecord, readRecords, RecordCheck } from '../../../core/record/record-check.ts';
import { currencyProblem } from '../../../core/signals/lapses.ts';
import { type LedgerSource, verifyLedger } from '../../../core/signals/verify-ledger.ts';
import { now } from '../../lib/now.ts';
import { type ApiClient, ApiError } from '../../lib/api-client.ts';
import type { CheckLedger } from './ledger-check.tsx';
import { texts } from './texts.ts';
import { MissingPartError, orMissing } from '../../../core/log/log-source.ts';
import { tilePath } from '../../../core/log/tiles.ts';
import type { RecordSummary } from '../../../core/wire/record.ts';

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

/** The platform's functions take only bytes with a buffer of their own. */
function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A ledger as the server publishes it (C2SP tlog-tiles), and the text of the key that its checkpoints are signed with. */
interface PublishedLedger extends LedgerSource {
  key(): Promise<string>;
  /** The number of keys that the ledger has had; undefined where the server does not say. */
  keys(): Promise<number | undefined>;
  records(): Promise<PublishedRecord>;
}

/** Reads the ledger of this name over HTTP; requests end with `signal`. Rejects with an ApiError, or a MissingPartError. */
function httpLedgerSource(api: ApiClient, name: string, signal: AbortSignal): PublishedLedger {
  const base = `/ledger/${encodeURIComponent(name)}`;

  async function ask<T>(
    path: string,
    read: (answer: Response) => Promise<T>,
    below = `${base}/`,
  ): Promise<T> {
    try {
      return await api.ask(`${below}${path}`, read, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404)
        throw new MissingPartError(texts.noPart({ path }));
      throw error;
    }
  }
  const text = (path: string) => ask(path, (answer) => answer.text());
  const bytes = (path: string) => ask(path, async (answer) => new Uint8Array(await answer.arrayBuffer()));

  return {
    records: () =>
      readRecords(name, async (engine) => {
        const query = new URLSearchParams({ ledger: name, ...(engine !== undefined && { engine }) });
        const json = async (answer: Response) => (await answer.json()) as RecordSummary;
        const found = await orMissing(ask(`/api/record?${query}`, json, ''));
        return found instanceof MissingPartError ? undefined : found;
      }),
    keys: async () => {
      const list = async (answer: Response) =>
        ((await answer.json()) as { ledgers: { name: string; keys: number }[] }).ledgers;
      const ledgers = await orMissing(ask('/ledger', list, ''));
      return ledgers instanceof MissingPartError
        ? undefined
        : ledgers.find((each) => each.name === name)?.keys;
    },
    key: async () => (await text('key')).trim(),
    checkpoint: () => text('checkpoint'),
    tile: (level, index, width) => bytes(tilePath({ level, index, width })),
    entries: (index, width) => bytes(tilePath({ level: 'entries', index, width })),
  };
}
