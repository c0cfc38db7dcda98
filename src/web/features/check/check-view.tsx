import {
  type Dispatch,
  type SetStateAction,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { NO_SWITCHES } from '../../../core/check/reading/trade-switches.ts';
import { fileSentence } from '../../../core/check/reason-texts.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { usePayout } from '../../lib/payout.ts';
import { usePriceSpans } from '../../lib/prices.ts';
import { CheckForm } from './check-form.tsx';
import type { CheckResult, CheckSource, GivenRecord } from './check-messages.ts';
import { CheckReport } from './check-report.tsx';
import { type Checker, createChecker } from './checker.ts';
import { ReadView } from './read-view.tsx';
import { verdictOfFragment } from './verdict-link.ts';
import { WRITING } from './writing.ts';
import './check.css';

/** What the reader chose about a source that was read. */
type Choice = Omit<GivenRecord, 'source' | 'payout'>;

/** Whether it is shown what was read, or what the figures say. */
type Step = 'read' | 'judged';

interface Given {
  readonly record: GivenRecord;
  readonly result: CheckResult;
}

type State =
  | { readonly step: 'empty'; readonly refusal?: string }
  | { readonly step: 'checking' }
  | (Given & {
      readonly step: Step;
      /** Why another choice could not be followed. */
      readonly refusal?: string;
    });

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
  const [state, setState] = useState<State>({ step: 'empty' });
  const steps = useSteps(setState);
  const payoutPercent = usePayout();
  const { ask, restart } = useChecker();
  const { spans } = usePriceSpans(pricesApi);

  async function check(given: CheckSource | (() => Promise<CheckSource>), choice: Choice): Promise<void> {
    const isOpen = state.step === 'read' || state.step === 'judged';
    const refuse = (refusal: string): void =>
      setState(isOpen ? { ...state, refusal } : { step: 'empty', refusal });
    if (state.step === 'empty') setState({ step: 'checking' });
    const isCurrent = steps.begin();
    try {
      const source = typeof given === 'function' ? await given() : given;
      const record = { source, ...choice, payout: payoutOf(source, payoutPercent) };
      const step = isOpen ? state.step : source.kind === 'counts' ? 'judged' : 'read';
      const answer = isCurrent() ? await ask({ wanted: 'result', ...record }) : undefined;
      await steps.isBack();
      // A reader who went elsewhere meanwhile gets no verdict on what was left.
      if (answer === undefined || !isCurrent()) return;
      if ('refusal' in answer) refuse(fileSentence(answer.refusal, WRITING));
      if ('result' in answer) {
        const next = { record, result: answer.result };
        steps.keep(step, next, isOpen);
        // Drawn in slices; a press meanwhile may have led from what was read to the verdict.
        startTransition(() => setState((now) => ({ step: 'record' in now ? now.step : step, ...next })));
      }
    } catch (error) {
      if (isCurrent()) refuse((error as Error).message);
    }
  }
  useSentVerdict((source) => void check(source, FIRST_CHOICE));

  if (state.step === 'read' || state.step === 'judged') {
    const { step, record, result, refusal } = state;
    const judge = (): void => {
      steps.keep('judged', { record, result }, false);
      startTransition(() => setState({ step: 'judged', record, result }));
    };
    // What is left is gone at once: a second press would go back further.
    const readAgain = (): void => {
      steps.goBack(1);
      setState({ step: 'read', record, result });
    };
    const again = (): void => {
      steps.goBack(step === 'judged' && record.source.kind !== 'counts' ? 2 : 1);
      steps.leave();
    };
    const choose = (choice: Partial<Choice>): void => void check(record.source, changed(record, choice));
    return step === 'read' ? (
      <ReadView
        result={result}
        record={record}
        refusal={refusal}
        onChoice={choose}
        onCheck={judge}
        onAgain={again}
      />
    ) : (
      <CheckReport
        result={result}
        record={record}
        refusal={refusal}
        prices={pricesApi === undefined ? undefined : { api: pricesApi, spans }}
        ask={ask}
        onChoice={choose}
        onRead={readAgain}
        onAgain={again}
      />
    );
  }
  return (
    <CheckForm
      isBusy={state.step === 'checking'}
      refusal={state.step === 'empty' ? state.refusal : undefined}
      onOurs={onOurs && (() => void check(() => fileOf(onOurs), FIRST_CHOICE))}
      onSource={(source) => void check(source, FIRST_CHOICE)}
      onCancel={() => {
        steps.leave();
        restart();
      }}
    />
  );
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

/**
 * Follows Back and Forward between the form, what was read and the verdict: each step is an entry of the browser's history. The
 * record itself is kept until the next one, so that Forward finds it.
 */
function useSteps(setState: Dispatch<SetStateAction<State>>) {
  const given = useRef<Given>(null);
  /** Grows with each check that begins and each step that the reader takes. */
  const turn = useRef(0);
  /** Resolves when the browser has gone back, which it does in a task of its own. */
  const back = useRef<{ readonly promise: Promise<void>; readonly end: () => void }>(null);
  useEffect(() => {
    // A reload keeps the entry's step, but not what was given. The fragment of a link goes from the address, too.
    history.replaceState(null, '');
    // A link that is opened in a page that is there already changes nothing but the fragment.
    const reopen = (): void => {
      if (verdictOfFragment(location.hash) !== undefined) location.reload();
    };
    const follow = (event: PopStateEvent): void => {
      if (back.current !== null) {
        back.current.end();
        back.current = null;
        return;
      }
      turn.current += 1;
      const step = event.state as Step | null;
      const { current } = given;
      startTransition(() =>
        setState(step === null || current === null ? { step: 'empty' } : { step, ...current }),
      );
    };
    addEventListener('popstate', follow);
    addEventListener('hashchange', reopen);
    return () => {
      removeEventListener('popstate', follow);
      removeEventListener('hashchange', reopen);
    };
  }, [setState]);
  return {
    /** Begins a check; what it returns says whether the reader still waits for it. */
    begin(): () => boolean {
      const own = (turn.current += 1);
      return () => own === turn.current;
    },
    /** As a new entry of the browser's history, unless it is shown already. */
    keep(step: Step, next: Given, isShown: boolean): void {
      given.current = next;
      if (!isShown) history.pushState(step, '');
    },
    goBack(entries: number): void {
      turn.current += 1;
      let end = (): void => {};
      const promise = new Promise<void>((resolve) => (end = resolve));
      back.current = { promise, end };
      history.go(-entries);
    },
    isBack: () => back.current?.promise,
    /** To the form: what was asked is not waited for. */
    leave(): void {
      turn.current += 1;
      setState({ step: 'empty' });
    },
  };
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
