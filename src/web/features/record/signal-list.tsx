import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { RecordFilters, RecordPage, RecordRow } from '../../../core/wire/record.ts';
import { formatConfidence, formatCount } from '../../lib/figures.ts';
import { formatMachineTime, formatMarketClock } from '../../lib/formats.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { DirectionWord } from '../../ui/direction-face.tsx';
import { MeasuredTag } from '../../ui/tag.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OutcomeWord } from '../../ui/outcome.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { voidTexts } from '../../ui/decision-texts.ts';
import { MODE_NAMES, signalWords } from '../../ui/signal-texts.ts';
import { cached, type RecordApi } from './record-api.ts';
import { formatMarketDate, movedText } from './record-format.ts';
import { type FilterChoice, filterCount, SettledFilters } from './settled-filters.tsx';
import { texts } from './texts.ts';
import { createLoader, type Loader } from '../../lib/loader.ts';

interface SignalListProps {
  readonly api: RecordApi;
  readonly filters: RecordFilters;
  readonly choice: FilterChoice;
  readonly onChange: (choice: FilterChoice) => void;
}

/** Every signal that ended, newest first; the first few until more are asked for. */
export function SignalList({ api, filters, choice, onChange }: SignalListProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const id = useId();
  const count = filterCount(choice);
  return (
    <section className="card c12 signals" aria-label={texts.allSignals}>
      <div className="card__head apart">
        <div className="apart">
          <h2>{texts.allSignals}</h2>
          <MeasuredTag />
        </div>
        <Button
          look="line"
          size="small"
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {count === 0 ? texts.filters : texts.filtersOn({ count: formatCount(count) })}
        </Button>
      </div>
      <div id={id} hidden={!isUnfolded}>
        <SettledFilters choice={choice} onChange={onChange} />
      </div>
      <MatchingRows key={JSON.stringify(filters)} api={api} filters={filters} isFiltered={count > 0} />
    </section>
  );
}

interface MatchingRowsProps {
  readonly api: RecordApi;
  readonly filters: RecordFilters;
  readonly isFiltered: boolean;
}

function MatchingRows({ api, filters, isFiltered }: MatchingRowsProps) {
  const [loader] = useState(() =>
    cached(api, `rows ${JSON.stringify(filters)}`, () => createSettledRows(api, filters)),
  );
  const [isWhole, setWhole] = useState(false);
  const { value, problem, isLoading } = useStore(loader);
  const isMore = value !== undefined && value.rows.length > 0 && (!isWhole || value.next !== null);
  return (
    <>
      {problem === undefined ? null : (
        <Notice hint={problem.message} onRetry={loader.reload} className="signals__problem" />
      )}
      <output
        className={
          value !== undefined && (isFiltered || value.total === 0)
            ? 'signals__count hint'
            : 'signals__count hint signals__count--plain'
        }
      >
        {value === undefined ? uiTexts.loading : countText(value.total, isFiltered)}
      </output>
      {value === undefined ? <div className="signals__bones" /> : null}
      {value === undefined || value.total === 0 ? null : (
        <DataTable
          label={texts.tableRegion({ caption: texts.allSignals })}
          className={`data-table data-table--rows signals__table ${isWhole ? '' : 'signals__table--first'}`}
          columns={[
            texts.time,
            signalWords.pair,
            signalWords.direction,
            texts.saidHead,
            texts.moved,
            texts.outcome,
            signalWords.coin,
          ]}
          numbers={[texts.saidHead, texts.moved]}
        >
          {value.rows.map((row) => (
            <SignalRow key={row.id} row={row} ledger={filters.ledger ?? ''} />
          ))}
        </DataTable>
      )}
      {isMore ? (
        <div className="card__more signals__more">
          <Button
            look="line"
            size="small"
            onClick={isWhole ? loader.showOlder : () => setWhole(true)}
            busyLabel={isWhole && isLoading ? uiTexts.loading : undefined}
          >
            {texts.older}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function countText(total: number, isFiltered: boolean): string {
  if (total > 0) return texts.signalCount({ count: total });
  return isFiltered ? texts.noMatch : texts.noneEnded;
}

/** A row; its whole area leads to the story of the signal. */
function SignalRow({ row, ledger }: { readonly row: RecordRow; readonly ledger: string }) {
  return (
    <tr>
      <td className="signals__time">
        <StoryLink row={row} ledger={ledger} />
      </td>
      <td className="signals__pair">
        {row.pair}{' '}
        <span className="signals__faint">
          {row.timeframe} {row.mode === 'bot' ? MODE_NAMES.bot : ''}
        </span>
      </td>
      <td className="signals__direction">
        <DirectionWord direction={row.direction} />
      </td>
      <td className="number signals__confidence" data-label={texts.saidHead}>
        {formatConfidence(row.confidence)}
      </td>
      <td className="number signals__moved" data-label={texts.moved}>
        {movedText(row)}
      </td>
      <td className="signals__outcome" title={row.reason === null ? undefined : voidTexts[row.reason]}>
        <OutcomeWord outcome={row.outcome} />
      </td>
      <td className="signals__coin">
        <OutcomeWord outcome={row.controlOutcome} isCoin />
      </td>
    </tr>
  );
}

/** The time of a row, which leads to all that is known of it. */
function StoryLink({ row, ledger }: { readonly row: RecordRow; readonly ledger: string }) {
  return (
    <Link href={`/record/${row.id}?ledger=${encodeURIComponent(ledger)}`}>
      <time dateTime={formatMachineTime(row.startMs)}>
        <span className="signals__date">{`${formatMarketDate(row.startMs)} `}</span>
        {formatMarketClock(row.startMs)}
      </time>
    </Link>
  );
}

interface SettledRows {
  readonly rows: readonly RecordRow[];
  /** How many rows match, loaded or not. */
  readonly total: number;
  /** `before` of the page that follows; null at the end. */
  readonly next: number | null;
}

interface SettledRowsLoader extends Loader<SettledRows> {
  /** Loads the page that follows. */
  showOlder(): void;
}

const REFRESH_MS = 60_000;

/** Loads the rows that match, page after page; new ones are put on top, and pages that were loaded stay. */
export function createSettledRows(api: RecordApi, filters: RecordFilters): SettledRowsLoader {
  let wantsOlder = false;
  const loader = createLoader<SettledRows>(async (signal, known) => {
    const before = wantsOlder ? (known?.next ?? undefined) : undefined;
    wantsOlder = false;
    const page = await api.page(filters, before, signal);
    if (known === undefined) return page;
    return before === undefined ? withNewest(known, page) : { ...page, rows: [...known.rows, ...page.rows] };
  }, REFRESH_MS);
  return {
    ...loader,
    showOlder() {
      wantsOlder = true;
      loader.reload();
    },
  };
}

/** The newest page joins the rows where they meet, or stands alone where more came between than a page holds. */
function withNewest(known: SettledRows, page: RecordPage): SettledRows {
  const oldest = page.rows.at(-1)?.index;
  const meeting = known.rows.findIndex(({ index }) => index === oldest);
  if (page.next === null || meeting === -1) return page;
  return { rows: [...page.rows, ...known.rows.slice(meeting + 1)], total: page.total, next: known.next };
}
