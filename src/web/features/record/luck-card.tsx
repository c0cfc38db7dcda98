import { coinDots } from '../../../core/check/pictures.ts';
import type { RecordSummary } from '../../../core/wire/record.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { LuckDots } from '../../ui/luck-dots.tsx';
import { scoreTexts } from '../../ui/score-texts.ts';
import { needSentence } from './luck.ts';
import { texts } from './texts.ts';

interface LuckCardProps {
  readonly summary: RecordSummary;
  readonly breakEven: number;
}

/** Where fair coins land, one flip a minute, with the engine, the actual coin and what is needed among them. */
export function LuckCard({ summary, breakEven }: LuckCardProps) {
  const { engineArm, controlArm } = summary;
  const { minutes } = engineArm;
  const dots = coinDots(minutes);
  const engine = engineArm.minuteWins / minutes;
  const coin = controlArm.minuteWins / controlArm.minutes;
  return (
    <section className="card c7" aria-label={scoreTexts.couldItBeLuck}>
      <div className="card__head">
        <h2>{scoreTexts.couldItBeLuck}</h2>
        <p>{texts.eachDot({ flips: formatCount(minutes) })}</p>
      </div>
      <div className="card__body">
        <LuckDots
          label={texts.bell({
            flips: formatCount(minutes),
            low: formatRate((dots[1] ?? 0) / minutes),
            high: formatRate((dots[98] ?? 0) / minutes),
            engine: formatRate(engine),
            coin: formatRate(coin),
            needed: formatRate(breakEven),
          })}
          dots={dots.map((won) => won / minutes)}
          marks={[
            { look: 'engine', at: engine, label: texts.markEngine({ rate: formatRate(engine) }) },
            { look: 'coin', at: coin, label: texts.markCoin({ rate: formatRate(coin) }) },
            { look: 'need', at: breakEven, label: scoreTexts.markNeed({ rate: formatRate(breakEven) }) },
          ]}
        />
        <p>{needSentence(engineArm, breakEven, dots)}</p>
      </div>
    </section>
  );
}
