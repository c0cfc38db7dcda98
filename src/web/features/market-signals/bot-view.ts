import type { EpochMs } from '../../../core/time/instant.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import type { AbstainedEntry } from '../../../core/signals/ledger-entry.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import { type BotDeskState, LOST_AFTER_MS } from './bot-desk.ts';
import type { Asked, MarketChoice } from './request-store.ts';
import { type Trouble, troubleOf } from './market-view.ts';

export type BotView =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'idle'; readonly trouble: Trouble | undefined }
  | { readonly kind: 'asking'; readonly choice: MarketChoice }
  | { readonly kind: 'deciding'; readonly asked: Asked }
  | { readonly kind: 'lost'; readonly asked: Asked }
  | { readonly kind: 'abstained'; readonly asked: Asked; readonly abstained: AbstainedEntry }
  | { readonly kind: 'signal'; readonly story: SignalStory };

/** What P-BOT shows at an instant of the desk's clock. */
export function botView(state: MarketState, bot: BotDeskState, atMs: EpochMs): BotView {
  const { asking, asked, decision } = bot;
  if (asking !== undefined) return { kind: 'asking', choice: asking };
  if (decision !== undefined && 'signal' in decision) return { kind: 'signal', story: decision };
  if (asked !== undefined && decision !== undefined)
    return { kind: 'abstained', asked, abstained: decision.abstained };
  if (state.status === 'connecting') return { kind: 'connecting' };
  if (asked !== undefined) {
    const isLost = state.status === 'live' && atMs >= asked.decidedMs + LOST_AFTER_MS;
    return { kind: isLost ? 'lost' : 'deciding', asked };
  }
  return { kind: 'idle', trouble: troubleOf(state) };
}
