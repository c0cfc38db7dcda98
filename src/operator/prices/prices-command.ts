import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { daysFromCivil, dayText, weekdayOfDays } from '../../core/time/civil-date.ts';
import { DAY_MS } from '../../core/time/instant.ts';
import { makeFolder } from '../../server/platform/durable-files.ts';
import {
  createStagingFolder,
  hasOtherRun,
  ImportRefusal,
  refusalFromWrite,
} from '../../server/market/dataset-store.ts';
import { loadConfig } from '../../server/platform/config.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { CliError, failed, misuse } from '../exit-codes.ts';
import { runImport } from '../import/import-command.ts';
import { requirePair } from '../import/pair-and-clock.ts';
import { interruptible } from '../terminal.ts';
import { progressLine } from '../output.ts';
import { type DaysWanted, downloadDays, DownloadFault, VENDOR, type Vendor } from './download-days.ts';

export interface Month {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

export interface PricesFlags {
  readonly from: Month;
  readonly to: Month;
  readonly ticks?: boolean;
  readonly name?: string;
}

const HEADINGS = {
  m1: 'timestamp_ms_utc,open,high,low,close,volume',
  ticks: 'timestamp_ms_utc,bid,ask',
} as const;

/** `pipcast prices get`: downloads day by day into the data directory, then imports the days as one file, with every check of `import`. */
export function pricesCommand(context: CommandContext, pair: string, flags: PricesFlags): Promise<Ending> {
  return interruptible((signal) => downloadPrices(context, pair, flags, signal));
}

/** As `pricesCommand`, until `signal` stops it. */
export async function downloadPrices(
  context: CommandContext,
  pairText: string,
  { from, to, ticks = false, name }: PricesFlags,
  signal: AbortSignal,
  vendor: Vendor = VENDOR,
): Promise<Ending> {
  const { io, output } = context;
  const pair = requirePair(pairText);
  const firstDay = daysFromCivil(from.year, from.month, 1);
  const afterLast = daysFromCivil(to.year, to.month + 1, 1);
  // Today is not complete yet.
  const untilDay = Math.min(afterLast, Math.floor(vendor.nowMs() / DAY_MS));
  if (untilDay <= firstDay)
    throw misuse(
      'There is no whole day between these months.',
      'Give --from before --to, and not in the future.',
    );

  const kind = ticks ? 'ticks' : 'm1';
  const letters = pair.replace('/', '');
  const folder = join(loadConfig().dataDir, 'downloads', `${letters.toLowerCase()}-${kind}`);
  makeFolder(folder);
  const drafts = await createStagingFolder(folder);
  try {
    if (await hasOtherRun(drafts))
      throw failed(
        `Another download of the same kind is running in ${folder}.`,
        'Wait until it has ended, then run the same command again. If there is none, remove its folder .incoming-* there.',
      );
    output.note(
      'These are prices of Dukascopy Bank SA, from its public history. What you may do with them is between you and Dukascopy.',
    );
    const days = Array.from({ length: untilDay - firstDay }, (_, at) => firstDay + at);
    const wanted = { pair, kind, days, folder, drafts, signal } as const;
    const file = join(
      drafts,
      `${letters}-${kind}-${dayText(firstDay)}-${dayText(untilDay - 1)}-dukascopy.csv`,
    );
    const emptyDays = await fetchFile(vendor, wanted, file, progressLine(io.stderr, output.json));
    if (emptyDays.length > 0)
      output.note(
        `The vendor has no prices of ${emptyDays.length === 1 ? 'one weekday' : `${emptyDays.length} weekdays`}: ${emptyDays.slice(0, 10).map(dayText).join(', ')}${emptyDays.length > 10 ? ', ...' : ''}`,
      );
    const flags = { pair, zone: 'UTC', ...(name === undefined ? {} : { name }) };
    const ending = await runImport(context, file, flags, signal);
    await rm(folder, { recursive: true, force: true });
    return ending;
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
}

/** Downloads days and joins them to one file; the weekdays without prices are its answer. */
async function fetchFile(
  vendor: Vendor,
  wanted: Omit<DaysWanted, 'onDay'>,
  file: string,
  progress: (text: string) => void,
): Promise<readonly number[]> {
  const { folder, days, kind, signal } = wanted;
  const emptyDays: number[] = [];
  try {
    await downloadDays(vendor, { ...wanted, onDay: (done) => progress(`${done} of ${days.length} days`) });
    await pipeline(wholeFile(folder, days, HEADINGS[kind], emptyDays), createWriteStream(file), { signal });
    return emptyDays;
  } catch (error) {
    throw downloadEnd(error, folder, signal);
  } finally {
    progress('');
  }
}

/** Why a download ended early, and how to go on. */
function downloadEnd(error: unknown, folder: string, signal: AbortSignal): unknown {
  const note = 'The days so far are kept';
  if (signal.aborted)
    return new CliError('interrupted', `Stopped. ${note}.`, 'Run the same command to go on.');
  if (error instanceof DownloadFault) return failed(error.message, `${note}: run the same command to go on.`);
  const refusal = refusalFromWrite(error, folder);
  return refusal instanceof ImportRefusal && refusal.code === 'disk-full'
    ? failed(
        `There is no space left in ${folder}. ${note}.`,
        'Free some space, then run the same command to go on.',
      )
    : refusal;
}

/** All days; the weekdays without prices, of this download and of those that were stopped, are added to `emptyDays`. */
async function* wholeFile(folder: string, days: readonly number[], heading: string, emptyDays: number[]) {
  yield `${heading}\n`;
  for (const day of days) {
    const text = await readFile(join(folder, `${dayText(day)}.csv`), 'utf8');
    if (text === '' && ![0, 6].includes(weekdayOfDays(day))) emptyDays.push(day);
    yield text;
  }
}
