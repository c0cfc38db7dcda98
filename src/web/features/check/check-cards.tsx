import type { CheckFigures } from '../../../core/check/check-record.ts';
import { tradesToTell } from '../../../core/check/pictures.ts';
import type { StakeLadder } from '../../../core/check/stake-ladder.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { Card } from '../../ui/card.tsx';
import { StakeBars } from './check-charts.tsx';
import { decimal } from './check-words.ts';
import { howOften } from '../../lib/how-often.ts';

interface FiguresProps {
  readonly figures: CheckFigures;
  /** On a day with trades; null where times are not known. */
  readonly tradesPerDay: number | null;
}

/** Whether stakes follow the last outcome, what ends that, and how the losses are spread. */
export function StakesCard({
  figures: { staking, runs },
  ladder,
  tradesPerDay,
}: FiguresProps & { readonly ladder: StakeLadder | null }) {
  const { factorAfterLoss, factorAfterWin, endsAfterLosses, chanceOfThatRunIn100 } = staking;
  return (
    <Card
      label={
        ladder === null
          ? 'Stakes and losing runs'
          : `Stakes ${ladder.doubles ? 'double' : 'grow'} after a loss`
      }
      aside={
        ladder?.doubles
          ? `${formatCount(ladder.doubled)} times of ${formatCount(ladder.followed)}`
          : undefined
      }
      className="check__wide5"
    >
      <div className="card__body">
        {ladder === null ? null : <Ladder ladder={ladder} tradesPerDay={tradesPerDay} />}
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

function Ladder({
  ladder: { stakes, cost, highestUsed, coinWait, ownWait },
  tradesPerDay,
}: {
  readonly ladder: StakeLadder;
  readonly tradesPerDay: number | null;
}) {
  const own = ownWait === null ? '' : `, every ${waitOf(ownWait, tradesPerDay)} at this win rate`;
  return (
    <>
      <StakeBars stakes={stakes} highestUsed={highestUsed} />
      <p>
        <b>
          One run of {stakes.length} losses costs {decimal(cost, 2)}.
        </b>
      </p>
      <p>
        On average that run comes every {waitOf(coinWait, tradesPerDay)} if a coin decides{own}. Filled:
        stakes that were used.
      </p>
    </>
  );
}

function waitOf(trades: number, tradesPerDay: number | null): string {
  return `${formatCount(Math.round(trades))} trades${daysOf(trades, tradesPerDay)}`;
}

/** ` (30 days)` at the record's pace on days with trades. */
function daysOf(trades: number, tradesPerDay: number | null): string {
  if (tradesPerDay === null) return '';
  const days = Math.ceil(trades / tradesPerDay);
  return ` (${formatCount(days)} ${days === 1 ? 'day' : 'days'} at this pace)`;
}

function factorOf(factor: number | null): string {
  return factor === null ? 'not known to be any multiple of' : `${decimal(factor, 2)} times`;
}

/** How many trades it takes until one would know. */
export function HowManyMoreCard({ figures: { n, winRate, breakEvenRate }, tradesPerDay }: FiguresProps) {
  if (winRate === null || breakEvenRate === null) return null;
  return (
    <Card label="How many more until you would know?" className="check__wide5">
      <div className="card__body">
        <p>{moreFor(n, tradesToTell(winRate, 0.5), tradesPerDay, `${formatRate(winRate)} from a coin`)}</p>
        <p>
          {moreFor(
            n,
            tradesToTell(winRate, breakEvenRate),
            tradesPerDay,
            `it from the ${formatRate(breakEvenRate)} that is needed`,
          )}
        </p>
        <p className="check__hint">If the rate is real, so many show it in 4 records of 5.</p>
      </div>
    </Card>
  );
}

function moreFor(n: number, total: number | null, tradesPerDay: number | null, what: string): string {
  if (total === null) return `No number of trades tells ${what}: it is not above it.`;
  return total <= n
    ? `Enough trades to tell ${what}.`
    : `${formatCount(total - n)} more${daysOf(total - n, tradesPerDay)} to tell ${what}.`;
}
