import type { TradeOutcome } from '../../trade.ts';
import { MINUTE_MS } from '../../../time/instant.ts';
import { linesOf } from './message-lines.ts';
import type { Message } from '../files/messages.ts';
import { chatOrder, MomentReader } from '../words/moment.ts';
import { shown } from '../reading.ts';
import { orNull } from '../unreadable.ts';

/** What became of the messages of one export in a later one of the same chat. */
export type ExportChanges = NonNullable<ReturnType<typeof compareExports>>;

/** Clocks of two phones differ by whole steps of so much, and by a day at most. */
const SHIFT_MS = 30 * MINUTE_MS;
const MOST_SHIFTS = 50;
const SHIFTS = Array.from({ length: 2 * MOST_SHIFTS + 1 }, (_, at) => (at - MOST_SHIFTS) * SHIFT_MS).sort(
  (one, other) => Math.abs(one) - Math.abs(other),
);
/** So many at the beginning, at the end and between them: exports that overlap share their ends. */
const SAMPLED = 100;
const FEWEST_ALIKE = 6;

type Key = string | number;

/** The minutes of messages, in milliseconds by the clock that wrote them: some phones write no seconds. Their times as they are written where these cannot be read. */
export function momentsOf(messages: readonly Message[]): readonly Key[] {
  const reader = new MomentReader(chatOrder(messages.map(({ time }) => time)));
  return messages.map(({ time }) => {
    const moment = orNull(() => reader.read(time));
    const ms = moment == null ? undefined : moment.localMs - (moment.offsetMs ?? 0);
    return ms === undefined ? time : ms - (ms % MINUTE_MS);
  });
}

/** The moments of messages that stand, at one or two distances in time, in an earlier export as well: by the clock of that one. */
export function alignedMoments(
  said: ReadonlySet<string>,
  messages: readonly Message[],
  moments: readonly Key[],
): readonly Key[] {
  const moved = (at: number, shift: number): Key => {
    const moment = moments[at] as Key;
    return typeof moment === 'number' ? moment - shift : moment;
  };
  const isSaid = (at: number, shift: number): boolean =>
    said.has(momentText(moved(at, shift), messages[at]?.text));
  const [step, end] = [Math.ceil(messages.length / SAMPLED), messages.length - SAMPLED];
  let sample = [...messages.keys()].filter((at) => at < SAMPLED || at >= end || at % step === 0);
  // One of the clocks may change in summer.
  const shifts = [0, 1].flatMap(() => {
    const alike = SHIFTS.map((shift) => ({ shift, places: sample.filter((at) => isSaid(at, shift)) }));
    const most = alike.reduce((one, other) => (other.places.length > one.places.length ? other : one));
    const { shift, places } = most;
    const span = sample.indexOf(places.at(-1) ?? 0) - sample.indexOf(places[0] ?? 0) + 1;
    sample = sample.filter((at) => !isSaid(at, shift));
    return places.length < Math.max(FEWEST_ALIKE, span / 2) ? [] : [shift];
  });
  // What was edited moved as the message before it.
  let [last = 0] = shifts;
  return moments.map((_moment, at) => {
    last = shifts.find((shift) => isSaid(at, shift)) ?? last;
    return moved(at, last);
  });
}

/** A moment with the text of a message. */
export function momentText(moment: Key | undefined, text = ''): string {
  return `${moment} ${text}`;
}

/** Compares two exports by the numbers of their messages, else by their times; undefined where they have none in common. */
export function compareExports(first: readonly Message[], second: readonly Message[]) {
  const areNumbered = isNumbered(first) && isNumbered(second);
  const keys = areNumbered ? first.map(numberOf) : momentsOf(first);
  const said = new Set(first.map(({ text }, at) => momentText(keys[at], text)));
  const laterKeys = areNumbered ? second.map(numberOf) : alignedMoments(said, second, momentsOf(second));
  /** The texts of each key, and how often each stands there. */
  const later = new Map<Key | undefined, Map<string, number>>();
  for (const [at, { text }] of second.entries()) {
    const texts = later.get(laterKeys[at]) ?? new Map<string, number>();
    later.set(laterKeys[at], texts.set(text, (texts.get(text) ?? 0) + 1));
  }
  const take = (at: number, text: string | undefined): string | null => {
    const texts = later.get(keys[at]);
    const count = text === undefined ? 0 : (texts?.get(text) ?? 0);
    if (texts === undefined || text === undefined || count === 0) return null;
    if (count === 1) texts.delete(text);
    else texts.set(text, count - 1);
    return text;
  };
  if (!keys.some((key) => later.has(key))) return undefined;
  // The later export may begin after the first one, or end before it.
  const numbers = second.map(numberOf);
  const least = numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = numbers.reduce((one, other) => Math.max(one, other), 0);
  const isCovered = (key: Key): boolean =>
    areNumbered ? Number(key) >= least && Number(key) <= most : later.has(key);
  const [from, until] = [keys.findIndex(isCovered), keys.findLastIndex(isCovered)];
  const open: number[] = [];
  // Equal texts first: of several messages at one time the others are those that were edited.
  for (let at = from; at <= until; at += 1) if (take(at, first[at]?.text) === null) open.push(at);
  const changed = open.map((at) => {
    const { text, time } = first[at] as Message;
    const [other] = later.get(keys[at])?.keys() ?? [];
    const after = take(at, other);
    return {
      /** In the first export, from 1. */
      line: at + 1,
      time,
      before: shown(text),
      /** Null where the message was deleted. */
      after: after === null ? null : shown(after),
      /** The outcome that it said before, and says now; null where it says none. */
      said: outcomeIn(text),
      says: after === null ? null : outcomeIn(after),
    };
  });
  return {
    /** Messages of the first export between the first and the last that both have. */
    compared: until - from + 1,
    deleted: changed.filter(({ after }) => after === null),
    edited: changed.filter(({ after }) => after !== null),
  };
}

/** Exports without numbers are counted through as they are read. */
function isNumbered(messages: readonly Message[]): boolean {
  return messages.every(({ id }) => id !== undefined) && messages.some(({ id }, at) => id !== at);
}

function numberOf({ id = 0 }: Message): number {
  return id;
}

/** The one outcome that a message says for certain. */
function outcomeIn(text: string): TradeOutcome | null {
  const clauses = linesOf(text).flatMap((line) => line.clauses);
  const [only, ...others] = new Set(
    clauses.flatMap(({ outcome, isSure, isSum }) => (isSure && !isSum ? (outcome ?? []) : [])),
  );
  return others.length === 0 ? (only ?? null) : null;
}
