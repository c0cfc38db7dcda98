import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { type EpochMs, epochMs, MINUTE_MS } from '../../../../core/time/instant.ts';
import type { SignalMark } from '../../../../core/wire/market.ts';
import { OUTCOMES } from '../../../../core/signals/ledger-entry.ts';
import { formatCount } from '../../../lib/figures.ts';
import { formatLocalDate, formatLocalMinute } from '../../../lib/formats.ts';
import { useMedia } from '../../../lib/media.ts';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Die } from '../../../ui/die.tsx';
import { Explained } from '../../../ui/explained.tsx';
import { OutcomePip } from '../../../ui/outcome-pip.tsx';
import { useMarket, useMarketStore } from '../market-context.ts';
import { createSettledFeed } from '../settled-feed.ts';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { outcomeWords } from '../../../ui/measured-texts.ts';
import { signalWords } from '../../../ui/signal-texts.ts';
import { countOf, stripColumns, stripSpan } from './strip-columns.ts';
import { texts } from './strip-texts.ts';
import './today.css';

const MINUTES = { wide: 60, narrow: 30 } as const;
/** Columns from one time under them to the next. */
const LABELS_EVERY = 15;

/** How the last signals of P-Special ended, minute by minute, and the coin beside them. Of a closed market, the last session's. */
export function TodayStrip() {
  const store = useMarketStore();
  const feed = useMemo(() => createSettledFeed(store, '1h'), [store]);
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
    <Card
      label={
        closedMs === undefined
          ? texts.today
          : texts.lastSession({ day: formatLocalDate(epochMs(closedMs - 1)) })
      }
      className="today"
      aside={(closedMs === undefined ? texts.lastMinutes : texts.beforeTheClose)({
        minutes: formatCount(minutes),
      })}
    >
      <div className="card__body" aria-busy={!isLoaded && problem === undefined}>
        <Strip columns={columns} endMs={span?.endMs} />
        {problem === undefined ? null : (
          <p className="today__note">
            {texts.problem({ reason: problem })}{' '}
            <Button look="line" size="small" onClick={feed.retry}>
              {uiTexts.tryAgain}
            </Button>
          </p>
        )}
        {isLoaded && columns.every((mark) => mark === undefined) ? (
          <p className="today__note">{texts.none}</p>
        ) : null}
      </div>
    </Card>
  );
}

interface StripProps {
  readonly columns: readonly (SignalMark | undefined)[];
  readonly endMs: EpochMs | undefined;
}

/** Drawn when an outcome comes and when a minute is over, not each second. */
const Strip = memo(function Strip({ columns, endMs }: StripProps) {
  const [chosen, setChosen] = useState<SignalMark>();
  const engine = countTexts(columns, 'outcome');
  const coin = countTexts(columns, 'control');
  return (
    <>
      <div className="strip" dir="ltr">
        <span className="strip__engine">{signalWords.engine}</span>
        <b className="strip__engine-count">
          <Explained what="engine">{texts.count(engine)}</Explained>
        </b>
        <span className="strip__coin">
          <Die value={4} className="strip__die" />
          {signalWords.coin}
        </span>
        <b className="strip__coin-count">
          <Explained what="coin">{texts.count(coin)}</Explained>
        </b>
        <ul
          className="strip__columns"
          aria-label={texts.summary({ ...engine, coinWon: coin.won, coinDecided: coin.decided })}
        >
          <Columns columns={columns} chosen={chosen} onChoose={setChosen} />
        </ul>
        <Times count={columns.length} endMs={endMs} />
      </div>
      {chosen === undefined ? (
        <Legend />
      ) : (
        <p className="today__chosen">
          <bdi>{textOf(chosen)}</bdi> <Link href={storyPath(chosen)}>{texts.open}</Link>
        </p>
      )}
    </>
  );
});

interface ColumnsProps {
  readonly columns: readonly (SignalMark | undefined)[];
  readonly chosen: SignalMark | undefined;
  readonly onChoose: (mark: SignalMark) => void;
}

/** One stop of the Tab key; the arrow keys go on from there. */
function Columns({ columns, chosen, onChoose }: ColumnsProps) {
  const links = useRef(new Map<string, HTMLAnchorElement>());
  const marks = columns.filter((mark) => mark !== undefined);
  const stop = marks.find(({ id }) => id === chosen?.id) ?? marks.at(-1);

  function onKeyDown(event: KeyboardEvent, mark: SignalMark): void {
    const at = marks.indexOf(mark);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: marks.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    links.current.get(marks[to]?.id ?? '')?.focus();
  }

  return columns.map((mark, column) =>
    mark === undefined ? null : (
      <li key={mark.id} style={{ gridColumn: column + 1 }}>
        <Link
          ref={(link: HTMLAnchorElement) => {
            links.current.set(mark.id, link);
            return () => void links.current.delete(mark.id);
          }}
          href={storyPath(mark)}
          aria-label={textOf(mark)}
          tabIndex={mark === stop ? 0 : -1}
          onKeyDown={(event) => onKeyDown(event, mark)}
          onFocus={() => onChoose(mark)}
          onMouseEnter={() => onChoose(mark)}
          onClick={(event) => {
            // A finger is wider than a column: it chooses, and the link below is wide enough for it.
            if ((event.nativeEvent as PointerEvent).pointerType === 'touch') event.preventDefault();
          }}
        >
          <OutcomePip outcome={mark.outcome} />
          <OutcomePip outcome={mark.control} isCoin />
        </Link>
      </li>
    ),
  );
}

/** The minute of every fifteenth column and of the last one. */
function Times({ count, endMs }: { readonly count: number; readonly endMs: EpochMs | undefined }) {
  const labelled = Array.from({ length: count / LABELS_EVERY }, (_, index) => index * LABELS_EVERY);
  return (
    <p className="strip__times" aria-hidden="true">
      {[...labelled, count - 1].map((column) => (
        <span key={column}>
          {endMs === undefined ? '' : formatLocalMinute(epochMs(endMs - (count - column) * MINUTE_MS))}
        </span>
      ))}
    </p>
  );
}

function Legend() {
  return (
    <ul className="today__legend">
      {OUTCOMES.map((outcome) => (
        <li key={outcome}>
          <OutcomePip outcome={outcome} />
          {outcomeWords[outcome]}
        </li>
      ))}
      <li>{texts.gap}</li>
    </ul>
  );
}

function countTexts(columns: StripProps['columns'], arm: 'outcome' | 'control') {
  const { won, decided } = countOf(columns, arm);
  return { won: formatCount(won), decided: formatCount(decided) };
}

function textOf({ decidedMs, pair, direction, outcome, control }: SignalMark): string {
  return texts.signal({ time: formatLocalMinute(epochMs(decidedMs)), pair, direction, outcome, control });
}

function storyPath({ id }: SignalMark): string {
  return `/record/${id}`;
}
