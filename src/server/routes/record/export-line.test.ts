import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { RecordRow } from '../../../core/wire/record.ts';
import { csvLine, exportColumns, exportFields, zoneClock, type ZoneClock } from './export-line.ts';
import { signalId } from '../../../core/signals/ledger-entry.ts';
import { quoted } from '../../../../tests/support/quoted.ts';

const ROW: RecordRow = {
  index: 17,
  id: signalId('6f1c1f4e-6f0c-4c57-9b0e-5f6f2c6f0a01'),
  mode: 'special',
  source: 'kraken',
  engine: 'fade-logit-1',
  pair: 'USD/JPY',
  timeframe: '1min',
  direction: 'PUT',
  confidence: 54.2,
  decidedMs: Date.UTC(2026, 10, 18, 9, 28),
  startMs: Date.UTC(2026, 10, 18, 9, 28, 1),
  expiryMs: Date.UTC(2026, 10, 18, 9, 29, 1),
  settledMs: Date.UTC(2026, 10, 18, 9, 29, 2, 45),
  outcome: 'won',
  control: 'CALL',
  controlOutcome: 'lost',
  entry: quoted({ bid: 155_200, ask: 155_210, timeMs: Date.UTC(2026, 10, 18, 9, 28, 0, 400), ageMs: 600 }),
  exit: quoted({ bid: 155_190, ask: 155_199, timeMs: Date.UTC(2026, 10, 18, 9, 29, 1), ageMs: 0 }),
  reason: null,
};

function exportLine(ledger: string, row: RecordRow, zone: ZoneClock | undefined) {
  const fields = exportFields(ledger, row, zone);
  return Object.fromEntries(exportColumns(zone).map((name, at) => [name, fields[at]]));
}

it('exports prices with all their decimals and instants in UTC and in the zone', () => {
  expect(exportLine('live', ROW, zoneClock('Asia/Karachi'))).toEqual({
    ledger: 'live',
    index: 17,
    id: '6f1c1f4e-6f0c-4c57-9b0e-5f6f2c6f0a01',
    mode: 'special',
    source: 'kraken',
    engine: 'fade-logit-1',
    pair: 'USD/JPY',
    timeframe: '1min',
    direction: 'PUT',
    confidence_percent: 54.2,
    decided_utc: '2026-11-18T09:28:00.000Z',
    decided_zone: '2026-11-18T14:28:00.000+05:00',
    start_utc: '2026-11-18T09:28:01.000Z',
    start_zone: '2026-11-18T14:28:01.000+05:00',
    expiry_utc: '2026-11-18T09:29:01.000Z',
    expiry_zone: '2026-11-18T14:29:01.000+05:00',
    settled_utc: '2026-11-18T09:29:02.045Z',
    settled_zone: '2026-11-18T14:29:02.045+05:00',
    zone: 'Asia/Karachi',
    outcome: 'won',
    void_reason: null,
    control_direction: 'CALL',
    control_outcome: 'lost',
    entry_bid: '155.200',
    entry_ask: '155.210',
    entry_quoted_utc: '2026-11-18T09:28:00.400Z',
    entry_age_ms: 600,
    exit_bid: '155.190',
    exit_ask: '155.199',
    exit_quoted_utc: '2026-11-18T09:29:01.000Z',
    exit_age_ms: 0,
  });
});

it('has the same columns for every signal, void ones included', () => {
  const voided: RecordRow = { ...ROW, outcome: 'void', reason: 'no-entry', entry: null, exit: null };
  const line = exportLine('live', voided, undefined);
  expect(exportFields('live', voided, undefined)).toHaveLength(exportColumns(undefined).length);
  expect(exportColumns(undefined).some((name) => name.includes('zone'))).toBe(false);
  expect([line['entry_bid'], line['exit_age_ms'], line['void_reason']]).toEqual([null, null, 'no-entry']);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['plain', 'plain'],
  ['a=b', 'a=b'],
  ['with, comma', '"with, comma"'],
  ['', ''],
])('writes %j so that no spreadsheet runs it', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

it('leaves numbers numbers, negative ones included, and writes nothing for what is missing', () => {
  expect(csvLine([-1.5, null, 0])).toBe('-1.5,,0\r\n');
});

it('is read back as it was by a CSV reader', () => {
  // The first use of fast-check's own set of all characters takes seconds.
  const character = fc.nat(0xd7ff).map((code) => String.fromCharCode(code));
  const field = fc.string({ unit: character }).filter((text) => !/^[=+\-@\t\r]/.test(text));
  fc.assert(
    fc.property(fc.array(field, { minLength: 2, maxLength: 6 }), (fields) => {
      expect(parse(csvLine(fields), { recordDelimiter: '\r\n' })).toEqual([fields]);
    }),
    { numRuns: 40 },
  );
});
