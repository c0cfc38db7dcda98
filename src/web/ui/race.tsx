import type { ReactNode, Ref } from 'react';
import type { Direction } from '../../core/market/direction.ts';
import { linePath } from './picture.tsx';
import { type RacePicture, START_X } from './race-picture.ts';
import { signalWords, winsTexts } from './signal-texts.ts';
import './race.css';

/** Size of the drawing in its own units, whatever the size of its box. */
const WIDTH = 1000;
const HEIGHT = 300;
const EDGE = START_X * WIDTH;
/** The lines of the entry and of the price reach a little beyond the expiry, to their tags on the axis. */
const TO_TAG = WIDTH + 12;
/** The end of the price line stays this far from the axis: there the words stand. */
const LEAD_X = 0.93;
const WIDE = <span className="wide" />;

interface RaceDrawingProps {
  readonly ref: Ref<HTMLDivElement>;
  /** Undefined where there is no signal: then the price alone is drawn. */
  readonly direction: Direction | undefined;
  readonly pair: string;
  readonly start: string;
  readonly expiry: string;
  /** Prices of the axis; that of a running race is written by its painter. */
  readonly entry: string | undefined;
  readonly price?: string | undefined;
  /** The side that the coin was on. */
  readonly coin?: { readonly side: Direction; readonly text: string } | undefined;
  readonly children?: ReactNode;
}

/** The price before and during a signal, the side that wins, and the end. `paintRace` places its parts. */
export function RaceDrawing({ ref, direction, children, ...words }: RaceDrawingProps) {
  return (
    <div className={`race race--${direction ?? 'none'}`} aria-hidden="true" ref={ref}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <clipPath id="race-past">
          <rect width={direction === undefined ? WIDTH : EDGE} height={HEIGHT} />
        </clipPath>
        <clipPath id="race-present">
          <rect x={EDGE} width={WIDTH} height={HEIGHT} />
        </clipPath>
        <rect data-part="wash" className="race__wash" x={EDGE} width={WIDTH - EDGE} />
        {direction === undefined ? null : (
          <path className="race__edge" d={`M${EDGE} 0V${HEIGHT}M${WIDTH} 0V${HEIGHT}`} />
        )}
        <path data-part="lead" className="race__lead" />
        <path data-part="entry" className="race__entry" />
        <path data-part="before" className="race__before" clipPath="url(#race-past)" />
        {direction === undefined ? null : (
          <path data-part="during" className="race__during" clipPath="url(#race-present)" />
        )}
        <path data-part="bracket" className="race__bracket" />
      </svg>
      {direction === undefined ? (
        <span className="race__label roomy race__label--pair">{words.pair}</span>
      ) : (
        <Words {...words} direction={direction} />
      )}
      <span data-part="priceTag" className="race__tag roomy race__tag--price">
        {words.price}
      </span>
      <i data-part="dot" className="race__dot" />
      {children}
    </div>
  );
}

type WordsProps = Omit<RaceDrawingProps, 'ref'> & { readonly direction: Direction };

function Words({ direction, start, expiry, entry, coin }: WordsProps) {
  return (
    <>
      <span className="race__label roomy race__label--start">
        {signalWords.start({ time: start, wide: WIDE })}
      </span>
      <span className="race__label roomy race__label--expiry">
        {signalWords.expiry({ time: expiry, wide: WIDE })}
      </span>
      {entry === undefined ? null : (
        <>
          <span data-part="side" className={`race__label roomy race__label--${direction}`}>
            {winsTexts[direction]}
          </span>
          <span data-part="entryTag" className="race__tag roomy">
            {entry}
          </span>
        </>
      )}
      {entry === undefined || coin === undefined ? null : (
        <>
          <i data-part="coin" className={`race__coin race__coin--${coin.side}`} />
          <span
            className={`race__label roomy race__label--${coin.side} race__label--coin`}
            data-row={coin.side === direction ? 2 : 1}
          >
            {coin.text}
          </span>
        </>
      )}
    </>
  );
}

export type RaceParts = ReadonlyMap<string, HTMLElement | SVGElement>;

export function raceParts(root: HTMLElement): RaceParts {
  const found = root.querySelectorAll<HTMLElement | SVGElement>('[data-part]');
  return new Map([...found].map((part) => [part.dataset['part'] ?? '', part]));
}

/** Writes attributes and custom properties alone: nothing outside the race's own box is laid out again. */
export function paintRace(parts: RaceParts, picture: RacePicture): void {
  const { wash, entryY, dot, bracket, tags, say } = picture;
  write(parts, 'wash', 'y', at(wash?.top ?? 0, HEIGHT));
  write(parts, 'wash', 'height', at((wash?.bottom ?? 0) - (wash?.top ?? 0), HEIGHT));
  write(parts, 'entry', 'd', entryY === undefined ? '' : `M${EDGE} ${at(entryY, HEIGHT)}H${TO_TAG}`);
  const path = picture.line
    .map((stroke) => linePath(stroke.map(([x, y]) => [x * WIDTH, y * HEIGHT])))
    .join('');
  for (const name of ['before', 'during']) write(parts, name, 'd', path);
  const isLed = dot !== undefined && dot.form === 'live' && picture.price !== undefined;
  write(
    parts,
    'lead',
    'd',
    isLed ? `M${at(Math.max(dot.x, LEAD_X), WIDTH)} ${at(dot.y, HEIGHT)}H${TO_TAG}` : '',
  );
  const ends = bracket && `M${WIDTH} ${at(bracket.from, HEIGHT)}V${at(bracket.to, HEIGHT)}`;
  write(parts, 'bracket', 'd', ends ?? '');
  place(parts, 'dot', dot, dot?.form);
  place(parts, 'coin', { x: 0, y: entryY ?? 0 }, entryY === undefined ? 'none' : 'coin');
  for (const name of ['entry', 'price'] as const) {
    const y = tags[name];
    place(parts, `${name}Tag`, y === undefined ? undefined : { x: 1, y }, y === undefined ? 'none' : name);
  }
  place(parts, 'say', say !== undefined && 'x' in say ? say : undefined, say?.at);
  write(parts, 'say', 'data-on', picture.isSayWashed ? 'wash' : 'surface');
  write(parts, 'side', 'data-form', picture.saysSide ? 'said' : 'none');
}

/** Places a part at a point, in one of its forms; without a form it is hidden. */
function place(
  parts: RaceParts,
  name: string,
  point: { readonly x: number; readonly y: number } | undefined,
  form: string | undefined,
): void {
  const part = parts.get(name);
  write(parts, name, 'data-form', form ?? 'none');
  part?.style.setProperty('--x', point === undefined ? '0' : point.x.toFixed(4));
  part?.style.setProperty('--y', point === undefined ? '0' : point.y.toFixed(4));
}

function write(parts: RaceParts, name: string, attribute: string, value: string): void {
  const part = parts.get(name);
  if (part !== undefined && part.getAttribute(attribute) !== value) part.setAttribute(attribute, value);
}

function at(share: number, size: number): string {
  return (share * size).toFixed(1);
}
