import type { CSSProperties } from 'react';
import { coinDots } from '../../../core/check/pictures.ts';
import type { RecordSummary } from '../../../core/wire/record.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { needSentence } from './luck.ts';
import { Picture } from './picture.tsx';
import { texts } from './texts.ts';

/** In percent of the picture's width: dots stand in columns so far apart. */
const COLUMN = 3;
/** Nearer to an edge than this, in percent, a label does not fit beside its line. */
const NO_ROOM = 33;
/** What is marked at the very edge of the picture keeps so much room, as a share of the span. */
const MARGIN = 0.06;
const TICK_STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2];
const MOST_TICKS = 6;

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
  const scale = scaleOf([...dots.map((won) => won / minutes), engine, coin, breakEven]);
  const marks: readonly Mark[] = [
    {
      look: 'engine',
      at: engine,
      side: sideOf(engine, coin, scale),
      label: texts.markEngine({ rate: formatRate(engine) }),
    },
    {
      look: 'coin',
      at: coin,
      side: sideOf(coin, engine, scale),
      label: texts.markCoin({ rate: formatRate(coin) }),
    },
    {
      look: 'need',
      at: breakEven,
      side: sideOf(breakEven, breakEven, scale),
      label: texts.markNeed({ rate: formatRate(breakEven) }),
    },
  ];
  return (
    <section className="card c7" aria-label={texts.couldItBeLuck}>
      <div className="card__head">
        <h2>{texts.couldItBeLuck}</h2>
        <p>{texts.eachDot({ flips: formatCount(minutes) })}</p>
      </div>
      <div className="card__body">
        <Picture
          className="bell"
          label={texts.bell({
            flips: formatCount(minutes),
            low: formatRate((dots[1] ?? 0) / minutes),
            high: formatRate((dots[98] ?? 0) / minutes),
            engine: formatRate(engine),
            coin: formatRate(coin),
            needed: formatRate(breakEven),
          })}
        >
          {placed(dots, minutes, scale).map(({ left, level, step }) => (
            <i
              key={`${left} ${level}`}
              className="bell__dot"
              style={{ '--at': `${left}%`, '--level': level, '--step': step } as CSSProperties}
            />
          ))}
          {marks.map(({ look, at, side, label }) => (
            <span
              key={look}
              className={`bell__mark bell__mark--${look}`}
              data-side={side}
              style={{ '--at': `${percent(at, scale)}%` } as CSSProperties}
            >
              <b>{label}</b>
            </span>
          ))}
          {ticksOf(scale).map((rate) => (
            <span
              key={rate}
              className={rate === 0.5 ? 'bell__tick bell__tick--half' : 'bell__tick'}
              style={{ '--at': `${percent(rate, scale)}%` } as CSSProperties}
            >
              {tickText(rate)}
            </span>
          ))}
        </Picture>
        <p>{needSentence(engineArm, breakEven, dots)}</p>
      </div>
    </section>
  );
}

interface Mark {
  readonly look: 'engine' | 'coin' | 'need';
  readonly at: number;
  /** On which side of its line the label stands. */
  readonly side: 'before' | 'behind';
  readonly label: string;
}

/** Away from the other line where there is room, else where there is. */
function sideOf(at: number, other: number, scale: Scale): Mark['side'] {
  const left = percent(at, scale);
  if (left < NO_ROOM) return 'behind';
  if (left > 100 - NO_ROOM) return 'before';
  return at > other || (at === other && left < 50) ? 'behind' : 'before';
}

interface Scale {
  readonly low: number;
  readonly high: number;
}

function scaleOf(rates: readonly number[]): Scale {
  const low = Math.min(...rates);
  const high = Math.max(...rates);
  const margin = Math.max((high - low) * MARGIN, 0.005);
  return { low: low - margin, high: high + margin };
}

function percent(rate: number, { low, high }: Scale): number {
  return Math.round(((rate - low) / (high - low)) * 10_000) / 100;
}

/** Each dot with its column, its place in it from below, and how high a place is, as a share of the picture. */
function placed(dots: readonly number[], minutes: number, scale: Scale) {
  const middle = percent(0.5, scale);
  const heights = new Map<number, number>();
  const places = dots.map((won) => {
    const column = Math.round((percent(won / minutes, scale) - middle) / COLUMN);
    const level = heights.get(column) ?? 0;
    heights.set(column, level + 1);
    return { left: middle + column * COLUMN, level };
  });
  const step = 1 / Math.max(...heights.values(), 1);
  return places.map((place) => ({ ...place, step }));
}

function ticksOf({ low, high }: Scale): readonly number[] {
  const step = TICK_STEPS.find((each) => (high - low) / each <= MOST_TICKS) ?? 0.5;
  const first = Math.ceil((low - 0.5) / step);
  const last = Math.floor((high - 0.5) / step);
  return Array.from({ length: last - first + 1 }, (_, at) => 0.5 + (first + at) * step);
}

function tickText(rate: number): string {
  const text = formatCount(Math.round(rate * 1_000) / 10);
  return rate === 0.5 ? `${text}%` : text;
}
