import { type KeyboardEvent, memo, type PointerEvent, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { epochMs, type EpochMs, MINUTE_MS, minuteOf } from '../../../../core/time/instant.ts';
import type { SignalMark } from '../../../../core/wire/market.ts';
import { formatCount } from '../../../lib/figures.ts';
import { formatLocalDate, formatLocalMinute } from '../../../lib/formats.ts';
import { useMedia } from '../../../lib/media.ts';
import { useStore } from '../../../lib/store.ts';
import { TryAgain } from '../../../ui/notice.tsx';
import { DieIcon } from '../../../ui/tag.tsx';
import { Explained } from '../../../ui/disclosure.tsx';
import { OutcomePip } from '../../../ui/outcome.tsx';
import { useMarket } from '../market-context.ts';
import type { MarketFeed } from '../market-feed.ts';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { texts } from '../texts.ts';
import '../market-signals.css';
import { START_DELAY_MS } from '../../../../core/market/settlement-times.ts';
import { lastClosing, marketStatus } from '../../../../core/time/market-hours.ts';
import type { SignalStory } from '../../../../core/signals/fold-signals.ts';
import { signalWords } from '../../../ui/signal-texts.ts';

const MINUTES = { wide: 60, narrow: 20 } as const;

/** In the place of outcomes and counts that did not load yet. */
const UNKNOWN = '–';

/** How the last signals of P-Special ended, minute by minute, and the coin beside them. Of a closed market, the last session's. */
export function TodayStrip({ feed }: { readonly feed: MarketFeed<readonly SignalMark[]> }) {
  const { value: marks, isLoaded, problem } = useStore(feed);
  const minutes = useMedia('(width < 40em)') ? MINUTES.narrow : MINUTES.wide;
  const span = useMarket(({ state, atMs }) =>
    atMs === undefined ? undefined : stripSpan(state.signals.stories, atMs),
  );
  const columns = useMemo(
    () => stripColumns(marks, span?.endMs ?? 0, minutes),
    [marks, span?.endMs, minutes],
  );
  const closedMs = span?.closedMs;
  return (
    <section className="today" aria-label={texts.today} aria-busy={!isLoaded && problem === undefined}>
      <Strip
        columns={columns}
        isLoaded={isLoaded}
        title={closedMs === undefined ? undefined : texts.lastSession({ day: formatLocalDate(closedMs - 1) })}
      />
      {problem === undefined ? null : (
        <p className="note">
          {uiTexts.didNotLoadFor({ reason: problem })} <TryAgain onPress={feed.retry} />
        </p>
      )}
    </section>
  );
}

interface StripProps {
  readonly columns: readonly (SignalMark | undefined)[];
  /** Before that nothing is known of these minutes, and nothing is said of them. */
  readonly isLoaded: boolean;
  /** For a session that is over. */
  readonly title: string | undefined;
}

/** Drawn when an outcome comes and when a minute is over, not each second. */
const Strip = memo(function Strip({ columns, isLoaded, title }: StripProps) {
  const [chosen, setChosen] = useState<SignalMark>();
  const marks = columns.filter((mark) => mark !== undefined);
  const pointed = marks.find(({ id }) => id === chosen?.id);
  const engine = countTexts(columns, 'outcome');
  const coin = countTexts(columns, 'control');
  return (
    <>
      <p className="today__head apart note">
        <span>
          {pointed === undefined ? (
            (title ?? <LastOutcome last={marks.at(-1)} none={isLoaded ? texts.noneEnded : texts.today} />)
          ) : (
            <Link href={storyPath(pointed)}>{textOf(pointed)}</Link>
          )}
        </span>
        <small>{texts.lastMinutes({ minutes: formatCount(columns.length) })}</small>
      </p>
      <div className="strip" dir="ltr">
        <Explained what={['engine', 'coin']}>
          <span className="strip__names">
            <span>{signalWords.engine}</span>
            <span>
              <DieIcon />
              {signalWords.coin}
            </span>
          </span>
        </Explained>
        <Columns
          {...{ columns, marks, pointed }}
          none={isLoaded ? texts.noneEnded : UNKNOWN}
          label={
            isLoaded
              ? texts.summary({ ...engine, coinWon: coin.won, coinDecided: coin.decided })
              : texts.today
          }
          onPoint={setChosen}
        />
        {/* By its key another element: the counts take the dash's place, which does not move. */}
        <b key={String(isLoaded)} className="strip__counts">
          <span>{isLoaded ? texts.count(engine) : UNKNOWN}</span>
          <span>{isLoaded ? texts.count(coin) : UNKNOWN}</span>
        </b>
      </div>
    </>
  );
});

function LastOutcome({ last, none }: { readonly last: SignalMark | undefined; readonly none: string }) {
  if (last === undefined) return none;
  const { decidedMs, direction, outcome } = last;
  const time = formatLocalMinute(decidedMs);
  return texts.last({ time, direction, outcome, b: <Link href={storyPath(last)} /> });
}

interface ColumnsProps {
  readonly columns: readonly (SignalMark | undefined)[];
  readonly marks: readonly SignalMark[];
  readonly pointed: SignalMark | undefined;
  readonly label: string;
  /** What is said where there is no signal. */
  readonly none: string;
  readonly onPoint: (mark: SignalMark | undefined) => void;
}

/** Takes every touch, and the arrow keys, for the nearest signal. */
function Columns({ columns, marks, pointed, label, none, onPoint }: ColumnsProps) {
  const [, goTo] = useLocation();
  const current = pointed ?? marks.at(-1);
  const at = current === undefined ? -1 : marks.indexOf(current);

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && current !== undefined) goTo(storyPath(current));
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: marks.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onPoint(marks[Math.min(Math.max(to, 0), marks.length - 1)]);
  }

  function pointAt({ currentTarget, clientX }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    const column = ((clientX - left) / width) * columns.length - 0.5;
    const distance = (mark: SignalMark) => Math.abs(columns.indexOf(mark) - column);
    onPoint(marks.toSorted((one, other) => distance(one) - distance(other))[0]);
  }

  return (
    <div
      className="strip__columns"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- No input holds the drawn outcomes.
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={Math.max(marks.length, 1)}
      aria-valuenow={Math.max(at + 1, 1)}
      aria-valuetext={current === undefined ? none : textOf(current)}
      onKeyDown={handleKeyDown}
      onPointerMove={pointAt}
      onPointerDown={pointAt}
      onPointerLeave={({ pointerType }) => (pointerType === 'mouse' ? onPoint(undefined) : undefined)}
      onClick={({ nativeEvent }) => {
        // A finger chooses: the words above lead to the story.
        const isTouch = (nativeEvent as globalThis.PointerEvent).pointerType === 'touch';
        if (!isTouch && pointed !== undefined) goTo(storyPath(pointed));
      }}
    >
      {columns.map((mark, column) =>
        mark === undefined ? null : (
          <span
            key={mark.id}
            className={mark === current ? 'is-current' : ''}
            style={{ gridColumn: column + 1 }}
            aria-hidden="true"
          >
            <OutcomePip outcome={mark.outcome} />
            <OutcomePip outcome={mark.control} isCoin />
          </span>
        ),
      )}
    </div>
  );
}

function countTexts(columns: StripProps['columns'], arm: 'outcome' | 'control') {
  const { won, decided } = countOf(columns, arm);
  return { won: formatCount(won), decided: formatCount(decided) };
}

function textOf({ decidedMs, pair, direction, outcome, control }: SignalMark): string {
  return texts.signalEnded({ time: formatLocalMinute(decidedMs), pair, direction, outcome, control });
}

function storyPath({ id }: SignalMark): string {
  return `/record/${id}`;
}

/** A decided minute has its signal's outcome this long after it at the earliest: a second to the start, a minute to the expiry. */
const FIRST_OUTCOME_MS = START_DELAY_MS + MINUTE_MS;

export interface StripSpan {
  /** The minute behind the last column. */
  readonly endMs: EpochMs;
  /** When the session closed that the strip is of; undefined while the market is open. */
  readonly closedMs: EpochMs | undefined;
}

/**
 * Which minutes a strip shows at an instant: up to the last one that is over, all signals before it settled, so that a gap always
 * says that there was no signal. Of a closed market, those before the close.
 */
export function stripSpan(stories: readonly SignalStory[], atMs: EpochMs): StripSpan {
  const closedMs = marketStatus(atMs).anyActive ? undefined : lastClosing(atMs);
  const open = stories
    .filter(({ signal, settled }) => signal.mode === 'special' && settled === undefined)
    .map(({ signal }) => signal.decidedMs);
  const endMs = Math.min(closedMs ?? Infinity, minuteOf(atMs - FIRST_OUTCOME_MS) + MINUTE_MS, ...open);
  return { endMs: epochMs(endMs), closedMs };
}

/** The signals of the minutes before an instant, one column each; undefined where there was none. */
export function stripColumns(
  marks: readonly SignalMark[],
  endMs: number,
  minutes: number,
): readonly (SignalMark | undefined)[] {
  const byMinute = new Map(marks.map((mark) => [minuteOf(mark.decidedMs), mark]));
  return Array.from({ length: minutes }, (_, column) => byMinute.get(endMs - (minutes - column) * MINUTE_MS));
}

/** How many of the columns were won, of those that were won or lost. */
export function countOf(columns: readonly (SignalMark | undefined)[], arm: 'outcome' | 'control') {
  const ends = columns.map((mark) => mark?.[arm]);
  const won = ends.filter((end) => end === 'won').length;
  return { won, decided: won + ends.filter((end) => end === 'lost').length };
}
