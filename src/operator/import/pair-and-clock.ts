import { pairInName, parsePair, sourceOf } from '../../core/price-files/dataset-name.ts';
import { excerpt } from '../../core/price-files/detect-layout.ts';
import { fixedClock, type WallClock } from '../../core/time/wall-clock.ts';
import {
  fixedClockName,
  HISTDATA,
  NEW_YORK_PLUS_7,
  type WeekendEvidence,
  weighWeekends,
} from '../../core/price-files/weekly-gap.ts';
import { clockNames } from '../../core/price-files/judge-history.ts';
import type { Layout } from '../../core/price-files/layout.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import type { DecodedInput } from './decode-input.ts';
import { ImportRefusal } from '../../server/market/dataset-store.ts';
import { zoneWallClock } from '../../core/time/zone-offsets.ts';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

export interface ImportQuestions {
  pair(proposal: ScoredPair | undefined): Promise<ScoredPair>;
  clock(evidence: ClockEvidence): Promise<WallClock>;
}

export interface ClockEvidence extends WeekendEvidence {
  readonly proposal: WallClock | undefined;
}

/** The user's options, and whether they can be asked. */
export interface UserChoice {
  readonly pair: ScoredPair | undefined;
  readonly clock: WallClock | undefined;
  readonly questions: ImportQuestions | undefined;
}

/**
 * The pair that a file is of: what its rows say, what the user gave, or what they answer. Throws an ImportRefusal
 * when these contradict each other or there is no terminal to ask at.
 */
export async function resolvePair(
  known: UserChoice,
  fileName: string,
  decoded: DecodedInput,
): Promise<ScoredPair> {
  const { pair: given, questions } = known;
  const column = [...decoded.pairs];
  if (column.length > 1) {
    throw new ImportRefusal(
      'wrong-pair',
      `The file holds several instruments: ${column.slice(0, 5).map(excerpt).join(', ')}.`,
      'Import one file per pair.',
    );
  }
  const [named] = column;
  if (named !== undefined) {
    const inColumn = parsePair(named);
    if (inColumn === undefined || (given !== undefined && inColumn !== given)) {
      throw new ImportRefusal(
        'wrong-pair',
        given === undefined
          ? `The rows are of ${excerpt(named)}, which is not imported.`
          : `The rows are of ${excerpt(named)}, not of ${given}.`,
        `Pairs that can be imported: ${SCORED_PAIRS.join(', ')}.`,
      );
    }
    return inColumn;
  }
  if (given !== undefined) return given;
  const proposal = parsePair(pairInName(fileName) ?? '');
  if (questions !== undefined) return questions.pair(proposal);
  throw new ImportRefusal(
    'pair-needed',
    'The rows do not say which pair they are of.',
    proposal === undefined
      ? `Give --pair, one of ${SCORED_PAIRS.join(', ')}.`
      : `Give --pair ${proposal} (as the file name has it), or another of ${SCORED_PAIRS.join(', ')}.`,
  );
}

/**
 * The clock that a file was written on, found in the same way; where its weekends fall makes the proposal.
 */
export async function resolveClock(
  known: UserChoice,
  fileName: string,
  decoded: DecodedInput,
): Promise<WallClock> {
  const { clock: given, questions } = known;
  const { layout, pauses } = decoded;
  if (layout.ownClock) {
    if (given === undefined || given.name === 'UTC') return fixedClock('UTC', 0);
    throw new ImportRefusal(
      'usage',
      'The times in this file say themselves how far they are from UTC, so another clock cannot apply.',
      'Leave --zone out, or give --zone UTC.',
    );
  }
  if (given !== undefined) return given;
  if (layout.statedClock === 'UTC') return fixedClock('UTC', 0);
  const preferred = preferredClocks(layout, fileName);
  const evidence = weighWeekends(pauses.pauses, preferred);
  const proposal = evidence.weekends > 0 ? evidence.best[0]?.clock : preferred[0];
  if (questions !== undefined) return questions.clock({ ...evidence, proposal });
  const why =
    evidence.best.length > 0
      ? `${evidence.weekends} weekends in it end at Sunday 17:00 New York on ${clockNames(evidence.best)}`
      : 'it holds no weekend to tell it by';
  throw new ImportRefusal(
    'clock-needed',
    `The rows do not say on which clock they were written; ${why}.`,
    proposal === undefined
      ? `Give --zone, one of ${ZONE_EXAMPLES}.`
      : `Give --zone ${proposal.name} if that is right, or one of ${ZONE_EXAMPLES}.`,
  );
}

/** The clock a layout is usually written on, if it has one. */
export function preferredClocks(layout: Layout, fileName: string): readonly WallClock[] {
  const source = sourceOf(layout, fileName);
  if (source === 'histdata' && layout.id !== 'uniform') return [HISTDATA];
  if (source === 'dukascopy' || source === 'truefx') return [fixedClock('UTC', 0)];
  return [];
}

/** Part of every message that asks for a zone. */
export const ZONE_EXAMPLES =
  'UTC, UTC+2, America/New_York, Europe/Athens, histdata (its two clocks), ny+7 (New York plus 7 hours)';

/**
 * The clock that a `--zone` names: `UTC`, a fixed distance such as `UTC+2` or `UTC-3:30`, `histdata`, `ny+7`, or an IANA
 * name. Throws an ImportRefusal that lists what can be given.
 */
export function parseZone(text: string): WallClock {
  const name = text.trim();
  const lower = name.toLowerCase();
  if (['utc', 'gmt', 'z'].includes(lower)) return fixedClock('UTC', 0);
  if (lower === 'histdata') return HISTDATA;
  if (lower === 'ny+7') return NEW_YORK_PLUS_7;
  const fixed = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?([0-5]\d))?$/i.exec(name);
  if (fixed !== null) {
    const minutes = (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0)) * (fixed[1] === '-' ? -1 : 1);
    if (Math.abs(minutes) <= 14 * 60) return fixedClock(fixedClockName(minutes), minutes);
  } else if (name.includes('/')) {
    const clock = ianaClock(name);
    if (clock !== undefined) return clock;
  }
  // An abbreviation such as EST leaves summer time open, which is the usual trap of these files.
  throw new ImportRefusal(
    'usage',
    `"${name}" is not a clock that can be named.`,
    `Give --zone as one of ${ZONE_EXAMPLES}.`,
  );
}

function ianaClock(name: string): WallClock | undefined {
  try {
    return zoneWallClock(name);
  } catch {
    return undefined;
  }
}

/** Asks at the terminal, with what the file suggests as the answer that Enter gives; asks again until it is understood. */
export function terminalQuestions(input: Readable, output: Writable, signal: AbortSignal): ImportQuestions {
  const ask = async <T>(
    question: string,
    proposal: string | undefined,
    parse: (answer: string) => T,
  ): Promise<T> => {
    const lines = createInterface({ input, output });
    try {
      const ended = new Promise<never>((_, reject) => lines.once('close', () => reject(noAnswer())));
      ended.catch(() => undefined);
      for (;;) {
        const prompt = `${question}${proposal === undefined ? '' : ` [${proposal}]`}: `;
        const answer = (await Promise.race([lines.question(prompt, { signal }), ended])).trim();
        try {
          return parse(answer === '' ? (proposal ?? '') : answer);
        } catch (error) {
          if (!(error instanceof ImportRefusal)) throw error;
          output.write(`${error.message} ${error.hint}\n`);
        }
      }
    } finally {
      lines.close();
    }
  };

  return {
    pair: (proposal) => ask(`Which pair is it (${SCORED_PAIRS.join(', ')})?`, proposal, requirePair),
    clock: (evidence) => {
      output.write(`${clockHelp(evidence)}\n`);
      return ask<WallClock>('On which clock was it written?', evidence.proposal?.name, parseZone);
    },
  };
}

/** The pair that a text names. */
export function requirePair(text: string): ScoredPair {
  const pair = parsePair(text);
  if (pair !== undefined) return pair;
  throw new ImportRefusal(
    'usage',
    text === '' ? 'The pair is needed.' : `"${text}" is not one of the five pairs.`,
    `Give one of ${SCORED_PAIRS.join(', ')}.`,
  );
}

function clockHelp({ weekends, best }: ClockEvidence): string {
  if (weekends === 0) return `The file holds no weekend to tell its clock by. Clocks: ${ZONE_EXAMPLES}.`;
  if (best.length === 0)
    return `The ${weekends} weekends in the file fit no clock. Clocks: ${ZONE_EXAMPLES}.`;
  const misses = best[0]?.misses ?? 0;
  return `${weekends - misses} of ${weekends} weekends in the file end at Sunday 17:00 New York on ${clockNames(best)}. Clocks: ${ZONE_EXAMPLES}.`;
}

function noAnswer(): ImportRefusal {
  return new ImportRefusal(
    'interrupted',
    'No answer came.',
    'Give --pair and --zone to import without questions.',
  );
}
