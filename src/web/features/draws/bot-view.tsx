import type { ReactNode } from 'react';
import type { BotChoice, BotState } from '../../../core/simulated/signal.ts';
import type { TagElement } from '../../lib/catalogue.ts';
import { Fact } from '../../ui/fact.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { BotSignalCard } from './bot-signal-card.tsx';
import { pairGroupTexts, texts } from './texts.ts';
import { OTC_PAIRS } from '../../../core/market/pairs.ts';
import { BotForm, TimeframeField } from '../../ui/bot-form.tsx';
import { SelectField } from '../../ui/field.tsx';

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
    <section className="card c12" aria-label={signalWords.howBotIsMade}>
      <dl className="how">
        <Fact name={signalWords.youChoose}>{signalWords.pairAndTimeframe}</Fact>
        <Fact name={texts.drawDecides}>{texts.directionAndConfidence}</Fact>
        <Fact name={signalWords.worth}>
          {recordLink ? texts.notScored({ record: recordLink }) : texts.coinFlip}
        </Fact>
      </dl>
    </section>
  );
}

interface SimulatedBotFormProps {
  readonly choice: BotChoice;
  readonly isBusy: boolean;
  readonly onChange: (choice: BotChoice) => void;
  readonly onRequest: (choice: BotChoice) => void;
}

const CATEGORIES = [...new Set(OTC_PAIRS.map((option) => option.category))];

/** What to ask P-BOT for. */
function SimulatedBotForm({ choice, isBusy, onChange, onRequest }: SimulatedBotFormProps) {
  return (
    <BotForm busyLabel={isBusy ? texts.analyzing : undefined} onSubmit={() => onRequest(choice)}>
      <SelectField
        label={texts.selectPair}
        disabled={isBusy}
        value={choice.pair}
        onChange={(event) => onChange({ ...choice, pair: event.target.value })}
      >
        {CATEGORIES.map((category) => (
          <optgroup key={category} label={pairGroupTexts[category]}>
            {OTC_PAIRS.filter((option) => option.category === category).map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <TimeframeField
        disabled={isBusy}
        value={choice.timeframe}
        onChange={(timeframe) => onChange({ ...choice, timeframe })}
      />
    </BotForm>
  );
}
