import type { ReactNode } from 'react';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { Timeframe } from '../../../core/market/timeframes.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import type { SettledEntry } from '../../../core/signals/ledger-entry.ts';
import { formatConfidence, formatMid, formatFromTo } from '../../lib/figures.ts';
import { formatLocalClock, formatMachineTime } from '../../lib/formats.ts';
import { useStore } from '../../lib/store.ts';
import { Card } from '../../ui/card.tsx';
import { DirectionWord } from '../../ui/direction-face.tsx';
import { Fact } from '../../ui/fact.tsx';
import { HowBotIsMade } from '../../ui/bot-form.tsx';
import { OutcomeWord } from '../../ui/outcome.tsx';
import { voidTexts } from '../../ui/decision-texts.ts';
import { UnlitRing } from '../../ui/ring.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { BotNotice, OutcomeBadge, SignalAlerts } from './alerts/signal-alerts.ts';
import { type BotDesk, botView, type BotView, type MarketChoice } from './bot-desk.ts';
import { WaitRing, type CardPlace } from './market-card.tsx';
import { ChartCard } from './chart-card.tsx';
import { endedSignal, type EndedSignal } from './ended-signal.tsx';
import { MarketAnnouncer } from './market-announcer.tsx';
import { MarketBotForm } from './market-bot-form.tsx';
import { deskMs, useMarket } from './market-context.ts';
import { MarketSignalCard } from './market-signal-card.tsx';
import { isOpen, mainReason, troubleAt } from './market-view.ts';
import { NoSignalCard, pipsOf, troubleParts } from './no-signal-card.tsx';
import { PayoutCard } from './payout-card.tsx';
import { texts } from './texts.ts';

interface BotOnMarketProps {
  readonly about: ReactNode;
  readonly botDesk: BotDesk;
}

export function BotOnMarket({ about, botDesk }: BotOnMarketProps) {
  const bot = useStore(botDesk);
  const { choice, previous } = bot;
  const { view, story, isRunning, ended, trouble, limit } = useMarket((market) => {
    const { state } = market;
    const atMs = deskMs(market);
    const seen = botView(state, bot, atMs);
    const current = seen.kind === 'signal' ? seen.story : undefined;
    return {
      view: seen,
      story: current,
      isRunning: current !== undefined && isOpen(current, atMs),
      ended: endedSignal(
        [previous, current].filter((each) => each !== undefined),
        atMs,
      ),
      trouble: troubleAt(state, atMs, choice.pair),
      limit: state.limit,
    };
  });
  const running = isRunning ? story : undefined;
  return (
    <>
      <div className="grid market-grid market-grid--bot">
        <MarketBotForm {...{ desk: botDesk, view, trouble, limit }} />
        <MarketBotCard place={{ mode: 'bot' }} view={view} choice={choice} ended={ended} />
        <div className="stack c8">
          <LastSignal story={previous} />
          <ChartCard pair={story?.signal.pair ?? choice.pair} story={story} />
        </div>
        <div className="stack c4">
          <PayoutCard />
          <HowBotIsMade>
            <Fact name={texts.engineDecides}>{texts.directionOrNone}</Fact>
            <Fact name={texts.looksAt}>{texts.marketPrices}</Fact>
            <Fact name={signalWords.worth}>{texts.recordedAndScored}</Fact>
          </HowBotIsMade>
        </div>
        <div className="c12">{about}</div>
      </div>
      <MarketAnnouncer story={running} ended={ended} view={view} />
      <SignalAlerts story={running} />
      <BotNotice asked={bot.asked} decision={bot.decision} />
      <OutcomeBadge settledId={ended?.story.signal.id} />
    </>
  );
}

interface LastSignalProps {
  readonly story: SignalStory | undefined;
}

/** The signal before the present one, and how it ended: won or lost, in the same place and size. */
export function LastSignal({ story }: LastSignalProps) {
  const { isOver, isCutOff } = useMarket((market) => ({
    isOver: story === undefined || deskMs(market) >= story.signal.expiryMs,
    isCutOff: market.state.status !== 'live',
  }));
  return (
    <Card label={texts.lastSignal} className="last">
      {story === undefined ? (
        <p className="last__body note">{texts.noneYet}</p>
      ) : (
        <div className="last__body">
          <p className="last__what row">
            <b>{story.signal.pair}</b> <DirectionWord direction={story.signal.direction} />{' '}
            {story.signal.timeframe}{' '}
            <time dateTime={formatMachineTime(story.signal.decidedMs)}>
              {formatLocalClock(story.signal.decidedMs)}
            </time>
          </p>
          <p className="last__confidence note">
            {texts.measured({ percent: formatConfidence(story.signal.confidence) })}
          </p>
          <p className="last__price note">
            {story.settled !== undefined
              ? pricesOf(story.signal.pair, story.settled)
              : isOver && isCutOff
                ? texts.cutOff
                : ''}
          </p>
          <p className="last__outcome">
            {story.settled === undefined ? (
              <span>{isOver ? texts.settling : texts.open}</span>
            ) : (
              <OutcomeWord outcome={story.settled.outcome} />
            )}
          </p>
        </div>
      )}
    </Card>
  );
}

/** `1.15908 to 1.15917`, or why it could not be settled. */
function pricesOf(pair: ScoredPair, { entry, exit, reason }: SettledEntry): string {
  if (reason !== undefined) return voidTexts[reason];
  if (entry === undefined || exit === undefined) return '';
  return formatFromTo(formatMid(pair, entry), formatMid(pair, exit));
}

interface MarketBotCardProps {
  readonly place: CardPlace;
  readonly view: BotView;
  readonly choice: MarketChoice;
  readonly ended: EndedSignal | undefined;
}

/** P-BOT's card on the market: none yet, busy, a signal, or why there is none. */
function MarketBotCard({ view, choice, ...common }: MarketBotCardProps) {
  if (view.kind === 'signal') return <MarketSignalCard {...common} story={view.story} />;
  const about = 'asked' in view ? view.asked : 'choice' in view ? view.choice : choice;
  const blank = { ...common, pair: about.pair };
  const unlit = (says: string) => <UnlitRing total={pipsOf(about.timeframe)}>{says}</UnlitRing>;
  switch (view.kind) {
    case 'connecting':
      return <NoSignalCard {...blank} isBusy time={unlit(texts.connecting)} />;
    case 'asking':
      return <NoSignalCard {...blank} isBusy time={unlit(texts.asking)} />;
    case 'deciding': {
      const { decidedMs } = view.asked;
      const wait = { says: 'decidesIn', total: pipsOf(about.timeframe), toMs: decidedMs } as const;
      return <NoSignalCard {...blank} isBusy time={<WaitRing {...wait} after={texts.deciding} />} />;
    }
    case 'idle': {
      const { trouble } = view;
      const parts =
        trouble === undefined
          ? {
              title: signalWords.noSignalYet,
              text: texts.chooseAndAsk,
              time: unlit(signalWords.noSignal),
              why: onGrid(about.timeframe),
            }
          : troubleParts(trouble, pipsOf(about.timeframe));
      // A new card, not the same one: otherwise its content would count as moved.
      return <NoSignalCard key="idle" {...blank} {...parts} />;
    }
    case 'lost':
      return (
        <NoSignalCard
          {...blank}
          title={texts.noAnswer}
          text={texts.askAgain}
          time={unlit(signalWords.noSignal)}
        />
      );
    case 'abstained':
      return (
        <NoSignalCard
          {...blank}
          title={signalWords.noSignal}
          text={texts.reasonAt({
            reason: mainReason(view.abstained, about.pair),
            time: formatLocalClock(view.asked.decidedMs),
          })}
          time={unlit(signalWords.noSignal)}
          why={onGrid(about.timeframe)}
        />
      );
  }
}

function onGrid(timeframe: Timeframe) {
  return <p className="market-card__note">{texts.decidesOnGrid({ timeframe })}</p>;
}
