import { expect, it } from 'vitest';
import { pairOf, WON } from '../../../../../tests/support/layout.ts';
import { fixedClock } from '../../../time/wall-clock.ts';
import { withQuestions } from '../read-trades.ts';
import type { Reading } from '../reading.ts';
import { tablesReader } from '../tables/several-tables.ts';
import { spreadsheetTables } from './spreadsheet.ts';

const STYLES = `<styleSheet>
  <fonts count="3"><font><color theme="1"/></font><font><sz val="11"/><color rgb="FFFF0000"/></font><font><color indexed="10"/></font></fonts>
  <fills count="3"><fill><patternFill/></fill><fill><patternFill><fgColor rgb="FFFFC7CE"/></patternFill></fill><fill><patternFill><fgColor rgb="FFFFC000"/></patternFill></fill></fills>
  <cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0"/><xf numFmtId="14" fontId="0" fillId="0"/><xf numFmtId="0" fontId="1" fillId="0"/>
    <xf numFmtId="0" fontId="0" fillId="1"/><xf numFmtId="0" fontId="2" fillId="0"/><xf numFmtId="0" fontId="0" fillId="2"/></cellXfs></styleSheet>`;

type Cell = string | readonly [value: number, style: number];

function read(names: string, rowOf: (at: number, won: boolean) => readonly Cell[]): Reading {
  const rows = [names.split(','), ...WON.map((won, at) => rowOf(at, won))];
  const sheet = rows
    .map((cells) => {
      const written = cells.map((cell) =>
        typeof cell === 'string'
          ? `<c t="inlineStr"><is><t>${cell}</t></is></c>`
          : `<c s="${cell[1]}"><v>${cell[0]}</v></c>`,
      );
      return `<row>${written.join('')}</row>`;
    })
    .join('');
  const parts = new Map([
    ['xl/styles.xml', STYLES],
    ['xl/worksheets/sheet1.xml', sheet],
  ]);
  const readTables = tablesReader(spreadsheetTables(parts));
  return withQuestions({ payout: 0.8, clock: fixedClock('UTC', 0) }, (options) => {
    const reading = readTables(options);
    if (reading === undefined) throw new Error('no table');
    return reading;
  });
}

const countsIn = ({ trades, questions }: Reading): readonly string[] => [
  ['won', 'lost'].map((end) => trades.filter(({ outcome }) => outcome === end).length).join('-'),
  ...questions.map(({ code }) => code),
];
const dayOf = (at: number): Cell => [46_083 + (at >> 2), 1];
const sizeOf = (at: number): number => Math.round(700 + Math.sin(at * at) * 600) / 100;

it.each([
  ['font', 2],
  ['fill', 3],
  ['font of the first palette', 4],
] as const)('asks whether amounts without a sign are lost where they are red by their %s', (_by, style) => {
  const amounts = read('Date,Pair,Profit', (at, won) => [
    dayOf(at),
    pairOf(at),
    [sizeOf(at), won ? 0 : style],
  ]);
  expect(countsIn(amounts)).toEqual(['37-23', 'doubtful-outcomes']);
});

it.each([
  ['amounts have signs', (at: number, won: boolean) => [[won ? sizeOf(at) : -sizeOf(at), at % 3 ? 2 : 0]]],
  [
    'words say how trades ended',
    (at: number, won: boolean) => [[sizeOf(at), at % 3 ? 2 : 0], won ? 'Win' : 'Loss'],
  ],
] as const)('asks nothing about red amounts where %s', (_where, cellsOf) => {
  const reading = read('Date,Pair,Profit,Result', (at, won) => [
    dayOf(at),
    pairOf(at),
    ...(cellsOf(at, won) as Cell[]),
  ]);
  expect(countsIn(reading)).toEqual(['37-23']);
});

it('takes equal rows of a day without an hour for trades of their own', () => {
  const reading = read('Date,Pair,Profit', (at, won) => [dayOf(at), 'EURUSD', [won ? 8 : -10, 0]]);
  expect(countsIn(reading)).toEqual(['37-23']);
});
