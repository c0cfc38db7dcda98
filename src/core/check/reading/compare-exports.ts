import type { TradeOutcome } from '../trade.ts';
import { linesOf } from './message-lines.ts';
import type { Message } from './messages.ts';
import { shown } from './reading.ts';

/** A message of the first export that the second has not, or has otherwise. */
export interface ChangedMessage {
  /** In the first export, from 1. */
  readonly line: number;
  readonly time: string;
  readonly before: string;
  /** Null where the message was deleted. */
  readonly after: string | null;
  /** The outcome that it said before, and says now; null where it says none. */
  readonly said: TradeOutcome | null;
  readonly says: TradeOutcome | null;
}

/** What became of the messages of one export in a later one of the same chat. */
export interface ExportChanges {
  /** Messages of the first export between the first and the last that both have. */
  readonly compared: number;
  readonly deleted: readonly ChangedMessage[];
  readonly edited: readonly ChangedMessage[];
}

/** Compares two exports by the numbers of their messages, else by their times; undefined where they have none in common. */
export function compareExports(
  first: readonly Message[],
  second: readonly Message[],
): ExportChanges | undefined {
  const keyOf = isNumbered(first) && isNumbered(second) ? numberOf : timeOf;
  /** The texts of each key, and how often each stands there. */
  const later = new Map<string, Map<string, number>>();
  for (const message of second) {
    const texts = later.get(keyOf(message)) ?? new Map<string, number>();
    later.set(keyOf(message), texts.set(message.text, (texts.get(message.text) ?? 0) + 1));
  }
  const take = (at: number, text: string | undefined): string | null => {
    const texts = later.get(keyOf(first[at] as Message));
    const count = text === undefined ? 0 : (texts?.get(text) ?? 0);
    if (texts === undefined || text === undefined || count === 0) return null;
    if (count === 1) texts.delete(text);
    else texts.set(text, count - 1);
    return text;
  };
  if (!first.some((message) => later.has(keyOf(message)))) return undefined;
  // The later export may begin after the first one, or end before it.
  const numbers = second.map(({ id }) => id ?? 0);
  const least = numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = numbers.reduce((one, other) => Math.max(one, other), 0);
  const isCovered = (message: Message): boolean =>
    keyOf === timeOf ? later.has(timeOf(message)) : (message.id ?? 0) >= least && (message.id ?? 0) <= most;
  const [from, until] = [first.findIndex(isCovered), first.findLastIndex(isCovered)];
  const open: number[] = [];
  // Equal texts first: of several messages at one time the others are those that were edited.
  for (let at = from; at <= until; at += 1) if (take(at, first[at]?.text) === null) open.push(at);
  const changed = open.map((at) => {
    const { text, time } = first[at] as Message;
    const [other] = later.get(keyOf(first[at] as Message))?.keys() ?? [];
    const after = take(at, other);
    return {
      line: at + 1,
      time,
      before: shown(text),
      after: after === null ? null : shown(after),
      said: outcomeIn(text),
      says: after === null ? null : outcomeIn(after),
    };
  });
  return {
    compared: until - from + 1,
    deleted: changed.filter(({ after }) => after === null),
    edited: changed.filter(({ after }) => after !== null),
  };
}

/** Exports without numbers are counted through as they are read. */
function isNumbered(messages: readonly Message[]): boolean {
  return messages.every(({ id }) => id !== undefined) && messages.some(({ id }, at) => id !== at);
}

function numberOf({ id }: Message): string {
  return String(id);
}

function timeOf({ time }: Message): string {
  return time;
}

/** The one outcome that a message says for certain. */
function outcomeIn(text: string): TradeOutcome | null {
  const clauses = linesOf(text).flatMap((line) => line.clauses);
  const [only, ...others] = new Set(
    clauses.flatMap(({ outcome, isSure, isSum }) => (isSure && !isSum ? (outcome ?? []) : [])),
  );
  return others.length === 0 ? (only ?? null) : null;
}
