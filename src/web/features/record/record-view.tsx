import { type ReactNode, useState } from 'react';
import { FEWEST_TO_JUDGE, judge } from '../../../core/record/verdict.ts';
import type { RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { usePayout } from '../../lib/payout.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BreakdownCard } from './breakdown-card.tsx';
import { ControlCard, NotScoredCard, ScoresCard } from './comparison-cards.tsx';
import { HourChart } from './hour-chart.tsx';
import { KeyFigures } from './key-figures.tsx';
import { type CheckLedger, LedgerCheck } from './ledger-check.tsx';
import { notScoredRows } from './not-scored.ts';
import type { RecordApi, RecordSelection } from './record-api.ts';
import { RecordChoiceMenu } from './record-choice.tsx';
import { MODE_WORDS } from './record-format.ts';
import { ReliabilityChart } from './reliability-chart.tsx';
import { SettledTable } from './settled-table.tsx';
import { useStore } from '../../lib/store.ts';
import { createLoader } from './loader.ts';
import { WitnessLine } from './witness-line.tsx';
import { WinRateChart } from './win-rate-chart.tsx';
import './record.css';

interface RecordViewProps {
  readonly api: RecordApi;
  /** Checks one ledger by its name. */
  readonly checkLedger: (ledger: string) => CheckLedger;
}

/** How often the figures are asked for again. */
const REFRESH_MS = 60_000;

/** The record of the market signals: the verdict first, then every figure behind it, then every signal. */
export function RecordView({ api, checkLedger }: RecordViewProps) {
  const [selection, setSelection] = useState<RecordSelection>({});
  return (
    <SelectedRecord
      key={`${selection.ledger ?? ''} ${selection.engine ?? ''}`}
      api={api}
      checkLedger={checkLedger}
      selection={selection}
      onSelect={setSelection}
    />
  );
}

interface SelectedRecordProps extends RecordViewProps {
  readonly selection: RecordSelection;
  readonly onSelect: (selection: RecordSelection) => void;
}

function SelectedRecord({ api, checkLedger, selection, onSelect }: SelectedRecordProps) {
  const [loader] = useState(() => createLoader((signal) => api.summary(selection, signal), REFRESH_MS));
  const { value, problem, isLoading } = useStore(loader);
  if (value === undefined) {
    if (problem === undefined) return <RecordSkeleton />;
    return <Notice title="The record did not load" hint={problem.message} onRetry={loader.reload} />;
  }
  return (
    <Figures
      summary={value}
      problem={problem}
      isLoading={isLoading}
      onSelect={onSelect}
      check={checkLedger(value.ledger)}
      witnesses={<WitnessLine key={value.ledger} api={api} ledger={value.ledger} />}
    >
      <SettledTable api={api} ledger={value.ledger} engine={value.engine ?? undefined} />
    </Figures>
  );
}

interface FiguresProps {
  readonly summary: RecordSummary;
  /** Why newer figures could not be had. */
  readonly problem: Error | undefined;
  readonly isLoading: boolean;
  readonly onSelect: (selection: RecordSelection) => void;
  readonly check: CheckLedger;
  readonly witnesses: ReactNode;
  readonly children: ReactNode;
}

function Figures({ summary, problem, isLoading, onSelect, check, witnesses, children }: FiguresProps) {
  const payoutPercent = usePayout();
  const { sentence, breakEven } = judge(summary.engineArm, payoutPercent / 100);
  return (
    <div className="record" aria-busy={isLoading || undefined}>
      <div className="verdict">
        <div>
          <h1>{sentence}</h1>
          <p className="verdict__lead">
            <Lead summary={summary} payoutPercent={payoutPercent} breakEven={breakEven} />
          </p>
          {problem === undefined ? null : (
            <output className="verdict__stale">Newer figures did not load. {problem.message}</output>
          )}
        </div>
        <LedgerCheck check={check}>{witnesses}</LedgerCheck>
      </div>
      <RecordChoiceMenu summary={summary} onChange={onSelect} />
      <KeyFigures summary={summary} payoutPercent={payoutPercent} />
      {summary.points.length === 0 ? (
        <NothingSettled summary={summary} />
      ) : (
        <Charts summary={summary} breakEven={breakEven} />
      )}
      {children}
    </div>
  );
}

interface ChartsProps {
  readonly summary: RecordSummary;
  readonly breakEven: number;
}

function Charts({ summary, breakEven }: ChartsProps) {
  return (
    <div className="grid">
      <WinRateChart summary={summary} breakEven={breakEven} />
      <ReliabilityChart bins={summary.bins} />
      <div className="stack c6">
        <ControlCard summary={summary} />
        <BreakdownCard label="By pair" unit="Pair" breakdown={summary.byPair} nameOf={String} />
        <BreakdownCard
          label="By kind"
          unit="Kind"
          breakdown={summary.byMode}
          nameOf={(mode) => MODE_WORDS[mode]}
        />
      </div>
      <div className="stack c6">
        <ScoresCard summary={summary} />
        <BreakdownCard
          label="By timeframe"
          unit="Timeframe"
          breakdown={summary.byTimeframe}
          nameOf={String}
        />
        <NotScoredCard rows={notScoredRows(summary)} />
      </div>
      <HourChart byHour={summary.byHour} breakEven={breakEven} />
    </div>
  );
}

/** In place of charts without a single point. */
function NothingSettled({ summary }: { readonly summary: RecordSummary }) {
  return (
    <div className="grid">
      <Card label="No figures yet" className="c6">
        <p className="card__body card__hint">
          Win rate, intervals and charts stand here from the first signal that is won or lost.
        </p>
      </Card>
      <div className="stack c6">
        <NotScoredCard rows={notScoredRows(summary)} />
      </div>
    </div>
  );
}

function Lead({
  summary,
  payoutPercent,
  breakEven,
}: {
  readonly summary: RecordSummary;
  readonly payoutPercent: number;
  readonly breakEven: number;
}) {
  const { settled, won, rate } = summary.engineArm;
  return (
    <>
      {summary.label === null ? null : <b>{summary.label}. Not part of the live record. </b>}
      {rate === null
        ? 'No market signal has been settled yet. '
        : settled < FEWEST_TO_JUDGE
          ? `Of ${formatCount(settled)} settled signals the market engine won ${formatCount(won)}; with fewer than ${FEWEST_TO_JUDGE} a rate says nothing. `
          : `The market engine won ${formatRate(rate)} of ${formatCount(settled)} settled signals. `}
      At a payout of {payoutPercent}% it needs {formatRate(breakEven)}. Simulated signals are not scored.
    </>
  );
}

function RecordSkeleton() {
  return (
    <div className="record" aria-busy="true">
      <output className="hidden-text">Loading the record</output>
      <span className="bone bone--title" />
      <span className="bone bone--lead" />
      <div className="card bone-card" />
      <div className="card bone-card bone-card--tall" />
    </div>
  );
}
