import { useLocation, useSearch } from 'wouter';
import type { RecordSelection } from './record-api.ts';
import { type FilterChoice, FILTER_NAMES, isFilterValue, NO_FILTERS } from './settled-filters.tsx';

const FOLDS = ['calibration', 'hours', 'details', 'statistics'] as const;
export type FoldName = (typeof FOLDS)[number];

/** The chosen part of the record. It stands in the address, so that a link shows it and Back undoes a choice. */
export interface RecordPlace {
  readonly selection: RecordSelection;
  readonly filters: FilterChoice;
  readonly open: readonly FoldName[];
}

/** Reads what an address asks for; what no control could have chosen is left out. */
export function placeOf(search: string): RecordPlace {
  const query = new URLSearchParams(search);
  const chosen = FILTER_NAMES.map((name) => [name, query.get(name) ?? ''] as const).filter(([name, value]) =>
    isFilterValue(name, value),
  );
  return {
    selection: { ledger: query.get('ledger') ?? undefined, engine: query.get('engine') ?? undefined },
    filters: { ...NO_FILTERS, ...Object.fromEntries(chosen) },
    open: FOLDS.filter((name) => query.getAll('open').includes(name)),
  };
}

/** The address of a place, below the record's own: empty, or with its question mark. */
export function searchOf({ selection, filters, open }: RecordPlace): string {
  const query = new URLSearchParams();
  for (const [name, value] of [...Object.entries(selection), ...Object.entries(filters)])
    if (value !== undefined && value !== '') query.append(name, value);
  for (const name of open) query.append('open', name);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** The place in the address, and how to go to another one: `go` can be undone with Back, `adjust` cannot. */
export function useRecordPlace() {
  const place = placeOf(useSearch());
  const [, navigate] = useLocation();
  const change = (to: Partial<RecordPlace>, replace: boolean) =>
    navigate(`/record${searchOf({ ...place, ...to })}`, { replace });
  return {
    place,
    go: (to: Partial<RecordPlace>) => change(to, false),
    adjust: (to: Partial<RecordPlace>) => change(to, true),
  };
}
