import type { ComponentProps, CSSProperties } from 'react';
import { formatCount, formatRate } from '../lib/figures.ts';
import { formatPercent } from '../lib/formats.ts';
import { BodyCard } from './card.tsx';
import { Picture } from './picture.tsx';
import { multiples, stepOf } from './ticks.ts';
import { reportTexts } from './report-texts.ts';
import './course.css';
import './luck-dots.css';

/** Distance of the columns of dots, in percent of the picture's width. */
const COLUMN = 3;
/** Nearer to an edge than this, in percent, a label does not fit beside its line. */
const NO_ROOM = 33;
/** Least distance of a mark from the picture's edge, as a share of the span. */
const MARGIN = 0.06;
const MOST_TICKS = 6;

export interface LuckMark {
  /** A rate, from 0 to 1. */
  readonly at: number;
  readonly label: string;
}

/** A line among the dots: what was measured, the coin beside it, or what is needed. */
interface LookedMark extends LuckMark {
  readonly look: 'engine' | 'coin' | 'need';
}

interface LuckDotsProps {
  /** Describes the picture in one sentence. */
  readonly label: string;
  /** Rates that luck alone brings, a dot each. */
  readonly dots: readonly number[];
  /** Each has a row for its label, the first the highest; the dots begin below them. */
  readonly marks: readonly LookedMark[];
}

interface LuckCardProps extends ComponentProps<typeof BodyCard> {
  readonly dots: readonly number[];
  readonly own: LuckMark;
  readonly coin?: LuckMark;
  readonly needed: LuckMark;
}

/** What luck shows, with what was found and what is needed among it. */
export function LuckCard({ dots, own, coin, needed, children, ...card }: LuckCardProps) {
  return (
    <BodyCard {...card}>
      <LuckDots
        label={reportTexts.luckPicture({
          low: formatRate(dots[1] ?? 0),
          high: formatRate(dots[98] ?? 0),
          rate: formatRate(own.at),
          coin: coin === undefined ? 'none' : formatRate(coin.at),
          needed: formatRate(needed.at),
        })}
        dots={dots}
        marks={[
          { look: 'engine', ...own },
          ...(coin === undefined ? [] : [{ look: 'coin', ...coin } as const]),
          { look: 'need', ...needed },
        ]}
      />
      {children}
    </BodyCard>
  );
}

/** Where luck alone lands, with what was measured and what is needed among it. */
export function LuckDots({ label, dots, marks }: LuckDotsProps) {
  const scale = scaleOf([...dots, ...marks.map(({ at }) => at)]);
  const columns = columnsOf(dots, scale);
  const own = marks.find(({ look }) => look === 'engine')?.at ?? 0.5;
  const coin = marks.find(({ look }) => look === 'coin')?.at ?? 0.5;
  const otherOf = ({ look }: LookedMark): number => (look === 'engine' ? coin : own);
  return (
    <Picture
      className="bell figure"
      label={label}
      style={{ '--rows': marks.length, '--most': Math.max(...columns.values()) } as CSSProperties}
    >
      {[...columns].map(([left, count]) => (
        <i
          key={left}
          className="bell__dots"
          style={{ '--at': `${left}%`, '--count': count } as CSSProperties}
        />
      ))}
      {marks.map((mark, row) => (
        <span
          key={mark.look}
          className={`bell__mark bell__mark--${mark.look}`}
          data-side={sideOf(mark.at, otherOf(mark), scale)}
          style={{ '--at': `${percent(mark.at, scale)}%`, '--row': row } as CSSProperties}
        >
          <b>{mark.label}</b>
        </span>
      ))}
      {ticksOf(scale).map((rate) => (
        <span
          key={rate}
          className={rate === 0.5 ? 'bell__tick' : 'bell__tick roomy'}
          style={{ '--at': `${percent(rate, scale)}%` } as CSSProperties}
        >
          {tickText(rate)}
        </span>
      ))}
    </Picture>
  );
}

/** The side of a label: away from the other line where there is room, else where there is. */
function sideOf(at: number, other: number, scale: Scale): 'before' | 'behind' {
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

/** How many dots stand above each other at which place, in percent of the picture's width. */
function columnsOf(dots: readonly number[], scale: Scale): ReadonlyMap<number, number> {
  const rates = [...new Set(dots)].map((rate) => percent(rate, scale));
  const gap = Math.min(...rates.slice(1).map((left, at) => left - (rates[at] as number)));
  // Rates that have room beside each other stand where they are.
  const width = Math.max(COLUMN, Number.isFinite(gap) ? gap : 0);
  const middle = width === COLUMN ? percent(0.5, scale) : (rates[0] as number);
  const columns = new Map<number, number>();
  for (const rate of dots) {
    const left = middle + Math.round((percent(rate, scale) - middle) / width) * width;
    columns.set(left, (columns.get(left) ?? 0) + 1);
  }
  return columns;
}

function ticksOf({ low, high }: Scale): readonly number[] {
  return multiples(stepOf((high - low) / MOST_TICKS), low - 0.5, high - 0.5).map((above) => 0.5 + above);
}

function tickText(rate: number): string {
  const points = Math.round(rate * 1_000) / 10;
  return rate === 0.5 ? formatPercent(points) : formatCount(points);
}
