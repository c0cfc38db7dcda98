import { csvLine, exportColumns, exportFields } from './export-line.ts';
import type { FilteredRows } from '../../record/record.ts';
import type { ZoneClock } from './zone-clock.ts';

/** A CSV file, in pieces: a line of column names, then a line for each signal. */
export async function* csvPieces(
  { ledger, batches }: FilteredRows,
  zone: ZoneClock | undefined,
): AsyncGenerator<string> {
  yield csvLine(exportColumns(zone));
  for await (const rows of batches)
    yield rows.map((row) => csvLine(exportFields(ledger, row, zone))).join('');
}

/** A JSON file, in pieces: an array with an object for each signal, a line each. */
export async function* jsonPieces(
  { ledger, batches }: FilteredRows,
  zone: ZoneClock | undefined,
): AsyncGenerator<string> {
  const columns = exportColumns(zone);
  let before = '[\n';
  for await (const rows of batches) {
    const lines = rows.map((row) => {
      const fields = exportFields(ledger, row, zone);
      return JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, fields[at]])));
    });
    yield before + lines.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
