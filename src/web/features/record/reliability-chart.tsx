import type { RecordBin, RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { formatCount, formatRate, formatRates } from '../../lib/figures.ts';
import { TableTwin } from './table-twin.tsx';

/** The chart shows observed rates from 30 % to 80 %. */
const LOW = 0.3;
const HIGH = 0.8;

/** Stated confidence against what came of it: on the line where the engine is as good as its word. */
export function ReliabilityChart({ bins }: { readonly bins: RecordSummary['bins'] }) {
  const shown = bins.cells.filter(({ settled }) => settled > 0);
  const left = (index: number) => `${(((index + 0.5) / shown.length) * 100).toFixed(2)}%`;
  return (
    <section className="card c4" aria-label="Reliability">
      <div className="card__head">
        <h2>Stated vs observed confidence</h2>
      </div>
      <div className="card__body">
        {shown.length === 0 ? (
          <p className="card__hint">No settled signals yet.</p>
        ) : (
          <>
            <figure className="plot" aria-label={summaryOf(shown)}>
              <div className="plot__area" aria-hidden="true">
                {[0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((rate) => (
                  <span key={rate}>
                    <i className="plot__rule" style={{ insetBlockStart: topOf(rate) }} />
                    <span className="plot__y" style={{ insetBlockStart: topOf(rate) }}>
                      {Math.round(rate * 100)}%
                    </span>
                  </span>
                ))}
                {shown.map((bin, index) => (
                  <span key={bin.from}>
                    <i
                      className="plot__whisker"
                      style={{
                        insetInlineStart: left(index),
                        insetBlockStart: topOf(bin.interval.high),
                        blockSize: heightOf(bin.interval),
                      }}
                    />
                    <i
                      className="plot__stated"
                      style={{ insetInlineStart: left(index), insetBlockStart: topOf(bin.stated ?? 0.5) }}
                    />
                    <i
                      className="plot__dot"
                      style={{ insetInlineStart: left(index), insetBlockStart: topOf(bin.rate ?? 0.5) }}
                    />
                    <span className="plot__x plot__x--mid" style={{ insetInlineStart: left(index) }}>
                      {rangeOf(bin)}
                    </span>
                  </span>
                ))}
              </div>
            </figure>
            <p className="card__hint">Dot: observed, with its interval. Bar across: stated.</p>
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

function topOf(rate: number): string {
  return `${(((HIGH - Math.min(HIGH, Math.max(LOW, rate))) / (HIGH - LOW)) * 100).toFixed(2)}%`;
}

function heightOf({ low, high }: { readonly low: number; readonly high: number }): string {
  const [from, to] = [Math.max(LOW, low), Math.min(HIGH, high)];
  return `${((Math.max(0, to - from) / (HIGH - LOW)) * 100).toFixed(2)}%`;
}
