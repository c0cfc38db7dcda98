import type { ReactNode } from 'react';
import { useStore } from '../../lib/store.ts';
import { Fact } from '../../ui/fact.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { BotNotice } from './alerts/bot-notice.ts';
import { OutcomeBadge } from './alerts/outcome-badge.ts';
import { SignalAlerts } from './alerts/signal-alerts.ts';
import type { BotDesk } from './bot-desk.ts';
import { botView } from './bot-view.ts';
import { ChartCard } from './chart-card.tsx';
import { heldOutcome } from './held-outcome.tsx';
import { LastSignal } from './last-signal.tsx';
import { MarketAnnouncer } from './market-announcer.tsx';
import { MarketBotCard } from './market-bot-card.tsx';
import { MarketBotForm } from './market-bot-form.tsx';
import { deskMs, useMarket } from './market-context.ts';
import { isOpen, troubleAt } from './market-view.ts';
import { PayoutCard } from './payout-card.tsx';
import { texts } from './texts.ts';

interface BotOnMarketProps {
  readonly about: ReactNode;
  readonly botDesk: BotDesk;
}

/** P-BOT on the market. */
export function BotOnMarket({ about, botDesk }: BotOnMarketProps) {
  const bot = useStore(botDesk);
  const { choice, previous } = bot;
  const { view, story, isRunning, held, trouble, limit, priceLabel } = useMarket((market) => {
    const { state } = market;
    const atMs = deskMs(market);
    const seen = botView(state, bot, atMs);
    const shown = seen.kind === 'signal' ? seen.story : undefined;
    return {
      view: seen,
      story: shown,
      isRunning: shown !== undefined && isOpen(shown, atMs),
      held: heldOutcome(
        [previous, shown].filter((each) => each !== undefined),
        atMs,
      ),
      trouble: troubleAt(state, atMs, choice.pair),
      limit: state.limit,
      priceLabel: state.feed?.label ?? null,
    };
  });
  const running = isRunning ? story : undefined;
  return (
    <>
      <div className="grid market-grid market-grid--bot">
        <MarketBotForm
          choice={choice}
          isBusy={view.kind === 'asking' || view.kind === 'deciding'}
          trouble={trouble}
          isExplained={view.kind === 'idle' && view.trouble !== undefined}
          refusal={bot.refusal}
          limit={limit}
          onChange={botDesk.choose}
          onRequest={(asked) => void botDesk.request(asked)}
          decidesMs={view.kind === 'deciding' ? view.asked.decidedMs : undefined}
          onCancel={botDesk.cancel}
        />
        <MarketBotCard place={{ mode: 'bot', priceLabel }} view={view} choice={choice} held={held} />
        <div className="stack c8">
          <LastSignal story={previous} />
          <ChartCard pair={story?.signal.pair ?? choice.pair} story={story} priceLabel={priceLabel} />
        </div>
        <div className="stack c4">
          <PayoutCard />
          <HowItIsMade />
        </div>
        <div className="c12">{about}</div>
      </div>
      <MarketAnnouncer story={running} held={held} view={view} />
      <SignalAlerts story={running} />
      <BotNotice asked={bot.asked} decision={bot.decision} />
      <OutcomeBadge settledId={held?.story.signal.id} />
    </>
  );
}

function HowItIsMade() {
  return (
    <section className="card" aria-label={signalWords.howBotIsMade}>
      <dl className="how how--stacked">
        <Fact name={signalWords.youChoose}>{signalWords.pairAndTimeframe}</Fact>
        <Fact name={texts.engineDecides}>{texts.directionOrNone}</Fact>
        <Fact name={texts.looksAt}>{texts.marketPrices}</Fact>
        <Fact name={signalWords.worth}>{texts.recordedAndScored}</Fact>
      </dl>
    </section>
  );
}
