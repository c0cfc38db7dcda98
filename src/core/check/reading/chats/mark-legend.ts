import type { TradeOutcome } from '../../trade.ts';
import { classesOf, type WordClass } from '../words/chat-words.ts';
import { askLetters } from '../words/endings.ts';
import { footersOf, linesOf } from './message-lines.ts';
import { spelling } from './misspellings.ts';
import { tradedIn } from '../words/pairs.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';

const OPPOSITES = '🟢🔴,🟩🟥,✅❌,☑✖,✔⛔,👍👎,💚💔,🏆🚫'.split(',').map((pair) => [...pair]);
const OPPOSITE = new Map(
  OPPOSITES.flatMap(([won = '', lost = '']) => [[won, lost] as const, [lost, won] as const]),
);
const COLOURS = {
  won: 'green,verde,зеленый,зелёный,hijau,हरा,সবুজ,سبز,أخضر,yeşil,plus,positive',
  lost: 'red,vermelho,rojo,красный,merah,लाल,লাল,سرخ,أحمر,kırmızı,minus,negative',
} as const;
/** What a mark, a colour or a sign stands for as a rule. */
const USUAL = new Map<string, TradeOutcome>(
  (['won', 'lost'] as const).flatMap((outcome, at) =>
    [...COLOURS[outcome].split(','), ...OPPOSITES.flatMap((pair) => pair[at] ?? [])].map((name) => [
      name,
      outcome,
    ]),
  ),
);
/** What words stand for beside a mark. */
const MEANT = new Map<WordClass | undefined, TradeOutcome>([
  ['won', 'won'],
  ['target', 'won'],
  ['lost', 'lost'],
  ['stop', 'lost'],
]);
const SIGNS = /(?<!\p{L})(?:plus|positive|minus|negative)(?!\p{L})/iu;
const NAME = `${[...OPPOSITE.keys()].join('|')}|(?<![\\p{L}\\p{M}])(?:${[...USUAL.keys()].filter((name) => !OPPOSITE.has(name)).join('|')})(?![\\p{L}\\p{M}])`;
const NAMES = new RegExp(NAME, 'giu');
const MEANS =
  '=|(?<![\\p{L}\\p{M}])(?:means?|is|are|significa|это|es|é|adalah|berarti|मतलब|মানে|یعنی|مطلب|يعني|demek)(?![\\p{L}\\p{M}])';
const EQUALS = `→|➡|${MEANS}`;
const EQUAL = new RegExp(`(?:${NAME})[\\ufe0f\\s)]*(?:${EQUALS})|(?:${EQUALS})\\s*(?:${NAME})`, 'iu');
const BETWEEN = /[,;.|/\n]+|\s(?:and|y|e|und|et|и|dan|और|এবং|اور|ve|và)\s/iu;
const LONGEST = 1_000;

/** Whether a text says that a mark, a colour or a sign means the opposite of what it usually does, such as `🔴 = WIN, 🟢 = LOSS` or "I cross off with ❌ what reached its target, ✅ is a stop". */
export function saysOpposite(text: string): boolean {
  if (text.length > LONGEST || text.search(NAMES) < 0) return false;
  const found = text.split(BETWEEN).flatMap(piecesOf).flatMap(meaningOf);
  const wrong = found.filter(({ mark, outcome }) => outcome !== mark);
  // Without a sign of equality it takes both: "🔴 EUR/USD won" may be a put.
  const isOpposite =
    wrong.some(({ isEqual }) => isEqual) || new Set(wrong.map(({ mark }) => mark)).size === 2;
  return isOpposite && wrong.length === found.length;
}

/** The parts of a text that hold a mark each, which stands behind its words where these begin the text. */
function piecesOf(text: string): readonly string[] {
  const names = [...text.matchAll(NAMES)];
  const isBehind = outcomesMeant(text.slice(0, names[0]?.index)).size > 0;
  return names.map((name, at) => {
    const [start, end] = isBehind ? [names[at - 1], name].map(endOf) : [name.index, names[at + 1]?.index];
    return names.length === 1 ? text : text.slice(start, end);
  });
}

const endOf = (name: RegExpExecArray | undefined): number =>
  name === undefined ? 0 : name.index + name[0].length;

/** Asks whether marks mean what these texts say, or signs where they speak of these; undefined where they do not. */
export function asksOpposite(legends: readonly string[], asker: Asker): 'marks' | 'signs' | undefined {
  const isOpposite =
    legends.length > 0 &&
    asker.ask(
      'opposite-marks',
      ['legend', 'usual'],
      legends.map((text) => shown(text)),
    ) === 'legend';
  const areSigns = legends.some((text) => SIGNS.test(text));
  return isOpposite ? (areSigns ? 'signs' : 'marks') : undefined;
}

const LAST_LETTER = /(?<=^|[\s(|:-])\p{L}(?=\)?$)/u;
const FEWEST_LETTERS = 5;
const MARK_OF = { won: '✅', lost: '❌', tied: '➖' };

/** Asks what the letters mean with which texts end where nothing else says an outcome; a text with marks in their place. */
function withLetters(texts: readonly string[], asker: Asker): (text: string) => string {
  const letters = texts.flatMap((text) => LAST_LETTER.exec(text)?.[0] ?? []);
  const isOther = (text: string): boolean =>
    !LAST_LETTER.test(text) && linesOf(text).some(({ clauses }) => clauses.some(({ outcome }) => outcome));
  const isSome = letters.length >= FEWEST_LETTERS && letters.length * 3 >= texts.length;
  const said = isSome && !texts.some(isOther) ? askLetters(letters, asker) : undefined;
  return (text) => (said ? text.replace(LAST_LETTER, (letter) => MARK_OF[said.get(letter) ?? 'tied']) : text);
}

/** Asks whether the marks of a chat mean the opposite of what they usually do; what its texts say then, without legends and last lines that all have. */
export function saidIn(
  messages: readonly { readonly text: string }[],
  asker: Asker,
): (text: string) => string {
  const texts = messages.map(({ text }) => text);
  const legends = new Set(texts.filter(saysOpposite));
  const isOpposite = asksOpposite([...legends], asker) !== undefined;
  const footers = footersOf(messages);
  const withMarks = withLetters(texts, asker);
  const spelt = spelling(texts);
  return (text) => {
    const lines = spelt(text).split('\n');
    if (footers.has((lines.at(-1) as string).trim())) lines.pop();
    const isTold = (line: string): boolean => line.search(NAMES) < 0 || tradedIn(line) !== undefined;
    const said = withMarks((legends.has(text) ? lines.filter(isTold) : lines).join('\n'));
    return isOpposite ? withOppositeMarks(said) : said;
  };
}

/** A text with the opposite of each mark. */
export function withOppositeMarks(text: string): string {
  return [...text].map((mark) => OPPOSITE.get(mark) ?? mark).join('');
}

/** What a piece says that its mark stands for, beside what this usually does. */
function meaningOf(piece: string) {
  const [name = ''] = piece.match(NAMES) ?? [];
  const mark = USUAL.get(name.toLowerCase());
  const [outcome, other] = outcomesMeant(piece.replace(name, ' '));
  const isEqual = EQUAL.test(piece);
  // "✅ Stop loss always, ❌ no target" are rules.
  const isBullet = !isEqual && piece.trim().startsWith(name);
  const isRule = isBullet && classesOf(piece).some(({ kind }) => kind === 'maybe');
  const isClear = mark !== undefined && outcome !== undefined && other === undefined && !isRule;
  return isClear ? [{ mark, outcome, isEqual }] : [];
}

/** The outcomes that words stand for; what is hit is a target where nothing else is named. */
function outcomesMeant(text: string): ReadonlySet<TradeOutcome> {
  const kinds = classesOf(text.replace(/(?<=\bwin)ners\b/i, '')).map(({ kind }) => kind);
  const said = kinds.flatMap((kind) => MEANT.get(kind) ?? []);
  return new Set(said.length === 0 && kinds.includes('hit') ? ['won'] : said);
}
