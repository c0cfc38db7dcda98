import type { CheckFigures } from '../../../core/check/check-record.ts';
import type { StakeLadder } from '../../../core/check/stake-ladder.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { StakeBars } from './check-charts.tsx';
import { decimal } from './decimal.ts';
import { texts } from './texts.ts';
import { CheckCard } from './check-card.tsx';

interface StakesCardProps {
  readonly figures: CheckFigures;
  readonly ladder: StakeLadder | null;
}

/** Whether stakes follow the last outcome, and what ends that. */
export function StakesCard({ figures: { staking, money }, ladder }: StakesCardProps) {
  const { endsAfterLosses, chanceOfThatRunIn100, flatProfit } = staking;
  const flat = flatProfit === null ? null : decimal(flatProfit, 2);
  const profit = decimal(money.profit ?? 0, 2);
  return (
    <CheckCard
      label={ladder === null ? texts.stakes : ladder.doubles ? texts.stakesDouble : texts.stakesGrow}
      aside={
        ladder?.doubles
          ? texts.doubledTimes({
              doubled: formatCount(ladder.doubled),
              followed: formatCount(ladder.followed),
            })
          : undefined
      }
      wide={5}
    >
      {ladder === null ? null : (
        <>
          <StakeBars stakes={ladder.stakes} highestUsed={ladder.highestUsed} />
          <p>
            <b>{texts.runCosts({ losses: ladder.stakes.length, cost: decimal(ladder.cost, 2) })}</b>{' '}
            {flat === null || flat === profit ? null : texts.flatStakes({ flat, profit })}
          </p>
        </>
      )}
      {ladder === null ? <p>{nextStake(staking)}</p> : null}
      {ladder !== null || endsAfterLosses === null || chanceOfThatRunIn100 === null ? null : (
        <p>
          {texts.lossesEndIt({
            losses: endsAfterLosses,
            chance: formatRate(chanceOfThatRunIn100),
            b: <b />,
          })}
        </p>
      )}
    </CheckCard>
  );
}

/** Of stakes that stay the same nothing has to be said. */
function nextStake({ factorAfterLoss, factorAfterWin }: CheckFigures['staking']): string {
  if (factorAfterLoss === 1 && factorAfterWin === 1) return texts.sameStakes;
  const afterLoss = factorAfterLoss === null ? undefined : decimal(factorAfterLoss, 2);
  const afterWin = factorAfterWin === null ? undefined : decimal(factorAfterWin, 2);
  if (afterLoss !== undefined && afterWin !== undefined) return texts.nextStake({ afterLoss, afterWin });
  if (afterLoss !== undefined) return texts.nextAfterLoss({ afterLoss });
  return afterWin === undefined ? '' : texts.nextAfterWin({ afterWin });
}

/** How long it takes until such a run of losses comes. `tradesPerDay` is null where times are not known. */
export function waitSentence({ coinWait, ownWait }: StakeLadder, tradesPerDay: number | null): string {
  const coin = waitOf(coinWait, tradesPerDay);
  return ownWait === null
    ? texts.runWait({ coin })
    : texts.runWaits({ coin, own: waitOf(ownWait, tradesPerDay) });
}

function waitOf(trades: number, tradesPerDay: number | null): string {
  const count = formatCount(Math.round(trades));
  if (tradesPerDay === null) return texts.tradesLong({ count });
  return texts.tradesAndDays({ count, days: Math.ceil(trades / tradesPerDay) });
}
