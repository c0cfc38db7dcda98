import type { RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { FEWEST_TO_JUDGE } from '../../../core/record/verdict.ts';
import { formatRate } from '../../lib/figures.ts';
import { formatHour } from '../../lib/formats.ts';
import { breakdownHead, BreakdownRow, widenedHint } from './breakdown-card.tsx';
import { TableTwin } from './table-twin.tsx';
import { WhiskerPlot } from './whisker-plot.tsx';

interface HourChartProps {
  readonly byHour: RecordSummary['byHour'];
  readonly breakEven: number;
}

/** The win rate by the hour a signal started in, on the market clock. */
export function HourChart({ byHour, breakEven }: HourChartProps) {
  const { cells } = byHour;
  const whiskers = cells.flatMap(({ key, settled, rate, interval }, slot) =>
    rate === null ? [] : [{ slot, hour: key, rate, interval, isFaint: settled < FEWEST_TO_JUDGE }],
  );
  const sorted = whiskers.toSorted((a, b) => a.rate - b.rate);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) return null;
  return (
    <section className="card c12" aria-label="By hour">
      <div className="card__head">
        <h2>By hour</h2>
        <p>Start, UTC+5</p>
      </div>
      <div className="card__body">
        <WhiskerPlot
          label={`Win rates of ${whiskers.length} hours, from ${formatRate(lowest.rate)} at ${formatHour(lowest.hour)} to ${formatRate(highest.rate)} at ${formatHour(highest.hour)}; break-even is ${formatRate(breakEven)}.`}
          whiskers={whiskers}
          slotLabels={cells.map(({ key }, slot) => (slot % 3 === 0 ? formatHour(key).slice(0, 2) : ''))}
          line={breakEven}
        />
        <p className="card__hint">
          Dot: win rate, with its interval; grey under {FEWEST_TO_JUDGE} signals. Line: break-even.{' '}
          {widenedHint(cells.length)}
        </p>
        <TableTwin caption="By hour" head={breakdownHead('Hour (UTC+5)')}>
          {cells.map((cell) => (
            <BreakdownRow key={cell.key} name={formatHour(cell.key)} cell={cell} />
          ))}
        </TableTwin>
      </div>
    </section>
  );
}
