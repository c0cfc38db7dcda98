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
import { voidTexts, outcomeTexts } from '../../ui/decision-texts.ts';
import { cached, type RecordApi } from './record-api.ts';
import { formatMarketDate, movedText } from './record-format.ts';
import { texts } from './texts.ts';
import { createLoader, type Loader } from '../../lib/loader.ts';
import { DIRECTIONS } from '../../../core/market/direction.ts';
import { OUTCOMES, SIGNAL_MODES } from '../../../core/signals/ledger-entry.ts';
import { SCORED_PAIRS } from '../../../core/market/instruments.ts';
import { BOT_TIMEFRAMES } from '../../../core/market/timeframes.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { MODE_NAMES, signalWords } from '../../ui/signal-texts.ts';

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

/** The menus and their options. */
const MENUS = [
  { name: 'pair', values: SCORED_PAIRS },
  { name: 'timeframe', values: BOT_TIMEFRAMES },
  { name: 'mode', values: SIGNAL_MODES },
  { name: 'direction', values: DIRECTIONS },
  { name: 'outcome', values: OUTCOMES },
] as const;

const DAYS = ['from', 'to'] as const;
export const FILTER_NAMES = [...MENUS.map(({ name }) => name), ...DAYS];

/** What the reader has chosen, as the controls hold it; an empty text is no filter. Days are `2026-11-18`, in the reader's own zone. */
export type FilterChoice = Readonly<Record<(typeof FILTER_NAMES)[number], string>>;

export const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])) as FilterChoice;

/** Whether the control of that name could have been set to this. */
export function isFilterValue(name: keyof FilterChoice, value: string): boolean {
  const menu = MENUS.find((each) => each.name === name);
  if (menu === undefined) return /^\d{4}-\d\d-\d\d$/.test(value);
  return (menu.values as readonly string[]).includes(value);
}

interface SettledFiltersProps {
  readonly choice: FilterChoice;
  readonly onChange: (choice: FilterChoice) => void;
}

/** The table's filters; the first entry of every menu is no filter. */
function SettledFilters({ choice, onChange }: SettledFiltersProps) {
  const labels: FilterChoice = {
    pair: signalWords.pair,
    timeframe: uiTexts.timeframe,
    mode: texts.kind,
    direction: signalWords.direction,
    outcome: texts.outcome,
    from: uiTexts.from,
    to: uiTexts.to,
  };
  return (
    <form className="filters" aria-label={texts.filters} onSubmit={(event) => event.preventDefault()}>
      {MENUS.map(({ name, values }) => (
        <SelectField
          key={name}
          label={labels[name]}
          value={choice[name]}
          options={[['', texts.all], ...values.map((value) => [value, optionText(value)] as const)]}
          onValue={(value) => onChange({ ...choice, [name]: value })}
        />
      ))}
      {DAYS.map((name) => (
        <TextField
          key={name}
          label={labels[name]}
          type="date"
          value={choice[name]}
          onChange={(event) => onChange({ ...choice, [name]: event.target.value })}
        />
      ))}
    </form>
  );
}

type MenuValue = (typeof MENUS)[number]['values'][number];

/** Modes and outcomes have words, the others stand for themselves. */
function optionText(value: MenuValue): string {
  if (isOneOf(SIGNAL_MODES, value)) return MODE_NAMES[value];
  return isOneOf(OUTCOMES, value) ? outcomeTexts[value] : value;
}

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value);
}

export function filterCount(choice: FilterChoice): number {
  return Object.keys(filtersOf(choice)).length;
}

/** The choice as the server takes it; days become instants at midnight of the reader's own zone, the last one whole. */
export function filtersOf(choice: FilterChoice): RecordFilters {
  const { from, to, ...menus } = choice;
  const chosen = Object.fromEntries(Object.entries(menus).filter(([, value]) => value !== ''));
  const start = midnightOf(from, 0);
  const end = midnightOf(to, 1);
  return {
    ...chosen,
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
  };
}

function midnightOf(day: string, daysLater: number): number | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const ms = new Date(year, month - 1, date + daysLater).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}
