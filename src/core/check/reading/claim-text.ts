/** The text of a claim before it is taken apart. */
import { isCounted, tokensOf } from './claim-words.ts';
import { saysRule } from './clauses.ts';
import { withNumberWords } from './number-words.ts';

/** `37 TP` and `66 profit, 14 loss` may be counts: of levels, of which a signal may have several, or of money. */
const MAY_COUNT = [
  [/(?<![\d.,])(\d{1,4}) ?TPs?(?=\s*(?:[\n,;|/]|$))/gi, '$1 wins about'],
  [/(?<![\d.,])(\d{1,4}) ?SLs?(?=\s*(?:[\n,;|/]|$))/gi, '$1 losses about'],
  [/(?<![\d.,])(\d{1,4}) ?BEs?(?=\s*(?:[\n,;|/]|$))/gi, '$1 ties about'],
  [/(?<!\p{L}|hit )TPs?(?: hits?)?\s?[:=x×]\s?(\d{1,4})(?![\d.])/giu, '$1 wins ?'],
  [/(?<!\p{L}|hit )SLs?(?: hits?)?\s?[:=x×]\s?(\d{1,4})(?![\d.])/giu, '$1 losses ?'],
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
  const counted = replaced([...RATES, ...MAY_COUNT], withoutRules(written.replace(NONE_LOST, '0 ')));
  if (counted.search(/[🟢🟩🔴🟥]/u) === -1) return counted;
  const hasOutcome = tokensOf(counted).some(({ kind }) => kind === 'won' || kind === 'lost');
  return hasOutcome ? counted : replaced(CIRCLES, counted);
}

/** How many were won or lost one after the other is a part of the record, and a fall counts no trades. */
const STREAK =
  /(?<!\p{L})(?:drawdowns?|просадк\p{L}*|streaks?|in a row|consecutiv\p{L}+|seguid[ao]s|rachas?|sequ[êe]ncias?|\p{L}*s[ée]rien?s?|series of|(?:best|worst|winning|losing) runs?|подряд|сери[яи]|üst üste|berturut(?:-turut)?|liên tiếp|hintereinander|in folge|d['’]affilée|लगातार|টানা|متتالية)(?!\p{L})/iu;

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
