import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useMedia } from '../../../lib/media.ts';
import { useTheme } from '../../../lib/theme.ts';
import { barAt } from './bar-places.ts';
import { texts } from '../texts.ts';
import { createPriceCanvas, type Picture, type PriceCanvas } from './price-canvas.ts';

interface PricePictureProps {
  readonly picture: Picture;
  /** The opening of the bar that the crosshair is on; undefined without one. */
  readonly cursorMs: number | undefined;
  /** The text of that place, or of the last price without a crosshair. */
  readonly cursorText: string;
  readonly onCursor: (openMs: number | undefined) => void;
}

const PAGE = 10;

/** The drawing. To a keyboard and a screen reader its crosshair is a slider along the time. */
export function PricePicture({ picture, cursorMs, cursorText, onCursor }: PricePictureProps) {
  const element = useRef<HTMLDivElement>(null);
  const canvas = useRef<PriceCanvas>(undefined);
  const theme = useTheme();
  const isForced = useMedia('(forced-colors: active)');
  const { bars } = picture.places;
  const last = bars.findLastIndex((bar) => bar !== undefined);
  const at = barAt(picture.places, cursorMs) ?? last;

  useEffect(() => {
    if (element.current === null) return;
    const made = createPriceCanvas(element.current, onCursor);
    canvas.current = made;
    return () => {
      canvas.current = undefined;
      made.remove();
    };
  }, [onCursor]);

  useEffect(() => canvas.current?.show(picture, `${theme} ${isForced}`), [picture, theme, isForced]);

  function onKeyDown(event: KeyboardEvent): void {
    const to = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      PageDown: at - PAGE,
      PageUp: at + PAGE,
      Home: 0,
      End: last,
      Escape: undefined,
    };
    if (!(event.key in to)) return;
    event.preventDefault();
    const wished = to[event.key as keyof typeof to];
    const openMs =
      wished === undefined
        ? undefined
        : bars[nearestBar(picture, Math.min(Math.max(wished, 0), last), at)]?.[0];
    canvas.current?.point(openMs);
    onCursor(openMs);
  }

  return (
    <div
      className="price-chart__canvas"
      dir="ltr"
      tabIndex={0}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- No input holds a canvas.
      role="slider"
      aria-label={texts.cursor}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={cursorText}
      onKeyDown={onKeyDown}
      onBlur={() => {
        canvas.current?.point(undefined);
        onCursor(undefined);
      }}
    >
      <div ref={element} className="price-chart__drawing" aria-hidden="true" />
    </div>
  );
}

/** The bar at a place or, where nothing was quoted, the next one in the direction of the move; none beyond leaves it where it was. */
function nearestBar({ places: { bars } }: Picture, wished: number, from: number): number {
  const step = wished < from ? -1 : 1;
  for (let place = wished; place >= 0 && place < bars.length; place += step) {
    if (bars[place] !== undefined) return place;
  }
  return from;
}
