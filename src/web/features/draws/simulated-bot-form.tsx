import { OTC_PAIRS } from '../../../core/market/pairs.ts';
import type { BotChoice } from '../../../core/simulated/signal.ts';
import { BotForm } from '../../ui/bot-form.tsx';
import { SelectField } from '../../ui/field.tsx';
import { TimeframeField } from '../../ui/timeframe-field.tsx';
import { pairGroupTexts, texts } from './texts.ts';

interface SimulatedBotFormProps {
  readonly choice: BotChoice;
  readonly isBusy: boolean;
  readonly onChange: (choice: BotChoice) => void;
  readonly onRequest: (choice: BotChoice) => void;
}

const CATEGORIES = [...new Set(OTC_PAIRS.map((option) => option.category))];

/** What to ask P-BOT for. */
export function SimulatedBotForm({ choice, isBusy, onChange, onRequest }: SimulatedBotFormProps) {
  return (
    <BotForm isBusy={isBusy} onSubmit={() => onRequest(choice)}>
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
