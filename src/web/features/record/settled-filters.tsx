import { DIRECTIONS } from '../../../core/market/direction.ts';
import { OUTCOMES, SIGNAL_MODES } from '../../../core/signals/ledger-entry.ts';
import { SCORED_PAIRS } from '../../../core/market/instruments.ts';
import type { RecordFilters } from '../../../core/wire/record.ts';
import { BOT_TIMEFRAMES } from '../../../core/market/timeframes.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { outcomeTexts } from '../../ui/decision-texts.ts';
import { MODE_NAMES, signalWords } from '../../ui/signal-texts.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';

/** The menus and their options. */
const MENUS = [
  { name: 'pair', values: SCORED_PAIRS },
  { name: 'timeframe', values: BOT_TIMEFRAMES },
  { name: 'mode', values: SIGNAL_MODES },
  { name: 'direction', values: DIRECTIONS },
  { name: 'outcome', values: OUTCOMES },
] as const;

const DAYS = ['from', 'to'] as const;
export const FILTER_NAMES = [...MENUS.map(({ name }) => name), ...DAYS];

/** What the reader has chosen, as the controls hold it; an empty text is no filter. Days are `2026-11-18`, in the reader's own zone. */
export type FilterChoice = Readonly<Record<(typeof FILTER_NAMES)[number], string>>;

export const NO_FILTERS = Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])) as FilterChoice;

/** Whether the control of that name could have been set to this. */
export function isFilterValue(name: keyof FilterChoice, value: string): boolean {
  const menu = MENUS.find((each) => each.name === name);
  if (menu === undefined) return /^\d{4}-\d\d-\d\d$/.test(value);
  return (menu.values as readonly string[]).includes(value);
}

interface SettledFiltersProps {
  readonly choice: FilterChoice;
  readonly onChange: (choice: FilterChoice) => void;
}

/** The table's filters; the first entry of every menu is no filter. */
export function SettledFilters({ choice, onChange }: SettledFiltersProps) {
  const labels: FilterChoice = {
    pair: signalWords.pair,
    timeframe: uiTexts.timeframe,
    mode: texts.kind,
    direction: signalWords.direction,
    outcome: texts.outcome,
    from: uiTexts.from,
    to: uiTexts.to,
  };
  return (
    <form className="filters" aria-label={texts.filters} onSubmit={(event) => event.preventDefault()}>
      {MENUS.map(({ name, values }) => (
        <SelectField
          key={name}
          label={labels[name]}
          value={choice[name]}
          options={[['', texts.all], ...values.map((value) => [value, optionText(value)] as const)]}
          onValue={(value) => onChange({ ...choice, [name]: value })}
        />
      ))}
      {DAYS.map((name) => (
        <TextField
          key={name}
          label={labels[name]}
          type="date"
          value={choice[name]}
          onChange={(event) => onChange({ ...choice, [name]: event.target.value })}
        />
      ))}
    </form>
  );
}

type MenuValue = (typeof MENUS)[number]['values'][number];

/** Modes and outcomes have words, the others stand for themselves. */
function optionText(value: MenuValue): string {
  if (isOneOf(SIGNAL_MODES, value)) return MODE_NAMES[value];
  return isOneOf(OUTCOMES, value) ? outcomeTexts[value] : value;
}

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value);
}

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
