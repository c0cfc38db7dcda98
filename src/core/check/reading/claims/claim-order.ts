/** A claim that gives outcomes in their order, such as `W L L W`, in one line, below a heading, or by days. */
import type { TradeOutcome } from '../../trade.ts';
import { COLOURED, MARKS, outcomesIn } from '../words/chat-words.ts';
import { type ClaimPart, stepsOf } from './claim-gales.ts';
import { saysTypical } from './claim-text.ts';
import { tokensOf } from './claim-words.ts';
import { clausesOf } from '../words/clauses.ts';
import { askLetters, lettersIn, parseEnding } from '../words/endings.ts';
import { pairIn } from '../words/pairs.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';
import { type Counts, isSame, talliesIn } from './tallies.ts';
import { isFree, sentencesOf } from './tally-numbers.ts';

const LONGEST_LETTERS = 300;
const MOST_LINES = 400;
const FEWEST_ENDINGS = 3;
const LETTERS = /^(?:(?=.*W)(?:[WLDTBVP][\s,;|/-]*){3,}|(?:[LDTB][\s,;|/-]*){3,})$/i;
const OTHER_LETTERS = /^(?:\p{L}[\s,;|/-]+){4,}\p{L}$/u;
const HEADING = /^[^:\d]{1,60}:\s*/u;
/** These can be said of candles and of much else. */
const COLOURS = /(?<!\p{L})(?:green|red|yes|no|true|false)(?!\p{L})|[🟢🔴🟩🟥]/iu;

/** The outcomes of a text that holds nothing else, and those of its lines that hold them with their days; undefined where it does not. */
export function orderedClaim(text: string, asker: Asker): readonly ClaimPart[] | undefined {
  const byLines = inLines(text, asker);
  const rows = text.trim().split('\n');
  const above = rows.slice(0, -1);
  const areHeadings = above.length <= MOST_HEADINGS && above.every(isHeading);
  const own = withoutPlaces((areHeadings ? (rows.at(-1) ?? '') : text).replace(/\s+/g, ' ').trim());
  const line = own.replace(HEADING, '');
  const whole = areHeadings ? [...above, own].join(' ') : own;
  const isLong = text.length > LONGEST_LETTERS && !LETTERS.test(line.slice(0, LONGEST_LETTERS));
  if (byLines !== undefined || isLong) return byLines;
  const order = inLetters(line, asker) ?? endingsIn(line);
  if (order === undefined) return undefined;
  const isClear = !COLOURS.test(line) && !saysMore(whole.slice(0, whole.length - line.length));
  return isCounted(isClear, whole, asker) ? [partOf(order, 1, whole)] : [];
}

const isHeading = (row: string): boolean =>
  outcomesIn(row).length === 0 && row.search(new RegExp(MARK, 'u')) === -1;

const partOf = (order: readonly TradeOutcome[], line: number, text: string): ClaimPart => ({
  steps: order.flatMap((outcome) => stepsOf(outcome, undefined, 1)),
  line,
  text: shown(text),
});

/** Whether the outcomes of a text are counted: what is typical is left out at first. */
export function isCounted(isClear: boolean, text: string, asker: Asker): boolean {
  const isTypical = saysTypical(text);
  const answers = isTypical ? (['leave-out', 'count'] as const) : (['count', 'leave-out'] as const);
  return (isClear && !isTypical) || asker.ask('claimed-numbers', answers, [shown(text)]) === 'count';
}

/** The outcomes of a line, what stands before and behind them, and where. */
interface Run {
  readonly run: string;
  readonly label: string;
  readonly rest: string;
  readonly line: number;
  readonly text: string;
}

const MARK = `[${[...MARKS.keys(), ...COLOURED.keys()].join('')}]\\ufe0f?`;
const BETWEEN = '[\\s,;|/-]*';
/** Outcomes behind a label. */
const runOf = (letters: string): RegExp =>
  new RegExp(
    `^(?<label>.*?)(?<![\\p{L}\\p{M}\\p{N}])(?<run>(?:[${letters}]${BETWEEN})+|(?:${MARK}${BETWEEN})+)(?<rest>\\P{L}*|(?<=(?:[^\\s,;|/-][\\s,;|/-]*){3})(?<![\\p{L}\\p{M}])[^✅❌✔✖🟢🔴]*)$`,
    'u',
  );
/** `w l w` among lines of capitals. */
const LOWER = /(?<![\p{L}\p{M}])[wld](?:[\s,;|/-]+[wld]){2,}(?![\p{L}\p{M}])/gu;
/** Between the days of a line: `Mon: WWL Tue: LWW`. */
const besideOf = (letters: string): RegExp =>
  new RegExp(
    `(?<=[${letters}]|${MARK})[\\s,;|/]+(?![${letters}]+(?!\\p{L}))(?=(?:\\p{L}[\\p{L}\\p{M}.]*\\s?){1,2}\\d{0,4}\\s?[:–-]?\\s?(?:(?:[${letters}]${BETWEEN}){2,}(?![\\p{L}\\p{M}])|(?:${MARK}${BETWEEN}){2}))`,
    'u',
  );
/** `W = win`, `✅: profit`. */
const MEANING = new RegExp(
  `(?<![\\p{L}\\p{M}])(\\p{L}|${MARK})(?:\\s*(?:=|:|→|means?)\\s*|\\s(?=\\1\\p{L}))(\\p{L}+)`,
  'giu',
);
/** `❌ = 0` counts an outcome once more. */
const NO_MARK = `(?:(?!${MARK})\\P{L})*`;
const COUNT = new RegExp(`^${NO_MARK}(?:${MARK}\\s?[:=x×]?\\s?\\d+|\\d+\\s?${MARK})${NO_MARK}$`, 'u');
/** `✅✅✅✅ ❌x2`. */
const TWICE = new RegExp(`(${MARK})\\1`, 'u');
const TIMES = new RegExp(`(${MARK})\\s?[x×](\\d{1,2})(?!\\d)`, 'gu');
/** `(W win, L loss)` behind a heading. */
const BEFORE_LEGEND = /^[^(\d]*\((?=[^()]*\)$)/u;

/** What a line says that letters or marks mean; undefined where it says anything else. */
function legendOf(given: string): ReadonlyMap<string, TradeOutcome> | undefined {
  const line = given.replace(BEFORE_LEGEND, '');
  const said = [...line.matchAll(MEANING)].map(
    ([, mark = '', word = '']) => [mark, parseEnding(word)] as const,
  );
  if (said.length === 0 || /\p{L}{4}|\d/u.test(line.replace(MEANING, ' '))) return undefined;
  const known = said.flatMap(([mark, ending]) =>
    ending === undefined || ending === 'none' ? [] : [[mark, ending] as const],
  );
  return known.length === said.length ? new Map(known) : undefined;
}

/** The outcomes of lines that hold nothing else but their days, and of those around them headings, a legend, and what they add up to. */
function inLines(text: string, asker: Asker): readonly ClaimPart[] | undefined {
  const lines = text.split('\n').map((line) => withoutPlaces(line.trim()));
  if (lines.length > MOST_LINES || lines.some((line) => line.length > LONGEST_LETTERS)) return undefined;
  const meant = new Map(lines.flatMap((line) => [...(legendOf(line) ?? [])]));
  const letters = [...meant.keys()].filter((mark) => /\p{L}/u.test(mark)).join('');
  const [form, beside] = [runOf, besideOf].map((of) => of(letters === '' ? 'WLDTBVP' : `${letters}B`)) as [
    RegExp,
    RegExp,
  ];
  const runs: Run[] = [];
  const others: string[] = [];
  for (const [at, given] of lines.entries()) {
    const line = /\p{Ll}/u.test(letters) ? given : given.replace(LOWER, (run) => run.toUpperCase());
    // A legend stands alone, or behind what it explains.
    const own = legendOf(line) === undefined ? line : line.replace(/^[^(]*$|\s*\(.*$/, '');
    if (own === '' || (own !== line && !form.test(own))) continue;
    for (const part of own.split(beside)) {
      const { run, label = '', rest = '' } = form.exec(part)?.groups ?? {};
      // `W-L-T: 57-3-2`.
      const isName = /^([WLDTVP])[-/](?!\1)[WLDTVP](?:[-/](?!\1)[WLDTVP])?\W.*\d/.test(run + rest);
      if (run === undefined || isName || pairIn(part) !== undefined || countsMore(label) || COUNT.test(part))
        others.push(part);
      else runs.push({ run, label, rest, line: at + 1, text: part });
    }
  }
  const ordered = runs.map(({ run }) => marksOf(run));
  const all = ordered.flat();
  const isOther = (line: string): boolean =>
    (pairIn(line) !== undefined && !line.endsWith(':')) ||
    // `W L D` are names above it.
    (/\d.*\d/.test(line) && new Set(all).size === all.length) ||
    (all.length > 1 && line.match(/\d+/g)?.length === all.length) ||
    (!COUNT.test(line) &&
      talliesIn(line).stated.length === 0 &&
      clausesOf(line).some(({ outcome }) => outcome !== undefined));
  if (runs.length === 0 || others.length > runs.length + MOST_HEADINGS || others.some(isOther))
    return undefined;
  const areSeveral = ordered.filter(({ length }) => length > 1).length * 2 >= runs.length;
  const ones = others.filter((line) => COUNT.test(line)).map(oneOf);
  const isShort = all.length < FEWEST_ENDINGS || !areSeveral;
  const order = isShort ? undefined : meaningOf(all, meant, asker, ones.length > 0);
  if (order === undefined) return undefined;
  const parts = splitAs(ordered, order);
  const sums = [order, ...parts].map(countsOf);
  const said = [...others, ...runs.map(({ rest }) => rest)].flatMap((line) => talliesIn(line).stated);
  const isSaid = said.every(({ counts, bare }) =>
    [counts, bare?.of].some((some) => some !== undefined && sums.some((sum) => isSame(sum, some))),
  );
  const isDenied = !isSaid || !ones.every(({ end, count }) => sums.some((sum) => sum[end] === count));
  const isUnclear = [...others, ...runs.flatMap(({ label, rest }) => [label, rest])].some(saysMore);
  if (!isCounted(!isDenied && !isUnclear && !COLOURS.test(text), text, asker)) return [];
  return parts.map((part, at) => partOf(part, runs[at]?.line ?? 1, runs[at]?.text ?? ''));
}

const MOST_HEADINGS = 3;
const PLACED = new RegExp(
  `(?<![\\d.,])(?:#?(\\d{1,2})[.):]? ?(?=${MARK})|(?:#(\\d{1,2})[.):]?|(\\d{1,2})[.)]) ?(?=\\p{L}))`,
  'giu',
);
/** `9:00 WIN | 9:15 LOSS`. */
const TIMED = new RegExp(`(?<![\\d:.,])\\d{1,2}[:h]\\d{2} ?[-–:]? ?(?=\\p{L}|${MARK})`, 'gu');

const BREAK_EVEN = /(?<![\p{L}\d])B\/?E(?![^\s,;|/)-])/gu;

/** `W W void L`, `W W L (1 BE)`, `W5 L1 W7`. */
const VOIDED = /(?<=(?<!\p{L})(?:[WLBV]|void|push|draw)[\s,;|/-]{1,3})(?:void|push|draw)(?!\p{L})/giu;
const COUNTED = /(?<![\p{L}\d])(?:[WLD]\d{1,2}[\s,;|/-]+){2,}[WLD]\d{1,2}(?![\p{L}\d])/gu;

/** A line whose marks are numbered (`Mon: 1 ✅ 2 ❌`), without these numbers; each tie as one letter. */
function withoutPlaces(given: string): string {
  const twice = given.search(TWICE);
  const [before, behind] = twice < 0 ? [given, ''] : [given.slice(0, twice), given.slice(twice)];
  const line =
    `${before}${behind.replace(TIMES, (_all, mark: string, count: string) => mark.repeat(Number(count)))}`
      .replace(BREAK_EVEN, 'B')
      .replace(VOIDED, 'V')
      .replace(/\((\d) B\)/g, (_all, count: string) => 'B'.repeat(Number(count)))
      .replace(COUNTED, (run) =>
        /(W).*\1/s.test(run) && run.includes('L')
          ? run.replace(/(\p{L})(\d+)/gu, (_all, letter: string, count: string) =>
              letter.repeat(Number(count)),
            )
          : run,
      );
  const places = [...line.matchAll(PLACED)];
  const areInOrder =
    places.length >= FEWEST_ENDINGS &&
    places.every(([, place, other, word], at) => Number(place ?? other ?? word) === at + 1);
  const areTimed = (line.match(TIMED)?.length ?? 0) >= FEWEST_ENDINGS;
  return areInOrder ? line.replace(PLACED, '') : areTimed ? line.replace(TIMED, '') : line;
}

/** What `❌ = 0` counts. */
function oneOf(line: string): { readonly end: TradeOutcome; readonly count: number } {
  const end = tokensOf(line).find(({ kind }) => kind === 'won' || kind === 'lost')?.kind;
  return { end: end === 'won' || end === 'lost' ? end : 'tied', count: Number(/\d+/.exec(line)?.[0]) };
}

/** How many of outcomes there are of each. */
export function countsOf(order: readonly TradeOutcome[]): Counts {
  const count = (end: TradeOutcome): number => order.filter((one) => one === end).length;
  return { won: count('won'), lost: count('lost'), tied: count('tied') };
}

const marksOf = (run: string): readonly string[] => run.match(new RegExp(`\\p{L}|${MARK}`, 'gu')) ?? [];

function splitAs<One>(
  parts: readonly (readonly unknown[])[],
  all: readonly One[],
): readonly (readonly One[])[] {
  let from = 0;
  return parts.map(({ length }) => all.slice(from, (from += length)));
}

/** What letters or marks say, by a legend where there is one; undefined where they are neither, or say one outcome alone. */
function meaningOf(
  all: readonly string[],
  legend: ReadonlyMap<string, TradeOutcome>,
  asker: Asker,
  mayBeAlike: boolean,
): readonly TradeOutcome[] | undefined {
  const areOfLetters = all.every((mark) => /\p{L}/u.test(mark));
  if (!areOfLetters && all.some((mark) => /\p{L}/u.test(mark))) return undefined;
  const line = all.join(' ');
  const isOpposite = [...legend].some(([mark, outcome]) => {
    const usual = parseEnding(mark);
    return usual !== undefined && usual !== outcome && outcome !== 'tied';
  });
  const isUsual =
    isOpposite &&
    asker.ask('opposite-marks', ['legend', 'usual'], [[...legend].flat().join(' ')]) === 'usual';
  if (!isUsual && all.every((mark) => legend.has(mark))) return all.map((mark) => legend.get(mark) ?? 'tied');
  const order = areOfLetters ? inLetters(line, asker) : endingsIn(line, mayBeAlike);
  return order !== undefined && (mayBeAlike || new Set(order).size > 1) ? order : undefined;
}

/** Whether a label has numbers that are no day: `57-3-2 (W-L-D)`. */
function countsMore(label: string): boolean {
  return sentencesOf(label)
    .flat()
    .some((one) => isFree(one) || (one.role === 'score' && !/^\d{1,2}[/.]\d{1,2}$/.test(one.token.text)));
}

const UNSAID = new Set<string>(['unknown', 'promise', 'doubt', 'won', 'lost', 'tied']);

/** Whether a heading or a label says more than of when and of what it is. */
function saysMore(line: string): boolean {
  if (COUNT.test(line) || talliesIn(line).stated.length > 0) return false;
  return tokensOf(line).some(({ kind }) => UNSAID.has(kind));
}

/** `W L L W`: the trades in their order. A word of such letters is none. */
function inLetters(line: string, asker: Asker): readonly TradeOutcome[] | undefined {
  if (!LETTERS.test(line)) {
    const others = OTHER_LETTERS.test(line) ? (line.match(/\p{L}/gu) ?? []) : [];
    if (lettersIn(others) === undefined) return undefined;
    const meant = askLetters(others, asker);
    return others.map((letter) => meant?.get(letter) ?? 'tied');
  }
  const letters = [...line.toUpperCase()].filter((letter) => /[WLDTBVP]/.test(letter));
  const known = { W: 'won', L: 'lost', B: 'tied' } as const;
  const others = letters.filter((letter) => !(letter in known));
  const isLost = others.length > 0 && asker.ask('claimed-letters', ['tie', 'lost'], others) === 'lost';
  return letters.map((letter) => known[letter as 'W'] ?? (isLost ? 'lost' : 'tied'));
}

/** `win win loss`, `✅✅❌`: outcomes alone, one after the other. */
function endingsIn(line: string, mayBeAlike = false): readonly TradeOutcome[] | undefined {
  const isOfSigns = /^[+−-](?:[ ,;]+[+−-])+$/.test(line);
  const said = line.match(isOfSigns ? /[+−-]/g : /\p{L}+|\p{Extended_Pictographic}/gu) ?? [];
  // `win ✅` is one outcome.
  const isTwice = (word: string, before = ''): boolean =>
    /\p{L}/u.test(before) && !/\p{L}/u.test(word) && parseEnding(before) === parseEnding(word);
  const words = said.filter((word, at) => !isTwice(word, said[at - 1]));
  const order = words.map((word) => (/^void$/i.test(word) ? 'tied' : (parseEnding(word) ?? 'none')));
  const isAll = order.length >= FEWEST_ENDINGS && !order.includes('none') && !/\p{N}/u.test(line);
  return isAll && (mayBeAlike || new Set(order).size > 1) ? (order as TradeOutcome[]) : undefined;
}
