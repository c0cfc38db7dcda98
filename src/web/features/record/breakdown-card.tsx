import type { RecordBreakdown, RecordCell } from '../../../core/protocol/record-protocol.ts';
import { FEWEST_TO_JUDGE } from '../../../core/record/verdict.ts';
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
  return (
    <Card label={label}>
      <FigureTable caption={label} head={breakdownHead(unit)}>
        {breakdown.cells.map((cell) => (
          <BreakdownRow key={cell.key} name={nameOf(cell.key)} cell={cell} />
        ))}
      </FigureTable>
      <p className="card__hint card__hint--foot">{widenedHint(breakdown.cells.length)}</p>
    </Card>
  );
}

export function breakdownHead(unit: string): readonly string[] {
  return [unit, 'Settled', 'Win rate', 'Interval', 'Control'];
}

/** One cell of a breakdown as a row; rates of too few signals stand back. */
export function BreakdownRow({ name, cell }: { readonly name: string; readonly cell: RecordCell }) {
  const { settled, rate, interval, controlRate } = cell;
  const isFaint = settled < FEWEST_TO_JUDGE;
  return (
    <tr className={isFaint ? 'figure-table__faint' : undefined}>
      <th scope="row">{name}</th>
      <td className="number">{formatCount(settled)}</td>
      <td className="number">{rate === null ? '\u2013' : formatRate(rate)}</td>
      <td className="number">{settled === 0 ? '\u2013' : formatRates(interval)}</td>
      <td className="number">{controlRate === null ? '\u2013' : formatRate(controlRate)}</td>
    </tr>
  );
}

/** Why the intervals of a breakdown are wider than that of all signals. */
export function widenedHint(cells: number): string {
  return `Intervals are widened so that all ${cells} hold at once with 95%: of many cells some look good by chance.`;
}
