import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-or-save.ts';
import { formatMarketDays, formatSpan } from './record-format.ts';
import { texts } from './texts.ts';
import { reportTexts } from '../../ui/report-texts.ts';

/** Since when a ledger has entries, its outages, and how often engine and key changed. */
export interface LedgerPast {
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
    <Button
      look="line"
      size="small"
      aria-label={texts.copyHash}
      onClick={() => void copyText(hash, { title: texts.copied, text: shortHash(hash) })}
    >
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
