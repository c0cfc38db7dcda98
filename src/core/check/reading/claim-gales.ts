/** A claim that counts wins by how often their stake was doubled: "Direct 30, gale 1: 10, gale 2: 5, loss 5". */
import type { TradeOutcome } from '../trade.ts';
import { GALE_WORD, MOST_GALES } from './announced-gales.ts';
import { classesOf, MARKS, outcomesIn } from './chat-words.ts';
import type { Asker } from './questions.ts';
import { shown } from './reading.ts';

/** So many trades that ended alike after as many doubled stakes; undefined where it is not said how many. */
interface GaledCount {
  readonly outcome: TradeOutcome;
  readonly gales: number | undefined;
  readonly count: number;
  readonly text: string;
}

/** A trade of a claim: how it ended, and how often its stake was doubled before. */
export interface Step {
  readonly outcome: TradeOutcome;
  readonly step: number;
  readonly isLast: boolean;
}

const LONGEST = 600;
const FEWEST = 2;
const NUMBERED = new RegExp(
  `(?<![\\p{L}\\d])(?:${GALE_WORD}|g)\\s?[-:#]?\\s?([0-${MOST_GALES}])(?!\\d)|(?<!\\d)([0-${MOST_GALES}])(?:st|nd|rd|º|ª|-?й)?\\s?(?:${GALE_WORD})(?!\\p{L})`,
  'iu',
);

/** The trades of a text that counts them so; undefined where not all of it does. Asks how many stakes a loss has cost. */
export function galedClaim(text: string): ((asker: Asker) => readonly Step[]) | undefined {
  if (text.length > LONGEST || text.search(NUMBERED) === -1) return undefined;
  const counts: GaledCount[] = [];
  for (const part of text.split(/[,;|\n•]+|\.\s|\s[-–—]\s/)) {
    if (!/\d/.test(part)) continue;
    const count = countOf(part.trim());
    if (count === undefined) return undefined;
    counts.push(count);
  }
  const galed = counts.filter(({ gales }) => gales !== undefined);
  const most = galed.reduce((least, { gales = 0 }) => Math.max(least, gales), 0);
  if (most === 0 || galed.length < FEWEST) return undefined;
  const bare = counts.filter(
    ({ gales, outcome, count }) => gales === undefined && outcome === 'lost' && count > 0,
  );
  return (asker) => {
    const texts = bare.map(({ text: one }) => shown(one));
    const losesAll = bare.length > 0 && asker.ask('announced-gales', ['one', 'all'], texts) === 'all';
    return counts.flatMap(({ outcome, gales, count }) => {
      const last = gales ?? (losesAll && outcome === 'lost' ? most : 0);
      const steps = Array.from({ length: last + 1 }, (_, step) => ({
        outcome: step === last ? outcome : ('lost' as const),
        step,
        isLast: step === last,
      }));
      return Array.from({ length: count }, () => steps).flat();
    });
  };
}

/** What one part counts; undefined where that is not understood. */
function countOf(part: string): GaledCount | undefined {
  const numbered = NUMBERED.exec(part);
  const words = classesOf(part);
  const isDirect = words.some(({ kind }) => kind === 'direct');
  const rest = numbered === null ? part : part.replace(numbered[0], ' ');
  const [number = '', ...others] = rest.match(/\d+/g) ?? [];
  const marks = new Set([...part].flatMap((mark) => MARKS.get(mark) ?? []));
  const [outcome, other] = new Set([...outcomesIn(rest), ...marks]);
  const gales = numbered === null ? (isDirect ? 0 : undefined) : Number(numbered[1] ?? numbered[2]);
  const said = outcome ?? (gales === undefined ? undefined : 'won');
  if (number === '' || others.length > 0 || other !== undefined || said === undefined) return undefined;
  return { outcome: said, gales, count: Number(number), text: part };
}
