import { judge } from '../../../core/record/verdict.ts';
import type { RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { formatCount, formatDollars, formatRate, formatRates } from '../../lib/figures.ts';
import { PayoutField } from './payout-field.tsx';

const NONE = '\u2013';

interface KeyFiguresProps {
  readonly summary: RecordSummary;
  readonly payoutPercent: number;
}

/** The four figures that decide, each with its interval. */
export function KeyFigures({ summary, payoutPercent }: KeyFiguresProps) {
  const { engineArm } = summary;
  const { settled, unchanged, rate, watched, wilson } = engineArm;
  const { breakEven, perStake, perStakeInterval } = judge(engineArm, payoutPercent / 100);
  return (
    <dl className="card figures">
      <div>
        <dt>Signals settled</dt>
        <dd className="figures__value">{formatCount(settled)}</dd>
        <dd className="figures__note">
          {formatCount(unchanged)} unchanged, refunded
          {summary.rateUnchangedLost === null || unchanged === 0
            ? null
            : `; ${formatRate(summary.rateUnchangedLost)} won if those count as lost`}
        </dd>
      </div>
      <div>
        <dt>Win rate</dt>
        <dd className="figures__value">{rate === null ? NONE : formatRate(rate)}</dd>
        <dd className="figures__note">
          95% interval <span className="nowrap">{formatRates(watched)}</span>, however often you look. Wilson,
          for a single look: <span className="nowrap">{formatRates(wilson)}</span>
        </dd>
      </div>
      <div>
        <dt>Break-even win rate</dt>
        <dd className="figures__value">{formatRate(breakEven)}</dd>
        <dd className="figures__note">
          <PayoutField percent={payoutPercent} />
        </dd>
      </div>
      <div>
        <dt>Expected value per $1 staked</dt>
        <dd className="figures__value">{perStake === null ? NONE : formatDollars(perStake)}</dd>
        <dd className="figures__note">
          95% interval{' '}
          <span className="nowrap">
            {formatDollars(perStakeInterval.low)} to {formatDollars(perStakeInterval.high)}
          </span>
        </dd>
      </div>
    </dl>
  );
}
