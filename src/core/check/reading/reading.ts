import type { WallClock } from '../../time/wall-clock.ts';
import type { Trade } from '../trade.ts';
import type { Meaning } from './words/column-names.ts';
import type { Row } from './complete-trades.ts';
import type { Heading, UsedColumn } from './words/table-columns.ts';
import type { Answers, Asker, Question } from './questions.ts';
import type { RowReason, Table } from './unreadable.ts';

/** A row or message that is no trade. */
export interface NotUnderstood {
  readonly line: number;
  /** The beginning of what stands there. */
  readonly text: string;
  readonly why: RowReason;
}

/** Why a trade is one; the words stand where they are read. */
export const ORIGIN_KINDS = [
  'row',
  'two-rows',
  'left-out',
  'reply',
  'pair',
  'last',
  'whole',
  'orphan',
  'unsure',
  'doubled',
  'claim',
] as const;
export type OriginKind = (typeof ORIGIN_KINDS)[number];

/** What a trade was made of. */
export interface Origin {
  /** The row or message that says how it ended, from 1. */
  readonly line: number;
  /** The message of its signal, from 1; null where there is none. */
  readonly signal: number | null;
  readonly kind: OriginKind;
}

/** A source as far as it was understood. */
export interface Reading {
  readonly trades: readonly Trade[];
  /** What each trade was made of. */
  readonly origins: readonly Origin[];
  /** The beginning of what stands where a trade was made of: its end and its signal, by its place among the trades. */
  readonly textsOf: (trade: number) => { readonly end: string; readonly signal: string };
  /** What the source leaves open, each question with what its options would change. */
  readonly questions: readonly Question[];
  readonly rows: {
    readonly read: number;
    readonly understood: number;
    readonly notUnderstood: readonly NotUnderstood[];
  };
  /** The columns of a table that are used; empty for messages. */
  readonly columns: readonly UsedColumn[];
  /** The columns of a table in order, each with its first value; those of fees that are taken off its profits are not among them. */
  readonly found: readonly FoundColumn[];
  /** Whether a time had to be taken for one of the reader's zone because the source names none. */
  readonly neededZone: boolean;
  /** Whether a time names its own zone. */
  readonly namedZone: boolean;
  /** Whether the order of the trades is known: of a claim it is not. */
  readonly hasOrder: boolean;
  /** The whole numbers that the source gives its rows or messages, those not understood included. */
  readonly numbers: readonly number[];
  /** How often a balance moved otherwise than the trade of its row says, of how many, and by how much together. */
  readonly balance?: { readonly gaps: number; readonly of: number; readonly sum: number } | undefined;
  /** The signals of a chat: those whose end a message says, the others, and how many doubled stakes they announce of which no outcome speaks. */
  readonly signals: {
    readonly resolved: number;
    readonly unresolved: number;
    /** The stakes that these others cost where they were lost; as many as they are where it is not said. */
    readonly unresolvedStakes?: number;
    readonly announcedGales: number;
    /** Of won trades the source says what they brought, and neither a stake nor a payout. */
    readonly hasDistances: boolean;
    /** Stakes, or what trades brought in money, are the source's. */
    readonly saysMoney?: boolean;
    /** Its payouts follow the chance of winning, as odds and ratios of a risk and a reward do. */
    readonly paysByChance?: boolean;
    /** Of no trade the source says what it pays: all have the reader's payout. */
    readonly assumesPayout: boolean;
    /** Outcomes whose message, or that of their signal, was edited. */
    readonly edited?: { readonly isLater: boolean; readonly trades: number; readonly won: number };
  };
}

/** A reading whose questions are not weighed yet. */
export type OpenReading = Omit<Reading, 'questions'> & {
  readonly open: Asker['open'];
  /** Those of the amounts of a table, where it names them. */
  readonly currencies?: readonly string[];
  /** The trades of a table that is a part of a record, before others of it complete them. */
  readonly parts?: readonly Row[];
};

export interface FoundColumn {
  /** From 0. */
  readonly at: number;
  /** Empty where the source names none. */
  readonly name: string;
  /** Its first value. */
  readonly example: string;
}

export interface ReadingOptions {
  /** What columns mean where the reader says so, by their places from 0; null for one that is not to be used. */
  readonly meanings?: ReadonlyMap<number, Meaning | null>;
  /** The reader's answers to questions of an earlier reading. */
  readonly answers?: Answers;
  /** The answers that are taken where the reader gave none, if not the first ones. */
  readonly assumed?: Answers;
  /** Of trades whose payout the source does not tell: what a won stake of 1 brings on top of itself. */
  readonly payout: number;
  /** The clock of times without a zone. */
  readonly clock: WallClock;
}

const LONGEST_QUOTE = 40;
/** A row is quoted with its result, which often is its last cell. */
export const LONGEST_ROW = 160;

/** The beginning of a text, as much as a list shows. */
export function shown(text: string, longest = LONGEST_QUOTE): string {
  if (text.length <= longest) return text;
  // No half of a character that takes two units.
  return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`;
}

const EXAMPLES_FROM_ROWS = 20;

/** All columns of a table, each with its first value. */
export function foundColumns({ rows }: Table, heading: Heading): FoundColumn[] {
  const names = rows[heading.row];
  const sample = rows.slice(heading.row + 1, heading.row + 1 + EXAMPLES_FROM_ROWS);
  const width = names?.length ?? Math.max(0, ...sample.map((row) => row.length));
  return Array.from({ length: width }, (_, at) => ({
    at,
    name: shown(names?.[at] ?? ''),
    example: shown(sample.find((row) => (row[at] ?? '') !== '')?.[at] ?? ''),
  }));
}
