import type { TradeOutcome } from '../trade.ts';
import { outcomesIn } from './chat-words.ts';
import { footersOf } from './message-lines.ts';
import type { Asker } from './questions.ts';
import { shown } from './reading.ts';

const OPPOSITES = '🟢🔴,✅❌,☑✖,✔⛔,👍👎,💚💔,🏆🚫'.split(',').map((pair) => [...pair]);
const OPPOSITE = new Map(
  OPPOSITES.flatMap(([won = '', lost = '']) => [[won, lost] as const, [lost, won] as const]),
);
/** What a mark or a colour stands for as a rule. */
const USUAL = new Map<string, TradeOutcome>([
  ...OPPOSITES.flatMap(([won = '', lost = '']) => [[won, 'won'] as const, [lost, 'lost'] as const]),
  ...'green,verde,зеленый,зелёный,hijau,हरा,সবুজ,سبز,أخضر,yeşil'
    .split(',')
    .map((word) => [word, 'won'] as const),
  ...'red,vermelho,rojo,красный,merah,लाल,লাল,سرخ,أحمر,kırmızı'
    .split(',')
    .map((word) => [word, 'lost'] as const),
  ...(['plus', 'positive'] as const).map((word) => [word, 'won'] as const),
  ...(['minus', 'negative'] as const).map((word) => [word, 'lost'] as const),
]);
const SIGNS = /(?<!\p{L})(?:plus|positive|minus|negative)(?!\p{L})/iu;
const NAME = `${[...OPPOSITE.keys()].join('|')}|(?<![\\p{L}\\p{M}])(?:${[...USUAL.keys()].filter((name) => !OPPOSITE.has(name)).join('|')})(?![\\p{L}\\p{M}])`;
const NAMES = new RegExp(NAME, 'giu');
const EQUALS =
  '=|→|➡|(?<![\\p{L}\\p{M}])(?:means?|is|are|significa|это|es|é|adalah|berarti|मतलब|মানে|یعنی|مطلب|يعني|demek)(?![\\p{L}\\p{M}])';
/** `WIN = 🔴`: the word comes before its mark. */
const WORD_FIRST = new RegExp(`([\\p{L}\\p{M}]+)\\s*(?:${EQUALS})\\s*(${NAME})`, 'giu');
const STARTS_EQUAL = new RegExp(`^\\ufe0f?\\s*(?:${EQUALS})`, 'iu');
const LONGEST = 300;

/** Whether a text says that a mark, a colour or a sign means the opposite of what it usually does, such as `🔴 = WIN, 🟢 = LOSS`. */
export function saysOpposite(text: string): boolean {
  if (text.length > LONGEST || text.search(NAMES) < 0) return false;
  const found = wordFirst(text) ?? markFirst(text);
  const wrong = found.filter(({ mark, outcome }) => outcome !== mark);
  if (wrong.length < found.length || found.length === 0) return false;
  // Without a sign of equality it takes both: "🔴 EUR/USD won" may be a put.
  return wrong.some(({ isEqual }) => isEqual) || new Set(wrong.map(({ mark }) => mark)).size === 2;
}

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

/** Asks whether the marks of a chat mean the opposite of what they usually do; what its texts say then, without legends and last lines that all have. */
export function saidIn(
  messages: readonly { readonly text: string }[],
  asker: Asker,
): (text: string) => string {
  const legends = new Set(messages.map(({ text }) => text).filter(saysOpposite));
  const isOpposite = asksOpposite([...legends], asker) !== undefined;
  const footers = footersOf(messages);
  return (text) => {
    if (legends.has(text)) return '';
    const end = text.lastIndexOf('\n');
    const said = footers.has(text.slice(end + 1).trim()) ? text.slice(0, Math.max(0, end)) : text;
    return isOpposite ? withOppositeMarks(said) : said;
  };
}

/** A text with the opposite of each mark. */
export function withOppositeMarks(text: string): string {
  return [...text].map((mark) => OPPOSITE.get(mark) ?? mark).join('');
}

interface MarkMeaning {
  readonly mark: TradeOutcome;
  readonly outcome: TradeOutcome;
  readonly isEqual: boolean;
}

function wordFirst(text: string): readonly MarkMeaning[] | undefined {
  const found = [...text.matchAll(WORD_FIRST)].flatMap(([, word = '', name = '']) =>
    meaningsOf(name, word, true),
  );
  return found.length === 0 ? undefined : found;
}

function markFirst(text: string): readonly MarkMeaning[] {
  const names = [...text.matchAll(NAMES)];
  return names.flatMap((name, at) => {
    const words = text.slice(name.index + name[0].length, names[at + 1]?.index);
    return meaningsOf(name[0], words.split(/[,;.|/\n]/)[0] ?? '', STARTS_EQUAL.test(words));
  });
}

function meaningsOf(name: string, words: string, isEqual: boolean): readonly MarkMeaning[] {
  const [outcome, other] = outcomesIn(words);
  const mark = USUAL.get(name.toLowerCase());
  const isClear = mark !== undefined && outcome !== undefined && outcome !== 'tied' && other === undefined;
  return isClear ? [{ mark, outcome, isEqual }] : [];
}
