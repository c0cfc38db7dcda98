import type { TradeOutcome } from '../trade.ts';
import { outcomesIn } from './chat-words.ts';
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
]);
const NAME = `${[...OPPOSITE.keys()].join('|')}|(?<![\\p{L}\\p{M}])(?:${[...USUAL.keys()].filter((name) => !OPPOSITE.has(name)).join('|')})(?![\\p{L}\\p{M}])`;
const NAMES = new RegExp(NAME, 'giu');
const EQUALS =
  '=|→|➡|(?<![\\p{L}\\p{M}])(?:means?|is|are|significa|это|es|é|adalah|berarti|मतलब|মানে|یعنی|مطلب|يعني|demek)(?![\\p{L}\\p{M}])';
/** `WIN = 🔴`: the word comes before its mark. */
const WORD_FIRST = new RegExp(`([\\p{L}\\p{M}]+)\\s*(?:${EQUALS})\\s*(${NAME})`, 'giu');
const STARTS_EQUAL = new RegExp(`^\\ufe0f?\\s*(?:${EQUALS})`, 'iu');
const LONGEST = 300;

/** Whether a text says that a mark or a colour means the opposite of what it usually does, such as `🔴 = WIN, 🟢 = LOSS`. */
export function saysOpposite(text: string): boolean {
  if (text.length > LONGEST || text.search(NAMES) < 0) return false;
  const found = wordFirst(text) ?? markFirst(text);
  const wrong = found.filter(({ mark, outcome }) => outcome !== mark);
  if (wrong.length < found.length || found.length === 0) return false;
  // Without a sign of equality it takes both: "🔴 EUR/USD won" may be a put.
  return wrong.some(({ isEqual }) => isEqual) || new Set(wrong.map(({ mark }) => mark)).size === 2;
}

/** Asks whether marks mean what these texts say; true where they do. */
export function asksOpposite(legends: readonly string[], asker: Asker): boolean {
  return (
    legends.length > 0 && asker.ask('opposite-marks', ['legend', 'usual'], legends.map(shown)) === 'legend'
  );
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
