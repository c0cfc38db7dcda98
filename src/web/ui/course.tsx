import type { ComponentProps } from 'react';
import { formatAbove, formatCount } from '../lib/figures.ts';
import { linePath, percentPlace, Picture } from './picture.tsx';
import { multiples, stepOf } from './ticks.ts';
import { scoreTexts } from './report-texts.ts';
import './course.css';

const WIDTH = 1_000;
const HEIGHT = 300;
/** A label's height in the picture's units, on a phone. */
const LABEL_HEIGHT = 36;

interface CoursePictureProps {
  /** At least one. */
  readonly points: readonly CoursePoint[];
  readonly breakEven: number;
  readonly words: { readonly engine: string; readonly coin?: string };
}

export function CoursePicture({ points, breakEven, words }: CoursePictureProps) {
  const course = courseOf(points, breakEven);
  const x = (count: number) => (count / course.last) * WIDTH;
  const y = (value: number) => ((course.top - value) / (course.top - course.bottom)) * HEIGHT;
  const path = (line: readonly (readonly [number, number])[]) =>
    linePath(line.map(([count, value]) => [x(count), y(value)]));
  const lower = course.funnel.toReversed().map(([count, value]) => [count, -value] as const);
  const engine = course.engine.at(-1)?.[1] ?? 0;
  const coin = course.coin.at(-1)?.[1];
  const [engineY, coinY] = coin === undefined ? [y(engine), 0] : apart(y(engine), y(coin));
  const label = scoreTexts.coursePicture({
    signals: formatCount(course.last),
    lines: coin === undefined ? 'one' : 'two',
    engine: formatAbove(engine),
    coin: formatAbove(coin ?? 0),
    even: formatAbove(course.last * (breakEven - 0.5)),
    reach: formatCount(Math.round(course.funnel.at(-1)?.[1] ?? 0)),
  });
  return (
    <>
      <Picture className="course figure" label={label}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {/* Fills the funnel where the reader's colours are forced. */}
          <pattern id="funnel-hatch" width="6" height="6" patternUnits="userSpaceOnUse">
            <path className="course__hatch" d="M0 6 6 0" />
          </pattern>
          <path className="course__funnel" d={`${path(course.funnel)}${path(lower).replace('M', 'L')}Z`} />
          {course.yTicks.map((value) => (
            <line key={value} className="course__grid" x1="0" x2={WIDTH} y1={y(value)} y2={y(value)} />
          ))}
          <path className="course__even" d={path([[0, 0], course.evenEnd])} />
          <path className="course__coin" d={path(course.coin)} />
          <path className="course__engine" d={path(course.engine)} />
        </svg>
        {course.yTicks.map((value) => (
          <span key={value} className="course__y" style={{ top: percentPlace(y(value) / HEIGHT) }}>
            {formatAbove(value)}
          </span>
        ))}
        {course.xTicks.map((count) => (
          <span
            key={count}
            className={count === course.xTicks.at(-1) ? 'course__x' : 'course__x roomy'}
            style={{ left: percentPlace(x(count) / WIDTH) }}
          >
            {formatCount(count)}
          </span>
        ))}
        <EvenLabel startY={y(0)} endX={x(course.evenEnd[0])} endY={y(course.evenEnd[1])} />
        <span className="course__end" style={{ top: percentPlace(engineY / HEIGHT) }}>
          {formatAbove(engine)}
        </span>
        {coin === undefined ? null : (
          <span className="course__end course__end--coin" style={{ top: percentPlace(coinY / HEIGHT) }}>
            {formatAbove(coin)}
          </span>
        )}
      </Picture>
      <ul className="key row">
        <KeyLine look="engine">{words.engine}</KeyLine>
        {words.coin === undefined ? null : <KeyLine look="coin">{words.coin}</KeyLine>}
        <KeyLine look="even" className="course__key-even">
          {scoreTexts.breakEven}
        </KeyLine>
        <li>
          <svg viewBox="0 0 20 8" aria-hidden="true">
            <rect className="course__funnel" width="20" height="8" rx="2" />
          </svg>
          {scoreTexts.funnel}
        </li>
      </ul>
    </>
  );
}

/** Behind the end of the slope where there is room, else above the slope, which falls away to the left. */
function EvenLabel({ startY, endX, endY }: Record<'startY' | 'endX' | 'endY', number>) {
  const isBehind = endX <= WIDTH / 2;
  const y = isBehind ? endY : Math.max(endY, LABEL_HEIGHT);
  const x = y === endY ? endX : endX * ((startY - y) / (startY - endY));
  return (
    <span
      className={`course__note roomy ${isBehind ? '' : 'course__note--above'}`}
      style={{ left: percentPlace(x / WIDTH), top: percentPlace(y / HEIGHT) }}
    >
      {scoreTexts.breakEven}
    </span>
  );
}

interface KeyLineProps extends ComponentProps<'li'> {
  readonly look: 'engine' | 'coin' | 'even';
}

/** A piece of one of the picture's lines in its key, with what it means. */
export function KeyLine({ look, children, ...rest }: KeyLineProps) {
  return (
    <li {...rest}>
      <svg viewBox="0 0 20 8" aria-hidden="true">
        <path className={`course__${look}`} d="M0 4h20" />
      </svg>
      {children}
    </li>
  );
}

function apart(first: number, second: number): readonly [number, number] {
  const missing = LABEL_HEIGHT - Math.abs(first - second);
  if (missing <= 0) return [first, second];
  const up = (first <= second ? -missing : missing) / 2;
  return [first + up, second - up];
}

/** 95 of 100 fair coins end within 1.96 standard deviations, of which each is half the root of the count. */
const FUNNEL = 0.98;
/** Below the axis stand about so many numbers; beside it half as many. */
const MOST_TICKS = 4;

/** The standing after some signals; `controlRate` is the coin's, where there is one. */
export interface CoursePoint {
  readonly settled: number;
  readonly rate: number;
  readonly controlRate?: number;
}

/**
 * A course over the number of signals, how many right answers there are above half of them, with its scale; of at least one point.
 * `breakEven` is a rate.
 */
export function courseOf(points: readonly CoursePoint[], breakEven: number) {
  const last = points.at(-1)?.settled ?? 1;
  const above = (rateOf: (point: CoursePoint) => number | undefined): (readonly [number, number])[] => [
    [0, 0],
    ...points.map((point) => [point.settled, ((rateOf(point) ?? 0.5) - 0.5) * point.settled] as const),
  ];
  const engine = above(({ rate }) => rate);
  const coin = points[0]?.controlRate === undefined ? [] : above(({ controlRate }) => controlRate);
  const edge = FUNNEL * Math.sqrt(last);
  const values = [...engine, ...coin].map(([, value]) => value);
  const high = Math.max(edge, ...values);
  const low = Math.min(-edge, ...values);
  const step = stepOf((high - low) / MOST_TICKS);
  const top = Math.ceil((high * 1.1) / step) * step;
  const bottom = Math.floor(low / step) * step;
  const slope = breakEven - 0.5;
  const evenAt = Math.min(last, slope > 0 ? top / slope : last);
  const xStep = Math.max(1, stepOf(last / MOST_TICKS));
  return {
    last,
    top,
    bottom,
    yTicks: multiples(step, bottom, top),
    xTicks: multiples(xStep, xStep, last),
    engine,
    /** Empty where no coin was tossed. */
    coin,
    /** The upper edge of where 95 of 100 coins stay; the lower one is its mirror image. */
    funnel: Array.from({ length: 41 }, (_, at) => {
      const count = (last * at * at) / 1600;
      return [count, FUNNEL * Math.sqrt(count)] as const;
    }),
    /** Where the slope of break-even ends: at the last signal, or where it leaves the picture. */
    evenEnd: [evenAt, evenAt * slope] as const,
  };
}
