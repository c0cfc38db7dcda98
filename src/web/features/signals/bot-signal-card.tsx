import type { ReactNode } from 'react';
import { SECOND_MS } from '../../../core/time/instant.ts';
import type { BotState } from '../../../core/simulated/bot-signal.ts';
import type { BotChoice } from '../../../core/simulated/signal.ts';
import { timeframeMs } from '../../../core/market/timeframes.ts';
import { DirectionFace } from '../../ui/direction-face.tsx';
import { Ring } from '../../ui/ring.tsx';
import { LiveSignalCard } from './live-signal-card.tsx';
import { Meta, SignalFrame } from '../../ui/signal-frame.tsx';
import { SimulatedConfidence } from './simulated-confidence.tsx';

const LABEL = 'Latest P-BOT signal';
const HEADING = 'Latest signal';
const CLASS = 'signal--bot c8';

interface BotSignalCardProps {
  readonly bot: BotState;
  readonly expired: BotChoice | undefined;
  /** What the form has chosen now: an idle card shows its timeframe. */
  readonly choice: BotChoice;
}

/** P-BOT's last answer: none yet, on its way, live, or expired. One skeleton for all four. */
export function BotSignalCard({ bot, expired, choice }: BotSignalCardProps) {
  if (bot.signal !== undefined) {
    return <LiveSignalCard label={LABEL} heading={HEADING} className={CLASS} signal={bot.signal} />;
  }
  if (bot.analyzing !== undefined) return <BusyCard choice={bot.analyzing.choice} />;
  if (expired !== undefined) {
    return (
      <BlankCard timeframe={expired.timeframe} inRing={<b className="ring__word">Expired</b>}>
        <p className="signal__pair">{expired.pair}</p>
        <p className="signal__text">Signal expired. Generate another at any time.</p>
      </BlankCard>
    );
  }
  return (
    <BlankCard timeframe={choice.timeframe} inRing="No signal">
      <p className="signal__title">No signal yet</p>
      <p className="signal__text">Choose a pair and a timeframe, then generate one.</p>
    </BlankCard>
  );
}

interface BlankCardProps {
  readonly timeframe: BotChoice['timeframe'];
  readonly inRing: ReactNode;
  readonly children: ReactNode;
}

function BlankCard({ timeframe, inRing, children }: BlankCardProps) {
  return (
    <SignalFrame
      label={LABEL}
      heading={HEADING}
      className={CLASS}
      what={
        <>
          <DirectionFace shows="blank" />
          <div>{children}</div>
        </>
      }
      time={<UnlitRing timeframe={timeframe}>{inRing}</UnlitRing>}
      confidence={
        <SimulatedConfidence>
          <p className="signal__value">
            Confidence <b>–</b>
          </p>
        </SimulatedConfidence>
      }
      meta={
        <>
          <Meta label="Timeframe">{timeframe}</Meta>
          <Meta label="Generated">–</Meta>
        </>
      }
    />
  );
}

function BusyCard({ choice }: { readonly choice: BotChoice }) {
  return (
    <SignalFrame
      label={LABEL}
      heading={HEADING}
      className={CLASS}
      isBusy
      what={
        <>
          <DirectionFace shows="blank" />
          <div>
            <p className="signal__pair">{choice.pair}</p>
            <span className="skeleton skeleton--direction" />
          </div>
        </>
      }
      time={<UnlitRing timeframe={choice.timeframe} />}
      confidence={
        <SimulatedConfidence>
          <span className="skeleton skeleton--confidence" />
        </SimulatedConfidence>
      }
      meta={
        <>
          <Meta label="Timeframe">{choice.timeframe}</Meta>
          <Meta label="Generated">
            <span className="skeleton skeleton--time" />
          </Meta>
        </>
      }
    />
  );
}

function UnlitRing({ timeframe, children }: { timeframe: BotChoice['timeframe']; children?: ReactNode }) {
  return (
    <Ring total={timeframeMs(timeframe) / SECOND_MS} left={0}>
      <p>{children}</p>
    </Ring>
  );
}
