import { useEffect, useMemo, useRef } from 'react';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import { formatMid, formatCount, formatPips, formatPrice } from '../../lib/figures.ts';
import { formatLocalClock } from '../../lib/formats.ts';
import { texts } from './texts.ts';
import { useMarketStore } from './market-context.ts';
import { createPriceTrail, type MarketFeed } from './market-feed.ts';
import { RaceDrawing, paintRace, type RaceParts, raceParts } from '../../ui/race.tsx';
import { type EpochMs, epochMs } from '../../../core/time/instant.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import { FRESH_MS } from '../../../core/market/settlement-times.ts';
import { setAlarm } from '../../lib/clock.ts';
import { deskNow, type DeskTime, nextTurn } from '../../lib/market/desk-time.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import { now } from '../../lib/now.ts';
import { outcomeTexts } from '../../ui/decision-texts.ts';
import { quoteFreshMs, secondsTo } from './market-view.tsx';
import {
  type PriceRange,
  type PriceTrail,
  type RacePicture,
  racePicture,
  type RaceScene,
} from '../../ui/race-picture.ts';
import { signalWords } from '../../ui/signal-texts.ts';

interface RaceProps {
  readonly pair: ScoredPair;
  /** Undefined where there is no signal: then the price alone is drawn. */
  readonly story: SignalStory | undefined;
  readonly startMs: number;
  readonly expiryMs: number;
}

/** The price before and during a signal. React draws its parts once; a painter moves them with each price. */
export function Race({ pair, story, startMs, expiryMs }: RaceProps) {
  'use memo';
  const store = useMarketStore();
  const trail = useMemo(() => createPriceTrail(store, pair), [store, pair]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      root.current === null
        ? undefined
        : startRace(root.current, { store, trail, pair, story, startMs, expiryMs }),
    [store, trail, pair, story, startMs, expiryMs],
  );
  const entry = story?.entered && formatMid(pair, story.entered.quote);
  return (
    <figure dir="ltr" aria-label={raceName(pair, story)}>
      <RaceDrawing
        ref={root}
        {...{ pair, entry, direction: story?.signal.direction }}
        start={formatLocalClock(startMs)}
        expiry={formatLocalClock(expiryMs)}
      >
        <p data-part="say" className="race__say">
          <b data-part="sayTitle" />
          <span data-part="sayText" className="note" />
        </p>
      </RaceDrawing>
    </figure>
  );
}

/** The picture's description, read once: changes are not announced. */
function raceName(pair: ScoredPair, story: SignalStory | undefined): string {
  const { signal, entered } = story ?? {};
  return texts.says({
    window: entered !== undefined ? 'entered' : signal === undefined ? 'none' : 'signal',
    pair,
    direction: signal?.direction ?? '',
    start: formatLocalClock(signal?.startMs ?? 0),
    expiry: formatLocalClock(signal?.expiryMs ?? 0),
    entry: entered === undefined ? '' : formatMid(pair, entered.quote),
  });
}

interface RaceSubject {
  readonly store: MarketStore;
  readonly trail: MarketFeed<PriceTrail>;
  readonly pair: ScoredPair;
  readonly story: SignalStory | undefined;
  readonly startMs: number;
  readonly expiryMs: number;
}

/** At most four frames a second. */
const FRAME_MS = 250;
/**
 * Moves the parts of a race with each second of the desk's clock, and with each price where motion is wanted, until the returned
 * function is called. It writes attributes, custom properties and short texts: nothing outside the race's own box is laid out again.
 */
function startRace(root: HTMLElement, subject: RaceSubject): () => void {
  const parts = raceParts(root);
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
    paintRace(parts, picture);
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

function writeWords(parts: RaceParts, picture: RacePicture, subject: RaceSubject, deskMs: EpochMs): void {
  const [title, text] = wordsOf(picture, subject, deskMs);
  writeText(parts, 'sayTitle', title);
  writeText(parts, 'sayText', text);
  writeText(
    parts,
    'priceTag',
    picture.price === undefined ? '' : formatPrice(subject.pair, picture.price / 2),
  );
}

function writeText(parts: RaceParts, name: string, text: string): void {
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
