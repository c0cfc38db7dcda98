import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { texts } from './texts.ts';
import './bot-form.css';
import './card.css';
import { BOT_TIMEFRAMES, type Timeframe } from '../../core/market/timeframes.ts';
import { SelectField } from './field.tsx';

interface BotFormProps {
  /** What the button says while a request is under way. */
  readonly busyLabel: string | undefined;
  /** There is nothing to ask at the moment; the foot says why. */
  readonly isDisabled?: boolean;
  readonly onSubmit: () => void;
  /** The menus. */
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** What to ask P-BOT for, whatever answers. */
export function BotForm({ busyLabel, isDisabled = false, onSubmit, children, foot }: BotFormProps) {
  return (
    <form
      className="card bot-form c4"
      aria-label="P-BOT"
      aria-busy={busyLabel !== undefined}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="bot-form__main">
        <div className="bot-form__fields">{children}</div>
        <Button
          look="primary"
          size="full"
          type="submit"
          disabled={isDisabled && busyLabel === undefined}
          busyLabel={busyLabel}
        >
          {texts.generate}
        </Button>
      </div>
      {foot === undefined ? null : <div className="bot-form__foot">{foot}</div>}
    </form>
  );
}

interface TimeframeFieldProps {
  readonly value: Timeframe;
  readonly disabled: boolean;
  readonly onChange: (timeframe: Timeframe) => void;
}

/** How long a signal is asked to live. */
export function TimeframeField({ value, disabled, onChange }: TimeframeFieldProps) {
  return (
    <SelectField
      label={texts.timeframe}
      disabled={disabled}
      value={value}
      onChange={(event) => onChange(event.target.value as Timeframe)}
    >
      {BOT_TIMEFRAMES.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  );
}
