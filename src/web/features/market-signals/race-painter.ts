import { type EpochMs, epochMs } from '../../../core/time/instant.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import { FRESH_MS } from '../../../core/market/settlement-times.ts';
import { setAlarm } from '../../lib/clock.ts';
import { formatCount, formatPips, formatPrice } from '../../lib/figures.ts';
import { formatLocalClock } from '../../lib/formats.ts';
import { deskNow, type DeskTime, nextTurn } from '../../lib/market/desk-time.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import { now } from '../../lib/now.ts';
import { linePath } from '../../ui/picture.tsx';
import { outcomeTexts } from '../../ui/decision-texts.ts';
import { texts } from './texts.ts';
import type { MarketFeed, PriceTrail } from './market-feed.ts';
import { quoteFreshMs, secondsTo } from './market-view.tsx';
import { type PriceRange, type RacePicture, racePicture, type RaceScene, START_X } from './race-picture.ts';
import { signalWords } from '../../ui/signal-texts.ts';

export interface RaceSubject {
  readonly store: MarketStore;
  readonly trail: MarketFeed<PriceTrail>;
  readonly pair: ScoredPair;
  readonly story: SignalStory | undefined;
  readonly startMs: number;
  readonly expiryMs: number;
}

/** At most four frames a second. */
const FRAME_MS = 250;
/** Width of the drawing in its own units, whatever the size of its box. */
const WIDTH = 1000;
const HEIGHT = 300;
const EDGE = START_X * WIDTH;
/** The lines of the entry and of the price reach a little beyond the expiry, to their tags on the axis. */
const TO_TAG = WIDTH + 12;
/** The end of the price line stays this far from the axis: there the words stand. */
const LEAD_X = 0.93;

/**
 * Moves the parts of a race with each second of the desk's clock, and with each price where motion is wanted, until the returned
 * function is called. It writes attributes, custom properties and short texts: nothing outside the race's own box is laid out again.
 */
export function startRace(root: HTMLElement, subject: RaceSubject): () => void {
  const parts = partsOf(root);
  const scene = sceneOf(subject);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const width = matchMedia('(width < 40em)').matches ? 'narrow' : 'wide';
  const scale = new RaceScale(isStill);
  let drawnAt = epochMs(0);
  let nextFrame = 0;
  let callOff = () => {};

  function draw(): void {
    drawnAt = now();
    const { deskTime } = subject.store.getState();
    if (deskTime === null) return;
    paintAt(drawnAt, deskTime);
    drawAt(nextTurn(deskTime, drawnAt));
  }

  /** While the scale moves, every second frame is drawn: six of its 200 ms look as smooth as twelve, and cost half. */
  function paintAt(nowMs: EpochMs, deskTime: DeskTime): void {
    cancelAnimationFrame(nextFrame);
    const deskMs = deskNow(deskTime, nowMs);
    const { value } = subject.trail.getState();
    const towards = (range: PriceRange) => scale.towards(range, nowMs);
    const picture = racePicture(
      scene,
      value,
      deskMs,
      quoteFreshMs(deskTime.speed),
      scale.target,
      towards,
      width,
    );
    paint(parts, picture);
    writeWords(parts, picture, subject, deskMs);
    if (scale.isMoving(nowMs)) nextFrame = requestAnimationFrame(() => paintAfterFrame(deskTime));
  }

  function paintAfterFrame(deskTime: DeskTime): void {
    nextFrame = requestAnimationFrame(() => paintAt(now(), deskTime));
  }

  function drawAt(instantMs: number): void {
    callOff();
    callOff = setAlarm(instantMs, () => {
      cancelAnimationFrame(nextFrame);
      nextFrame = requestAnimationFrame(draw);
    });
  }

  /** With the next frame that a price may bring, and no later than the second turns. */
  function drawPrice(): void {
    const { deskTime } = subject.store.getState();
    if (isStill || deskTime === null) return;
    drawAt(Math.min(Math.max(now(), drawnAt + FRAME_MS), nextTurn(deskTime, drawnAt)));
  }

  /** The past is drawn when it comes, and not with the next frame. */
  let hasPast = subject.trail.getState().isLoaded;
  const stopFollowing = subject.trail.subscribe(() => {
    const hadPast = hasPast;
    hasPast = subject.trail.getState().isLoaded;
    if (hasPast && !hadPast) draw();
    else drawPrice();
  });
  draw();
  return () => {
    stopFollowing();
    callOff();
    cancelAnimationFrame(nextFrame);
  };
}

type Parts = ReadonlyMap<string, HTMLElement | SVGElement>;

function partsOf(root: HTMLElement): Parts {
  const found = root.querySelectorAll<HTMLElement | SVGElement>('[data-part]');
  return new Map([...found].map((part) => [part.dataset['part'] ?? '', part]));
}

function sceneOf({ story, startMs, expiryMs }: RaceSubject): RaceScene {
  const mid = (quote: { bid: number; ask: number } | undefined) =>
    quote && doubleMid(quote as Parameters<typeof doubleMid>[0]);
  const settled = story?.settled;
  return {
    startMs,
    expiryMs,
    direction: story?.signal.direction,
    entry: mid(story?.entered?.quote),
    settled: settled && { outcome: settled.outcome, exit: mid(settled.exit) },
  };
}

function paint(parts: Parts, picture: RacePicture): void {
  const { wash, entryY, dot, bracket, tags, say } = picture;
  write(parts, 'wash', 'y', at(wash?.top ?? 0, HEIGHT));
  write(parts, 'wash', 'height', at((wash?.bottom ?? 0) - (wash?.top ?? 0), HEIGHT));
  write(parts, 'entry', 'd', entryY === undefined ? '' : `M${EDGE} ${at(entryY, HEIGHT)}H${TO_TAG}`);
  for (const name of ['before', 'during'] as const) write(parts, name, 'd', pathOf(picture[name]));
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
  parts: Parts,
  name: string,
  point: { readonly x: number; readonly y: number } | undefined,
  form: string | undefined,
): void {
  const part = parts.get(name);
  write(parts, name, 'data-form', form ?? 'none');
  part?.style.setProperty('--x', point === undefined ? '0' : point.x.toFixed(4));
  part?.style.setProperty('--y', point === undefined ? '0' : point.y.toFixed(4));
}

function write(parts: Parts, name: string, attribute: string, value: string): void {
  const part = parts.get(name);
  if (part !== undefined && part.getAttribute(attribute) !== value) part.setAttribute(attribute, value);
}

function pathOf(strokes: RacePicture['before']): string {
  return strokes.map((stroke) => linePath(stroke.map(([x, y]) => [x * WIDTH, y * HEIGHT]))).join('');
}

function at(share: number, size: number): string {
  return (share * size).toFixed(1);
}

function writeWords(parts: Parts, picture: RacePicture, subject: RaceSubject, deskMs: EpochMs): void {
  const [title, text] = wordsOf(picture, subject, deskMs);
  writeText(parts, 'sayTitle', title);
  writeText(parts, 'sayText', text);
  writeText(
    parts,
    'priceTag',
    picture.price === undefined ? '' : formatPrice(subject.pair, picture.price / 2),
  );
}

function writeText(parts: Parts, name: string, text: string): void {
  const part = parts.get(name);
  if (part !== undefined && part.textContent !== text) part.textContent = text;
}

/** The words beside the dot, or in the corner: a figure and its meaning. */
function wordsOf(
  { state, ahead = 0, price }: RacePicture,
  { store, story, startMs, expiryMs }: RaceSubject,
  deskMs: EpochMs,
): readonly [title: string, text: string] {
  const pips = signalWords.pips({ pips: formatPips(ahead) });
  // Without a connection the page does not know the desk's state.
  const isCutOff = store.getState().status !== 'live';
  switch (state) {
    case 'none':
      return ['', price === undefined ? texts.noPriceCame : texts.noSignalOnIt];
    case 'before':
      return [texts.startsIn({ seconds: formatCount(secondsTo(startMs, deskMs)) }), texts.entryAtStart];
    case 'entering':
      return [texts.started, texts.entryComes];
    case 'running': {
      const side = ahead > 0 ? 'ahead' : ahead < 0 ? 'behind' : 'level';
      return [pips, texts.standing({ side, seconds: formatCount(secondsTo(expiryMs, deskMs)) })];
    }
    case 'stopped':
      return [
        texts.stopped,
        isCutOff ? texts.cutOff : texts.voidUnless({ time: formatLocalClock(expiryMs + FRESH_MS) }),
      ];
    case 'settling':
      return [texts.settling, isCutOff ? texts.cutOff : texts.nextPrice];
    case 'settled': {
      const settled = story?.settled;
      if (settled?.outcome !== 'void') return ['', ''];
      const isQuiet =
        settled.reason === 'no-entry' || settled.reason === 'no-exit' || settled.reason === 'no-proof';
      return [outcomeTexts.void, isQuiet ? texts.noPriceCame : texts.raceNotScored];
    }
  }
}

/** Duration of the move from one scale to another. */
const GLIDE_MS = 200;

/** The scale of a race, which goes to another one in steady steps, or at once where motion is not wanted. */
export class RaceScale {
  readonly #isStill: boolean;
  #from: PriceRange | undefined;
  #to: PriceRange | undefined;
  #sinceMs = 0;

  constructor(isStill: boolean) {
    this.#isStill = isStill;
  }

  /** The range that it moves to, or shows; undefined before the first `towards`. */
  get target(): PriceRange | undefined {
    return this.#to;
  }

  /** Whether it is still on its way. */
  isMoving(nowMs: number): boolean {
    return this.#from !== undefined && nowMs < this.#sinceMs + GLIDE_MS;
  }

  /** The range to draw in at an instant; another object than before is the new target. */
  towards(range: PriceRange, nowMs: number): PriceRange {
    if (range !== this.#to) {
      this.#from = this.#isStill ? undefined : this.#at(nowMs);
      this.#to = range;
      this.#sinceMs = nowMs;
    }
    return this.#at(nowMs) ?? range;
  }

  #at(nowMs: number): PriceRange | undefined {
    if (this.#from === undefined || this.#to === undefined || !this.isMoving(nowMs)) return this.#to;
    const share = Math.max(0, (nowMs - this.#sinceMs) / GLIDE_MS);
    const mix = (from: number, to: number) => from + (to - from) * share;
    return { low: mix(this.#from.low, this.#to.low), high: mix(this.#from.high, this.#to.high) };
  }
}
