import type { ReactNode } from 'react';
import { type ScoredPair, isScoredPair, SCORED_PAIRS } from '../../../core/market/instruments.ts';
import type { Timeframe } from '../../../core/market/timeframes.ts';
import { formatCount } from '../../lib/figures.ts';
import { useStore } from '../../lib/store.ts';
import { BotForm } from '../../ui/bot-form.tsx';
import { UnlitRing } from '../../ui/ring.tsx';
import { BotNotice, MarketNews } from './alerts/signal-alerts.tsx';
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
import {
  MarketSignalCard,
  NoSignalCard,
  pipsOf,
  troubleParts,
  abstainedParts,
} from './market-signal-card.tsx';
import { PayoutCard } from './market-confidence.tsx';
import { texts } from './texts.ts';
import { MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { OTC_PAIRS } from '../../../core/market/pairs.ts';
import type { RequestLimit } from '../../../core/wire/market.ts';
import { Button } from '../../ui/button.tsx';
import { signalWords } from '../../ui/signal-texts.ts';

export function BotOnMarket({ about, botDesk }: { readonly about: ReactNode; readonly botDesk: BotDesk }) {
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
          <ChartCard pair={story?.signal.pair ?? choice.pair} story={story} />
        </div>
        <div className="stack c4">
          <PayoutCard />
        </div>
        <div className="c12">{about}</div>
      </div>
      <MarketNews story={running} ended={ended} view={view} />
      <BotNotice asked={bot.asked} decision={bot.decision} />
    </>
  );
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
  const { pair, timeframe } = 'asked' in view ? view.asked : 'choice' in view ? view.choice : choice;
  // A new card where it waits for a choice, not the same one: otherwise its content would count as moved.
  return (
    <NoSignalCard
      key={String(view.kind === 'idle')}
      {...common}
      pair={pair}
      {...partsOf(view, pair, timeframe)}
    />
  );
}

function partsOf(view: Exclude<BotView, { kind: 'signal' }>, pair: ScoredPair, timeframe: Timeframe) {
  const total = pipsOf(timeframe);
  const unlit = (says: string) => <UnlitRing total={total}>{says}</UnlitRing>;
  const unasked = { time: unlit(signalWords.noSignal), why: onGrid(timeframe) };
  switch (view.kind) {
    case 'connecting':
    case 'asking':
      return { isBusy: true, time: unlit(texts[view.kind]) };
    case 'deciding': {
      const wait = { says: 'decidesIn', total, toMs: view.asked.decidedMs } as const;
      return { isBusy: true, time: <WaitRing {...wait} after={texts.deciding} /> };
    }
    case 'idle':
      return view.trouble === undefined
        ? { ...unasked, title: signalWords.noSignalYet, text: texts.chooseAndAsk }
        : troubleParts(view.trouble, total);
    case 'lost':
      return { ...unasked, title: texts.noAnswer, text: texts.askAgain, why: undefined };
    case 'abstained':
      return { ...unasked, ...abstainedParts(mainReason(view.abstained, pair), view.asked.decidedMs) };
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
                  ? trouble.title
                  : texts.announceTrouble({ title: trouble.title, reason: trouble.reason })}
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
