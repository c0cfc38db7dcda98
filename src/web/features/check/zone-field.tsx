import { Choice } from '../../ui/field.tsx';
import type { CheckResult } from './check-worker.ts';
import { texts } from './texts.ts';

const HALF_HOURS = [-570, -210, 210, 270, 330, 345, 390, 525, 570, 630, 765];
/** Minutes ahead of UTC that a clock somewhere runs. */
const FIXED = [...Array.from({ length: 27 }, (_, at) => (at - 12) * 60), ...HALF_HOURS].sort((a, b) => a - b);
const CLOCKS: readonly (readonly [zone: string, text: string])[] = [
  ...FIXED.map(nameOf).map((name) => [name, name.replace('-', '\u2212')] as const),
  ...Intl.supportedValuesOf('timeZone')
    .filter((name) => name.includes('/'))
    .map((name) => [name, name.replaceAll('_', ' ')] as const),
];

interface ZoneFieldProps {
  readonly zones: CheckResult['zones'];
  readonly hasPrices: boolean;
  readonly zone: string;
  readonly onZone: (zone: string) => void;
}

/** Asks for the clock where one changes a figure: times on one unnamed clock keep their hours, but prices are found by UTC. */
export function ZoneField({ zones, hasPrices, zone, onZone }: ZoneFieldProps) {
  if (zones === 'no times' || (zones === 'none' && !hasPrices)) return null;
  const label = texts.clockQuestion({ zones });
  return (
    <label className="tick row">
      {label}
      <Choice label={label} value={zone} options={CLOCKS} onValue={onZone} />
    </label>
  );
}

/** `UTC`, `UTC+5`, `UTC-3:30`. */
function nameOf(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${rest}`}`;
}
