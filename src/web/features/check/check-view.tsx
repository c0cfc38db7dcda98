import { useEffect, useRef, useState } from 'react';
import { usePayout } from '../../lib/payout.ts';
import { CheckForm } from './check-form.tsx';
import type { CheckResult, CheckSource } from './check-messages.ts';
import { CheckReport } from './check-report.tsx';
import { type Checker, createChecker } from './checker.ts';
import './check.css';

type Ties = 'refund' | 'lose';

type State =
  | { readonly step: 'empty'; readonly refusal?: string }
  | { readonly step: 'checking' }
  | {
      readonly step: 'done';
      readonly source: CheckSource;
      readonly result: CheckResult;
      readonly ties: Ties;
    };

/** Any track record, judged in this browser: give one, then read what it shows. */
export function CheckView() {
  const [state, setState] = useState<State>({ step: 'empty' });
  const payoutPercent = usePayout();
  const checker = useRef<Checker>(null);
  useEffect(() => {
    const started = createChecker();
    checker.current = started;
    return () => started.stop();
  }, []);

  async function check(source: CheckSource, ties: Ties): Promise<void> {
    if (state.step === 'empty') setState({ step: 'checking' });
    try {
      const answer = await checker.current?.ask({ source, ties, payout: payoutPercent / 100 });
      if (answer === undefined) return;
      setState(
        'refusal' in answer
          ? { step: 'empty', refusal: answer.refusal }
          : { step: 'done', source, result: answer.result, ties },
      );
    } catch (error) {
      setState({ step: 'empty', refusal: (error as Error).message });
    }
  }

  if (state.step === 'done') {
    return (
      <CheckReport
        result={state.result}
        ties={state.ties}
        onTies={(ties) => void check(state.source, ties)}
        onAgain={() => setState({ step: 'empty' })}
      />
    );
  }
  return (
    <CheckForm
      isBusy={state.step === 'checking'}
      refusal={state.step === 'empty' ? state.refusal : undefined}
      onSource={(source) => void check(source, 'refund')}
    />
  );
}
