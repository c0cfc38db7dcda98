import { SCORED_PAIRS } from '../../../core/market/instruments.ts';
import type { RecordFilters } from '../../../core/protocol/record-protocol.ts';
import { BOT_TIMEFRAMES } from '../../../core/market/timeframes.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { MODE_WORDS, OUTCOME_WORDS } from './record-format.ts';

/** What the reader has chosen, as the controls hold it; an empty text is no filter. */
export interface FilterChoice {
  readonly pair: string;
  readonly timeframe: string;
  readonly mode: string;
  readonly direction: string;
  readonly outcome: string;
  /** Days as `2026-11-18`, in the reader's own zone. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTERS: FilterChoice = {
  pair: '',
  timeframe: '',
  mode: '',
  direction: '',
  outcome: '',
  from: '',
  to: '',
};

const MENUS = [
  { name: 'pair', label: 'Pair', options: SCORED_PAIRS.map((pair) => [pair, pair]) },
  {
    name: 'timeframe',
    label: 'Timeframe',
    options: BOT_TIMEFRAMES.map(({ value, label }) => [value, label]),
  },
  { name: 'mode', label: 'Kind', options: Object.entries(MODE_WORDS) },
  {
    name: 'direction',
    label: 'Direction',
    options: [
      ['CALL', 'CALL'],
      ['PUT', 'PUT'],
    ],
  },
  { name: 'outcome', label: 'Outcome', options: Object.entries(OUTCOME_WORDS) },
] as const;

interface SettledFiltersProps {
  readonly id: string;
  /** On narrow pages they show only unfolded. */
  readonly isUnfolded: boolean;
  readonly choice: FilterChoice;
  readonly onChange: (choice: FilterChoice) => void;
}

/** Narrows the table; the first entry of every menu is no filter. */
export function SettledFilters({ id, isUnfolded, choice, onChange }: SettledFiltersProps) {
  return (
    <form
      id={id}
      className={`filters ${isUnfolded ? 'filters--unfolded' : ''}`}
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
    >
      {MENUS.map(({ name, label, options }) => (
        <SelectField
          key={name}
          label={label}
          value={choice[name]}
          onChange={(event) => onChange({ ...choice, [name]: event.target.value })}
        >
          <option value="">All</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      ))}
      {(['from', 'to'] as const).map((name) => (
        <TextField
          key={name}
          label={name === 'from' ? 'From' : 'To'}
          type="date"
          value={choice[name]}
          onChange={(event) => onChange({ ...choice, [name]: event.target.value })}
        />
      ))}
    </form>
  );
}

/** How many filters are at work. */
export function filterCount(choice: FilterChoice): number {
  return Object.keys(filtersOf(choice)).length;
}

/** The choice as the server takes it; days become instants at midnight of the reader's own zone, the last one whole. */
export function filtersOf(choice: FilterChoice): RecordFilters {
  const { from, to, ...menus } = choice;
  const chosen = Object.fromEntries(Object.entries(menus).filter(([, value]) => value !== ''));
  const start = midnightOf(from, 0);
  const end = midnightOf(to, 1);
  return {
    ...chosen,
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
  };
}

function midnightOf(day: string, daysLater: number): number | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const ms = new Date(year, month - 1, date + daysLater).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}
