import type { ReactNode } from 'react';
import { useStore } from '../../lib/store.ts';
import { type EpochMs, epochMs } from '../../../core/time/instant.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { AlertsCard } from './alerts/alerts-card.tsx';
import { SignalAlerts } from './alerts/signal-alerts.ts';
import type { BotDesk } from './bot-desk.ts';
import { type BotView, botView } from './bot-view.ts';
import { ChartCard } from './chart-card.tsx';
import { LastSignal } from './last-signal.tsx';
import { MarketAnnouncer } from './market-announcer.tsx';
import { MarketBotCard } from './market-bot-card.tsx';
import { MarketBotForm } from './market-bot-form.tsx';
import { type MarketAt, useMarketAt } from './market-context.ts';
import { MarketNotices } from './market-notices.tsx';
import { MarketPairs } from './market-pairs.tsx';
import { heldOutcome } from './held-outcome.tsx';
import {
  isOpen,
  isQuoteOld,
  lastStory,
  secondsTo,
  specialView,
  troubleAt,
  troubleOf,
} from './market-view.ts';
import { PayoutCard } from './payout-card.tsx';
import { quoteAgeText } from './quote-age.ts';
import { SpecialCard } from './special-card.tsx';
import { TodayStrip } from './today/today-strip.tsx';
import { texts } from './texts.ts';
import './market-signals.css';

export interface MarketViewsProps {
  readonly mode: 'special' | 'bot';
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
  readonly botDesk: BotDesk;
}

/** Both modes on the market; each second that the desk's clock shows is drawn once, from all that is known then. */
export function MarketViews({ mode, botDesk, ...rest }: MarketViewsProps) {
  const market = useMarketAt();
  return (
    <>
      <MarketNotices {...market} />
      {mode === 'special' ? (
        <SpecialOnMarket {...rest} {...market} />
      ) : (
        <BotOnMarket {...rest} {...market} botDesk={botDesk} />
      )}
    </>
  );
}

function SpecialOnMarket({
  marketHours,
  about,
  ...market
}: Pick<MarketViewsProps, 'marketHours' | 'about'> & MarketAt) {
  const { state, atMs } = market;
  const clockMs = atMs ?? epochMs(0);
  const view = specialView(state, clockMs);
  const story = view.kind === 'signal' ? view.story : undefined;
  const running = story !== undefined && isOpen(story, clockMs) ? story : undefined;
  const last = lastStory(state, 'special', story);
  const held = heldOutcome(
    state.signals.stories.filter(({ signal }) => signal.mode === 'special'),
    clockMs,
  );
  const priceLabel = state.feed?.label ?? null;
  return (
    <>
      <div className="grid market-grid">
        <div className="stack c8 market-grid__special">
          <SpecialCard
            place={{ mode: 'special', priceLabel }}
            view={view}
            state={state}
            atMs={clockMs}
            held={held}
            pair={last?.signal.pair ?? 'EUR/USD'}
          />
          <TodayStrip {...market} />
          <ChartCard {...chartOf(market, story ?? last, 'EUR/USD')} />
        </div>
        <div className="stack c4">
          <MarketPairs state={state} atMs={atMs} current={story?.signal.pair} />
          <PayoutCard />
          <AlertsCard />
          {about}
        </div>
        <div className="c12">{marketHours}</div>
      </div>
      <MarketAnnouncer
        story={running}
        held={held}
        abstained={view.kind === 'abstained' ? view.abstained : undefined}
      />
      <SignalAlerts story={running} atMs={clockMs} speed={state.deskTime?.speed ?? 1} />
    </>
  );
}

function BotOnMarket({ about, botDesk, ...market }: Pick<MarketViewsProps, 'about' | 'botDesk'> & MarketAt) {
  const { state, atMs } = market;
  const bot = useStore(botDesk);
  const { choice } = bot;
  const clockMs = atMs ?? epochMs(0);
  const view = botView(state, bot, clockMs);
  const story = view.kind === 'signal' ? view.story : undefined;
  const running = story !== undefined && isOpen(story, clockMs) ? story : undefined;
  const held = heldOutcome(
    [bot.previous, story].filter((each) => each !== undefined),
    clockMs,
  );
  const priceLabel = state.feed?.label ?? null;
  return (
    <>
      <div className="grid market-grid market-grid--bot">
        <MarketBotForm
          choice={choice}
          isBusy={view.kind === 'asking' || view.kind === 'deciding'}
          trouble={atMs === undefined ? troubleOf(state) : troubleAt(state, atMs, choice.pair)}
          isExplained={view.kind === 'idle' && view.trouble !== undefined}
          refusal={bot.refusal}
          limit={state.limit}
          onChange={botDesk.choose}
          onRequest={(asked) => void botDesk.request(asked)}
          waitS={waitOf(view, clockMs)}
          onCancel={botDesk.cancel}
        />
        <MarketBotCard
          place={{ mode: 'bot', priceLabel }}
          view={view}
          state={state}
          choice={choice}
          atMs={clockMs}
          held={held}
        />
        <div className="stack c8">
          <LastSignal story={bot.previous} atMs={atMs} />
          <ChartCard {...chartOf(market, story, choice.pair)} />
        </div>
        <div className="stack c4">
          <PayoutCard />
          <AlertsCard />
          <HowItIsMade />
        </div>
        <div className="c12">{about}</div>
      </div>
      <MarketAnnouncer story={running} held={held} view={view} />
      <SignalAlerts story={running} atMs={clockMs} speed={state.deskTime?.speed ?? 1} />
    </>
  );
}

/** Whole seconds until a request is decided; undefined while none waits for that. */
function waitOf(view: BotView, atMs: EpochMs): number | undefined {
  const left = view.kind === 'deciding' ? secondsTo(view.asked.decidedMs, atMs) : 0;
  return left > 0 ? left : undefined;
}

function chartOf({ state, atMs }: MarketAt, story: SignalStory | undefined, otherwise: ScoredPair) {
  const pair = story?.signal.pair ?? otherwise;
  const quotedMs = state.prices[pair]?.quotedMs;
  const isOld = quotedMs !== undefined && atMs !== undefined && isQuoteOld(state, atMs, quotedMs);
  const age = isOld ? quoteAgeText(atMs - quotedMs) : undefined;
  return { pair, story, priceLabel: state.feed?.label ?? null, age };
}

function HowItIsMade() {
  return (
    <section className="card" aria-label={texts.howBotIsMade}>
      <dl className="how how--stacked">
        <div>
          <dt>{texts.youChoose}</dt>
          <dd>{texts.pairAndTimeframe}</dd>
        </div>
        <div>
          <dt>{texts.engineDecides}</dt>
          <dd>{texts.directionOrNone}</dd>
        </div>
        <div>
          <dt>{texts.looksAt}</dt>
          <dd>{texts.marketPrices}</dd>
        </div>
        <div>
          <dt>{texts.worth}</dt>
          <dd>{texts.recordedAndScored}</dd>
        </div>
      </dl>
    </section>
  );
}
