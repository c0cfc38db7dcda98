import { startTransition, useDeferredValue, useEffect, useState } from 'react';
import { judgeLuck } from '../../../core/check/luck.ts';
import { coinDots } from '../../../core/check/pictures.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import type { RecordFilters, RecordSummary } from '../../../core/wire/record.ts';
import type { WitnessReport } from '../../../core/wire/witness.ts';
import { useSecond } from '../../lib/clock.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { createLoader, useLoader } from '../../lib/loader.ts';
import { now } from '../../lib/now.ts';
import { usePayout } from '../../lib/payout.ts';
import { useStore } from '../../lib/store.ts';
import { BodyCard } from '../../ui/card.tsx';
import { CoursePicture } from '../../ui/course.tsx';
import { Fold } from '../../ui/fold.tsx';
import { LuckCard } from '../../ui/luck-dots.tsx';
import { Notice } from '../../ui/notice.tsx';
import { scoreTexts } from '../../ui/report-texts.ts';
import { Calibration, calibrationHint } from './calibration.tsx';
import { Details, Statistics } from './details-fold.tsx';
import { FileButtons } from './exports.tsx';
import {
  headlineOf,
  needSentence,
  QuestionsCard,
  RecordHead,
  RecordSkeleton,
  WaffleCard,
} from './record-head.tsx';
import { hourBlocks, Hours } from './hours.tsx';
import { type CheckLedger, LedgerCheck } from './ledger-check.tsx';
import { OwnRecord } from './own-record.tsx';
import { cached, type RecordApi, type RecordSelection } from './record-api.ts';
import { formatSpan } from '../../lib/spans.ts';
import {
  FILTER_NAMES,
  type FilterChoice,
  filtersOf,
  isFilterValue,
  NO_FILTERS,
  SignalList,
} from './signal-list.tsx';
import './record.css';
import './settled-signals.css';
import './record-charts.css';
import { useLocation, useSearch } from 'wouter';
import { texts } from './texts.ts';
import { signalWords } from '../../ui/signal-texts.ts';

interface RecordViewProps {
  readonly api: RecordApi;
  readonly checkLedger: (ledger: string) => CheckLedger;
}

const REFRESH_MS = 60_000;
const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The record of the market signals: what it comes to in one line, the pictures behind it, every signal, and the rest folded. */
export function RecordView(props: RecordViewProps) {
  const { selection } = useRecordPlace().place;
  return <SelectedRecord key={JSON.stringify(selection)} {...props} selection={selection} />;
}

interface SelectedRecordProps extends RecordViewProps {
  readonly selection: RecordSelection;
}

function SelectedRecord({ selection, ...props }: SelectedRecordProps) {
  const { api } = props;
  const [loader] = useState(() =>
    cached(api, `summary ${JSON.stringify(selection)}`, () =>
      createLoader((signal) => api.summary(selection, signal), REFRESH_MS),
    ),
  );
  const { value: newest, problem, isLoading } = useStore(loader);
  // Drawn in slices: all figures in one would block a slow phone.
  const value = useDeferredValue(newest);
  if (value !== undefined)
    return <Figures {...props} summary={value} problem={problem} isLoading={isLoading} />;
  if (problem === undefined) return <RecordSkeleton />;
  return <Notice hint={problem.message} onRetry={loader.reload} />;
}

interface FiguresProps extends RecordViewProps {
  readonly summary: RecordSummary;
  readonly problem: Error | undefined;
  readonly isLoading: boolean;
}

function Figures({ api, checkLedger, summary, problem, isLoading }: FiguresProps) {
  const payoutPercent = usePayout();
  const { place, go } = useRecordPlace();
  // The lower part follows in a frame of its own: both in one would block a slow phone.
  const [isWhole, setWhole] = useState(false);
  useEffect(() => startTransition(() => setWhole(true)), []);
  const headline = headlineOf(summary, payoutPercent);
  const { breakEven } = headline.verdict;
  const { ledger, engine } = summary;
  const filters: RecordFilters = { ledger, engine, ...filtersOf(place.filters) };
  return (
    <div className="record" aria-busy={isLoading || !isWhole || undefined}>
      <RecordHead summary={summary} headline={headline} problem={problem} />
      <div className="grid record__grid">
        <QuestionsCard summary={summary} headline={headline} />
        {summary.engineArm.settled === 0 ? null : (
          <WaffleCard headline={headline} payoutPercent={payoutPercent} few={summary.engineArm} />
        )}
        {isWhole ? (
          <>
            {headline.engine === undefined || summary.engineArm.minutes === 0 ? null : (
              <>
                <CoinsCard summary={summary} breakEven={breakEven} />
                <BodyCard label={scoreTexts.course} heading={scoreTexts.courseHead} className="c12">
                  <CoursePicture points={summary.points} breakEven={breakEven} words={signalWords} />
                </BodyCard>
              </>
            )}
            <Folds {...{ api, summary, headline, filters }} />
            <LedgerCheck check={checkLedger(ledger)} size={summary.size}>
              <WitnessLine key={ledger} api={api} ledger={ledger} />
            </LedgerCheck>
            <SignalList
              api={api}
              filters={filters}
              choice={place.filters}
              onChange={(choice) => go({ filters: choice })}
            />
            {api.own === undefined ? null : <OwnRecord api={api.own} summary={summary} />}
          </>
        ) : null}
      </div>
    </div>
  );
}

type FoldsProps = Pick<FiguresProps, 'api' | 'summary'> & {
  readonly headline: ReturnType<typeof headlineOf>;
  readonly filters: RecordFilters;
};

/** What only some readers ask for, folded. */
function Folds({ api, summary, headline, filters }: FoldsProps) {
  const { place, go, adjust } = useRecordPlace();
  const hint = calibrationHint(summary.bins);
  const blocks = hourBlocks(summary.byWeekHour);
  const { open } = place;
  const foldProps = (name: FoldName) => ({
    isOpen: open.includes(name),
    onToggle: () =>
      adjust({ open: open.includes(name) ? open.filter((each) => each !== name) : [...open, name] }),
  });
  return (
    <div className="card folds c12">
      <Fold
        label={texts.calibration}
        hint={hint ?? texts.tooFewToSay}
        isEmpty={hint === undefined}
        {...foldProps('calibration')}
      >
        <Calibration bins={summary.bins} />
      </Fold>
      <Fold
        label={texts.hours}
        hint={
          blocks.best === undefined
            ? texts.tooFewToSay
            : texts.coinAnswer({ luck: judgeLuck(blocks.best.chance) })
        }
        isEmpty={blocks.best === undefined}
        {...foldProps('hours')}
      >
        <Hours blocks={blocks} />
      </Fold>
      <Fold label={texts.details} hint={texts.detailsHint} {...foldProps('details')}>
        <Details
          summary={summary}
          breakEven={headline.verdict.breakEven}
          onSelect={(selection) => go({ selection })}
          exports={
            <FileButtons
              legend={texts.files}
              name="pipcast-record"
              load={(format) => api.file(format, filters, ownZone())}
            />
          }
        />
      </Fold>
      <Fold label={texts.statistics} hint={texts.statisticsHint} {...foldProps('statistics')}>
        <Statistics summary={summary} verdict={headline.verdict} />
      </Fold>
    </div>
  );
}

/** Where fair coins land, one flip a minute, with the engine, the actual coin and what is needed among them. */
function CoinsCard({
  summary: { engineArm, controlArm },
  breakEven,
}: {
  readonly summary: RecordSummary;
  readonly breakEven: number;
}) {
  const { minutes } = engineArm;
  const dots = coinDots(minutes);
  const engine = engineArm.minuteWins / minutes;
  const coin = controlArm.minuteWins / controlArm.minutes;
  return (
    <LuckCard
      label={scoreTexts.couldItBeLuck}
      aside={texts.eachDot({ flips: formatCount(minutes), signals: engineArm.settled })}
      className="c7"
      dots={dots.map((won) => won / minutes)}
      own={{ at: engine, label: texts.markEngine({ rate: formatRate(engine) }) }}
      coin={{ at: coin, label: scoreTexts.markCoin({ rate: formatRate(coin) }) }}
      needed={{ at: breakEven, label: scoreTexts.markNeed({ rate: formatRate(breakEven) }) }}
    >
      <p>{needSentence(engineArm, breakEven, dots)}</p>
    </LuckCard>
  );
}

/** How often witnesses are asked about, in ms. */
const WITNESSES_EVERY_MS = 10 * SECOND_MS;

/** How many witnesses have seen the ledger, and how long ago; nothing where the operator has none. */
export function WitnessLine({ api, ledger }: { readonly api: RecordApi; readonly ledger: string }) {
  const { value } = useLoader(
    async (signal) => ({ report: await api.witnesses(ledger, signal), answeredMs: now() }),
    WITNESSES_EVERY_MS,
  );
  // Only the live ledger is shown to witnesses.
  if (value === undefined || value.report.total === 0 || ledger !== 'live') return null;
  return <Seen report={value.report} answeredMs={value.answeredMs} />;
}

function Seen({ report, answeredMs }: { readonly report: WitnessReport; readonly answeredMs: number }) {
  const second = useSecond();
  return <p className="ledger__hint">{witnessText(report, Math.max(0, second - answeredMs))}</p>;
}

/** "Seen by 2 of 3 witnesses, last 4 s ago. Signals seen before they expired: 7 of 9."; `passedMs` is the time since the server's answer. */
export function witnessText({ total, newest, signals }: WitnessReport, passedMs: number): string {
  const sentence = texts.seen({
    witnesses: newest === null ? 'none' : newest.isQuorum ? 'enough' : 'few',
    seen: newest?.seenBy.length ?? 0,
    count: total,
    ago: formatSpan((newest?.ageMs ?? 0) + passedMs, 1),
  });
  if (newest === null) return sentence;
  return signals === null || signals.expired === 0
    ? sentence
    : `${sentence} ${texts.seenInTime({ seen: signals.inTime, count: signals.expired })}`;
}

const FOLDS = ['calibration', 'hours', 'details', 'statistics'] as const;
export type FoldName = (typeof FOLDS)[number];

/** The chosen part of the record. It stands in the address, so that a link shows it and Back undoes a choice. */
export interface RecordPlace {
  readonly selection: RecordSelection;
  readonly filters: FilterChoice;
  readonly open: readonly FoldName[];
}

/** Reads what an address asks for; what no control could have chosen is left out. */
export function placeOf(search: string): RecordPlace {
  const query = new URLSearchParams(search);
  const chosen = FILTER_NAMES.map((name) => [name, query.get(name) ?? ''] as const).filter(([name, value]) =>
    isFilterValue(name, value),
  );
  return {
    selection: { ledger: query.get('ledger') ?? undefined, engine: query.get('engine') ?? undefined },
    filters: { ...NO_FILTERS, ...Object.fromEntries(chosen) },
    open: FOLDS.filter((name) => query.getAll('open').includes(name)),
  };
}

/** The address of a place, below the record's own: empty, or with its question mark. */
export function searchOf({ selection, filters, open }: RecordPlace): string {
  const query = new URLSearchParams();
  for (const [name, value] of [...Object.entries(selection), ...Object.entries(filters)])
    if (value !== undefined && value !== '') query.append(name, value);
  for (const name of open) query.append('open', name);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The place in the address, and how to go to another one: `go` can be undone with Back, `adjust` cannot. */
function useRecordPlace() {
  const place = placeOf(useSearch());
  const [, navigate] = useLocation();
  const change = (to: Partial<RecordPlace>, replace: boolean) =>
    navigate(`/record${searchOf({ ...place, ...to })}`, { replace });
  return {
    place,
    go: (to: Partial<RecordPlace>) => change(to, false),
    adjust: (to: Partial<RecordPlace>) => change(to, true),
  };
}
