import { epochMs } from '../../../core/time/instant.ts';
import type { Timeframe } from '../../../core/market/timeframes.ts';
import { formatLocalClock } from '../../lib/formats.ts';
import { UnlitRing } from '../../ui/ring.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import type { BotView } from './bot-view.ts';
import type { CardPlace } from './card-place.ts';
import { cardTexts } from './card-texts.ts';
import type { HeldOutcome } from './held-outcome.tsx';
import type { MarketChoice } from './kept-request.ts';
import { WaitRing } from './market-card.tsx';
import { MarketSignalCard } from './market-signal-card.tsx';
import { reasonGroups } from './market-view.ts';
import { NoSignalCard, pipsOf, troubleParts } from './no-signal-card.tsx';

interface MarketBotCardProps {
  readonly place: CardPlace;
  readonly view: BotView;
  readonly choice: MarketChoice;
  readonly held: HeldOutcome | undefined;
}

/** P-BOT's last answer on the market: none yet, on its way, a signal, or why there is none. */
export function MarketBotCard({ view, choice, ...common }: MarketBotCardProps) {
  if (view.kind === 'signal') return <MarketSignalCard {...common} story={view.story} />;
  const about = 'asked' in view ? view.asked : 'choice' in view ? view.choice : choice;
  const blank = { ...common, pair: about.pair };
  const unlit = (says: string) => <UnlitRing total={pipsOf(about.timeframe)}>{says}</UnlitRing>;
  switch (view.kind) {
    case 'connecting':
      return <NoSignalCard {...blank} isBusy time={unlit(cardTexts.connecting)} />;
    case 'asking':
      return <NoSignalCard {...blank} isBusy time={unlit(cardTexts.asking)} />;
    case 'deciding': {
      const { decidedMs } = view.asked;
      const wait = { says: 'decidesIn', total: pipsOf(about.timeframe), toMs: decidedMs } as const;
      return <NoSignalCard {...blank} isBusy time={<WaitRing {...wait} after={cardTexts.deciding} />} />;
    }
    case 'idle':
      // A card of its own: in one that stays, what it has would count as moved.
      return (
        <NoSignalCard
          key="idle"
          {...blank}
          {...(view.trouble === undefined ? unasked(about.timeframe) : troubleParts(view.trouble))}
          time={unlit(signalWords.noSignal)}
        />
      );
    case 'lost':
      return (
        <NoSignalCard
          {...blank}
          title={cardTexts.noAnswer}
          text={cardTexts.askAgain}
          time={unlit(signalWords.noSignal)}
        />
      );
    case 'abstained':
      return (
        <NoSignalCard
          {...blank}
          title={signalWords.noSignal}
          text={cardTexts.reasonAt({
            reason: reasonGroups(view.abstained, about.pair)[0]?.reason ?? cardTexts.severalReasons,
            time: formatLocalClock(epochMs(view.asked.decidedMs)),
          })}
          time={unlit(signalWords.noSignal)}
        />
      );
  }
}

function unasked(timeframe: Timeframe) {
  return {
    title: signalWords.noSignalYet,
    text: cardTexts.chooseAndAsk,
    why: <p className="market-card__note">{cardTexts.decidesOnGrid({ timeframe })}</p>,
  };
}
