import {
  instrumentOf,
  priceScale,
  type ScaledPrice,
  type ScoredPair,
} from '../../../core/market/instruments.ts';
import type { RecordedQuote } from '../../../core/signals/ledger-entry.ts';
import type { RecordRow } from '../../../core/wire/record.ts';
import type { FilteredRows } from '../../record/record.ts';
import { MINUTE_MS } from '../../../core/time/instant.ts';
import { zoneOffsets, type ZoneOffsets } from '../../../core/time/zone-offsets.ts';

type Field = string | number | null;

interface Column {
  readonly name: string;
  readonly value: (row: RecordRow, ledger: string, zone: ZoneClock | undefined) => Field;
  /** Only there when a zone is given. */
  readonly isZoned?: true;
}

/** Prices as decimals, each instant in UTC and on the zone's clock. */
const COLUMNS: readonly Column[] = [
  { name: 'ledger', value: (_, ledger) => ledger },
  ...(['index', 'id', 'mode', 'source', 'engine', 'pair', 'timeframe', 'direction'] as const).map(
    (name): Column => ({ name, value: (row) => row[name] }),
  ),
  { name: 'confidence_percent', value: ({ confidence }) => confidence },
  ...instant('decided', ({ decidedMs }) => decidedMs),
  ...instant('start', ({ startMs }) => startMs),
  ...instant('expiry', ({ expiryMs }) => expiryMs),
  ...instant('settled', ({ settledMs }) => settledMs),
  { name: 'zone', value: (_row, _ledger, zone) => zone?.zone ?? null, isZoned: true },
  { name: 'outcome', value: ({ outcome }) => outcome },
  { name: 'void_reason', value: ({ reason }) => reason },
  { name: 'control_direction', value: ({ control }) => control },
  { name: 'control_outcome', value: ({ controlOutcome }) => controlOutcome },
  ...quote('entry', ({ entry }) => entry),
  ...quote('exit', ({ exit }) => exit),
];
const UTC_COLUMNS = COLUMNS.filter(({ isZoned }) => isZoned === undefined);

function columnsOf(zone: ZoneClock | undefined): readonly Column[] {
  return zone === undefined ? UTC_COLUMNS : COLUMNS;
}

/** The names of the columns of an export, in order. */
export function exportColumns(zone: ZoneClock | undefined): string[] {
  return columnsOf(zone).map(({ name }) => name);
}

/** The fields of a row in an export, in the order of its columns. */
export function exportFields(ledger: string, row: RecordRow, zone: ZoneClock | undefined): Field[] {
  return columnsOf(zone).map(({ value }) => value(row, ledger, zone));
}

/**
 * Fields as a line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula is led by an apostrophe; numbers
 * stay numbers.
 */
export function csvLine(fields: readonly Field[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(field: Field): string {
  if (typeof field !== 'string') return field === null ? '' : String(field);
  const harmless = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function instant(name: string, msOf: (row: RecordRow) => number): Column[] {
  return [
    { name: `${name}_utc`, value: (row) => new Date(msOf(row)).toISOString() },
    { name: `${name}_zone`, value: (row, _, zone) => zone?.format(msOf(row)) ?? null, isZoned: true },
  ];
}

/** The fields are empty where a void signal had no such quote. */
function quote(name: string, quoteOf: (row: RecordRow) => RecordedQuote | null): Column[] {
  const column = (what: string, valueOf: (used: RecordedQuote, pair: ScoredPair) => Field): Column => ({
    name: `${name}_${what}`,
    value: (row) => {
      const used = quoteOf(row);
      return used === null ? null : valueOf(used, row.pair);
    },
  });
  return [
    column('bid', ({ bid }, pair) => decimal(pair, bid)),
    column('ask', ({ ask }, pair) => decimal(pair, ask)),
    column('quoted_utc', ({ timeMs }) => new Date(timeMs).toISOString()),
    column('age_ms', ({ ageMs }) => ageMs),
  ];
}

function decimal(pair: ScoredPair, price: ScaledPrice): string {
  return (price / priceScale(pair)).toFixed(instrumentOf(pair).digits);
}

interface ExportFile {
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<readonly (readonly Field[])[]>;
}

/** The settled signals of a ledger as a file. */
export async function* exportLines(
  { ledger, batches }: FilteredRows,
  zone: ZoneClock | undefined,
): AsyncGenerator<Field[][]> {
  for await (const rows of batches) yield rows.map((row) => exportFields(ledger, row, zone));
}

/** The formats of a file, each in pieces: a line for the columns and one for each signal, or an array with an object for each signal. */
export const EXPORT_FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', pieces: csvPieces },
  json: { type: 'application/json; charset=utf-8', pieces: jsonPieces },
};

async function* csvPieces({ columns, batches }: ExportFile): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const lines of batches) yield lines.map(csvLine).join('');
}

async function* jsonPieces({ columns, batches }: ExportFile): AsyncGenerator<string> {
  let before = '[\n';
  for await (const lines of batches) {
    if (lines.length === 0) continue;
    const objects = lines.map((line) =>
      JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, line[at]]))),
    );
    yield before + objects.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Offsets of all zones change at multiples of this only. */
const SLOT_MS = 15 * MINUTE_MS;

/** Writes instants as RFC 3339 times of one zone, such as `2026-11-18T14:28:40.000+05:00`. */
export interface ZoneClock {
  readonly zone: string;
  format(ms: number): string;
}

/** The clock of an IANA time zone; undefined when there is none of this name. */
export function zoneClock(zone: string): ZoneClock | undefined {
  let found: ZoneOffsets;
  try {
    found = zoneOffsets(zone);
  } catch {
    return undefined;
  }
  // Asking for the offset of every instant would cost more than everything else an export does.
  const offsets = new Map<number, number>();
  const offsetAt = (ms: number): number => {
    const slot = Math.floor(ms / SLOT_MS);
    const offsetMs = offsets.get(slot) ?? found.offsetAt(ms);
    offsets.set(slot, offsetMs);
    return offsetMs;
  };
  return {
    zone,
    format(ms) {
      const offsetMs = offsetAt(ms);
      const time = new Date(Math.abs(offsetMs)).toISOString().slice(11, 16);
      return `${new Date(ms + offsetMs).toISOString().slice(0, -1)}${offsetMs < 0 ? '-' : '+'}${time}`;
    },
  };
}
