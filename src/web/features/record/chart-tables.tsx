import type { RecordSummary } from '../../../core/wire/record.ts';
import { formatAbove, formatCount, formatRate, formatRates } from '../../lib/figures.ts';
import { signalWords } from '../../ui/signal-texts.ts';
import { hourBlocks } from './hour-blocks.ts';
import { formatInstant, hourText, weekdayText } from './record-format.ts';
import { TableTwin } from './figure-table.tsx';
import { scoreTexts } from '../../ui/score-texts.ts';
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
    [signalWords.engine, engineArm],
    [signalWords.coin, controlArm],
    [texts.late, lateArm],
  ] as const;
  return (
    <div>
      <TableTwin
        caption={texts.comparison}
        head={[texts.who, texts.decided, texts.right, texts.rate, signalWords.needed]}
        rows={arms.map(([name, { settled, won, rate }]) => ({
          name,
          values: [formatCount(settled), formatCount(won), rateOrNone(rate), formatRate(breakEven)],
        }))}
      />
      <TableTwin
        caption={scoreTexts.course}
        head={[
          signalWords.signals,
          texts.settledAt,
          signalWords.engine,
          signalWords.coin,
          texts.breakEvenHead,
        ]}
        rows={points.map(({ settled, atMs, rate, controlRate }) => ({
          name: formatCount(settled),
          values: [
            formatInstant(atMs),
            formatAbove((rate - 0.5) * settled),
            formatAbove((controlRate - 0.5) * settled),
            formatAbove((breakEven - 0.5) * settled),
          ],
        }))}
      />
      <TableTwin
        caption={texts.saidAndTrue}
        head={[texts.saidHead, signalWords.signals, texts.meanSaid, texts.cameTrueHead, texts.interval]}
        rows={bins.cells.map(({ from, to, settled, stated, rate, interval }) => ({
          name: `${from}\u2013${to}%`,
          values: [
            formatCount(settled),
            rateOrNone(stated),
            rateOrNone(rate),
            settled === 0 ? NONE : formatRates(interval),
          ],
        }))}
      />
      <TableTwin
        caption={texts.byWeekdayAndHour}
        head={[texts.fromHour, texts.decided, texts.right, texts.rate]}
        rows={hourBlocks(byWeekHour).blocks.map(({ weekday, hour, settled, won }) => ({
          name: `${weekdayText(weekday)} ${hourText(hour)}:00`,
          values: [formatCount(settled), formatCount(won), formatRate(won / settled)],
        }))}
      />
    </div>
  );
}

export function rateOrNone(rate: number | null): string {
  return rate === null ? NONE : formatRate(rate);
}
