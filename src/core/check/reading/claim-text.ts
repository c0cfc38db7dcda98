/** The text of a claim before it is taken apart. */
import { isCounted, tokensOf } from './claim-words.ts';
import { saysRule } from './clauses.ts';
import { withNumberWords } from './number-words.ts';

/** `37 TP`, `TP: 37`, `+37 / -23` and `66 profit, 14 loss` may be counts: of levels, of which a signal may have several, of points, or of money. */
const LEVEL = '(TP|SL|BE)s?';
const LEVELS = [
  new RegExp(
    `(?<![\\d.,])(\\d{1,4}) ?${LEVEL}(?![\\p{L}\\d]| hit|\\s?[:=@]?\\s?\\d(?!\\d{0,3} ?${LEVEL}(?!\\p{L})))`,
    'giu',
  ),
  new RegExp(`(?<!\\p{L}|hit )${LEVEL}(?: hits?)?\\s?[:=x×]\\s?(\\d{1,4})(?![\\d.])`, 'giu'),
] as const;
/** Whether a text may count levels, or say how far they are: `TP: 39, SL: 7`. */
export const mayCountLevels = (text: string): boolean => LEVELS.some((form) => text.search(form) !== -1);
const COUNTED_AT: Readonly<Record<string, string>> = {
  tp: 'about # wins',
  sl: 'about # losses',
  be: '# ties',
};
const atLevel = (one: string, other: string): string => {
  const [level, count] = /\d/.test(one) ? [other, one] : [one, other];
  return (COUNTED_AT[level.toLowerCase()] as string).replace('#', count);
};
const MAY_COUNT = [
  [
    /(?<![\p{L}\d.,+−–-]|[+−–-]\d{1,4} ?)\+ ?(\d{1,4})(?: ?[/|,;:])? ?[−–-] ?(\d{1,4})(?![\p{L}\d.,%]| ?[\p{L}\p{Sc}]| ?[/|,;:]? ?[+−–-]\d)/gu,
    'about $1 wins $2 losses',
  ],
  [
    /(?<![\p{L}\d.,+−–-])(\d{1,4})\+(?: ?[/|,;:])? ?(\d{1,4})[−–-](?![\p{L}\d]| \d)/gu,
    'about $1 wins $2 losses',
  ],
  [
    /(?<!\p{L})profits?\s?[:=]\s?(\d{1,4})(?![\d.,]*\d|\s?[%\p{Sc}])(?=\P{L}+(?:loss|sl|stop)\p{L}*\s?[:=]\s?\d)/giu,
    'wins about $1',
  ],
  [/(?<![\d.,])(\d{1,4}) profit(?=\P{L}+(?:\p{L}+ )?\d{1,4} loss)/giu, '$1 wins about'],
] as const;

/** No loss is none. */
const NONE_LOST =
  /(?<!\p{L})(?:no|without(?: an?y?)?|not a(?: single)?|sin|sem|nenhuma?|ninguna?|без|ни одного|tanpa|không|ohne|keine?n?) (?=(?:loss(?:es)?|loses|p[eé]rdidas?|perdas?|reds?|derrotas?|поражени\p{L}+|минус\p{L}+|kalah|rugi|loss|thua|verluste?n?)(?!\p{L}))/giu;

/** What reports write of a rate. */
const RATES = [
  [/\(% of total\)/gi, ''],
  [/\((?:won|win) ?%\)/gi, ' win rate '],
  [
    /(?<!\p{L})(?:win(?:ning|s)?|won|accuracy|success) ?(?:%|percent(?:age)?) ?[:=]? ?(\d{1,3}(?:[.,]\d+)?)(?![\d.,]*\d| ?%)/giu,
    'win rate $1 %',
  ],
] as const;

/** White circles may be ties. */
const WHITE = /(?<=\d ?)[⚪⬜]\ufe0f?|[⚪⬜]\ufe0f?(?=\s?[:=x×]?\s?\d)/gu;

/** Circles may be outcomes where nothing else is. */
const CIRCLES = [
  [/[🟢🟩]/gu, '✅ about'],
  [/[🔴🟥]/gu, '❌ about'],
] as const;

/** A text as it is taken apart: its numbers in digits, what may count in words, and no rules. */
export function writtenOut(text: string): string {
  const written = withNumberWords(text, isCounted);
  const replaced = (forms: readonly (readonly [RegExp, string])[], some: string): string =>
    forms.reduce((one, [form, count]) => one.replace(form, count), some);
  const stated = replaced(
    [...RATES, ...MAY_COUNT],
    withoutRules(written.replace(NONE_LOST, '0 ').replace(WHITE, ' ties about ')),
  );
  const counted = LEVELS.reduce(
    (one, form) => one.replace(form, (_all, first: string, second: string) => atLevel(first, second)),
    stated,
  );
  if (counted.search(/[🟢🟩🔴🟥]/u) === -1) return counted;
  const hasOutcome = tokensOf(counted).some(({ kind }) => kind === 'won' || kind === 'lost');
  return hasOutcome ? counted : replaced(CIRCLES, counted);
}

/** How many were won or lost one after the other is a part of the record, and a fall counts no trades. */
const STREAK =
  /(?<!\p{L})(?:drawdowns?|dd|просадк\p{L}*|streaks?|in a row|consecutiv\p{L}+|seguid[ao]s|rachas?|sequ[êe]ncias?|\p{L}*s[ée]rien?s?|series of|(?:best|worst|winning|losing) runs?|подряд|сери[яи]|üst üste|berturut(?:-turut)?|liên tiếp|hintereinander|in folge|d['’]affilée|लगातार|টানা|متتالية)(?!\p{L})/iu;

/** A text without its streaks and rules, such as "2 losses = stop", each part of a line by itself. */
function withoutRules(text: string): string {
  return text
    .split(/(?<=[\n,;.!|])/)
    .map((part) =>
      /\d/.test(part) && (STREAK.test(part) || saysRule(part.replace(/^[^:\d]{1,20}:\s*/u, '')))
        ? (/\n$/.exec(part)?.[0] ?? '')
        : part,
    )
    .join('');
}
