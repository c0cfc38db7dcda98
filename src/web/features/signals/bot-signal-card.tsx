import type { ReactNode } from 'react';
import { timeframeMs } from '../../../core/market/timeframes.ts';
import type { BotState } from '../../../core/simulated/bot-signal.ts';
import type { BotChoice } from '../../../core/simulated/signal.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { BlankSignal, BusySignal } from '../../ui/empty-signal.tsx';
import { UnlitRing } from '../../ui/ring.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { LiveSignalCard } from './live-signal-card.tsx';
import { SimulatedConfidence } from './simulated-confidence.tsx';
import { texts } from './texts.ts';

const frame = () => ({
  label: signalWords.latestBotSignal,
  heading: signalWords.latestSignal,
  className: 'c8',
});

interface BotSignalCardProps {
  readonly bot: BotState;
  readonly expired: BotChoice | undefined;
  /** What the form has chosen now: an idle card shows its timeframe. */
  readonly choice: BotChoice;
}

/** P-BOT's last answer: none yet, on its way, live, or expired. One skeleton for all four. */
export function BotSignalCard({ bot, expired, choice }: BotSignalCardProps) {
  if (bot.signal !== undefined) return <LiveSignalCard {...frame()} signal={bot.signal} />;
  if (bot.analyzing !== undefined) {
    const { pair, timeframe } = bot.analyzing.choice;
    return <BusySignal {...emptyCard(timeframe)} pair={pair} />;
  }
  if (expired !== undefined) {
    return (
      <BlankSignal {...emptyCard(expired.timeframe, <b className="ring__word">{signalWords.expired}</b>)}>
        <p className="signal__pair">{expired.pair}</p>
        <p className="signal__text">{texts.signalExpired}</p>
      </BlankSignal>
    );
  }
  return (
    <BlankSignal {...emptyCard(choice.timeframe, signalWords.noSignal)}>
      <p className="signal__title">{signalWords.noSignalYet}</p>
      <p className="signal__text">{texts.chooseAndGenerate}</p>
    </BlankSignal>
  );
}

function emptyCard(timeframe: BotChoice['timeframe'], inRing?: ReactNode) {
  const time = <UnlitRing total={timeframeMs(timeframe) / SECOND_MS}>{inRing}</UnlitRing>;
  return { frame: frame(), timeframe, time, Confidence: SimulatedConfidence };
}
