import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toasts.ts';

/** What checking the whole ledger found. */
export type CheckOutcome =
  | { readonly isSound: true; readonly entries: number; readonly rootHash: string }
  /** The sentence names the first thing that fails. */
  | { readonly isSound: false; readonly problem: string };

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
  /** What others say of the ledger, under what the check says. */
  readonly children?: ReactNode;
}

/** Checks the ledger in this browser when asked: every entry, the tree, the signature, every outcome computed again. */
export function LedgerCheck({ check, children }: LedgerCheckProps) {
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
    <div className="ledger">
      <div>
        <output className="ledger__state">
          <LedgerState state={state} />
        </output>
        {children}
      </div>
      <div className="ledger__buttons">
        {state.step === 'done' && state.outcome.isSound ? <CopyHash hash={state.outcome.rootHash} /> : null}
        <Button
          look="line"
          size="small"
          busyLabel={isChecking ? 'Checking...' : undefined}
          onClick={() => void handleCheck()}
        >
          {state.step === 'idle' ? 'Verify the ledger' : 'Verify again'}
        </Button>
      </div>
    </div>
  );
}

function LedgerState({ state }: { readonly state: State }) {
  switch (state.step) {
    case 'idle':
      return <span className="ledger__hint">Every signal was recorded before it was shown.</span>;
    case 'checking':
      // Counted for the eye: read out, it would not come to an end.
      return (
        <span className="ledger__hint" aria-hidden="true">
          {formatCount(state.checked)} entries checked
        </span>
      );
    case 'unread':
      return (
        <>
          <b>The ledger could not be read</b>
          <span className="ledger__hint">{state.problem}</span>
        </>
      );
    case 'done':
      return state.outcome.isSound ? (
        <>
          <b className="ledger__sound">
            <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
              <circle cx="8" cy="8" r="6.25" />
              <path d="m5.25 8.25 2 2 3.5-4" />
            </svg>
            Ledger verified
          </b>
          <span className="ledger__hint">
            {formatCount(state.outcome.entries)} entries. Checkpoint{' '}
            <span className="nowrap">{shortHash(state.outcome.rootHash)}</span>
          </span>
        </>
      ) : (
        <>
          <b className="ledger__broken">The ledger does not verify</b>
          <span className="ledger__problem">{state.outcome.problem}</span>
        </>
      );
  }
}

function CopyHash({ hash }: { readonly hash: string }) {
  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(hash);
      showToast({ title: 'Checkpoint copied', text: shortHash(hash) });
    } catch {
      showToast({ title: 'Not copied: this browser does not allow it', text: hash });
    }
  }
  return (
    <Button look="line" size="small" aria-label="Copy checkpoint hash" onClick={() => void handleCopy()}>
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <rect x="5.5" y="5.5" width="8.5" height="8.5" rx="1.75" />
        <path d="M10.5 5.5V3.75A1.75 1.75 0 0 0 8.75 2h-5A1.75 1.75 0 0 0 2 3.75v5a1.75 1.75 0 0 0 1.75 1.75H5.5" />
      </svg>
      Copy
    </Button>
  );
}

/** `9f3c41d2…a07be615` of a hash in hexadecimal. */
function shortHash(hash: string): string {
  return `${hash.slice(0, 8)}\u2026${hash.slice(-8)}`;
}
