import { type ComponentProps, useId, useState } from 'react';
import { Link } from 'wouter';
import { doubleMid } from '../../../core/market/tick.ts';
import { epochMs } from '../../../core/time/instant.ts';
import { type RecordedQuote, VOID_REASONS } from '../../../core/signals/ledger-entry.ts';
import type { RecordFilters, RecordRow } from '../../../core/protocol/record-protocol.ts';
import { confidenceText } from '../../../core/engine/confidence-text.ts';
import { formatCount, formatPrice } from '../../lib/figures.ts';
import { formatMachineTime, formatMarketClock } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { MeasuredTag } from '../../ui/measured-tag.tsx';
import { showToast } from '../../ui/toasts.ts';
import { DirectionWord } from '../../ui/direction-word.tsx';
import { OutcomeWord } from '../../ui/outcome-word.tsx';
import type { RecordApi } from './record-api.ts';
import { formatMarketDate, MODE_WORDS } from './record-format.ts';
import { filterCount, filtersOf, NO_FILTERS, SettledFilters } from './settled-filters.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { createSettledRows } from './settled-rows.ts';
import { useStore } from '../../lib/store.ts';
import { Notice } from '../../ui/notice.tsx';

interface SettledTableProps {
  readonly api: RecordApi;
  readonly ledger: string;
  readonly engine: string | undefined;
}

/** Every settled signal, newest first, with filters and files to take away. */
export function SettledTable({ api, ledger, engine }: SettledTableProps) {
  const [choice, setChoice] = useState(NO_FILTERS);
  const [isUnfolded, setUnfolded] = useState(false);
  const filtersId = useId();
  const filters: RecordFilters = {
    ledger,
    ...(engine === undefined ? {} : { engine }),
    ...filtersOf(choice),
  };
  return (
    <section className="card" aria-label="Settled signals">
      <div className="card__head">
        <div className="settled__title">
          <h2>Settled signals</h2>
          <MeasuredTag />
        </div>
        <div className="settled__tools">
          <FiltersButton
            count={filterCount(choice)}
            aria-expanded={isUnfolded}
            aria-controls={filtersId}
            onClick={() => setUnfolded(!isUnfolded)}
          />
          <Exports api={api} filters={filters} />
        </div>
      </div>
      <SettledFilters id={filtersId} isUnfolded={isUnfolded} choice={choice} onChange={setChoice} />
      <MatchingRows
        key={JSON.stringify(filters)}
        api={api}
        filters={filters}
        isFiltered={filterCount(choice) > 0}
      />
    </section>
  );
}

/** Where the filters have no room beside each other they are folded away; the button says how many are at work. */
function FiltersButton({
  count,
  ...rest
}: { readonly count: number } & Omit<ComponentProps<typeof Button>, 'look' | 'children'>) {
  return (
    <span className="settled__unfold">
      <Button {...rest} look="line" size="small">
        {count === 0 ? 'Filters' : `Filters, ${formatCount(count)} on`}
      </Button>
    </span>
  );
}

interface MatchingRowsProps {
  readonly api: RecordApi;
  readonly filters: RecordFilters;
  readonly isFiltered: boolean;
}

function MatchingRows({ api, filters, isFiltered }: MatchingRowsProps) {
  const [loader] = useState(() => createSettledRows(api, filters));
  const { value, problem, isLoading } = useStore(loader);
  return (
    <>
      {problem === undefined ? null : (
        <Notice
          title="The signals did not load"
          hint={problem.message}
          onRetry={loader.reload}
          className="settled__problem"
        />
      )}
      <output className="settled__count">
        {value === undefined ? 'Loading the signals' : countText(value.rows.length, value.total, isFiltered)}
      </output>
      {value === undefined || value.total === 0 ? null : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <section className="table-frame" tabIndex={0} aria-label="Settled signals table">
          <table className="settled">
            <thead>
              <tr>
                <th scope="col">Time (UTC+5)</th>
                <th scope="col">Pair</th>
                <th scope="col">Direction</th>
                <th scope="col" className="number">
                  Confidence
                </th>
                <th scope="col" className="number">
                  Entry
                </th>
                <th scope="col" className="number">
                  Exit
                </th>
                <th scope="col">Outcome</th>
              </tr>
            </thead>
            <tbody>
              {value.rows.map((row) => (
                <SettledRow key={row.id} row={row} ledger={filters.ledger ?? ''} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {value === undefined || value.next === null ? null : (
        <div className="settled__more">
          <Button look="line" onClick={loader.showOlder} busyLabel={isLoading ? 'Loading...' : undefined}>
            Show older
          </Button>
        </div>
      )}
    </>
  );
}

function countText(shown: number, total: number, isFiltered: boolean): string {
  if (total > 0) return `Latest ${formatCount(shown)} of ${formatCount(total)}`;
  return isFiltered
    ? 'No signal matches. Choose fewer filters.'
    : 'No settled signals yet. They appear here as the market engine settles them.';
}

interface SettledRowProps {
  readonly row: RecordRow;
  readonly ledger: string;
}

function SettledRow({ row, ledger }: SettledRowProps) {
  return (
    <tr>
      <td className="settled__time">
        <StoryLink row={row} ledger={ledger} />
      </td>
      <td className="settled__pair">
        {row.pair}{' '}
        <span className="settled__faint">
          {row.timeframe} {row.mode === 'bot' ? MODE_WORDS.bot : ''}
        </span>
      </td>
      <td className="settled__direction">
        <DirectionWord direction={row.direction} />
      </td>
      <td className="number settled__confidence">{confidenceText(row.confidence)}</td>
      <td className={`number settled__entry ${row.entry === null ? 'settled__none' : ''}`}>
        <Mid pair={row.pair} quote={row.entry} />
      </td>
      <td className={`number settled__exit ${row.exit === null ? 'settled__none' : ''}`}>
        <Mid pair={row.pair} quote={row.exit} />
      </td>
      <td className="settled__outcome" title={row.reason === null ? undefined : VOID_REASONS[row.reason]}>
        <OutcomeWord outcome={row.outcome} />
      </td>
    </tr>
  );
}

/** A mid; where it has no half, room for one, so that the decimals of all rows stand below each other. */
function Mid({ pair, quote }: { readonly pair: RecordRow['pair']; readonly quote: RecordedQuote | null }) {
  if (quote === null) return '\u2013';
  const doubled = doubleMid(quote);
  return (
    <>
      {formatPrice(pair, doubled / 2)}
      {doubled % 2 === 0 ? (
        <span className="settled__half" aria-hidden="true">
          0
        </span>
      ) : null}
    </>
  );
}

/** The time of a row, which leads to all that is known of it. */
function StoryLink({ row, ledger }: SettledRowProps) {
  const at = epochMs(row.startMs);
  return (
    <Link href={`/record/${row.id}?ledger=${encodeURIComponent(ledger)}`}>
      <time dateTime={formatMachineTime(at)}>
        <span className="settled__faint">{formatMarketDate(at)}</span> {formatMarketClock(at)}
      </time>
    </Link>
  );
}

function Exports({ api, filters }: { readonly api: RecordApi; readonly filters: RecordFilters }) {
  const [busy, setBusy] = useState<'csv' | 'json'>();

  async function save(format: 'csv' | 'json') {
    setBusy(format);
    try {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      saveFile(await api.file(format, filters, zone), `pipcast-record.${format}`);
    } catch (error) {
      showToast({ title: 'The file could not be made', text: (error as Error).message });
    }
    setBusy(undefined);
  }

  return (
    <fieldset className="exports" aria-label="Take the signals away">
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          look="line"
          size="small"
          busyLabel={busy === format ? format.toUpperCase() : undefined}
          onClick={() => void save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </fieldset>
  );
}
