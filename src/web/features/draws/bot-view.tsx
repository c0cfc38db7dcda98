import type { ReactNode } from 'react';
import type { BotChoice, BotState } from '../../../core/simulated/signal.ts';
import { Fact } from '../../ui/card.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import { OTC_PAIRS } from '../../../core/market/pairs.ts';
import { BotForm } from '../../ui/bot-form.tsx';
import { timeframeMs } from '../../../core/market/timeframes.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { Badge } from '../../ui/tag.tsx';
import { UnlitRing } from '../../ui/ring.tsx';
import { BlankWhat, BusyWhat, SignalFrame } from '../../ui/signal-frame.tsx';
import { LiveSignalCard, SimulatedConfidence } from './live-signal-card.tsx';
import { signalWords } from '../../ui/signal-texts.ts';

interface BotViewProps {
  readonly bot: BotState;
  readonly expired: BotChoice | undefined;
  readonly choice: BotChoice;
  readonly onChoose: (choice: BotChoice) => void;
  readonly onRequest: (choice: BotChoice) => void;
  readonly about: ReactNode;
}

export function BotView({ bot, expired, choice, onChoose, onRequest, about }: BotViewProps) {
  return (
    <div className="grid">
      <BotForm
        choice={choice}
        pairLabel={texts.selectPair}
        busyLabel={bot.analyzing === undefined ? undefined : texts.analyzing}
        onChange={onChoose}
        onRequest={onRequest}
      >
        <optgroup label={texts.majorPairs}>
          {OTC_PAIRS.map((pair) => (
            <option key={pair}>{pair}</option>
          ))}
        </optgroup>
      </BotForm>
      <BotSignalCard bot={bot} expired={expired} choice={choice} />
      <div className="c12">{about}</div>
    </div>
  );
}

interface BotSignalCardProps {
  readonly bot: BotState;
  readonly expired: BotChoice | undefined;
  /** What the form has chosen now: an idle card shows its timeframe. */
  readonly choice: BotChoice;
}

/** P-BOT's card: none yet, busy, live, or expired. One skeleton for all four. */
function BotSignalCard({ bot, expired, choice }: BotSignalCardProps) {
  const frame = {
    label: signalWords.latestBotSignal,
    heading: (
      <>
        <Badge>{texts.botBadge}</Badge>
        <h2>{signalWords.latestSignal}</h2>
      </>
    ),
    className: 'c8',
    strip: <p className="hint">{texts.botFoot}</p>,
  };
  if (bot.signal !== undefined) return <LiveSignalCard {...frame} signal={bot.signal} />;
  const busy = bot.analyzing?.choice;
  const { timeframe } = busy ?? expired ?? choice;
  const inRing = expired === undefined ? signalWords.noSignal : signalWords.expired;
  return (
    // A new card while it is busy, not the same one: otherwise its content would count as moved.
    <SignalFrame
      key={String(busy === undefined)}
      {...frame}
      isBusy={busy !== undefined}
      what={
        busy !== undefined ? (
          <BusyWhat pair={busy.pair} />
        ) : expired !== undefined ? (
          <BlankWhat title={expired.pair}>{texts.signalExpired}</BlankWhat>
        ) : (
          <BlankWhat title={signalWords.noSignalYet}>{texts.chooseAndGenerate}</BlankWhat>
        )
      }
      time={
        <UnlitRing total={timeframeMs(timeframe) / SECOND_MS}>{busy === undefined ? inRing : null}</UnlitRing>
      }
      confidence={
        <SimulatedConfidence>
          {busy === undefined ? (
            <p className="signal__value">{uiTexts.confidence({ percent: '–', b: <b /> })}</p>
          ) : (
            <span className="skeleton skeleton--confidence" />
          )}
        </SimulatedConfidence>
      }
      meta={
        <>
          <Fact name={uiTexts.timeframe}>{timeframe}</Fact>
          <Fact name={uiTexts.generated}>
            {busy === undefined ? '–' : <span className="skeleton skeleton--time" />}
          </Fact>
        </>
      }
    />
  );
}
