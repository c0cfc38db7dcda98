import type { ReactNode } from 'react';
import type { BotChoice, BotState } from '../../../core/simulated/signal.ts';
import type { TagElement } from '../../lib/catalogue.ts';
import { Fact } from '../../ui/fact.tsx';
import { FoldCard } from '../../ui/phone-fold.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { BotSignalCard } from './bot-signal-card.tsx';
import { texts } from './texts.ts';
import { OTC_PAIRS } from '../../../core/market/pairs.ts';
import { BotForm } from '../../ui/bot-form.tsx';

interface BotViewProps {
  readonly bot: BotState;
  readonly expired: BotChoice | undefined;
  readonly choice: BotChoice;
  readonly onChoose: (choice: BotChoice) => void;
  readonly onRequest: (choice: BotChoice) => void;
  readonly about: ReactNode;
  /** None where there is no record. */
  readonly recordLink: TagElement | undefined;
}

export function BotView({ bot, expired, choice, onChoose, onRequest, about, recordLink }: BotViewProps) {
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
      <HowItIsMade recordLink={recordLink} />
      <div className="c12">{about}</div>
    </div>
  );
}

function HowItIsMade({ recordLink }: Pick<BotViewProps, 'recordLink'>) {
  return (
    <FoldCard label={signalWords.howBotIsMade} className="c12">
      <dl className="how">
        <Fact name={signalWords.youChoose}>{signalWords.pairAndTimeframe}</Fact>
        <Fact name={texts.drawDecides}>{texts.directionAndConfidence}</Fact>
        <Fact name={signalWords.worth}>
          {recordLink ? texts.notScored({ record: recordLink }) : texts.coinFlip}
        </Fact>
      </dl>
    </FoldCard>
  );
}
