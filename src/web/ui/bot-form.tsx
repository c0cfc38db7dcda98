import type { ReactNode } from 'react';
import { BOT_TIMEFRAMES, type Timeframe } from '../../core/market/timeframes.ts';
import { Button } from './button.tsx';
import { SelectField } from './field.tsx';
import { texts } from './texts.ts';
import './bot-form.css';
import './card.css';

interface BotFormProps<Choice> {
  readonly choice: Choice;
  readonly pairLabel: string;
  /** The button's label while a request is under way. */
  readonly busyLabel: string | undefined;
  /** Nothing can be asked for at present; the foot says why. */
  readonly isDisabled?: boolean;
  readonly onChange: (choice: Choice) => void;
  readonly onRequest: (choice: Choice) => void;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** P-BOT's form, for both sources. */
export function BotForm<Choice extends { readonly pair: string; readonly timeframe: Timeframe }>({
  choice,
  pairLabel,
  busyLabel,
  isDisabled = false,
  onChange,
  onRequest,
  children,
  foot,
}: BotFormProps<Choice>) {
  const isBusy = busyLabel !== undefined;
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
        <div className="bot-form__fields">
          <SelectField
            label={pairLabel}
            disabled={isBusy}
            value={choice.pair}
            onValue={(pair) => onChange({ ...choice, pair })}
          >
            {children}
          </SelectField>
          <SelectField
            label={texts.timeframe}
            disabled={isBusy}
            value={choice.timeframe}
            options={BOT_TIMEFRAMES.map((timeframe) => [timeframe, timeframe])}
            onValue={(timeframe) => onChange({ ...choice, timeframe: timeframe as Timeframe })}
          />
        </div>
        <Button
          look="primary"
          size="full"
          type="submit"
          disabled={isDisabled && !isBusy}
          busyLabel={busyLabel}
        >
          {texts.generate}
        </Button>
      </div>
      {foot === undefined ? null : <div className="bot-form__foot">{foot}</div>}
    </form>
  );
}
