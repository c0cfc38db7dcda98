import { sourceOf } from '../../core/price-files/dataset-name.ts';
import { excerpt } from '../../core/price-files/detect-layout.ts';
import { type WallClock, fixedClock } from '../../core/time/wall-clock.ts';
import { HISTDATA } from '../../core/price-files/vendor-clocks.ts';
import { clockNames } from '../../core/price-files/judge-history.ts';
import type { Layout } from '../../core/price-files/layout.ts';
import { pairInName, parsePair } from '../../core/price-files/pair-in-name.ts';
import { type WeekendEvidence, weighWeekends } from '../../core/price-files/weekly-gap.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import type { DecodedInput } from './decode-input.ts';
import { ImportRefusal } from '../../server/market/dataset-refusal.ts';
import { ZONE_EXAMPLES } from './zone-names.ts';

/** Asks the user for what a file does not contain. */
export interface ImportQuestions {
  pair(proposal: ScoredPair | undefined): Promise<ScoredPair>;
  clock(evidence: ClockEvidence): Promise<WallClock>;
}

/** The evidence in a file on its clock. */
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
