import { useId } from 'react';
import type { CheckResult } from './check-messages.ts';

const HALF_HOURS = [-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765];
/** Minutes ahead of UTC that a clock somewhere runs. */
const CLOCKS = [...Array.from({ length: 27 }, (_, at) => (at - 12) * 60), ...HALF_HOURS].sort(
  (a, b) => a - b,
);

/** Asks for the clock where one changes a figure: not where each time is on one unnamed clock, whose hours stay as they are. */
export function ZoneField({
  zones,
  clockMinutes,
  onClock,
}: {
  readonly zones: CheckResult['zones'];
  readonly clockMinutes: number;
  readonly onClock: (clockMinutes: number) => void;
}) {
  const id = useId();
  if (zones === 'none named') return null;
  return (
    <p className="check__tick">
      <label htmlFor={id}>
        {zones === 'some named'
          ? 'Some times name no zone. Their clock, and that of hours and weekdays:'
          : 'Hours and weekdays on the clock of'}
      </label>
      <select
        id={id}
        className="input"
        value={clockMinutes}
        onChange={({ target }) => onClock(Number(target.value))}
      >
        {CLOCKS.map((minutes) => (
          <option key={minutes} value={minutes}>
            {nameOf(minutes)}
          </option>
        ))}
      </select>
    </p>
  );
}

/** `UTC`, `UTC+5`, `UTC−3:30`. */
function nameOf(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '\u2212' : '+'}${hours}${rest === 0 ? '' : `:${rest}`}`;
}
