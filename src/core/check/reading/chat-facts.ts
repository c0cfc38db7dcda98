/** What the messages of a chat mean as a whole, where each by itself leaves it open. */
import type { EpochMs } from '../../time/instant.ts';
import { type Line, linesOf } from './message-lines.ts';
import type { Message } from './messages.ts';
import type { Asker } from './questions.ts';
import { areRunning, countedIn } from './several-outcomes.ts';

/** A message that takes back what an earlier one said. */
export const CORRECTION =
  /(?<![\p{L}\p{M}])(?:last|previous|above|corrections?|corrected|mistake|sorry|actually|wrong|edit(?:ed)?|anterior|[úu]ltim[ao]|corre[cç][cç]?[ií][oó]n|corre[cç][aã]o|erro|ошиб\p{L}*|исправл\p{L}*|прошл\p{L}*|düzeltme|önceki|koreksi|ralat|sebelumnya|sửa|trước|सुधार|पिछल\p{L}*|সংশোধন|আগের|تصحيح|السابقة|درستی|پچھلا)(?![\p{L}\p{M}])/iu;

/** Answers to whether outcomes count, the likelier one first. */
export const COUNTS = { first: ['count', 'leave-out'], last: ['leave-out', 'count'] } as const;

/** A message in lines. */
export interface Part {
  readonly at: number;
  readonly timeMs: EpochMs | null;
  readonly message: Message;
  readonly lines: readonly Line[];
  /** It adds up what other messages say, or lists several outcomes. */
  readonly isList: boolean;
  readonly hasHeading: boolean;
}

export function partOf(message: Message, at: number, timeMs: EpochMs | null): Part {
  const lines = linesOf(message.text);
  const outcomes = lines.filter(({ clauses }) => clauses.some(({ outcome }) => outcome !== undefined));
  const hasHeading = lines.some(({ clauses }) => clauses.some(({ isSum }) => isSum));
  return { at, timeMs, message, lines, isList: outcomes.length > 1, hasHeading };
}

export interface ChatFacts {
  /** Who says outcomes and posts no signal, where nearly all outcomes are said by those who do. */
  readonly strangers: ReadonlySet<string | undefined>;
  /** A signal without a mark was lost, where others bear the mark of their win. */
  readonly unmarkedLost: boolean;
  /** A mark beside a signal is no outcome. */
  readonly marksDecorate: boolean;
  /** A message of a circle alone says an outcome, not a side. */
  readonly circlesAreOutcomes: boolean;
  /** The lines of a list are trades of their own. */
  readonly countsLists: boolean;
  /** They are counted first where most outcomes of a word and its mark stand beside words that are not understood. */
  readonly unsureAnswers: readonly ['count' | 'leave-out', 'count' | 'leave-out'];
  /** Scores count all outcomes so far. */
  readonly hasRunningScore: boolean;
}

/** Where more outcomes are said by others than those who post signals, these others may be who says how signals ended. */
const FEW_SAID = 0.25;

/** Goes through a chat once and keeps texts alone: the lines of 200,000 messages take 100 MB. */
export function askFacts(parts: Iterable<Part>, asker: Asker): ChatFacts {
  const marked: string[] = [];
  const lists: string[] = [];
  const circles: string[] = [];
  const scores: number[] = [];
  let [alone, notWon, circleSides, sure, unsure] = [0, 0, 0, 0, 0];
  let [isPasted, isUnmarked, hasSummary] = [true, false, false];
  const sellers = new Set<string | undefined>();
  const sayers = new Map<string | undefined, number>();
  for (const { lines, isList, hasHeading, message } of parts) {
    const { author, id, time } = message;
    if (id !== undefined || time !== '') isPasted = false;
    if (isList && hasHeading) hasSummary = true;
    if (hasHeading) scores.push(countedIn(message.text)?.length ?? 0);
    if (lines.some(({ opens, isWhole }) => opens || isWhole)) sellers.add(author);
    else if (lines.some(({ clauses }) => clauses.some(({ outcome }) => outcome !== undefined)))
      sayers.set(author, (sayers.get(author) ?? 0) + 1);
    if (isList) lists.push(...lines.flatMap(({ pair, text }) => (pair === null ? [] : [text])));
    for (const line of lines) {
      for (const { outcome, isSure, isMarked } of line.clauses)
        if (outcome !== undefined && isSure) sure += 1;
        else if (isMarked) unsure += 1;
      const outcomes = line.clauses.flatMap(({ outcome, isSum }) => (isSum ? [] : (outcome ?? [])));
      if (line.isWhole && !line.hasResultWord) marked.push(line.text);
      if (line.opens && line.side !== null && outcomes.length === 0) isUnmarked = true;
      if (!isList && !hasHeading && !line.isWhole) alone += outcomes.length;
      if (line.isWhole && outcomes.some((outcome) => outcome !== 'won')) notWon += 1;
      const circle = line.clauses.some(({ hasOnlyCircles, unknown }) => hasOnlyCircles && unknown === 0);
      if (circle && line.side !== null) circleSides += 1;
      else if (circle && lines.length === 1) circles.push(line.text);
    }
  }
  const mayDecorate =
    marked.length > 0 && (alone > 0 || notWon === 0) && !(isPasted && alone === 0 && notWon > 0);
  const mayBeSums = lists.length > 0 && (alone > 0 || hasSummary);
  const answers =
    alone > 0
      ? (['decoration', 'ending'] as const)
      : isUnmarked
        ? (['ending', 'others-lost', 'decoration'] as const)
        : (['ending', 'decoration'] as const);
  const marksAre = mayDecorate ? asker.ask('marked-signals', answers, marked) : 'ending';
  const others = [...sayers].filter(([author]) => !sellers.has(author));
  const saidBy = (some: Iterable<readonly [unknown, number]>): number =>
    [...some].reduce((sum, [, count]) => sum + count, 0);
  const isFew = saidBy(others) <= saidBy(sayers) * FEW_SAID;
  return {
    strangers: new Set(isFew ? others.map(([author]) => author) : []),
    hasRunningScore: areRunning(scores),
    unsureAnswers: unsure > sure ? COUNTS.first : COUNTS.last,
    unmarkedLost: marksAre === 'others-lost',
    marksDecorate: marksAre === 'decoration',
    countsLists:
      !mayBeSums ||
      asker.ask('lists', alone > 0 ? ['sums', 'trades'] : ['trades', 'sums'], lists) === 'trades',
    circlesAreOutcomes:
      circles.length > 0 &&
      ((alone === 0 && circleSides === 0) ||
        asker.ask('circles', ['side', 'outcome'], circles) === 'outcome'),
  };
}
