import type { RecordSummary } from '../../../core/wire/record.ts';
import type { Verdict } from '../../../core/record/verdict.ts';
import {
  formatChance,
  formatCount,
  formatDollars,
  formatPoints,
  formatRate,
  formatRates,
  formatScore,
  formatFromTo,
} from '../../lib/figures.ts';
import { Fact } from '../../ui/fact.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { chanceOfCoins } from './headline.ts';
import { texts } from './texts.ts';

const NONE = '\u2013';

interface StatisticsProps {
  readonly summary: RecordSummary;
  readonly verdict: Verdict;
}

/** The figures behind the sentences above, each with its interval. */
export function Statistics({ summary, verdict }: StatisticsProps) {
  const { engineArm, controlArm, lateArm, difference, rateUnchangedLost, brier, logLoss } = summary;
  const { settled, won, unchanged, rate, watched, wilson } = engineArm;
  if (rate === null || verdict.perStake === null) return <p className="hint">{texts.noStatistics}</p>;
  const { low, high } = verdict.perStakeInterval;
  const rateOf = ({ rate: own, watched: interval }: RecordSummary['controlArm']) =>
    own === null ? NONE : texts.rateAndInterval({ rate: formatRate(own), interval: formatRates(interval) });
  const rows: readonly (readonly [name: string, value: string])[] = [
    [
      texts.winRate,
      texts.winRateValue({ rate: formatRate(rate), won: formatCount(won), decided: formatCount(settled) }),
    ],
    [signalWords.watched, formatRates(watched)],
    [texts.wilson, formatRates(wilson)],
    [texts.coinWatched, rateOf(controlArm)],
    [
      texts.difference,
      difference.value === null
        ? NONE
        : texts.rateAndInterval({
            rate: formatPoints(difference.value),
            interval: formatFromTo(
              formatPoints(difference.interval.low),
              formatPoints(difference.interval.high),
            ),
          }),
    ],
    [texts.lateWatched, rateOf(lateArm)],
    [texts.fairCoin, texts.tail({ chance: formatChance(chanceOfCoins(engineArm)) })],
    [texts.breakEvenRate, formatRate(verdict.breakEven)],
    [
      texts.perStake,
      texts.rateAndInterval({
        rate: formatDollars(verdict.perStake),
        interval: formatFromTo(formatDollars(low), formatDollars(high)),
      }),
    ],
    ...(unchanged === 0 || rateUnchangedLost === null
      ? []
      : [[texts.ifLost({ count: formatCount(unchanged) }), formatRate(rateUnchangedLost)] as const]),
    [texts.brier, brier.value === null ? NONE : formatScore(brier.value)],
    [texts.logLoss, logLoss.value === null ? NONE : formatScore(logLoss.value)],
  ];
  return (
    <dl className="pairs">
      {rows.map(([name, value]) => (
        <Fact key={name} name={name}>
          <b className="nowrap">{value}</b>
        </Fact>
      ))}
    </dl>
  );
}
