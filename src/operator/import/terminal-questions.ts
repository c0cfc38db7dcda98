import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { WallClock } from '../../core/time/wall-clock.ts';
import { clockNames } from '../../core/price-files/judge-history.ts';
import { parsePair } from '../../core/price-files/dataset-name.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import { ImportRefusal } from '../../server/market/dataset-store.ts';
import { type ClockEvidence, type ImportQuestions, parseZone, ZONE_EXAMPLES } from './pair-and-clock.ts';

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
