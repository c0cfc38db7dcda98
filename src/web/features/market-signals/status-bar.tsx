import type { EpochMs } from '../../../core/time/instant.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import { Pip } from '../../ui/pip.tsx';
import { Badge } from '../../ui/tag.tsx';
import { lastQuotedMs, STALE_TITLE, type Trouble, troubleAt, troubleOf } from './market-view.ts';
import { quoteAgeText } from './quote-age.ts';
import { sourceName } from './source-name.ts';

interface StatusBarProps {
  readonly state: MarketState;
  readonly atMs: EpochMs | undefined;
}

/** How the line and the prices are: two chips, and a sentence for whatever is not as it should be. */
export function StatusBar({ state, atMs }: StatusBarProps) {
  const trouble = atMs === undefined ? troubleOf(state) : troubleAt(state, atMs);
  const quotedMs = atMs === undefined ? undefined : lastQuotedMs(state);
  const notices = [
    ...(state.feed?.disagreements ?? []),
    ...(state.isClockOff ? [clockNotice(state.offsetMs)] : []),
  ];
  return (
    <div className="market-status">
      <p className="market-status__chips">
        <Badge>
          <Pip isOn={trouble === undefined} />
          {lineWord(state, trouble)}
        </Badge>
        <span className="market-status__age">
          <Badge>
            {atMs === undefined || quotedMs === undefined
              ? 'No quote yet'
              : `Quote ${quoteAgeText(atMs - quotedMs)} old`}
          </Badge>
        </span>
        {state.feed?.label == null ? null : <Badge>{state.feed.label}</Badge>}
      </p>
      <output className="market-status__notices" aria-live="polite">
        {/* The card below shows it; here it is heard the moment it happens. */}
        {trouble === undefined || state.status === 'connecting' ? null : (
          <span className="hidden-text">
            {trouble.title}: {trouble.reason}
          </span>
        )}
        {notices.map((notice) => (
          <span key={notice}>{notice}</span>
        ))}
      </output>
    </div>
  );
}

function lineWord({ status, feed }: MarketState, trouble: Trouble | undefined): string {
  if (status === 'connecting' || (status === 'live' && feed === null)) return 'Connecting';
  if (status === 'reconnecting') return 'Reconnecting';
  if (status === 'unavailable' || feed === null) return 'Unavailable';
  if (feed.feeds.length > 0 && feed.feeds.every((line) => line.state === 'closed')) return 'Closed';
  if (trouble !== undefined) return trouble.title === STALE_TITLE ? 'Stale' : 'Unavailable';
  // A replay's or synthetic prices' own label says where they come from.
  if (feed.label !== null) return 'Connected';
  return feed.source === null ? 'Live' : `Live, ${sourceName(feed.source)}`;
}

function clockNotice(offsetMs: number | null): string {
  const seconds = offsetMs === null ? '' : `${Math.abs(offsetMs / 1000).toFixed(1)} s `;
  const way = offsetMs === null ? 'off' : offsetMs > 0 ? 'behind' : 'ahead of';
  const than = offsetMs === null ? '.' : " the server's.";
  return `This computer's clock is ${seconds}${way}${than} The countdowns here follow the server's.`;
}
