import type { CheckFigures } from '../../../core/check/check-record.ts';
import type { StakeLadder } from '../../../core/check/stake-ladder.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { BodyCard } from '../../ui/card.tsx';
import { StakeBars } from './check-charts.tsx';
import { decimal } from './writing.ts';
import { texts } from './texts.ts';

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
    <BodyCard
      label={ladder === null ? texts.stakes : ladder.doubles ? texts.stakesDouble : texts.stakesGrow}
      aside={
        ladder?.doubles
          ? texts.doubledTimes({
              doubled: formatCount(ladder.doubled),
              followed: formatCount(ladder.followed),
            })
          : undefined
      }
      className="c5"
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
    </BodyCard>
  );
}

/** Of stakes that stay the same nothing has to be said. */
function nextStake({ factorAfterLoss, factorAfterWin }: CheckFigures['staking']): string {
  if (factorAfterLoss === null && factorAfterWin === null) return '';
  const isSame = factorAfterLoss === 1 && factorAfterWin === 1;
  return texts.nextStake({
    known: isSame ? 'same' : factorAfterWin === null ? 'loss' : factorAfterLoss === null ? 'win' : 'both',
    afterLoss: decimal(factorAfterLoss ?? 1, 2),
    afterWin: decimal(factorAfterWin ?? 1, 2),
  });
}

/** How long it takes until such a run of losses comes. `tradesPerDay` is null where times are not known. */
export function waitSentence({ coinWait, ownWait }: StakeLadder, tradesPerDay: number | null): string {
  const own = ownWait === null ? 'unknown' : waitOf(ownWait, tradesPerDay);
  return texts.runWait({ coin: waitOf(coinWait, tradesPerDay), own });
}

function waitOf(trades: number, tradesPerDay: number | null): string {
  return texts.wait({
    pace: tradesPerDay === null ? 'unknown' : 'known',
    count: formatCount(Math.round(trades)),
    days: Math.ceil(trades / (tradesPerDay ?? 1)),
  });
}
