import type { GroupPicture } from '../../../core/check/pictures.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { Card } from '../../ui/card.tsx';
import { RateRange } from './check-charts.tsx';
import { howOften } from '../../lib/how-often.ts';

const LABELS = {
  pair: 'By pair',
  weekday: 'By weekday',
  hour: 'By hour',
  direction: 'By direction',
  expiry: 'By expiry',
} as const;

/** The groups of one kind, each rate with its interval and the tick of what is needed; no picture of a small group. */
export function GroupCard({
  picture: { by, groups, best },
  needed,
}: {
  readonly picture: GroupPicture;
  readonly needed: number;
}) {
  const nameOf = (value: string | number): string =>
    by === 'expiry' ? `${value} s` : by === 'hour' ? `${String(value).padStart(2, '0')}:00` : String(value);
  return (
    <Card label={LABELS[by]} className="check__wide4">
      <div className="card__body">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
        <section className="check__scroll" tabIndex={0} aria-label={`Groups ${LABELS[by].toLowerCase()}`}>
          <table className="check__multiples">
            <tbody>
              {groups.map(({ value, n, won, interval }) => (
                <tr key={value}>
                  <th scope="row">
                    <bdi>{nameOf(value)}</bdi>
                  </th>
                  <td>
                    {interval === null ? null : (
                      <>
                        <RateRange rate={won / n} interval={interval} needed={needed} />
                        <span className="hidden-text">
                          {formatRate(won / n)}, between {formatRate(interval.low)} and{' '}
                          {formatRate(interval.high)}
                        </span>
                      </>
                    )}
                  </td>
                  <td>
                    {formatCount(won)} of {formatCount(n)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <p className="check__hint">
          {best === null
            ? 'Fewer than 10 trades each: nothing but luck shows.'
            : `Best: ${nameOf(best.value)}. ${best.of === 1 ? 'A coin' : `The best of ${best.of} coins`} does as well ${howOften(best.chance)}.`}
        </p>
      </div>
    </Card>
  );
}
