import { useEffect, useMemo, useRef } from 'react';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import { formatMid } from '../../lib/figures.ts';
import { formatLocalClock } from '../../lib/formats.ts';
import { texts } from './texts.ts';
import { useMarketStore } from './market-context.ts';
import { createPriceTrail } from './market-feed.ts';
import { startRace } from './race-painter.ts';
import { START_X } from './race-picture.ts';
import '../../ui/price-picture.css';
import './race.css';
import { signalWords, winsTexts } from '../../ui/signal-texts.ts';

interface RaceProps {
  readonly pair: ScoredPair;
  /** Undefined where there is no signal: then the price alone is drawn. */
  readonly story: SignalStory | undefined;
  readonly startMs: number;
  readonly expiryMs: number;
}

const WIDE = <span className="wide" />;

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
  const direction = story?.signal.direction;
  return (
    <figure dir="ltr" aria-label={raceName(pair, story)}>
      <div className={`price-picture race race--${direction ?? 'none'}`} aria-hidden="true" ref={root}>
        <svg viewBox="0 0 1000 300" preserveAspectRatio="none">
          <rect
            data-part="wash"
            className={`price-picture__wash--${direction ?? 'none'}`}
            x={START_X * 1000}
            width={(1 - START_X) * 1000}
          />
          {story === undefined ? null : (
            <path className="price-picture__edge" d={`M${START_X * 1000} 0V300M1000 0V300`} />
          )}
          <path data-part="lead" className="race__lead" />
          <path data-part="entry" className="price-picture__entry" />
          <path data-part="before" className="price-picture__before" />
          <path data-part="during" className="price-picture__during" />
          <path data-part="bracket" className="race__bracket" />
        </svg>
        {story === undefined ? (
          <span className="price-picture__label race__label race__label--pair">{pair}</span>
        ) : (
          <>
            <span className="price-picture__label race__label race__label--start">
              {signalWords.start({ time: formatLocalClock(startMs), wide: WIDE })}
            </span>
            <span className="price-picture__label race__label race__label--expiry">
              {signalWords.expiry({ time: formatLocalClock(expiryMs), wide: WIDE })}
            </span>
          </>
        )}
        {direction === undefined || story?.entered === undefined ? null : (
          <>
            <span
              data-part="side"
              className={`price-picture__label race__label race__label--${direction.toLowerCase()}`}
            >
              {winsTexts[direction]}
            </span>
            <span data-part="entryTag" className="price-picture__label race__tag">
              {formatMid(pair, story.entered.quote)}
            </span>
          </>
        )}
        <span data-part="priceTag" className="price-picture__label race__tag race__tag--price" />
        <i data-part="dot" className="race__dot" />
        <p data-part="say" className="price-picture__say race__say">
          <b data-part="sayTitle" />
          <span data-part="sayText" className="note" />
        </p>
      </div>
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
