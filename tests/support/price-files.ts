import { formatCivil } from '../../src/core/time/civil-date.ts';
import type { PriceFileKind, Vendor } from '../../src/core/price-files/layout.ts';

/** One row of a made-up price file; prices are whole steps of the pair (100,000 to one). Ticks use open as bid, high as ask. */
export interface FileRow {
  /** On the file's own clock. */
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** A vendor's way of writing rows down. */
export interface FileFormat {
  readonly vendor: Vendor;
  readonly title: string;
  readonly kind: PriceFileKind;
  readonly header: string | undefined;
  /** The smallest distance of two times that it can write. */
  readonly stepMs: number;
  readonly line: (row: FileRow) => string;
}

const fixed = (steps: number, digits = 5): string => (steps / 100_000).toFixed(digits);
const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
const iso = (ms: number, seconds = true): string => formatCivil(ms, seconds);
const compact = (ms: number): string => iso(ms).replace(/[-:]/g, '');
const dotted = (ms: number): string => iso(ms).replaceAll('-', '.');
const dayFirst = (ms: number): string => {
  const [day = '', time = ''] = iso(ms).split(' ');
  return `${day.split('-').reverse().join('.')} ${time}.${pad(ms % 1000, 3)}`;
};
const bar = ({ open, high, low, close }: FileRow, delimiter: string, digits = 5): string =>
  [open, high, low, close].map((price) => fixed(price, digits)).join(delimiter);

/** The layouts that an importer meets, as their vendors write them. */
export const FILE_FORMATS: readonly FileFormat[] = [
  {
    vendor: 'histdata',
    title: 'HistData ASCII bars',
    kind: 'm1',
    header: undefined,
    stepMs: 60_000,
    line: (row) => `${compact(row.timeMs)};${bar(row, ';', 6)};0`,
  },
  {
    vendor: 'histdata',
    title: 'HistData ASCII ticks',
    kind: 'ticks',
    header: undefined,
    stepMs: 1,
    line: (row) =>
      `${compact(row.timeMs)}${pad(row.timeMs % 1000, 3)},${fixed(row.open, 6)},${fixed(row.high, 6)},0`,
  },
  {
    vendor: 'mt4',
    title: 'MetaTrader 4 bars',
    kind: 'm1',
    header: undefined,
    stepMs: 60_000,
    line: (row) => `${dotted(row.timeMs).replace(' ', ',').slice(0, 16)},${bar(row, ',')},${row.volume}`,
  },
  {
    vendor: 'mt5',
    title: 'MetaTrader 5 script bars',
    kind: 'm1',
    header: 'date\ttime\topen\thigh\tlow\tclose\ttickvolume\tvolume\tspread',
    stepMs: 60_000,
    line: (row) => `${dotted(row.timeMs).replace(' ', '\t')}\t${bar(row, '\t')}\t${row.volume}\t0\t3`,
  },
  {
    vendor: 'mt5',
    title: 'MetaTrader 5 terminal bars',
    kind: 'm1',
    header: '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
    stepMs: 60_000,
    line: (row) => `${dotted(row.timeMs).replace(' ', '\t')}\t${bar(row, '\t')}\t${row.volume}\t0\t3`,
  },
  {
    vendor: 'dukascopy',
    title: 'Dukascopy web bars',
    kind: 'm1',
    header: 'Gmt time,Open,High,Low,Close,Volume',
    stepMs: 60_000,
    line: (row) => `${dayFirst(row.timeMs)},${bar(row, ',')},${row.volume}.5`,
  },
  {
    vendor: 'dukascopy',
    title: 'Dukascopy web ticks, ask first',
    kind: 'ticks',
    header: 'Time,Ask,Bid,AskVolume,BidVolume',
    stepMs: 1,
    line: (row) => `${dayFirst(row.timeMs)},${fixed(row.high)},${fixed(row.open)},2.03,1.50`,
  },
  {
    vendor: 'dukascopy',
    title: 'Dukascopy script ticks',
    kind: 'ticks',
    header: undefined,
    stepMs: 1,
    line: (row) =>
      `${dotted(row.timeMs)}.${pad(row.timeMs % 1000, 3)},${fixed(row.open)},${fixed(row.high)},0.10,0.10`,
  },
  {
    vendor: 'truefx',
    title: 'TrueFX ticks',
    kind: 'ticks',
    header: undefined,
    stepMs: 1,
    line: (row) =>
      `EUR/USD,${iso(row.timeMs).replaceAll('-', '')}.${pad(row.timeMs % 1000, 3)},${fixed(row.open)},${fixed(row.high)}`,
  },
  {
    vendor: 'csv',
    title: 'ticks with ISO times and offset',
    kind: 'ticks',
    header: 'timestamp,bid,ask',
    stepMs: 1,
    line: (row) =>
      `${iso(row.timeMs)}.${pad(row.timeMs % 1000, 3)}000+00:00,${fixed(row.open)},${fixed(row.high)}`,
  },
  {
    vendor: 'csv',
    title: 'generic CSV bars',
    kind: 'm1',
    header: 'time,open,high,low,close,volume',
    stepMs: 60_000,
    line: (row) => `${iso(row.timeMs, false)},${bar(row, ',')},${row.volume}`,
  },
  {
    vendor: 'csv',
    title: 'uniform bars',
    kind: 'm1',
    header: 'timestamp_ms_utc,open,high,low,close,volume',
    stepMs: 60_000,
    line: (row) => `${row.timeMs},${bar(row, ',')},${row.volume}`,
  },
  {
    vendor: 'csv',
    title: 'uniform ticks',
    kind: 'ticks',
    header: 'timestamp_ms_utc,bid,ask',
    stepMs: 1,
    line: (row) => `${row.timeMs},${fixed(row.open)},${fixed(row.high)}`,
  },
];

/** The rows as the text of a file. */
export function encodeFile(format: FileFormat, rows: readonly FileRow[], lineEnd = '\n'): string {
  const lines = rows.map(format.line);
  if (format.header !== undefined) lines.unshift(format.header);
  return lines.map((line) => line + lineEnd).join('');
}

export interface WalkOptions {
  readonly seed: number;
  /** UTC ms of the first row, on a whole minute. */
  readonly fromMs: number;
  readonly rows: number;
  readonly stepMs?: number;
  /** Price steps of the first open. */
  readonly price?: number;
  /** Rows for which this is false are left out; time goes on. */
  readonly isOpen?: (timeMs: number) => boolean;
  /** The file's clock ahead of UTC. */
  readonly offsetMs?: (timeMs: number) => number;
}

/** A seeded random walk as rows of a file. It is made to look like no real market, and is for tests only. */
export function walkRows(options: WalkOptions): FileRow[] {
  const {
    seed,
    fromMs,
    rows,
    stepMs = 60_000,
    price = 110_000,
    isOpen = () => true,
    offsetMs = () => 0,
  } = options;
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const made: FileRow[] = [];
  let close = price;
  for (let timeMs = fromMs; made.length < rows; timeMs += stepMs) {
    if (!isOpen(timeMs)) continue;
    const open = close;
    close = open + Math.round((next() - 0.5) * 20);
    const high = Math.max(open, close) + Math.floor(next() * 8) + 1;
    const low = Math.min(open, close) - Math.floor(next() * 8) - 1;
    made.push({
      timeMs: timeMs + offsetMs(timeMs),
      open,
      high,
      low,
      close,
      volume: 1 + Math.floor(next() * 90),
    });
  }
  return made;
}
