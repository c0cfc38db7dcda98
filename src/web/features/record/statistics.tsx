import type { ReactNode } from 'react';
import type { RecordSummary } from '../../../core/protocol/record-protocol.ts';
import type { Verdict } from '../../../core/record/verdict.ts';
import {
  formatChance,
  formatCount,
  formatDollars,
  formatPoints,
  formatRate,
  formatRates,
  formatScore,
} from '../../lib/figures.ts';
import { chanceOfCoins } from './luck.ts';
import { texts } from './texts.ts';

interface StatisticsProps {
  readonly summary: RecordSummary;
  readonly verdict: Verdict;
}

/** The figures that the sentences above are made from, each with its interval. */
export function Statistics({ summary, verdict }: StatisticsProps) {
  const { engineArm, controlArm, lateArm, difference, rateUnchangedLost, brier, logLoss } = summary;
  const { settled, won, unchanged, rate, watched, wilson } = engineArm;
  if (rate === null || verdict.perStake === null) return <p className="card__hint">{texts.noStatistics}</p>;
  const { low, high } = verdict.perStakeInterval;
  return (
    <dl className="pairs">
      <Item name={texts.winRate}>
        {texts.winRateValue({ rate: formatRate(rate), won: formatCount(won), decided: formatCount(settled) })}
      </Item>
      <Item name={texts.watched}>{formatRates(watched)}</Item>
      <Item name={texts.wilson}>{formatRates(wilson)}</Item>
      <Item name={texts.coinWatched}>
        {controlArm.rate === null
          ? '\u2013'
          : texts.rateAndInterval({
              rate: formatRate(controlArm.rate),
              interval: formatRates(controlArm.watched),
            })}
      </Item>
      <Item name={texts.difference}>
        {difference.value === null
          ? '\u2013'
          : texts.differenceValue({
              points: formatPoints(difference.value),
              low: formatPoints(difference.interval.low),
              high: formatPoints(difference.interval.high),
            })}
      </Item>
      <Item name={texts.lateWatched}>
        {lateArm.rate === null
          ? '\u2013'
          : texts.rateAndInterval({ rate: formatRate(lateArm.rate), interval: formatRates(lateArm.watched) })}
      </Item>
      <Item name={texts.fairCoin({ won: formatCount(won) })}>
        {texts.tail({ chance: formatChance(chanceOfCoins(engineArm)) })}
      </Item>
      <Item name={texts.breakEvenRate}>{formatRate(verdict.breakEven)}</Item>
      <Item name={texts.perStake}>
        {texts.perStakeValue({
          value: formatDollars(verdict.perStake),
          low: formatDollars(low),
          high: formatDollars(high),
        })}
      </Item>
      {unchanged === 0 || rateUnchangedLost === null ? null : (
        <Item name={texts.ifLost({ count: formatCount(unchanged) })}>{formatRate(rateUnchangedLost)}</Item>
      )}
      <Item name={texts.brier}>{brier.value === null ? '\u2013' : formatScore(brier.value)}</Item>
      <Item name={texts.logLoss}>{logLoss.value === null ? '\u2013' : formatScore(logLoss.value)}</Item>
    </dl>
  );
}

function Item({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b className="nowrap">{children}</b>
      </dd>
    </div>
  );
}
