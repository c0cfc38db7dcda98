import { type EpochMs, epochMs } from '../../../core/time/instant.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import { FRESH_MS } from '../../../core/market/settlement-times.ts';
import { setAlarm } from '../../lib/clock.ts';
import { formatCount, formatPips, formatPrice } from '../../lib/figures.ts';
import { formatLocalClock } from '../../lib/formats.ts';
import { type DeskTime, deskNow, nextTurn } from '../../lib/market/desk-time.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import { now } from '../../lib/now.ts';
import { pictureTexts } from '../../ui/signal-texts.ts';
import { outcomeTexts, outcomeWords } from '../../ui/measured-texts.ts';
import { beforeTexts, raceTexts } from './card-texts.ts';
import type { MarketFeed } from './market-feed.ts';
import type { PriceTrail } from './price-trail.ts';
import { minuteOf } from './held-outcome.tsx';
import { quoteFreshMs, secondsTo } from './market-view.ts';
import { type RacePicture, racePicture, type RaceScene, raceX } from './race-picture.ts';
import { RaceScale } from './race-scale.ts';

export interface RaceSubject {
  readonly store: MarketStore;
  readonly trail: MarketFeed<PriceTrail>;
  readonly pair: ScoredPair;
  readonly story: SignalStory | undefined;
  readonly startMs: number;
  readonly expiryMs: number;
  readonly before: SignalStory | undefined;
}

/** At most four frames a second. */
const FRAME_MS = 250;
/** The drawing is so large, whatever the size of its box. */
const WIDTH = 1000;
const HEIGHT = 300;

/**
 * Moves the parts of a race with each second of the desk's clock, and with each price where motion is wanted, until the returned
 * function is called. It writes attributes, custom properties and short texts: nothing outside the race's own box is laid out again.
 */
export function startRace(root: HTMLElement, subject: RaceSubject): () => void {
  const parts = partsOf(root);
  const scene = sceneOf(subject);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
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

  /** While the scale moves, every second frame is drawn: six of its 200 ms look as twelve do, and cost half. */
  function paintAt(nowMs: EpochMs, deskTime: DeskTime): void {
    cancelAnimationFrame(nextFrame);
    const deskMs = deskNow(deskTime, nowMs);
    const { value } = subject.trail.getState();
    const picture = racePicture(scene, value, deskMs, quoteFreshMs(deskTime.speed), scale.target, (range) =>
      scale.towards(range, nowMs),
    );
    paint(parts, picture, scene);
    writeWords(parts, picture, subject, deskMs);
    if (scale.isMoving(nowMs)) nextFrame = requestAnimationFrame(() => paintAfterFrame(deskTime));
  }

  function paintAfterFrame(deskTime: DeskTime): void {
    nextFrame = requestAnimationFrame(() => paintAt(now(), deskTime));
  }

  function drawAt(instant: number): void {
    callOff();
    callOff = setAlarm(epochMs(instant), () => {
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

function sceneOf({ pair, story, startMs, expiryMs, before }: RaceSubject): RaceScene {
  const mid = (quote: { bid: number; ask: number } | undefined) =>
    quote && doubleMid(quote as Parameters<typeof doubleMid>[0]);
  const settled = story?.settled;
  return {
    startMs,
    expiryMs,
    direction: story?.signal.direction,
    entry: mid(story?.entered?.quote),
    settled: settled && { outcome: settled.outcome, exit: mid(settled.exit) },
    before:
      before?.signal.pair === pair
        ? {
            direction: before.signal.direction,
            startMs: before.signal.startMs,
            expiryMs: before.signal.expiryMs,
            entry: mid(before.entered?.quote),
            exit: mid(before.settled?.exit),
            outcome: before.settled?.outcome,
          }
        : undefined,
  };
}

function paint(parts: Parts, picture: RacePicture, scene: RaceScene): void {
  const edges = [scene.startMs, scene.expiryMs].map((ms) => raceX(scene, ms));
  write(parts, 'edges', 'd', edges.map((x) => `M${at(x, WIDTH)} 0V${HEIGHT}`).join(''));
  for (const name of ['wash', 'washBefore'] as const) {
    const box = picture[name] ?? { left: 0, right: 0, top: 0, bottom: 0 };
    write(parts, name, 'x', at(Math.max(0, box.left), WIDTH));
    write(parts, name, 'y', at(box.top, HEIGHT));
    write(parts, name, 'width', at(box.right - Math.max(0, box.left), WIDTH));
    write(parts, name, 'height', at(box.bottom - box.top, HEIGHT));
  }
  write(parts, 'entry', 'd', levelOf(picture.wash, picture.entryY));
  const { washBefore } = picture;
  const yBefore = washBefore && (scene.before?.direction === 'CALL' ? washBefore.bottom : washBefore.top);
  write(parts, 'entryBefore', 'd', levelOf(washBefore, yBefore));
  for (const name of ['before', 'during'] as const) write(parts, name, 'd', pathOf(picture[name]));
  place(parts, 'dot', picture.dot, picture.dot?.form);
  const { dotBefore } = picture;
  place(parts, 'dotBefore', dotBefore && { x: edges[0] as number, y: dotBefore.y }, dotBefore?.outcome);
  const isBelow = picture.dot !== undefined && picture.entryY !== undefined && picture.dot.y > picture.entryY;
  place(parts, 'entryLabel', { x: edges[1] as number, y: picture.entryY ?? 0 }, isBelow ? 'above' : 'below');
  place(parts, 'say', 'x' in picture.say ? picture.say : undefined, picture.say.at);
  write(parts, 'side', 'data-form', picture.saysSide ? 'said' : 'none');
}

/** A part at a point, in one of its forms; without a form it is not there. */
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

function levelOf(box: RacePicture['wash'], y: number | undefined): string {
  if (box === undefined || y === undefined) return '';
  return `M${at(Math.max(0, box.left), WIDTH)} ${at(y, HEIGHT)}H${at(box.right, WIDTH)}`;
}

function pathOf(strokes: RacePicture['before']): string {
  return strokes
    .map((stroke) => `M${stroke.map(([x, y]) => `${at(x, WIDTH)} ${at(y, HEIGHT)}`).join('L')}`)
    .join('');
}

function at(share: number, size: number): string {
  return (share * size).toFixed(1);
}

function writeWords(parts: Parts, picture: RacePicture, subject: RaceSubject, deskMs: EpochMs): void {
  const [title, text] = wordsOf(picture, subject, deskMs);
  say(parts, 'sayTitle', title);
  say(parts, 'sayText', text);
  say(parts, 'beforeLabel', beforeLabel(subject, deskMs));
}

function say(parts: Parts, name: string, text: string): void {
  const part = parts.get(name);
  if (part !== undefined && part.textContent !== text) part.textContent = text;
}

/** What stands beside the dot, or in the corner: a figure and what it means. */
function wordsOf(
  { state, ahead = 0, price }: RacePicture,
  { store, pair, story, startMs, expiryMs }: RaceSubject,
  deskMs: EpochMs,
): readonly [title: string, text: string] {
  const pips = pictureTexts.pips({ pips: formatPips(ahead) });
  // Cut off, the page does not know what the desk has.
  const isCutOff = store.getState().status !== 'live';
  switch (state) {
    case 'none':
      return price === undefined ? ['', ''] : [formatPrice(pair, price / 2), raceTexts.noSignalOnIt];
    case 'before':
      return [
        raceTexts.startsIn({ seconds: formatCount(secondsTo(startMs, deskMs)) }),
        raceTexts.entryAtStart,
      ];
    case 'entering':
      return [raceTexts.started, raceTexts.entryComes];
    case 'running': {
      const text = ahead > 0 ? raceTexts.ahead : ahead < 0 ? raceTexts.behind : raceTexts.level;
      return [pips, text({ seconds: formatCount(secondsTo(expiryMs, deskMs)) })];
    }
    case 'stopped':
      return [
        raceTexts.stopped,
        isCutOff
          ? raceTexts.cutOff
          : raceTexts.voidUnless({ time: formatLocalClock(epochMs(expiryMs + FRESH_MS)) }),
      ];
    case 'settling':
      return [raceTexts.settling, isCutOff ? raceTexts.cutOff : raceTexts.nextPrice];
    case 'settled': {
      const settled = story?.settled;
      if (settled === undefined || settled.outcome !== 'void')
        return [pips, settled === undefined ? '' : outcomeWords[settled.outcome]];
      const isQuiet =
        settled.reason === 'no-entry' || settled.reason === 'no-exit' || settled.reason === 'no-proof';
      return [outcomeTexts.void, isQuiet ? raceTexts.noPriceCame : raceTexts.notScored];
    }
  }
}

function beforeLabel({ store, pair, story, before }: RaceSubject, deskMs: EpochMs): string {
  if (before === undefined) return story === undefined ? raceTexts.lastMinute({ pair }) : '';
  const { signal, settled } = before;
  const what = signal.pair === pair ? signal.direction : `${signal.pair} ${signal.direction}`;
  const open = deskMs < signal.expiryMs ? 'runs' : store.getState().status === 'live' ? 'settles' : 'unknown';
  return beforeTexts[settled?.outcome ?? open]({ time: minuteOf(signal.decidedMs), what });
}
