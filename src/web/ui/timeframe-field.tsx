import { BOT_TIMEFRAMES, type Timeframe } from '../../core/market/timeframes.ts';
import { SelectField } from './field.tsx';
import { texts } from './texts.ts';

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
