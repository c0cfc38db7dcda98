import { memo, useMemo, useState, type KeyboardEvent, useEffect, useRef } from 'react';
import { isScoredPair, SCORED_PAIRS, type ScoredPair } from '../../../../core/market/instruments.ts';
import {
  CHART_SPANS,
  type ChartSpan,
  lengthsOf,
  type MidBar,
  withMid,
} from '../../../../core/market/mid-bars.ts';
import { useStore } from '../../../lib/store.ts';
import { Choice } from '../../../ui/field.tsx';
import { TryAgain } from '../../../ui/notice.tsx';
import { Opens } from '../../../ui/opens.tsx';
import { useMarketStore } from '../market-context.ts';
import {
  barAt,
  barPlaces,
  placeMarks,
  type RunningSignal,
  barTime,
  describeBars,
  describePlace,
  markText,
  midText,
} from './bar-places.ts';
import { texts } from '../texts.ts';
import { type Picture, createPriceCanvas, type PriceCanvas } from './price-canvas.ts';
import { Link } from 'wouter';
import { OutsideLink } from '../../../ui/links.tsx';
import { localZoneName } from '../../../lib/formats.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { doubleMid } from '../../../../core/market/tick.ts';
import type { MarketState } from '../../../lib/market/market-state.ts';
import type { MarketStore } from '../../../lib/market/market-store.ts';
import { createMarketFeed, createSettledFeed, type MarketFeed } from '../market-feed.ts';
import { useMedia } from '../../../lib/media.ts';
import { useTheme } from '../../../lib/theme.ts';
import { signalWords } from '../../../ui/signal-texts.ts';
import { Toggle } from '../../../ui/toggle.tsx';

interface PriceChartProps {
  readonly pair: ScoredPair;
  /** The running signal, of any pair. */
  readonly running: (RunningSignal & { readonly pair: ScoredPair }) | undefined;
  /** Whether the chart is visible: prices are not followed while it is not. */
  readonly isInView: boolean;
}

type Look = Picture['look'];

/** The chart with its tools, in words, and as a table. Fetched when it is first visible. */
export function PriceChart({ pair: pairOfSignal, running: anyRunning, isInView }: PriceChartProps) {
  'use memo';
  const [chosen, setChosen] = useState<ScoredPair>();
  const [span, setSpan] = useState<ChartSpan>('1h');
  const [look, setLook] = useState<Look>('candles');
  const [cursorMs, setCursorMs] = useState<number>();
  const [isTableOpen, setTableOpen] = useState(false);
  const store = useMarketStore();
  const pair = chosen ?? pairOfSignal;
  const settledFeed = useMemo(() => createSettledFeed(store, span), [store, span]);
  const { barsFeed, value: bars, isLoaded, problem } = useBars(pair, span, isInView);
  const { value: settled } = useStore(settledFeed);
  const { startMs, expiryMs, direction } = anyRunning?.pair === pair ? anyRunning : NOTHING_RUNS;
  const picture = useMemo((): Picture => {
    const running = direction === undefined ? undefined : { startMs, expiryMs, direction };
    const places = barPlaces(bars, span, running);
    return { pair, span, look, places, marks: placeMarks(places, settled, pair), running };
  }, [pair, span, look, bars, settled, startMs, expiryMs, direction]);
  const { places, marks } = picture;
  const at = barAt(places, cursorMs) ?? places.bars.findLastIndex((bar) => bar !== undefined);
  const here = [
    describePlace(pair, span, places, at, look === 'line'),
    ...marks.filter(({ place }) => place === at).map(markText),
  ];

  return (
    <>
      <Tools {...{ pair, span, look }} onPair={setChosen} onSpan={setSpan} onLook={setLook} />
      <figure className="price-chart__area" aria-label={describeBars(pair, bars, span, marks)}>
        {bars.length === 0 ? (
          <p className="price-chart__empty">{isLoaded || problem !== undefined ? texts.noPriceYet : null}</p>
        ) : (
          <>
            <p className={`price-chart__here ${cursorMs === undefined ? '' : 'is-pointed'}`} dir="ltr">
              {here.map((text) => (
                <span key={text}>{text}</span>
              ))}
            </p>
            <PricePicture
              picture={picture}
              cursorMs={cursorMs}
              cursorText={here.join('. ')}
              onCursor={setCursorMs}
            />
          </>
        )}
        {problem === undefined ? null : (
          <p className="price-chart__problem note">
            {texts.pastMissing({ reason: problem })} <TryAgain onPress={barsFeed.retry} />
          </p>
        )}
      </figure>
      <div className="price-chart__foot apart hint">
        <BarsTable picture={isTableOpen ? picture : undefined} onOpen={setTableOpen} />
        <p>{texts.attribution({ link: <OutsideLink href="https://www.tradingview.com/" /> })}</p>
      </div>
    </>
  );
}

/** Bars as they grow; while the chart is not visible, the last known ones. */
function useBars(pair: ScoredPair, span: ChartSpan, isInView: boolean) {
  const store = useMarketStore();
  const barsFeed = useMemo(() => createBarsFeed(store, { pair, span }), [store, pair, span]);
  const isFollowed = isInView || !barsFeed.getState().isLoaded;
  return { barsFeed, ...useStore(isFollowed ? barsFeed : { ...barsFeed, subscribe: followNothing }) };
}

const followNothing = () => () => {};

const NOTHING_RUNS = { startMs: 0, expiryMs: 0, direction: undefined };

interface ToolsProps {
  readonly pair: ScoredPair;
  readonly span: ChartSpan;
  readonly look: Look;
  readonly onPair: (pair: ScoredPair) => void;
  readonly onSpan: (span: ChartSpan) => void;
  readonly onLook: (look: Look) => void;
}

const Tools = memo(function Tools({ pair, span, look, onPair, onSpan, onLook }: ToolsProps) {
  return (
    <div className="price-chart__tools row">
      <Choice
        label={texts.pair}
        value={pair}
        options={SCORED_PAIRS.map((each) => [each, each])}
        onValue={(chosen) => {
          if (isScoredPair(chosen)) onPair(chosen);
        }}
      />
      <Toggle
        label={texts.span}
        options={CHART_SPANS.map((value) => ({ value, label: texts[value] }))}
        value={span}
        onChange={onSpan}
      />
      <div className="wide">
        <Toggle
          label={texts.look}
          options={[
            { value: 'candles', label: texts.candles },
            { value: 'line', label: texts.line },
          ]}
          value={look}
          onChange={onLook}
        />
      </div>
    </div>
  );
});

interface BarsTableProps {
  /** Undefined while it is closed. */
  readonly picture: Picture | undefined;
  readonly onOpen: (isOpen: boolean) => void;
}

/** The same bars and signals as a table; made while it is open. */
function BarsTable({ picture, onOpen }: BarsTableProps) {
  return (
    <Opens summary={texts.asTable} onToggle={(event) => onOpen(event.currentTarget.open)}>
      {picture === undefined ? null : <Rows {...picture} />}
    </Opens>
  );
}

function Rows({ pair, span, places, marks }: Picture) {
  const rows = places.bars.flatMap((bar, place) => (bar === undefined ? [] : [{ bar, place }])).reverse();
  const caption = texts.caption({ pair, zone: localZoneName(places.firstMs) });
  return (
    <DataTable
      label={caption}
      caption={<caption className="hidden-text">{caption}</caption>}
      columns={[signalWords.time, texts.opening, texts.high, texts.low, texts.close, uiTexts.signals]}
    >
      {rows.map(({ bar: [openMs, open, high, low, close], place }) => (
        <tr key={openMs}>
          <td>{barTime(span, openMs)}</td>
          <td>{midText(pair, open)}</td>
          <td>{midText(pair, high)}</td>
          <td>{midText(pair, low)}</td>
          <td>{midText(pair, close)}</td>
          <td>
            {marks
              .filter((mark) => mark.place === place)
              .map((mark) => (
                <Link key={mark.id} href={`/record/${mark.id}`}>
                  {markText(mark)}
                </Link>
              ))}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** A pair's mids of a span in bars, and every quote that comes after. */
export function createBarsFeed(
  store: MarketStore,
  { pair, span }: { readonly pair: ScoredPair; readonly span: ChartSpan },
): MarketFeed<readonly MidBar[]> {
  const { spanMs, barMs } = lengthsOf(span);
  const extend = (bars: readonly MidBar[], { prices }: MarketState) => {
    const price = prices[pair];
    if (price === undefined) return bars;
    const longer = withMid(bars, barMs, price.quotedMs, doubleMid(price));
    const lastMs = longer.at(-1)?.[0] ?? 0;
    return longer.length > bars.length ? longer.filter(([openMs]) => openMs > lastMs - spanMs) : longer;
  };
  return createMarketFeed<readonly MidBar[]>({
    store,
    empty: [],
    load: async () => (await store.bars(pair, span)).bars,
    extend,
  });
}

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
function PricePicture({ picture, cursorMs, cursorText, onCursor }: PricePictureProps) {
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
