/** A claim that counts wins by how often their stake was doubled: "Direct 30, gale 1: 10, gale 2: 5, loss 5". */
import type { TradeOutcome } from '../trade.ts';
import { ANNOUNCED_UP_TO, announcedGales, GALE_WORD, MOST_GALES } from './announced-gales.ts';
import { classesOf } from './chat-words.ts';
import { tokensOf } from './claim-words.ts';
import { pairIn } from './pairs.ts';
import type { Asker } from './questions.ts';
import { shown } from './reading.ts';
import type { Tally } from './tallies.ts';
import { requireReadableRows } from './unreadable.ts';

/** So many trades that ended alike after as many doubled stakes; undefined where it is not said how many. */
interface GaledCount {
  readonly outcome: TradeOutcome;
  readonly gales: number | undefined;
  readonly count: number;
  readonly text: string;
}

/** A trade of a claim: how it ended, and how often its stake was doubled before; undefined where that is not known. */
export interface Step {
  readonly outcome: TradeOutcome;
  readonly step: number | undefined;
  readonly isLast: boolean;
}

/** Trades of a claim, and where they stand in its text, from 1. */
export interface ClaimPart {
  readonly steps: readonly Step[];
  readonly line: number;
  readonly text: string;
}

const LONGEST = 600;
const FEWEST = 2;
const BEHIND = `(?<![\\p{L}\\d])(?:${GALE_WORD}|g)\\s?[-:#]?\\s?([0-${MOST_GALES}])(?!\\d)`;
const BEFORE = `(?<!\\d)([0-${MOST_GALES}])(?:st|nd|rd|º|ª|-?й)?\\s?(?:${GALE_WORD})(?!\\p{L})`;
const NUMBERED = new RegExp(`${BEHIND}|${BEFORE}`, 'iu');
/** "5 gale 2" may be five at the second or two at the fifth. */
const FORMS = [BEHIND, BEFORE].map((form) => new RegExp(form, 'iu'));

/** The trades of a text that counts them so; undefined where not all of it does. Asks how many stakes a loss has cost. */
export function galedClaim(text: string): ((asker: Asker) => readonly Step[]) | undefined {
  if (text.length > LONGEST || text.search(NUMBERED) === -1 || pairIn(text) !== undefined) return undefined;
  const counts = countsIn(text) ?? countsOfDays(text.split('\n'));
  if (counts === undefined) return undefined;
  const most = counts.reduce((least, { gales = 0 }) => Math.max(least, gales), 0);
  const bare = counts.filter(
    ({ gales, outcome, count }) => gales === undefined && outcome === 'lost' && count > 0,
  );
  requireReadableRows(counts.reduce((sum, { count }) => sum + count * (most + 1), 0));
  return (asker) => {
    const texts = bare.map(({ text: one }) => shown(one));
    const losesAll = bare.length > 0 && asker.ask('announced-gales', ['one', 'all'], texts) === 'all';
    return counts.flatMap(({ outcome, gales, count }) =>
      stepsOf(outcome, gales ?? (losesAll && outcome === 'lost' ? most : 0), count),
    );
  };
}

function countsIn(text: string): readonly GaledCount[] | undefined {
  const parts = text
    .split(/,(?!\d)|[;|\n•]+|\.\s|\s[-–—]\s/)
    .filter((part) => /\d/.test(part) && !RATE.test(part));
  return FORMS.map((form) => parts.flatMap((part) => countOf(part.trim(), form) ?? [])).find(
    (some) => some.length === parts.length && areLevels(some),
  );
}

const RATE = /^\P{N}*\d{1,3}(?:[.,]\d+)? ?%\P{L}*$/u;

/** `05/05: wins 9 (direct 7 | G1 1 | G2 1)`. */
const BROKEN_DOWN = /^(?:\P{L}*\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?(?!\d))?[^\d()]*(\d+)[^\d()]*\(([^()]*)\)/u;

/** The counts of days, each of which breaks its wins down, or says how many had a gale; undefined where one does not, or does not add up. */
function countsOfDays(lines: readonly string[]): readonly GaledCount[] | undefined {
  // The lines below a day, such as its losses, belong to it.
  const whole: string[] = [];
  for (const line of lines.filter((one) => /\d/.test(one)))
    if (whole.length === 0 || BROKEN_DOWN.test(line)) whole.push(line);
    else whole.push(`${whole.pop()},${line}`);
  const days = whole.map((line) => {
    const [found, wins, parts = ''] = BROKEN_DOWN.exec(line) ?? [];
    if (found === undefined) return undefined;
    const named = parts
      .split(/[,;|]/)
      .reduce((sum, part) => sum + (countOf(part.trim(), NUMBERED)?.count ?? 0), 0);
    const countsWith = (others: string): readonly GaledCount[] | undefined => {
      const counts = countsIn(`${parts}${others},${line.slice(found.length)}`);
      const won = counts
        ?.filter(({ outcome }) => outcome === 'won')
        .reduce((sum, { count }) => sum + count, 0);
      return won === Number(wins) ? counts : undefined;
    };
    return countsWith('') ?? countsWith(`,direct ${Number(wins) - named}`);
  });
  return days.some((day) => day === undefined) ? undefined : days.flatMap((day) => day ?? []);
}

/** So many trades that ended alike after as many doubled stakes, if that is known. */
export function stepsOf(outcome: TradeOutcome, gales: number | undefined, count: number): readonly Step[] {
  const last = gales ?? 0;
  const steps = Array.from({ length: last + 1 }, (_, step) => ({
    outcome: step === last ? outcome : ('lost' as const),
    step: gales === undefined ? undefined : step,
    isLast: step === last,
  }));
  return Array.from({ length: count }, () => steps).flat();
}

/** Doubled stakes that a claim announces, and does not count. */
export interface GaledTallies {
  /** The text without them, in the same lines. */
  readonly rest: string;
  /** How many there are; none where their number is that of trades. */
  readonly galesWith: (asker: Asker, tallies: readonly Pick<Tally, 'counts'>[]) => number;
  /** Each loss has cost all of them. */
  readonly isSure: boolean;
}

/** What a claim says of doubled stakes; undefined where it says nothing. */
export function galedTallies(text: string): GaledTallies | undefined {
  const announced = text.length > LONGEST ? undefined : announcedGales(text);
  if (announced === undefined) return undefined;
  const { gales, isSure } = announced;
  return {
    rest: text.replace(ANNOUNCED_UP_TO, ' ').replace(NUMBERED, ' '),
    galesWith: (asker, tallies) => {
      if (gales === 'some') return Number(asker.ask('gale-without-number', ['1', '2', '0'], [shown(text)]));
      return tallies.some(({ counts }) => Object.values(counts).includes(gales)) ? 0 : gales;
    },
    isSure,
  };
}

/** Whether counts are of levels that follow each other. */
function areLevels(counts: readonly GaledCount[]): boolean {
  const levels = counts.flatMap(({ gales }) => gales ?? []).toSorted((one, other) => one - other);
  const [least = 0] = levels;
  return least <= 1 && levels.length >= FEWEST && levels.every((level, at) => level === least + at);
}

/** What one part counts, with its level in this form, else in the other; undefined where that is not understood. */
function countOf(part: string, form: RegExp): GaledCount | undefined {
  const numbered = form.exec(part) ?? NUMBERED.exec(part);
  const words = classesOf(part);
  const isDirect = words.some(
    ({ kind, number, isOrdinal }, at) =>
      kind === 'direct' || (isOrdinal && number === 1 && words[at + 1]?.kind === 'attempt'),
  );
  const rest = numbered === null ? part : part.replace(numbered[0], ' ');
  const [number = '', ...others] = rest.match(/\d+/g) ?? [];
  const kinds = new Set<string>(tokensOf(rest).map(({ kind }) => kind));
  const [outcome, other] = (['won', 'lost', 'tied'] as const).filter((kind) => kinds.has(kind));
  const gales = numbered === null ? (isDirect ? 0 : undefined) : Number(numbered.slice(1).find(Boolean));
  const said = outcome ?? (gales === undefined ? undefined : 'won');
  if (number === '' || others.length > 0 || other !== undefined || said === undefined) return undefined;
  return { outcome: said, gales, count: Number(number), text: part };
}
