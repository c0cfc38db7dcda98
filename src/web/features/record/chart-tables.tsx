import type { RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { formatAbove, formatCount, formatRate, formatRates } from '../../lib/figures.ts';
import { FigureRow } from './figure-row.tsx';
import { hourBlocks } from './hour-blocks.ts';
import { formatInstant, hourText, weekdayText } from './record-format.ts';
import { TableTwin } from './figure-table.tsx';
import { texts } from './texts.ts';

const NONE = '\u2013';

/** Every chart of the page once more, as a table. */
export function ChartTables({
  summary,
  breakEven,
}: {
  readonly summary: RecordSummary;
  readonly breakEven: number;
}) {
  const { engineArm, controlArm, lateArm, points, bins, byWeekHour } = summary;
  const arms = [
    [texts.engine, engineArm],
    [texts.coin, controlArm],
    [texts.late, lateArm],
  ] as const;
  return (
    <div>
      <TableTwin
        caption={texts.comparison}
        head={[texts.who, texts.decided, texts.right, texts.rate, texts.needed]}
      >
        {arms.map(([name, { settled, won, rate }]) => (
          <FigureRow
            key={name}
            name={name}
            values={[
              formatCount(settled),
              formatCount(won),
              rate === null ? NONE : formatRate(rate),
              formatRate(breakEven),
            ]}
          />
        ))}
      </TableTwin>
      <TableTwin
        caption={texts.course}
        head={[texts.signals, texts.settledAt, texts.engine, texts.coin, texts.breakEvenHead]}
      >
        {points.map(({ settled, atMs, rate, controlRate }) => (
          <FigureRow
            key={settled}
            name={formatCount(settled)}
            values={[
              formatInstant(atMs),
              formatAbove((rate - 0.5) * settled),
              formatAbove((controlRate - 0.5) * settled),
              formatAbove((breakEven - 0.5) * settled),
            ]}
          />
        ))}
      </TableTwin>
      <TableTwin
        caption={texts.saidAndTrue}
        head={[texts.saidHead, texts.signals, texts.meanSaid, texts.cameTrueHead, texts.interval]}
      >
        {bins.cells.map(({ from, to, settled, stated, rate, interval }) => (
          <FigureRow
            key={from}
            name={`${from}\u2013${to}%`}
            values={[
              formatCount(settled),
              stated === null ? NONE : formatRate(stated),
              rate === null ? NONE : formatRate(rate),
              settled === 0 ? NONE : formatRates(interval),
            ]}
          />
        ))}
      </TableTwin>
      <HoursTable byWeekHour={byWeekHour} />
    </div>
  );
}

function HoursTable({ byWeekHour }: Pick<RecordSummary, 'byWeekHour'>) {
  return (
    <TableTwin
      caption={texts.byWeekdayAndHour}
      head={[texts.fromHour, texts.decided, texts.right, texts.rate]}
    >
      {hourBlocks(byWeekHour).blocks.map(({ weekday, hour, settled, won }) => (
        <FigureRow
          key={`${weekday} ${hour}`}
          name={`${weekdayText(weekday)} ${hourText(hour)}:00`}
          values={[formatCount(settled), formatCount(won), formatRate(won / settled)]}
        />
      ))}
    </TableTwin>
  );
}
