import type { CheckFigures } from '../../../core/check/check-record.ts';
import type { StakeLadder } from '../../../core/check/stake-ladder.ts';
import { formatCount, formatDecimal, formatRate } from '../../lib/figures.ts';
import { BodyCard } from '../../ui/card.tsx';
import { StakeBars } from './check-charts.tsx';
import { texts } from './texts.ts';

interface StakesCardProps {
  readonly figures: CheckFigures;
  readonly ladder: StakeLadder | null;
}

/** Whether stakes follow the last outcome, and what ends that. */
export function StakesCard({ figures: { staking, money }, ladder }: StakesCardProps) {
  const { endsAfterLosses, chanceOfThatRunIn100, flatProfit } = staking;
  const flat = flatProfit === null ? null : formatDecimal(flatProfit, 2);
  const profit = formatDecimal(money.profit ?? 0, 2);
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
            <b>{texts.runCosts({ losses: ladder.stakes.length, cost: formatDecimal(ladder.cost, 2) })}</b>{' '}
            {flat === null || flat === profit ? null : texts.flatStakes({ flat, profit })}
          </p>
        </>
      )}
      {ladder !== null || endsAfterLosses === null || chanceOfThatRunIn100 === null ? null : (
        <>
          <p>{nextStake(staking)}</p>
          <p>
            {texts.lossesEndIt({
              losses: endsAfterLosses,
              chance: formatRate(chanceOfThatRunIn100),
              b: <b />,
            })}
          </p>
        </>
      )}
    </BodyCard>
  );
}

/** Whether stakes grow so that a run of losses ends them: a card; else a line says how they follow. */
export function stakesGrow(staking: CheckFigures['staking'], ladder: StakeLadder | null): boolean {
  return ladder !== null || (staking.endsAfterLosses !== null && staking.chanceOfThatRunIn100 !== null);
}

/** How the next stake follows the last outcome; empty where it does not. */
export function nextStake({ factorAfterLoss, factorAfterWin }: CheckFigures['staking']): string {
  if (factorAfterLoss === null && factorAfterWin === null) return '';
  const isSame = factorAfterLoss === 1 && factorAfterWin === 1;
  return texts.nextStake({
    known: isSame ? 'same' : factorAfterWin === null ? 'loss' : factorAfterLoss === null ? 'win' : 'both',
    afterLoss: formatDecimal(factorAfterLoss ?? 1, 2),
    afterWin: formatDecimal(factorAfterWin ?? 1, 2),
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
