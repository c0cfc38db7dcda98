import { useCallback, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { NO_SWITCHES } from '../../../core/check/reading/trade-switches.ts';
import { fileSentence } from '../../../core/check/reason-texts.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { usePayout } from '../../lib/payout.ts';
import { usePriceSpans } from '../../lib/prices.ts';
import { CheckForm } from './check-form.tsx';
import type { CheckResult, CheckSource, GivenRecord } from './check-worker.ts';
import { CheckReport } from './check-report.tsx';
import { type Checker, createChecker } from './checker.ts';
import { ReadView } from './read-view.tsx';
import { verdictOfFragment } from './verdict-link.ts';
import { WRITING } from './writing.ts';
import './check.css';

/** What the reader chose about a source that was read. */
type Choice = Omit<GivenRecord, 'source' | 'payout'>;

/** Whether what was read is shown, or what the figures say: an entry of the browser's history. The form's has none. */
type Step = 'read' | 'judged' | null;

interface Given {
  /** With the last choice, which may still be read. */
  readonly record: GivenRecord;
  readonly result: CheckResult;
  /** What the result is of. */
  readonly read: GivenRecord;
}

const FIRST_CHOICE: Choice = {
  ties: 'refund',
  meanings: new Map(),
  zone: 'UTC',
  answers: new Map(),
  switches: NO_SWITCHES,
};

interface CheckViewProps {
  /** Loads this server's own record; undefined where the reader may not see it. */
  readonly onOurs: (() => Promise<Blob>) | undefined;
  /** Asks for prices of whole days; undefined where the reader may not have them. */
  readonly pricesApi: ApiClient | undefined;
}

/** Any track record, judged in this browser: give one, then read what it shows. */
export function CheckView({ onOurs, pricesApi }: CheckViewProps) {
  const { ask, restart } = useChecker();
  const { given, step, isBusy, refusal, check, cancel } = useCheck(ask, restart);
  const { spans } = usePriceSpans(pricesApi);
  // Drawn in slices.
  const [view, viewStep] = [useDeferredValue(given), useDeferredValue(step)];
  useSentVerdict((source) => void check(source, FIRST_CHOICE));
  if (view === undefined || viewStep === null)
    return (
      <CheckForm
        isBusy={isBusy || step !== viewStep}
        refusal={refusal}
        onOurs={onOurs && (() => void check(() => fileOf(onOurs), FIRST_CHOICE))}
        onSource={(source) => void check(source, FIRST_CHOICE)}
        onCancel={cancel}
      />
    );
  const { record, result } = view;
  const props = {
    record,
    result,
    refusal,
    onChoice: (choice: Partial<Choice>) => void check(record.source, changed(record, choice)),
    onAgain: () => history.go(viewStep === 'judged' && record.source.kind !== 'counts' ? -2 : -1),
  };
  return viewStep === 'read' ? (
    <ReadView {...props} isBusy={isBusy} onCheck={() => history.pushState('judged' satisfies Step, '')} />
  ) : (
    <CheckReport
      {...props}
      prices={pricesApi && { api: pricesApi, spans }}
      ask={ask}
      onRead={() => history.back()}
    />
  );
}

/**
 * What was given last, and where the reader is: Back and Forward lead between the form, what was read and the verdict. The record is
 * kept until the next one, so that Forward finds it.
 */
function useCheck(ask: Checker['ask'], restart: () => void) {
  const [given, setGiven] = useState<Given>();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ readonly step: Step; readonly why: string }>();
  const payoutPercent = usePayout();
  const entry = useHistoryState<Step>();
  const step = given === undefined ? null : entry;
  /** Grows with each check that begins or is cancelled. */
  const turn = useRef(0);
  useEffect(() => {
    // A reload keeps the entry's step, but not what was given.
    history.replaceState(null, '');
    // A link that is opened in a page that is there already changes nothing but the fragment.
    const reopen = (): void => {
      if (verdictOfFragment(location.hash) !== undefined) location.reload();
    };
    addEventListener('hashchange', reopen);
    return () => removeEventListener('hashchange', reopen);
  }, []);

  async function check(from: CheckSource | (() => Promise<CheckSource>), choice: Choice): Promise<void> {
    const own = (turn.current += 1);
    setBusy(true);
    try {
      const source = typeof from === 'function' ? await from() : from;
      const record = { source, ...choice, payout: payoutOf(source, payoutPercent) };
      // The next choice is made beside this one.
      if (step !== null) setGiven((before) => before && { ...before, record });
      const answer = own === turn.current ? await ask({ wanted: 'result', ...record }) : undefined;
      // Another check, or a reader who went elsewhere meanwhile: they get no verdict on what was left.
      if (answer === undefined || own !== turn.current || (step === null && history.state !== null)) return;
      if ('refusal' in answer) throw new Error(fileSentence(answer.refusal, WRITING));
      if ('result' in answer) {
        setRefused(undefined);
        setGiven({ record, result: answer.result, read: record });
        if (step === null)
          history.pushState((source.kind === 'counts' ? 'judged' : 'read') satisfies Step, '');
      }
    } catch (error) {
      if (own !== turn.current) return;
      setRefused({ step, why: (error as Error).message });
      setGiven((before) => before && { ...before, record: before.read });
    } finally {
      if (own === turn.current) setBusy(false);
    }
  }

  function cancel(): void {
    turn.current += 1;
    setBusy(false);
    restart();
  }
  return { given, step, isBusy, refusal: refused?.step === step ? refused?.why : undefined, check, cancel };
}

/** What is read otherwise has other trades: the reader's word on single ones ends. */
function changed(record: GivenRecord, choice: Partial<Choice>): GivenRecord {
  const isReadAnew = choice.answers !== undefined || choice.meanings !== undefined;
  return { ...record, ...(isReadAnew ? { switches: NO_SWITCHES } : {}), ...choice };
}

async function fileOf(load: () => Promise<Blob>): Promise<CheckSource> {
  return { kind: 'file', file: new File([await load()], 'record.csv') };
}

/** A link brings its own payout, which is not remembered as the reader's. */
function payoutOf(source: CheckSource, readersPercent: number): number {
  const sent = source.kind === 'counts' ? source.sent : undefined;
  return (sent?.payoutPercent ?? readersPercent) / 100;
}

/** Gives what the page's address holds to be checked, once. */
function useSentVerdict(onSent: (source: CheckSource) => void): void {
  const [sent] = useState(() => verdictOfFragment(location.hash));
  const handleSent = useEffectEvent(onSent);
  useEffect(() => {
    if (sent !== undefined) handleSent({ kind: 'counts', won: sent.won, of: sent.of, sent });
  }, [sent]);
}

/** What asks the worker, which lives as long as the page. */
function useChecker() {
  const checker = useRef<Checker>(null);
  useEffect(() => {
    checker.current = createChecker();
    return () => checker.current?.stop();
  }, []);
  // What is saved or compared is asked beside a verdict that may be on its way.
  const ask: Checker['ask'] = useCallback(
    async (question) => checker.current?.ask(question, question.wanted !== 'result'),
    [],
  );
  const restart = (): void => {
    checker.current?.stop();
    checker.current = createChecker();
  };
  return { ask, restart };
}
