import type { CheckFigures } from '../../../core/check/check-record.ts';
import { tradesToTell } from '../../../core/check/pictures.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { Card } from '../../ui/card.tsx';
import { decimal, howOften } from './check-words.ts';

interface FiguresProps {
  readonly figures: CheckFigures;
}

/** Whether stakes follow the last outcome, what ends that, and how the losses are spread. */
export function StakesCard({ figures: { staking, runs } }: FiguresProps) {
  const { factorAfterLoss, factorAfterWin, endsAfterLosses, chanceOfThatRunIn100 } = staking;
  return (
    <Card label="Stakes and losing runs" className="check__wide5">
      <div className="card__body">
        <p>
          The next stake is usually {factorOf(factorAfterLoss)} the last one after a loss, and{' '}
          {factorOf(factorAfterWin)} it after a win.
        </p>
        {endsAfterLosses === null || chanceOfThatRunIn100 === null ? null : (
          <p>
            <b>{formatCount(endsAfterLosses)} losses in a row end it:</b> what the record lost at its deepest
            fall does not pay the next stake. In 100 trades such a run comes with a chance of{' '}
            {formatRate(chanceOfThatRunIn100)}.
          </p>
        )}
        {runs.losing === null || runs.p === null ? null : (
          <p>
            {formatCount(runs.losing)} losing runs. In a fair order of the same wins and losses, so unusual a
            number of runs comes {howOften(runs.p)}.
          </p>
        )}
      </div>
    </Card>
  );
}

function factorOf(factor: number | null): string {
  return factor === null ? 'not known to be any multiple of' : `${decimal(factor, 2)} times`;
}

const NAMES = {
  pair: 'Pair',
  weekday: 'Weekday',
  hour: 'Hour',
  direction: 'Direction',
  expiry: 'Expiry',
} as const;

/** Every group, blank where it is small; the chances corrected for their number. */
export function GroupsCard({ figures: { groups } }: FiguresProps) {
  if (groups.length === 0) return null;
  const tested = groups.filter(({ pHolm }) => pHolm !== null).length;
  return (
    <Card
      label="By pair, weekday, hour, direction, expiry"
      aside={`${tested} groups of 10 and more`}
      className="check__wide7"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className="card__body check__scroll" tabIndex={0} aria-label="Groups">
        <table className="check__groups">
          <thead>
            <tr>
              <th scope="col">Group</th>
              <th scope="col">Won</th>
              <th scope="col">Rate</th>
              <th scope="col">By chance, corrected</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ by, value, n, won, pHolm }) => (
              <tr key={`${by} ${value}`}>
                <th scope="row">
                  {NAMES[by]}{' '}
                  <bdi>{by === 'expiry' ? `${value} s` : by === 'hour' ? `${value}:00` : value}</bdi>
                </th>
                <td>
                  {formatCount(won)} of {formatCount(n)}
                </td>
                <td>{pHolm === null ? '' : formatRate(won / n)}</td>
                <td>{pHolm === null ? '' : howOften(pHolm)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

/** How many trades it takes until one would know. */
export function HowManyMoreCard({ figures: { n, winRate, breakEvenRate } }: FiguresProps) {
  if (winRate === null || breakEvenRate === null) return null;
  return (
    <Card label="How many more until you would know?" className="check__wide5">
      <div className="card__body">
        <p>{moreFor(n, tradesToTell(winRate, 0.5), `${formatRate(winRate)} from a coin`)}</p>
        <p>
          {moreFor(
            n,
            tradesToTell(winRate, breakEvenRate),
            `it from the ${formatRate(breakEvenRate)} that is needed`,
          )}
        </p>
        <p className="check__hint">If the rate is real, so many show it in 4 records of 5.</p>
      </div>
    </Card>
  );
}

function moreFor(n: number, total: number | null, what: string): string {
  if (total === null) return `No number of trades tells ${what}: it is not above it.`;
  return total <= n ? `Enough trades to tell ${what}.` : `${formatCount(total - n)} more to tell ${what}.`;
}
