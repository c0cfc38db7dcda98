/** Messages that a source holds twice: exports that overlap or were joined, a text that was pasted twice. */
import { alignedMoments, momentsOf, momentText } from './compare-exports.ts';
import { linesOf } from './message-lines.ts';
import type { Message, Once } from '../files/messages.ts';
import { withoutTraded } from '../words/pairs.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';

/** Where texts say the same once more, more than this share of them differs. */
export const MOSTLY_DIFFERENT = 0.5;

const numberOf = ({ id, place }: Message): number | undefined => id ?? place;

/** Of a number and a time there is one message. Equal messages without numbers are asked about, and so are two texts of one message. */
export function withoutRepeats(messages: readonly Message[], asker: Asker): Once {
  const isNumbered = messages.some((message) => numberOf(message) !== undefined);
  const isTimed = messages.some(({ time }) => time !== '');
  const once = isNumbered ? withoutNumbersTwice(messages, asker) : { messages, repeats: new Map() };
  const copied = isNumbered ? once.repeats : isTimed ? repeatedRuns(messages) : copiesOf(messages);
  const sources = copied.size > 0 ? copied : postedAgain(messages, isTimed);
  const repeated =
    sources === once.repeats ? [] : [...sources].filter(([at]) => messages[at]?.text.trim() !== '');
  const texts = repeated.map(([at]) => shown((messages[at] as Message).text));
  if (texts.length === 0 || asker.ask('repeated-messages', ['once', 'each'], texts) === 'each') return once;
  return { messages, repeats: new Map(repeated.map(([at, source]) => lineOf(messages, at, source))) };
}

/** A shorter text may say the same twice. */
const FEWEST_STATED = 8;

/**
 * Messages with the text of an earlier one that a channel forwards from itself; without times, those that state what was traded and a
 * number, where most of their kind differ.
 */
function postedAgain(messages: readonly Message[], isTimed: boolean): ReadonlyMap<number, number> {
  const first = new Map<string, number>();
  const again = new Map<number, number>();
  const isStated = (text: string): boolean =>
    linesOf(text).some(({ pair }) => pair !== null && /\d{2}/.test(withoutTraded(text)));
  for (const [at, { text, forwarded, ownTime = '' }] of messages.entries()) {
    if (!/\d{2}/.test(text)) continue;
    const source = first.get(text + ownTime);
    if (source === undefined) first.set(text + ownTime, at);
    else if (isTimed ? forwarded === 'own' : isStated(text)) again.set(at, source);
  }
  if (isTimed || again.size === 0) return again;
  const different = [...first.keys()].filter(isStated).length;
  const isUsual = different < Math.max(FEWEST_STATED, (different + again.size) * MOSTLY_DIFFERENT);
  return isUsual ? new Map() : again;
}

function lineOf(messages: readonly Message[], at: number, source: number): [Message, number] {
  return [messages[at] as Message, source + 1];
}

function withoutNumbersTwice(messages: readonly Message[], asker: Asker): Once {
  const repeats = new Map<Message, number>();
  if (areAscending(messages)) return { messages, repeats };
  const edited = new Map<number, Message>();
  const places = new Map<number, number>();
  for (const [at, message] of messages.entries()) {
    const number = numberOf(message);
    const source = number === undefined ? undefined : places.get(number);
    const first = source === undefined ? undefined : messages[source];
    if (source !== undefined && first?.time === message.time) {
      repeats.set(...lineOf(messages, at, source));
      if ((edited.get(source) ?? first).text !== message.text) edited.set(source, { ...message });
    } else if (number !== undefined) places.set(number, at);
  }
  const texts = [...edited.values()].map(({ text }) => shown(text));
  if (texts.length === 0 || asker.ask('edited-messages', ['first', 'last'], texts) === 'first')
    return { messages, repeats };
  return { messages: messages.map((message, at) => edited.get(at) ?? message), repeats };
}

/** As in nearly all exports; 200,000 places take memory. */
function areAscending(messages: readonly Message[]): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const message of messages) {
    const number = numberOf(message);
    if (number !== undefined && number <= last) return false;
    last = number ?? last;
  }
  return true;
}

/** A shorter text may say the same twice. */
const FEWEST_COPIED = 6;
const FEWEST_DIFFERENT = 4;

/** The lines of a pasted text that consists of copies of its beginning, each with the place of the first one. */
function copiesOf(messages: readonly Message[]): ReadonlyMap<number, number> {
  const places = [...messages.keys()].filter((at) => messages[at]?.text.trim() !== '');
  const textAt = (at: number): string | undefined => messages[places[at] as number]?.text;
  for (const copies of [2, 3]) {
    const length = places.length / copies;
    const isCopied =
      Number.isInteger(length) &&
      length >= FEWEST_COPIED &&
      places.every((_place, at) => at < length || textAt(at) === textAt(at - length));
    if (isCopied && new Set(places.map((_place, at) => textAt(at))).size >= FEWEST_DIFFERENT)
      return new Map(places.slice(length).map((place, at) => [place, places[at % length] as number]));
  }
  return new Map();
}

/** A seller does not write more in a minute. */
const MOST_AT_ONCE = 50;

/** More exports are not joined in one file. */
const MOST_PARTS = 8;

/** The moments of messages by one clock, and where each of several exports begins that a file joins: a time before the last one. */
function joinedMoments(messages: readonly Message[]): readonly [ReturnType<typeof momentsOf>, number[]] {
  const moments = momentsOf(messages);
  const starts = [...moments.keys()].filter(
    (at) => at > 0 && (moments[at] as number) < (moments[at - 1] as number),
  );
  if (starts.length > MOST_PARTS) return [moments, []];
  const joined = moments.slice(0, starts[0]);
  const said = new Set<string>();
  for (const [part, start] of starts.entries()) {
    for (let at = starts[part - 1] ?? 0; at < start; at += 1)
      said.add(momentText(joined[at], messages[at]?.text));
    joined.push(
      ...alignedMoments(
        said,
        messages.slice(start, starts[part + 1]),
        moments.slice(start, starts[part + 1]),
      ),
    );
  }
  return [joined, starts];
}

/**
 * Two messages or more, one after the other, that stand with their times and authors before a later time already. Two phones have clocks
 * and names of their own.
 */
function repeatedRuns(messages: readonly Message[]): ReadonlyMap<number, number> {
  const repeated = new Map<number, number>();
  const [moments, starts] = joinedMoments(messages);
  const firstAt = new Map<string | number | undefined, number>();
  let partStart = 0;
  const isEqual = (one: number, other: number): boolean =>
    messages[one]?.text.trim() === messages[other]?.text.trim() &&
    moments[one] === moments[other] &&
    (other < partStart || messages[one]?.author === messages[other]?.author);
  let [distance, start, minuteStart] = [0, 0, 0];
  for (const at of messages.keys()) {
    if (starts.includes(at)) partStart = at;
    const first = firstAt.get(moments[at]);
    if (first === undefined) firstAt.set(moments[at], at);
    if (moments[at] !== moments[at - 1]) minuteStart = at;
    const isNext = distance > 0 && at - distance < start && isEqual(at, at - distance);
    if (!isNext) {
      distance = 0;
      const until = Math.min(minuteStart, (first ?? at) + MOST_AT_ONCE, messages.length - 1);
      for (let source = first ?? at; source < until && distance === 0; source += 1)
        if (isEqual(at, source) && isEqual(at + 1, source + 1)) [distance, start] = [at - source, at];
    }
    if (distance > 0) repeated.set(at, at - distance);
  }
  return repeated;
}
