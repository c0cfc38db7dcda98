import type { ReactNode } from 'react';
import type { BotState } from '../../../core/simulated/bot-signal.ts';
import type { BotChoice } from '../../../core/simulated/signal.ts';
import { SimulatedBotForm } from './simulated-bot-form.tsx';
import { BotSignalCard } from './bot-signal-card.tsx';

interface BotViewProps {
  readonly bot: BotState;
  readonly expired: BotChoice | undefined;
  readonly choice: BotChoice;
  readonly onChoose: (choice: BotChoice) => void;
  readonly onRequest: (choice: BotChoice) => void;
  readonly about: ReactNode;
  /** None where there is no record. */
  readonly recordLink: ReactNode;
}

/** P-BOT: a signal on request, around the clock. */
export function BotView({ bot, expired, choice, onChoose, onRequest, about, recordLink }: BotViewProps) {
  return (
    <div className="grid">
      <SimulatedBotForm
        choice={choice}
        isBusy={bot.analyzing !== undefined}
        onChange={onChoose}
        onRequest={onRequest}
      />
      <BotSignalCard bot={bot} expired={expired} choice={choice} />
      <HowItIsMade recordLink={recordLink} />
      <div className="c12">{about}</div>
    </div>
  );
}

function HowItIsMade({ recordLink }: Pick<BotViewProps, 'recordLink'>) {
  return (
    <section className="card c12" aria-label="How a P-BOT signal is made">
      <dl className="how">
        <div>
          <dt>You choose</dt>
          <dd>Pair and timeframe</dd>
        </div>
        <div>
          <dt>A random draw decides</dt>
          <dd>Direction and confidence</dd>
        </div>
        <div>
          <dt>What it is worth</dt>
          <dd>
            {recordLink ? (
              <>A coin flip, so the {recordLink} does not score it</>
            ) : (
              'A coin flip. No market is analysed.'
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}
