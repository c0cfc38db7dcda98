import type { EpochMs } from '../../../core/kit/time.ts';
import { formatCount } from '../../lib/figures.ts';
import type { MarketPrice, MarketState } from '../../lib/market/market-store.ts';
import { Pip } from '../../ui/pip.tsx';
import { Badge } from '../../ui/tag.tsx';
import { troubleOf } from './market-view.ts';
import { sourceName } from './source-name.ts';

interface StatusBarProps {
  readonly state: MarketState;
  readonly atMs: EpochMs | undefined;
}

/** How the line and the prices are: two chips, and a sentence for whatever is not as it should be. */
export function StatusBar({ state, atMs }: StatusBarProps) {
  const trouble = state.status === 'connecting' ? undefined : troubleOf(state);
  const age = atMs === undefined ? undefined : quoteAge(state, atMs);
  const notices = [
    ...(trouble === undefined ? [] : [`${trouble.title}: ${trouble.reason}`]),
    ...(state.feed?.disagreements ?? []),
    ...(state.isClockOff ? [clockNotice(state.offsetMs)] : []),
  ];
  return (
    <div className="market-status">
      <p className="market-status__chips">
        <Badge>
          <Pip isOn={trouble === undefined && state.status === 'live'} />
          {lineWord(state)}
        </Badge>
        <Badge>{age === undefined ? 'No quote yet' : `Quote ${formatCount(age)} s old`}</Badge>
        {state.feed?.label == null ? null : <Badge>{state.feed.label}</Badge>}
      </p>
      <output className="market-status__notices" aria-live="polite">
        {notices.map((notice) => (
          <span key={notice}>{notice}</span>
        ))}
      </output>
    </div>
  );
}

function lineWord({ status, feed }: MarketState): string {
  switch (status) {
    case 'connecting':
      return 'Connecting';
    case 'reconnecting':
      return 'Reconnecting';
    case 'unavailable':
      return 'Unavailable';
    case 'live':
      if (feed === null) return 'Connecting';
      if (!feed.isLive) return feed.feeds.some((line) => line.state === 'stale') ? 'Stale' : 'Unavailable';
      // A replay's or synthetic prices' own label says where they come from.
      return feed.source === null || feed.label !== null ? 'Live' : `Live, ${sourceName(feed.source)}`;
  }
}

/** Whole seconds since the last quote of any pair. */
function quoteAge({ prices }: MarketState, atMs: EpochMs): number | undefined {
  const quoted = Object.values(prices).map((price: MarketPrice) => price.quotedMs);
  return quoted.length === 0 ? undefined : Math.max(0, Math.round((atMs - Math.max(...quoted)) / 1000));
}

function clockNotice(offsetMs: number | null): string {
  const seconds = offsetMs === null ? '' : `${Math.abs(offsetMs / 1000).toFixed(1)} s `;
  const way = offsetMs === null ? 'off' : offsetMs > 0 ? 'behind' : 'ahead of';
  const than = offsetMs === null ? '.' : " the server's.";
  return `This computer's clock is ${seconds}${way}${than} The countdowns here follow the server's.`;
}
