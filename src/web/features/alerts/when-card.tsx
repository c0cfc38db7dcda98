import type { AlertRules } from '../../../core/wire/alerts.ts';
import { HOUR_MS } from '../../../core/time/instant.ts';
import { useMinute } from '../../lib/clock.ts';
import { formatCount, formatHours } from '../../lib/figures.ts';
import { now } from '../../lib/now.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';

interface WhenCardProps {
  readonly rules: AlertRules;
  readonly onChange: (part: Partial<AlertRules>) => void;
}

/** From ten in the evening to seven. */
const USUAL_QUIET = { from: 22 * 60, to: 7 * 60 };
const MOST_AN_HOUR = [1, 2, 3, 6, 12, 30, 60];
const SNOOZES_H = [1, 8, 24];

export function WhenCard({ rules, onChange }: WhenCardProps) {
  const { quiet, mostPerHour, snoozedUntilMs } = rules;
  const isSnoozed = snoozedUntilMs > useMinute();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <Card label={texts.when}>
      <ul className="rows">
        <SwitchRow
          label={texts.quiet}
          hint={texts.quietHours({
            are: quiet !== null && quiet.from === quiet.to ? 'none' : 'some',
            zone: quiet === null ? timeZone : rules.zone,
          })}
          isOn={quiet !== null}
          onSwitch={(isOn) => onChange({ quiet: isOn ? USUAL_QUIET : null, zone: timeZone })}
        >
          {quiet === null ? null : (
            <div className="alerts__fields">
              <TimeField
                label={uiTexts.from}
                minute={quiet.from}
                onChange={(from) => onChange({ quiet: { ...quiet, from }, zone: timeZone })}
              />
              <TimeField
                label={uiTexts.to}
                minute={quiet.to}
                onChange={(to) => onChange({ quiet: { ...quiet, to }, zone: timeZone })}
              />
            </div>
          )}
        </SwitchRow>
        <li className="alerts__row">
          <SelectField
            label={texts.most}
            value={mostPerHour}
            options={[...new Set([...MOST_AN_HOUR, mostPerHour])]
              .sort((a, b) => a - b)
              .map((most) => [String(most), formatCount(most)])}
            onValue={(most) => onChange({ mostPerHour: Number(most) })}
          />
        </li>
        <li className="alerts__row">
          <fieldset className="alerts__snooze row">
            <legend>{texts.snooze}</legend>
            {SNOOZES_H.map((hours) => (
              <Button
                key={hours}
                look="line"
                onClick={() => onChange({ snoozedUntilMs: now() + hours * HOUR_MS })}
              >
                {formatHours(hours)}
              </Button>
            ))}
            {isSnoozed ? (
              <Button look="line" onClick={() => onChange({ snoozedUntilMs: 0 })}>
                {texts.endPause}
              </Button>
            ) : null}
          </fieldset>
        </li>
      </ul>
    </Card>
  );
}

function TimeField({
  label,
  minute,
  onChange,
}: {
  readonly label: string;
  /** Since midnight. */
  readonly minute: number;
  readonly onChange: (minute: number) => void;
}) {
  return (
    <TextField
      label={label}
      type="time"
      required
      defaultValue={[Math.floor(minute / 60), minute % 60]
        .map((part) => String(part).padStart(2, '0'))
        .join(':')}
      onChange={({ target }) => {
        const [hours, minutes] = target.value.split(':').map(Number);
        // Half typed, it is no time.
        if (hours !== undefined && minutes !== undefined) onChange(60 * hours + minutes);
      }}
    />
  );
}
