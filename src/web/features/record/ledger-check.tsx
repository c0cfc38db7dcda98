import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-or-save.ts';
import { formatMarketDays } from './record-format.ts';
import { formatSpan } from '../../lib/spans.ts';
import { texts } from './texts.ts';
import { reportTexts } from '../../ui/report-texts.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Ed25519Verify, parseVerifierKey } from '../../../core/log/checkpoint.ts';
import { type PublishedRecord, readRecords, RecordCheck } from '../../../core/record/record-check.ts';
import { currencyProblem } from '../../../core/signals/lapses.ts';
import { type LedgerSource, verifyLedger } from '../../../core/signals/verify-ledger.ts';
import { now } from '../../lib/now.ts';
import { type ApiClient, ApiError } from '../../lib/api-client.ts';
import { MissingPartError, orMissing } from '../../../core/log/log-source.ts';
import { tilePath } from '../../../core/log/tiles.ts';
import type { RecordSummary } from '../../../core/wire/record.ts';

/** Since when a ledger has entries, its outages, and how often engine and key changed. */
interface LedgerPast {
  readonly sinceMs: number;
  readonly outages: number;
  readonly outageMs: number;
  readonly engines: number;
  readonly keys: number;
}

export type CheckOutcome =
  | {
      readonly isSound: true;
      readonly entries: number;
      readonly past: LedgerPast;
      readonly rootHash: string;
    }
  /** The sentence names the first thing that fails. */
  | { readonly isSound: false; readonly problem: string }
  /** Nothing that was checked is wrong, but the sentence names what was not. */
  | { readonly isSound: undefined; readonly problem: string };

/** Reads and checks everything; rejects with an Error for people when the ledger cannot be read. */
export type CheckLedger = (
  onProgress: (checked: number) => void,
  signal: AbortSignal,
) => Promise<CheckOutcome>;

type State =
  | { readonly step: 'idle' }
  | { readonly step: 'checking'; readonly checked: number }
  | { readonly step: 'done'; readonly outcome: CheckOutcome }
  | { readonly step: 'unread'; readonly problem: string };

interface LedgerCheckProps {
  readonly check: CheckLedger;
  /** How many entries the ledger has. */
  readonly size: number;
  /** The witnesses' part, under the result. */
  readonly children?: ReactNode;
}

/** Checks the ledger in this browser when asked: every entry, the tree, the signature, every outcome computed again. */
export function LedgerCheck({ check, size, children }: LedgerCheckProps) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function handleCheck() {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState({ step: 'checking', checked: 0 });
    try {
      const outcome = await check((checked) => setState({ step: 'checking', checked }), abort.signal);
      setState({ step: 'done', outcome });
    } catch (error) {
      if (abort.signal.aborted) return;
      setState({ step: 'unread', problem: (error as Error).message });
    }
  }

  const isChecking = state.step === 'checking';
  return (
    <section className="card c12 ledger row" aria-label={texts.ledger}>
      {size === 0 ? null : (
        <svg className="icon wide" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.25" />
          <path d="m5.25 8.25 2 2 3.5-4" />
        </svg>
      )}
      <div className="ledger__said">
        <output>
          <LedgerState state={state} size={size} />
        </output>
        {children}
      </div>
      <div className="ledger__buttons row">
        {state.step === 'done' && state.outcome.isSound ? <CopyHash hash={state.outcome.rootHash} /> : null}
        <Button
          look="line"
          size="small"
          busyLabel={isChecking ? texts.checking : undefined}
          onClick={() => void handleCheck()}
        >
          {state.step === 'idle' ? texts.check : texts.checkAgain}
        </Button>
      </div>
    </section>
  );
}

function LedgerState({ state, size }: { readonly state: State; readonly size: number }) {
  const hint = <span className="ledger__hint" />;
  switch (state.step) {
    case 'idle':
      return size === 0 ? texts.nothingRecorded : texts.recordedFirst({ b: <b />, hint, count: size });
    case 'checking':
      // Counted for the eye: read out, it would not come to an end.
      return (
        <span className="ledger__hint" aria-hidden="true">
          {texts.checked({ count: formatCount(state.checked) })}
        </span>
      );
    case 'unread':
      return texts.failed({ how: 'unread', b: <b />, hint, problem: state.problem });
    case 'done': {
      const { outcome } = state;
      if (!outcome.isSound) {
        const how = outcome.isSound === undefined ? 'open' : 'broken';
        const b = how === 'open' ? <b /> : <b className="ledger__broken" />;
        return texts.failed({ how, b, hint, problem: outcome.problem });
      }
      const hash = <span className="nowrap" />;
      return texts.verified({
        b: <b />,
        hint,
        hash,
        count: outcome.entries,
        past: pastText(outcome.past),
        root: shortHash(outcome.rootHash),
      });
    }
  }
}

function pastText({ sinceMs, outages, outageMs, engines, keys }: LedgerPast): string {
  const since = formatMarketDays(sinceMs, sinceMs);
  return texts.ledgerPast({ since, outages, span: formatSpan(outageMs), engines, keys });
}

function CopyHash({ hash }: { readonly hash: string }) {
  return (
    <Button look="line" size="small" aria-label={texts.copyHash} onClick={() => void copyText(hash)}>
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <rect x="5.5" y="5.5" width="8.5" height="8.5" rx="1.75" />
        <path d="M10.5 5.5V3.75A1.75 1.75 0 0 0 8.75 2h-5A1.75 1.75 0 0 0 2 3.75v5a1.75 1.75 0 0 0 1.75 1.75H5.5" />
      </svg>
      {reportTexts.copy}
    </Button>
  );
}

/** `9f3c41d2…a07be615` of a hash in hexadecimal. */
function shortHash(hash: string): string {
  return `${hash.slice(0, 8)}\u2026${hash.slice(-8)}`;
}

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
