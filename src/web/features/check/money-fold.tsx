import type { CheckFigures } from '../../../core/check/check-record.ts';
import { formatCount, formatDecimal, formatRate } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import { Fact } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { MoneyChart } from './check-charts.tsx';
import type { CheckResult } from './check-worker.ts';
import { texts } from './texts.ts';

/** The seed that the worker draws by. */
const SEED = 1;

/** Whether those beside whom a record is shown toss coins, or win as often as the payouts need. */
export function luckOf({ judgement }: CheckFigures): 'coin' | 'luck' {
  return judgement?.oneBet === 'break-even' ? 'luck' : 'coin';
}

/** What the trades brought beside what coins would have, and whether losses came in runs. */
export function MoneyFold({ figures, curves }: Pick<CheckResult, 'figures' | 'curves'>) {
  const { money, ev, runs } = figures;
  const against = luckOf(figures);
  return (
    <Fold
      label={texts.money({ against })}
      hint={texts.endHigher({ against, share: formatRate(money.flippersAbove ?? 0) })}
    >
      <MoneyChart curves={curves} against={against} />
      <p>
        {texts.moneySentence({
          against,
          share: formatRate(money.flippersAbove ?? 0),
          fall: formatDecimal(money.worstFall ?? 0, 2),
          fellAsDeep: formatCount(curves.fellAsDeep),
          seed: formatCount(SEED),
        })}
      </p>
      {runs.losing === null || runs.p === null ? null : (
        <p>{texts.losingRuns({ runs: runs.losing, often: howOften(runs.p) })}</p>
      )}
      <dl className="pairs">
        {money.staked === null ? null : <Fact name={texts.staked}>{formatDecimal(money.staked, 2)}</Fact>}
        <Fact name={texts.profit}>{formatDecimal(money.profit ?? 0, 2)}</Fact>
        {ev.perStake === null ? null : (
          <Fact name={texts.perStake}>
            {ev.low === null || ev.high === null
              ? formatDecimal(ev.perStake, 3)
              : texts.perStakeValue({
                  mean: formatDecimal(ev.perStake, 3),
                  low: formatDecimal(ev.low, 3),
                  high: formatDecimal(ev.high, 3),
                })}
          </Fact>
        )}
      </dl>
    </Fold>
  );
}
