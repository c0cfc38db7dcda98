import type { ReactNode } from 'react';
import { FEWEST_TO_JUDGE, judge } from '../../../core/record/verdict.ts';
import type { RecordSummary } from '../../../core/protocol/record-protocol.ts';
import { formatCount, formatDollars, formatRate, formatRates } from '../../lib/figures.ts';
import { PayoutField } from './payout-field.tsx';

const NONE = '\u2013';

interface KeyFiguresProps {
  readonly summary: RecordSummary;
  readonly payoutPercent: number;
}

/** The four figures that decide, each with its interval; those of too few signals stand back. */
export function KeyFigures({ summary, payoutPercent }: KeyFiguresProps) {
  const { engineArm, lateArm, rateUnchangedLost } = summary;
  const { settled, unchanged, rate, watched, wilson } = engineArm;
  const { code, breakEven, perStake, perStakeInterval } = judge(engineArm, payoutPercent / 100);
  const isFaint = code === 'too-few';
  return (
    <dl className="card figures">
      <Figure name="Signals settled" value={formatCount(settled)}>
        {formatCount(unchanged)} unchanged, refunded
        {rateUnchangedLost === null || unchanged === 0
          ? null
          : `; ${formatRate(rateUnchangedLost)} won if those count as lost`}
      </Figure>
      <Figure name="Win rate" value={rate === null ? NONE : formatRate(rate)} isFaint={isFaint}>
        {rate === null ? (
          'Nothing settled yet'
        ) : (
          <>
            {isFaint ? `Says nothing before ${FEWEST_TO_JUDGE} signals. ` : null}
            95% interval <span className="nowrap">{formatRates(watched)}</span>, however often you look.
            Wilson, for a single look: <span className="nowrap">{formatRates(wilson)}</span>
            {lateArm.rate === null ? null : `. Entered 5 s late: ${formatRate(lateArm.rate)}`}
          </>
        )}
      </Figure>
      <Figure name="Break-even win rate" value={formatRate(breakEven)}>
        <PayoutField />
      </Figure>
      <Figure
        name="Expected value per $1 staked"
        value={perStake === null ? NONE : formatDollars(perStake)}
        isFaint={isFaint}
      >
        {perStake === null ? (
          'Nothing settled yet'
        ) : (
          <>
            95% interval{' '}
            <span className="nowrap">
              {formatDollars(perStakeInterval.low)} to {formatDollars(perStakeInterval.high)}
            </span>
          </>
        )}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly isFaint?: boolean;
  readonly children: ReactNode;
}

function Figure({ name, value, isFaint = false, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isFaint ? 'figures__value figures__value--faint' : 'figures__value'}>{value}</dd>
      <dd className="figures__note">{children}</dd>
    </div>
  );
}
