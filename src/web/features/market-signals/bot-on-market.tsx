import type { ReactNode } from 'react';
import { type ScoredPair, isScoredPair, SCORED_PAIRS } from '../../../core/market/instruments.ts';
import type { Timeframe } from '../../../core/market/timeframes.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import type { SettledEntry } from '../../../core/signals/ledger-entry.ts';
import { formatConfidence, formatMid, formatFromTo, formatCount } from '../../lib/figures.ts';
import { formatLocalClock, formatMachineTime } from '../../lib/formats.ts';
import { useStore } from '../../lib/store.ts';
import { Card } from '../../ui/card.tsx';
import { DirectionWord } from '../../ui/direction-face.tsx';
import { BotForm } from '../../ui/bot-form.tsx';
import { OutcomeWord } from '../../ui/outcome.tsx';
import { voidTexts } from '../../ui/decision-texts.ts';
import { UnlitRing } from '../../ui/ring.tsx';
import { BotNotice, OutcomeBadge, SignalAlerts, MarketAnnouncer } from './alerts/signal-alerts.tsx';
import { type BotDesk, botView, type BotView, type MarketChoice } from './bot-desk.ts';
import { WaitRing, type CardPlace } from './market-card.tsx';
import { ChartCard } from './chart-card.tsx';
import {
  endedSignal,
  type EndedSignal,
  isOpen,
  mainReason,
  troubleAt,
  secondsTo,
  type Trouble,
} from './market-view.tsx';
import { deskMs, useMarket } from './market-context.ts';
import { MarketSignalCard, NoSignalCard, pipsOf, troubleParts } from './market-signal-card.tsx';
import { PayoutCard } from './market-confidence.tsx';
import { texts } from './texts.ts';
import { MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { OTC_PAIRS } from '../../../core/market/pairs.ts';
import type { RequestLimit } from '../../../core/wire/market.ts';
import { Button } from '../../ui/button.tsx';
import { signalWords } from '../../ui/signal-texts.ts';

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

interface MarketBotFormProps {
  readonly desk: BotDesk;
  readonly view: BotView;
  /** Why the chosen pair can have no signal now. */
  readonly trouble: Trouble | undefined;
  readonly limit: RequestLimit | null;
}

/** Pairs of the simulated menu without a public quote. */
const UNSCORED = OTC_PAIRS.filter((pair) => !isScoredPair(pair));

/** P-BOT's form for the pairs that have a public price. */
function MarketBotForm({ desk, view, trouble, limit }: MarketBotFormProps) {
  const { choice, refusal } = useStore(desk);
  const isBusy = view.kind === 'asking' || view.kind === 'deciding';
  // The card beside it says why there is trouble.
  const isExplained = view.kind === 'idle' && view.trouble !== undefined;
  return (
    <BotForm
      choice={choice}
      pairLabel={texts.selectPair}
      busyLabel={isBusy ? texts.analyzing : undefined}
      isDisabled={trouble !== undefined}
      onChange={desk.choose}
      onRequest={(asked) => void desk.request(asked)}
      foot={
        <>
          <p className="bot-wait apart">
            <Wait
              decidesMs={view.kind === 'deciding' ? view.asked.decidedMs : undefined}
              onCancel={desk.cancel}
            >
              {trouble === undefined
                ? (refusal ?? (limit === null ? texts.byEngine : limitText(limit)))
                : isExplained
                  ? texts.trouble({ title: trouble.title })
                  : texts.heardTrouble({ title: trouble.title, reason: trouble.reason })}
            </Wait>
          </p>
        </>
      }
    >
      <optgroup label={texts.marketPrice}>
        {SCORED_PAIRS.map((pair) => (
          <option key={pair} value={pair}>
            {pair}
          </option>
        ))}
      </optgroup>
      <optgroup label={texts.notScored}>
        {UNSCORED.map((pair) => (
          <option key={pair} disabled>
            {pair}
          </option>
        ))}
      </optgroup>
    </BotForm>
  );
}

interface WaitProps {
  readonly decidesMs: number | undefined;
  readonly onCancel: () => void;
  readonly children: string;
}

function Wait({ decidesMs = 0, onCancel, children }: WaitProps) {
  const left = useMarket((market) => secondsTo(decidesMs, deskMs(market)));
  if (left === 0) return children;
  return (
    <>
      {texts.decidesIn({ seconds: formatCount(left) })}
      <Button look="line" size="small" onClick={onCancel}>
        {texts.cancelRequest}
      </Button>
    </>
  );
}

/** `11 of 12 requests left this minute`. */
function limitText({ left, most, perMs }: RequestLimit): string {
  return texts.requestsLeft({
    per: perMs === MINUTE_MS ? 'minute' : 'seconds',
    left: formatCount(left),
    most: formatCount(most),
    seconds: formatCount(perMs / SECOND_MS),
  });
}
