import type { Instrument } from '../market/instruments.ts';
import { formatCivil } from '../time/civil-date.ts';
import { ClockReader, type WallClock } from '../time/wall-clock.ts';
import { fxWeekAt } from '../time/fx-week.ts';
import type { CleaningReport, Sighting } from './history-cleaner.ts';
import type { PriceFileKind } from './layout.ts';
import { type Pause, weighClock, weighWeekends } from './weekly-gap.ts';

/** Reasons not to import that the user can overrule, by name, because they may know better. */
export const OVERRULABLE = [
  'clock',
  'pair-name',
  'weekend',
  'conflicts',
  'bad-lines',
  'jumps',
  'differs',
] as const;
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
  | 'outside-week'
  | 'flat-day';

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
  const findings = [
    ...judgeTimes(judged),
    ...judgePrices(judged),
    ...judgeClock(judged),
    ...judgeWeekends(judged),
    ...judgeBars(judged),
    ...judgeQuotes(judged),
  ];
  const { report } = judged;
  if (report.rowsKept === 0 && findings.every(({ level }) => level === 'warn')) {
    findings.push(
      refusal(
        'nothing-left',
        'No row lies in an open market, so there is nothing to import.',
        'Check --zone.',
        -1,
      ),
    );
  }
  return findings.toSorted((a, b) => Number(b.level === 'refuse') - Number(a.level === 'refuse'));
}

function judgeTimes({ report, latestMs }: Judged): Finding[] {
  const findings: Finding[] = [];
  const { futureRows, ancientRows } = report;
  if (futureRows.count > 0) {
    findings.push(
      refusal(
        'future',
        `${rows(futureRows, 'is')} later than now (${formatCivil(latestMs)} UTC): these prices cannot have been seen.`,
        "Check --zone, and this computer's clock.",
        futureRows.firstRow,
      ),
    );
  }
  if (ancientRows.count > 0) {
    findings.push(
      refusal(
        'old',
        `${rows(ancientRows, 'is')} before 1980: the times are probably counted in another unit.`,
        'Give times in milliseconds or seconds since 1970, or as dates.',
        ancientRows.firstRow,
      ),
    );
  }
  return findings;
}

function judgePrices({ report, instrument }: Judged): Finding[] {
  const { implausiblePrices, jumps, roundedPrices, rowsKept } = report;
  const { pair, plausible, digits } = instrument;
  const findings: Finding[] = [];
  if (implausiblePrices.count > 0) {
    findings.push(
      refusal(
        'price-range',
        `${rows(implausiblePrices, 'has')} a price outside ${plausible.low} to ${plausible.high}, where ${pair} lies: this is another instrument, or a damaged file.`,
        'Check --pair.',
        implausiblePrices.firstRow,
      ),
    );
  } else if (jumps.count > 0) {
    findings.push(
      refusal(
        'jumps',
        `${rows(jumps, 'has')} a price more than 15 % away from the one before: instruments are mixed, or digits are damaged.`,
        'Look at that line; --allow jumps imports it nevertheless.',
        jumps.firstRow,
      ),
    );
  }
  if (roundedPrices.count > 0) {
    findings.push(
      warning(
        'rounded',
        `Prices finer than ${digits} decimals, which were rounded to them: ${roundedPrices.count}, of ${rowsKept} rows.`,
        'Ties between such prices are ties at the rounded price.',
        roundedPrices.firstRow,
      ),
    );
  }
  return findings;
}

function judgeClock({ clock, pauses, skippedTimes, report }: Judged): Finding[] {
  const given = weighClock(pauses, clock);
  const findings: Finding[] = [];
  if (skippedTimes > 0) {
    findings.push(
      refusal(
        'clock',
        `${skippedTimes} times in the file do not exist on the clock ${clock.name} (it skips that hour in spring).`,
        'Give another --zone, or --allow clock to import nevertheless.',
        -1,
      ),
    );
  } else if (given.misses > 0) {
    const { best } = weighWeekends(pauses);
    const better = best[0];
    const clear =
      better !== undefined && better.misses * 2 < given.misses && given.misses * 20 >= given.weekends;
    const message = `On the clock ${clock.name}, ${given.misses} of ${given.weekends} weekends do not fall between Friday 17:00 and Sunday 17:00 New York`;
    findings.push(
      clear
        ? refusal(
            'clock',
            `${message}; on ${clockNames(best)} ${better.misses === 0 ? 'all do' : `all but ${better.misses} do`}.`,
            `Give --zone ${better.clock.name}, or --allow clock to import nevertheless.`,
            -1,
          )
        : warning('clock', `${message}.`, 'Check --zone; rows in the closed market were dropped.', -1),
    );
  }
  const { outsideWeek, rowsIn } = report;
  if (findings.length === 0 && outsideWeek.count * 200 > rowsIn) {
    findings.push(
      warning(
        'outside-week',
        `${rows(outsideWeek, 'is')} outside the FX week and ${outsideWeek.count === 1 ? 'was' : 'were'} dropped.`,
        'A few early quotes on Sunday are common; more means a wrong --zone or a market that never closes.',
        outsideWeek.firstRow,
      ),
    );
  }
  return findings;
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
    refusal(
      'weekend',
      `The file trades through ${traded} of ${weekends} weekends. FX rests from Friday 17:00 to Sunday 17:00 New York, so these are not interbank prices (a random walk, a crypto or an "OTC" feed).`,
      'Get the history from a vendor of FX prices; --allow weekend imports what lies inside the FX week.',
      -1,
    ),
  ];
}

function judgeBars({ report, kind }: Judged): Finding[] {
  if (kind !== 'm1') return [];
  const findings: Finding[] = [];
  const { offMinute, spacings, conflictingDuplicates, rowsIn } = report;
  if (offMinute.count > 0) {
    const message = `${rows(offMinute, 'is')} not stamped with a whole minute.`;
    findings.push(refusal('off-minute', message, 'Export one-minute bars, or ticks.', offMinute.firstRow));
  }
  let total = 0;
  let most = 1;
  for (const [minutes, count] of spacings) {
    total += count;
    if (count > (spacings.get(most) ?? 0)) most = minutes;
  }
  if (most !== 1 && total >= 10) {
    findings.push(
      refusal(
        'timeframe',
        `These are ${most}-minute bars: ${spacings.get(most)} of ${total} follow the one before after ${most} minutes.`,
        'Export one-minute bars (M1).',
        -1,
      ),
    );
  }
  if (conflictingDuplicates.count > 0) {
    const much = conflictingDuplicates.count * 1000 > rowsIn;
    const message = `${rows(conflictingDuplicates, 'has')} a minute that the file has already, at other prices.`;
    findings.push(
      much
        ? refusal(
            'conflicts',
            message,
            'Two files were probably joined; import them one by one. --allow conflicts keeps the first of each minute.',
            conflictingDuplicates.firstRow,
          )
        : warning('conflicts', message, 'The first of each was kept.', conflictingDuplicates.firstRow),
    );
  }
  return [...findings, ...judgeDay(report)];
}

/** Real FX moves several times as much in the London afternoon as at the New York close; a random walk does not. */
function judgeDay({ hourlyMove }: CleaningReport): Finding[] {
  if (hourlyMove.some(({ bars }) => bars < 300)) return [];
  const moves = hourlyMove.map(({ move }) => move);
  if (Math.max(...moves) >= 1.35 * Math.min(...moves)) return [];
  return [
    warning(
      'flat-day',
      'Prices move as much at night as in the afternoon. Real FX does not: these may be generated prices.',
      'Compare a day with another source before trusting any figure from this data set.',
      -1,
    ),
  ];
}

function judgeQuotes({ report }: Judged): Finding[] {
  const { crossedQuotes, rowsKept } = report;
  if (crossedQuotes.count === 0) return [];
  const share = ((100 * crossedQuotes.count) / Math.max(1, rowsKept)).toFixed(1);
  return [
    warning(
      'crossed',
      `Quotes with a bid above their ask: ${crossedQuotes.count} (${share} %). All were kept as they are.`,
      'Settle on the middle price, or use another source.',
      crossedQuotes.firstRow,
    ),
  ];
}

function rows({ count }: Sighting, verb: 'is' | 'has'): string {
  if (count === 1) return `1 row ${verb}`;
  return `${count} rows ${verb === 'is' ? 'are' : 'have'}`;
}

function refusal(code: FindingCode, message: string, hint: string, row: number): Finding {
  return { code, level: 'refuse', message, hint, row };
}

function warning(code: FindingCode, message: string, hint: string, row: number): Finding {
  return { code, level: 'warn', message, hint, row };
}
