import type { Instrument } from '../market/instruments.ts';
import { formatCivil } from '../time/civil-date.ts';
import { ClockReader, type WallClock } from '../time/wall-clock.ts';
import { fxWeekAt } from '../time/fx-week.ts';
import type { CleaningReport, Sighting } from './history-cleaner.ts';
import type { PriceFileKind } from './layout.ts';
import { type Pause, weighClock, weighWeekends } from './weekly-gap.ts';

/** Reasons not to import that the user can overrule, by name, because they may know better. */
export const OVERRULABLE = ['clock', 'pair-name', 'weekend', 'conflicts', 'bad-lines', 'jumps'] as const;
export type Overrulable = (typeof OVERRULABLE)[number];

type FindingCode =
  | Overrulable
  | 'future'
  | 'old'
  | 'price-range'
  | 'timeframe'
  | 'off-minute'
  | 'nothing-left'
  | 'rounded'
  | 'crossed'
  | 'outside-week';

/** Something about a file that the user has to know: `refuse` means that it cannot be imported as it is. */
export interface Finding {
  readonly code: FindingCode;
  readonly level: 'refuse' | 'warn';
  readonly message: string;
  readonly hint: string;
  /** The row, counted from 0, where it shows first; -1 when it is about the whole file. */
  readonly row: number;
}

export interface Judged {
  readonly report: CleaningReport;
  readonly instrument: Instrument;
  /** The pair that the file's name says, if it says one. */
  readonly namedPair: string | undefined;
  readonly kind: PriceFileKind;
  readonly clock: WallClock;
  /** Times the clock never shows (the hour it skips in spring). */
  readonly skippedTimes: number;
  readonly pauses: readonly Pause[];
  /** First and last time in the file, on its own clock. */
  readonly firstFileMs: number;
  readonly lastFileMs: number;
  readonly latestMs: number;
}

/** Decides what the counts of a cleaned file mean. Refusals first. */
export function judgeHistory(judged: Judged): readonly Finding[] {
  const { report, instrument, namedPair, latestMs, kind } = judged;
  const { pair, plausible, digits } = instrument;
  const { futureRows, ancientRows, implausiblePrices, jumps, roundedPrices, crossedQuotes, rowsKept } =
    report;
  const findings = [
    ...(namedPair === undefined || namedPair === pair
      ? []
      : [
          finding(
            'pair-name',
            'refuse',
            `The file name says ${namedPair}, but the pair was given as ${pair}.`,
            `Check --pair; if the name is wrong, --allow pair-name imports it as ${pair}.`,
          ),
        ]),
    ...seen(
      'future',
      'refuse',
      futureRows,
      `${rows(futureRows, 'is')} later than now (${formatCivil(latestMs)} UTC): these prices cannot have been seen.`,
      "Check --zone, and this computer's clock.",
    ),
    ...seen(
      'old',
      'refuse',
      ancientRows,
      `${rows(ancientRows, 'is')} before 1980: the times are probably counted in another unit.`,
      'Give times in milliseconds or seconds since 1970, or as dates.',
    ),
    ...(implausiblePrices.count > 0
      ? seen(
          'price-range',
          'refuse',
          implausiblePrices,
          `${rows(implausiblePrices, 'has')} a price outside ${plausible.low} to ${plausible.high}, where ${pair} lies: this is another instrument, or a damaged file.`,
          'Check --pair.',
        )
      : seen(
          'jumps',
          'refuse',
          jumps,
          `${rows(jumps, 'has')} a price more than 15 % away from the one before: instruments are mixed, or digits are damaged.`,
          'Look at that line; --allow jumps imports it nevertheless.',
        )),
    ...seen(
      'rounded',
      'warn',
      roundedPrices,
      `Prices finer than ${digits} decimals, which were rounded to them: ${roundedPrices.count}, of ${rowsKept} rows.`,
      'Ties between such prices are ties at the rounded price.',
    ),
    ...judgeClock(judged),
    ...judgeWeekends(judged),
    ...(kind === 'm1' ? judgeBars(report) : []),
    ...seen(
      'crossed',
      'warn',
      crossedQuotes,
      `Quotes with a bid above their ask: ${crossedQuotes.count} (${((100 * crossedQuotes.count) / Math.max(1, rowsKept)).toFixed(1)} %). All were kept as they are.`,
      'Settle on the middle price, or use another source.',
    ),
  ];
  if (rowsKept === 0 && findings.every(({ level }) => level === 'warn'))
    findings.push(
      finding(
        'nothing-left',
        'refuse',
        'No row lies in an open market, so there is nothing to import.',
        'Check --zone.',
      ),
    );
  return findings.toSorted((a, b) => Number(b.level === 'refuse') - Number(a.level === 'refuse'));
}

function judgeClock({ clock, pauses, skippedTimes, report }: Judged): Finding[] {
  if (skippedTimes > 0)
    return [
      finding(
        'clock',
        'refuse',
        `${skippedTimes} times in the file do not exist on the clock ${clock.name} (it skips that hour in spring).`,
        'Give another --zone, or --allow clock to import nevertheless.',
      ),
    ];
  const given = weighClock(pauses, clock);
  if (given.misses > 0) {
    const { best } = weighWeekends(pauses);
    const better = best[0];
    const message = `On the clock ${clock.name}, ${given.misses} of ${given.weekends} weekends do not fall between Friday 17:00 and Sunday 17:00 New York`;
    if (better === undefined || better.misses * 2 >= given.misses || given.misses * 20 < given.weekends)
      return [
        finding('clock', 'warn', `${message}.`, 'Check --zone; rows in the closed market were dropped.'),
      ];
    return [
      finding(
        'clock',
        'refuse',
        `${message}; on ${clockNames(best)} ${better.misses === 0 ? 'all do' : `all but ${better.misses} do`}.`,
        `Give --zone ${better.clock.name}, or --allow clock to import nevertheless.`,
      ),
    ];
  }
  const { outsideWeek, rowsIn } = report;
  if (outsideWeek.count * 200 <= rowsIn) return [];
  return seen(
    'outside-week',
    'warn',
    outsideWeek,
    `${rows(outsideWeek, 'is')} outside the FX week and ${outsideWeek.count === 1 ? 'was' : 'were'} dropped.`,
    'A few early quotes on Sunday are common; more means a wrong --zone or a market that never closes.',
  );
}

/** The likeliest clocks by name, at most three. */
export function clockNames(best: readonly { readonly clock: WallClock }[]): string {
  const names = best.slice(0, 3).map(({ clock }) => clock.name);
  return names.length <= 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Counts the Saturdays that a file trades through: FX does not, a random walk or a crypto feed does. */
function tradedWeekends(judged: Pick<Judged, 'clock' | 'pauses' | 'firstFileMs' | 'lastFileMs'>): {
  traded: number;
  weekends: number;
} {
  const reader = new ClockReader(judged.clock);
  const lastMs = reader.toUtc(judged.lastFileMs);
  const pauses = judged.pauses.map(
    ({ beforeMs, afterMs }) => [reader.toUtc(beforeMs), reader.toUtc(afterMs)] as const,
  );
  const firstMs = reader.toUtc(judged.firstFileMs);
  let weekends = 0;
  let traded = 0;
  let pause = 0;
  if (!Number.isFinite(firstMs) || !Number.isFinite(lastMs)) return { traded, weekends };
  for (let week = fxWeekAt(firstMs); ; week = fxWeekAt(week.nextOpensMs)) {
    const middle = (week.closesMs + week.nextOpensMs) / 2;
    if (week.nextOpensMs > lastMs) return { traded, weekends };
    if (middle <= firstMs) continue;
    weekends += 1;
    while (pause < pauses.length && (pauses[pause]?.[1] ?? 0) <= middle) pause += 1;
    if (!(middle >= (pauses[pause]?.[0] ?? Number.POSITIVE_INFINITY))) traded += 1;
  }
}

function judgeWeekends(judged: Judged): Finding[] {
  const { traded, weekends } = tradedWeekends(judged);
  if (traded === 0 || traded * 2 < weekends) return [];
  return [
    finding(
      'weekend',
      'refuse',
      `The file trades through ${traded} of ${weekends} weekends. FX rests from Friday 17:00 to Sunday 17:00 New York, so these are not interbank prices (a random walk, a crypto or an "OTC" feed).`,
      'Get the history from a vendor of FX prices; --allow weekend imports what lies inside the FX week.',
    ),
  ];
}

function judgeBars({ offMinute, spacings, conflictingDuplicates, rowsIn }: CleaningReport): Finding[] {
  let total = 0;
  let most = 1;
  for (const [minutes, count] of spacings) {
    total += count;
    if (count > (spacings.get(most) ?? 0)) most = minutes;
  }
  const isMuch = conflictingDuplicates.count * 1000 > rowsIn;
  return [
    ...seen(
      'off-minute',
      'refuse',
      offMinute,
      `${rows(offMinute, 'is')} not stamped with a whole minute.`,
      'Export one-minute bars, or ticks.',
    ),
    ...(most === 1 || total < 10
      ? []
      : [
          finding(
            'timeframe',
            'refuse',
            `These are ${most}-minute bars: ${spacings.get(most)} of ${total} follow the one before after ${most} minutes.`,
            'Export one-minute bars (M1).',
          ),
        ]),
    ...seen(
      'conflicts',
      isMuch ? 'refuse' : 'warn',
      conflictingDuplicates,
      `${rows(conflictingDuplicates, 'has')} a minute that the file has already, at other prices.`,
      isMuch
        ? 'Two files were probably joined; import them one by one. --allow conflicts keeps the first of each minute.'
        : 'The first of each was kept.',
    ),
  ];
}

function rows({ count }: Sighting, verb: 'is' | 'has'): string {
  if (count === 1) return `1 row ${verb}`;
  return `${count} rows ${verb === 'is' ? 'are' : 'have'}`;
}

/** A finding at the row where something was seen first; none where it was not seen. */
function seen(
  code: FindingCode,
  level: Finding['level'],
  { count, firstRow }: Sighting,
  message: string,
  hint: string,
): Finding[] {
  return count === 0 ? [] : [finding(code, level, message, hint, firstRow)];
}

function finding(
  code: FindingCode,
  level: Finding['level'],
  message: string,
  hint: string,
  row = -1,
): Finding {
  return { code, level, message, hint, row };
}
