import type { RecordBreakdown } from '../../../core/protocol/record-protocol.ts';
import { formatCount, formatRate, formatRates } from '../../lib/figures.ts';
import { Card } from '../../ui/card.tsx';
import { FigureTable } from './table-twin.tsx';

interface BreakdownCardProps<Key> {
  readonly label: string;
  /** The first column's head. */
  readonly unit: string;
  readonly breakdown: RecordBreakdown<Key>;
  readonly nameOf: (key: Key) => string;
}

/** The win rate by one property of the signals, its intervals widened for having looked at every cell. */
export function BreakdownCard<Key extends string | number>({
  label,
  unit,
  breakdown,
  nameOf,
}: BreakdownCardProps<Key>) {
  const { cells } = breakdown;
  return (
    <Card label={label}>
      <FigureTable caption={label} head={[unit, 'Settled', 'Win rate', 'Interval', 'Control']}>
        {cells.map(({ key, settled, rate, interval, controlRate }) => (
          <tr key={key}>
            <th scope="row">{nameOf(key)}</th>
            <td className="number">{formatCount(settled)}</td>
            <td className="number">{rate === null ? '\u2013' : formatRate(rate)}</td>
            <td className="number">{settled === 0 ? '\u2013' : formatRates(interval)}</td>
            <td className="number">{controlRate === null ? '\u2013' : formatRate(controlRate)}</td>
          </tr>
        ))}
      </FigureTable>
      <p className="card__hint card__hint--foot">
        Intervals are widened so that all {cells.length} hold at once with 95%: of many cells some look good
        by chance.
      </p>
    </Card>
  );
}
