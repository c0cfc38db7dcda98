import type { CSSProperties } from 'react';
import type { PricePath, RecordRow, RecordStory } from '../../../core/wire/record.ts';
import { formatMid, formatTenths } from '../../lib/figures.ts';
import { formatMarketClock } from '../../lib/formats.ts';
import { OutcomePip } from '../../ui/outcome.tsx';
import { outcomeWord, voidTexts } from '../../ui/decision-texts.ts';
import { pipsMoved } from './record-format.ts';
import { texts } from './texts.ts';
import { linePath, percentPlace, Picture } from '../../ui/picture.tsx';
import '../../ui/price-picture.css';
import './story.css';
import { PIP } from '../../../core/market/direction.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { signalWords, winsTexts } from '../../ui/signal-texts.ts';

const WIDTH = 1_280;
const HEIGHT = 300;
const LABEL = 'price-picture__label';
const WIDE = <span className="wide" />;

/** The price before and during a signal, the side that won, the side that the coin was on, and the end. */
export function StoryRace({ story: { row, path } }: { readonly story: RecordStory }) {
  const picture = storyPicture(row, path);
  const { startX, expiryX, before, during, race } = picture;
  const [endX, endY] = race?.end ?? [expiryX, 0.5];
  const left = `calc(${percentPlace(startX)} + 7px)`;
  // A line of no length is drawn as a dot.
  const lines = (all: readonly (readonly Place[])[]) =>
    all.map((line) => `${linePath(line.map(([x, y]) => [x * WIDTH, y * HEIGHT]))}h0`).join('');
  const box = (side: RecordRow['direction'], inset: number) => {
    const entryY = (race?.entryY ?? 0.5) * HEIGHT;
    const [top, bottom] = side === 'CALL' ? [inset, entryY - inset] : [entryY + inset, HEIGHT - inset];
    return {
      x: startX * WIDTH + 2.5 * inset,
      y: top,
      width: Math.max(0, (expiryX - startX) * WIDTH - 5 * inset),
      height: Math.max(0, bottom - top),
    };
  };
  return (
    <Picture className="price-picture story-race" label={sentence(row, picture)}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {race === undefined ? null : (
          <>
            <rect className={`price-picture__wash--${row.direction}`} {...box(row.direction, 0)} />
            <rect className="story-race__coin" {...box(row.control, 2)} />
          </>
        )}
        <path
          className="price-picture__edge"
          d={`M${startX * WIDTH} 0V${HEIGHT}M${expiryX * WIDTH} 0V${HEIGHT}`}
        />
        {race === undefined ? null : (
          <path
            className="price-picture__entry"
            d={`M${startX * WIDTH} ${race.entryY * HEIGHT}H${expiryX * WIDTH}`}
          />
        )}
        <path className="price-picture__before" d={lines(before)} />
        <path className="price-picture__during" d={lines(during)} />
      </svg>
      <span
        className={`${LABEL} story-race__text--before`}
        data-kept={path !== null}
        style={{ inlineSize: `calc(${percentPlace(startX)} - 6px)` }}
      >
        {path === null ? texts.noPath : texts.before}
      </span>
      <span className={`${LABEL} story-race__text--start`} style={{ left, top: 3 }}>
        {signalWords.start({ time: formatMarketClock(row.startMs), wide: WIDE })}
      </span>
      <span
        className={`${LABEL} story-race__text--end`}
        style={{ left: `calc(${percentPlace(expiryX)} - 6px)`, top: 3 }}
      >
        {signalWords.expiry({ time: formatMarketClock(row.expiryMs), wide: WIDE })}
      </span>
      {race === undefined || row.entry === null ? null : (
        <>
          <span className={`${LABEL} story-race__side`} style={{ left, ...atEnd(row.direction, false) }}>
            {winsTexts[row.direction]}
          </span>
          <span className={LABEL} style={{ left, ...atEnd(row.control, row.direction === row.control) }}>
            {texts.coinSide({ direction: row.control })}
          </span>
          <span className={`${LABEL} story-race__entry`} style={{ top: percentPlace(race.entryY) }}>
            {signalWords.entryPrice({ b: <b />, price: formatMid(row.pair, row.entry) })}
          </span>
        </>
      )}
      <span className="story-race__end" style={{ left: percentPlace(endX), top: percentPlace(endY) }}>
        <OutcomePip outcome={row.outcome} />
      </span>
    </Picture>
  );
}

/** The outer end of a side, or the row within it. */
function atEnd(side: RecordRow['direction'], isSecond: boolean): CSSProperties {
  if (side === 'CALL') return { top: isSecond ? '2.375rem' : '1.3125rem' };
  return { bottom: isSecond ? '1.375rem' : 5 };
}

function sentence(row: RecordRow, { fromMs, race }: ReturnType<typeof storyPicture>): string {
  const { pair, outcome, reason, entry, exit, direction, control } = row;
  const span = { pair, from: formatMarketClock(fromMs), to: formatMarketClock(row.expiryMs) };
  if (race === undefined || entry === null || exit === null)
    return texts.voidPicture({ ...span, reason: reason === null ? '' : voidTexts[reason] });
  return texts.picture({
    ...span,
    wins: winsTexts[direction],
    entry: formatMid(pair, entry),
    exit: formatMid(pair, exit),
    pips: movedWords(row),
    outcome: outcomeWord(outcome),
    coin: control,
  });
}

/** For or against the signal: a sign alone reads as that of the price, which falls where a PUT wins. */
export function movedWords(row: RecordRow): string {
  const pips = pipsMoved(row) ?? 0;
  const side = pips === 0 ? 'none' : pips > 0 ? 'for' : 'against';
  return texts.movedWords({ side, pips: formatTenths(pips) });
}

/** Beside the signal's own length, this much more of the time before it is shown. */
const AROUND_MS = SECOND_MS;
/** Most of the time after it that is shown: the mark of the end has its place there. */
const AFTER_MS = 4 * SECOND_MS;
/** A longer time without a price is a gap in the line. */
const GAP_MS = 10 * SECOND_MS;
/** What rows of words take on a phone, as a share of the picture's height: the times and the sides have theirs, which no line enters. */
const rowsOf = (rows: number): number => (7 + 17.5 * rows) / 172;

/** Shares of the picture, 0 to 1, from its left and its top. */
export type Place = readonly [x: number, y: number];

export interface StoryPicture {
  readonly fromMs: number;
  readonly startX: number;
  readonly expiryX: number;
  /** Lines before and during the signal, without a gap in each. */
  readonly before: readonly (readonly Place[])[];
  readonly during: readonly (readonly Place[])[];
  /** How it ended; undefined where it was void. */
  readonly race: { readonly entryY: number; readonly end: Place } | undefined;
}

/** Lays out the picture of a signal; `path` null where the prices are not kept any more. */
export function storyPicture(row: RecordRow, path: PricePath | null): StoryPicture {
  const { startMs, expiryMs } = row;
  const fromMs = startMs - (expiryMs - startMs) - AROUND_MS;
  const toMs = expiryMs + Math.min(AFTER_MS, (expiryMs - startMs) / 4);
  const entry = row.entry === null ? undefined : doubleMid(row.entry);
  const exit = row.exit === null ? undefined : doubleMid(row.exit);
  const prices = (path ?? []).filter(([atMs]) => atMs >= fromMs && atMs <= expiryMs);
  const values = [
    ...prices.map(([, value]) => value),
    ...(entry === undefined ? [] : [entry - PIP, entry + PIP]),
    ...(exit === undefined ? [] : [exit]),
  ];
  const low = values.length === 0 ? 0 : Math.min(...values);
  const high = values.length === 0 ? 1 : Math.max(...values);
  const height = Math.max(high - low, PIP);
  const calls = [row.direction, row.control].filter((side) => side === 'CALL').length;
  const [above, below] = [rowsOf(1 + calls), rowsOf(2 - calls)];
  const span = height / (1 - above - below);
  const top = high + span * above;
  const x = (ms: number) => (ms - fromMs) / (toMs - fromMs);
  const y = (value: number) => (top - value) / span;
  const place = ([atMs, value]: readonly [number, number]): Place => [x(atMs), y(value)];
  const ends = (atMs: number, value: number | undefined): PricePath =>
    value === undefined ? [] : [[atMs, value]];
  const before = [...prices.filter(([atMs]) => atMs < startMs), ...ends(startMs, entry)];
  const during = [
    ...ends(startMs, entry),
    ...prices.filter(([atMs]) => atMs > startMs && atMs < expiryMs),
    ...ends(expiryMs, exit),
  ];
  const lines = (points: PricePath) =>
    prices.length === 0 ? [] : pieces(points).map((each) => each.map(place));
  return {
    fromMs,
    startX: x(startMs),
    expiryX: x(expiryMs),
    before: lines(before),
    during: lines(during),
    race:
      entry === undefined || exit === undefined
        ? undefined
        : { entryY: y(entry), end: [x(expiryMs), y(exit)] },
  };
}

function pieces(points: PricePath): PricePath[] {
  const found: (readonly [number, number])[][] = [];
  for (const point of points) {
    const last = found.at(-1);
    const before = last?.at(-1);
    if (last === undefined || before === undefined || point[0] - before[0] > GAP_MS) found.push([point]);
    else last.push(point);
  }
  return found;
}
