/** Columns whose names or units are not those of most files, and rows in an order of their own. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';

/** A table of the sixty trades. */
function table(names: string, cellsOf: (at: number, isWon: boolean) => readonly (string | number)[]): string {
  return [names, ...WON.map((isWon, at) => cellsOf(at, isWon).join(';'))].join('\n');
}

const day = (at: number): string => stamp(at).slice(0, 10);
const result = (isWon: boolean): string => (isWon ? 'Win' : 'Loss');

/** Each trade runs for four hours, and the next of its pair begins after one. */
const lasting = (name: string, cell: string, closed = false): Layout => ({
  name: `durations of ${cell} below ${name}${closed ? ' beside the time at the end' : ''}`,
  text: table(`Open time;Pair;${name};Result${closed ? ';Close time' : ''}`, (at, isWon) => [
    stamp(at),
    pairOf(at),
    cell,
    result(isWon),
    ...(closed ? [stamp(at, 14_400)] : []),
  ]),
  counts: RIGHT,
  bets: 16,
  isPlain: true,
});

export const NAMED_COLUMN_LAYOUTS: readonly Layout[] = [
  lasting('Trade duration (hours)', '4.00'),
  lasting('Duration (h)', '4'),
  lasting('Dauer (Std.)', '4,0'),
  lasting('Duración en minutos', '240'),
  lasting('Süre (saat)', '4'),
  lasting('Durasi (jam)', '4'),
  lasting('durationHours', '4'),
  lasting('Duration', '3h 60m'),
  lasting('Duration', '3 Std. 60 Min.'),
  lasting('Duration', '4', true),
  lasting('Duration', '240', true),
];
