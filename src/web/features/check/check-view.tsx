import { useEffect, useRef, useState } from 'react';
import type { Meaning } from '../../../core/check/reading/columns.ts';
import { usePayout } from '../../lib/payout.ts';
import { CheckForm } from './check-form.tsx';
import type { CheckResult, CheckSource } from './check-messages.ts';
import { CheckReport } from './check-report.tsx';
import { type Checker, createChecker } from './checker.ts';
import './check.css';

/** What the reader chose about a source that was read. */
interface Choice {
  readonly ties: 'refund' | 'lose';
  readonly meanings: ReadonlyMap<number, Meaning | null>;
  readonly clockMinutes: number;
}

type State =
  | { readonly step: 'empty'; readonly refusal?: string }
  | { readonly step: 'checking' }
  | {
      readonly step: 'done';
      readonly source: CheckSource;
      readonly choice: Choice;
      readonly result: CheckResult;
      /** Why another choice could not be followed. */
      readonly refusal?: string;
    };

const FIRST_CHOICE: Choice = { ties: 'refund', meanings: new Map(), clockMinutes: 0 };

/** Any track record, judged in this browser: give one, then read what it shows. */
export function CheckView({ onOurs }: { readonly onOurs: (() => Promise<Blob>) | undefined }) {
  const [state, setState] = useState<State>({ step: 'empty' });
  const payoutPercent = usePayout();
  const checker = useRef<Checker>(null);
  useEffect(() => {
    const started = createChecker();
    checker.current = started;
    return () => started.stop();
  }, []);

  async function check(source: CheckSource, choice: Choice): Promise<void> {
    const refuse = (refusal: string): void =>
      setState(state.step === 'done' ? { ...state, refusal } : { step: 'empty', refusal });
    if (state.step === 'empty') setState({ step: 'checking' });
    try {
      const answer = await checker.current?.ask({
        wanted: 'result',
        source,
        ...choice,
        payout: payoutPercent / 100,
      });
      if (answer === undefined || 'rows' in answer) return;
      if ('refusal' in answer) refuse(answer.refusal);
      else setState({ step: 'done', source, choice, result: answer.result });
    } catch (error) {
      refuse((error as Error).message);
    }
  }

  async function rowsOf(source: CheckSource, choice: Choice): Promise<string | undefined> {
    const answer = await checker.current?.ask({
      wanted: 'rows',
      source,
      ...choice,
      payout: payoutPercent / 100,
    });
    return answer !== undefined && 'rows' in answer ? answer.rows : undefined;
  }

  async function checkOurs(load: () => Promise<Blob>): Promise<void> {
    setState({ step: 'checking' });
    try {
      await check({ kind: 'file', file: new File([await load()], 'record.csv') }, FIRST_CHOICE);
    } catch (error) {
      setState({ step: 'empty', refusal: (error as Error).message });
    }
  }

  if (state.step === 'done') {
    const { source, choice, result, refusal } = state;
    return (
      <CheckReport
        result={result}
        ties={choice.ties}
        refusal={refusal}
        onTies={(ties) => void check(source, { ...choice, ties })}
        onMeaning={(at, meaning) =>
          void check(source, { ...choice, meanings: new Map(choice.meanings).set(at, meaning) })
        }
        clockMinutes={choice.clockMinutes}
        onClock={(clockMinutes) => void check(source, { ...choice, clockMinutes })}
        onRows={() => rowsOf(source, choice)}
        onAgain={() => setState({ step: 'empty' })}
      />
    );
  }
  return (
    <CheckForm
      isBusy={state.step === 'checking'}
      refusal={state.step === 'empty' ? state.refusal : undefined}
      onOurs={onOurs && (() => void checkOurs(onOurs))}
      onSource={(source) => void check(source, FIRST_CHOICE)}
    />
  );
}
