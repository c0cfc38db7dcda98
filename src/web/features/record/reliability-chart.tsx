import type { RecordBin, RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { FEWEST_TO_JUDGE } from '../../../core/record/verdict.ts';
import { formatCount, formatRate, formatRates } from '../../lib/figures.ts';
import { TableTwin } from './table-twin.tsx';
import { WhiskerPlot } from './whisker-plot.tsx';

/** As many ranges have room for their names side by side on a narrow phone. */
const MOST_LABELS = 5;

/** Stated confidence against what came of it: on the line where the engine is as good as its word. */
export function ReliabilityChart({ bins }: { readonly bins: RecordSummary['bins'] }) {
  const shown = bins.cells.filter(({ settled }) => settled > 0);
  const labelEvery = Math.ceil(shown.length / MOST_LABELS);
  return (
    <section className="card c4" aria-label="Stated vs observed confidence">
      <div className="card__head">
        <h2>Stated vs observed confidence</h2>
      </div>
      <div className="card__body">
        {shown.length === 0 ? (
          <p className="card__hint">No settled signals yet.</p>
        ) : (
          <>
            <WhiskerPlot
              label={summaryOf(shown)}
              whiskers={shown.map(({ settled, rate, interval, stated }, slot) => ({
                slot,
                rate: rate ?? 0.5,
                interval,
                stated,
                isFaint: settled < FEWEST_TO_JUDGE,
              }))}
              slotLabels={shown.map((bin, slot) => (slot % labelEvery === 0 ? rangeOf(bin) : ''))}
            />
            <p className="card__hint">
              Per stated confidence, in percent. Dot: observed, with its interval. Bar across: stated.
            </p>
          </>
        )}
        <TableTwin
          caption="Stated against observed confidence"
          head={['Stated', 'Signals', 'Mean stated', 'Observed', 'Interval']}
        >
          {bins.cells.map((bin) => (
            <tr key={bin.from}>
              <th scope="row">{rangeOf(bin)}%</th>
              <td className="number">{formatCount(bin.settled)}</td>
              <td className="number">{bin.stated === null ? '\u2013' : formatRate(bin.stated)}</td>
              <td className="number">{bin.rate === null ? '\u2013' : formatRate(bin.rate)}</td>
              <td className="number">{bin.settled === 0 ? '\u2013' : formatRates(bin.interval)}</td>
            </tr>
          ))}
        </TableTwin>
      </div>
    </section>
  );
}

function summaryOf(bins: readonly RecordBin[]): string {
  const parts = bins.map((bin) => `${formatRate(bin.rate ?? 0)} for stated ${rangeOf(bin)}%`);
  return `Observed win rates: ${parts.join(', ')}.`;
}

function rangeOf({ from, to }: RecordBin): string {
  return `${from}\u2013${to}`;
}
