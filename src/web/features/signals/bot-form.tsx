import { OTC_PAIRS } from '../../../core/market/pairs.ts';
import type { BotChoice } from '../../../core/signals/signal.ts';
import { BOT_TIMEFRAMES, type Timeframe } from '../../../core/signals/timeframes.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Badge } from '../../ui/tag.tsx';

interface BotFormProps {
  readonly choice: BotChoice;
  readonly isBusy: boolean;
  readonly onChange: (choice: BotChoice) => void;
  readonly onRequest: (choice: BotChoice) => void;
}

const CATEGORIES = [...new Set(OTC_PAIRS.map((option) => option.category))];

/** What to ask P-BOT for. */
export function BotForm({ choice, isBusy, onChange, onRequest }: BotFormProps) {
  return (
    <form
      className="card bot-form c4"
      aria-label="P-BOT"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        onRequest(choice);
      }}
    >
      <div className="bot-form__main">
        <p>
          <Badge>P-BOT - 24/7 OTC SIGNALS</Badge>
        </p>
        <div className="bot-form__fields">
          <SelectField
            label="Select OTC Pair"
            disabled={isBusy}
            value={choice.pair}
            onChange={(event) => onChange({ ...choice, pair: event.target.value })}
          >
            {CATEGORIES.map((category) => (
              <optgroup key={category} label={category}>
                {OTC_PAIRS.filter((option) => option.category === category).map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
          <SelectField
            label="Timeframe"
            disabled={isBusy}
            value={choice.timeframe}
            onChange={(event) => onChange({ ...choice, timeframe: event.target.value as Timeframe })}
          >
            {BOT_TIMEFRAMES.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </SelectField>
        </div>
        <Button
          look="primary"
          size="full"
          type="submit"
          busyLabel={isBusy ? 'Analyzing Market...' : undefined}
        >
          Generate P-BOT Signal
        </Button>
      </div>
      <p className="bot-form__foot">OTC pairs available 24/7 - No market hour restrictions</p>
    </form>
  );
}
