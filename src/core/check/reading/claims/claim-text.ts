/** The text of a claim before it is taken apart. */
import { isUnit, tokensOf } from './claim-words.ts';
import { saysRule } from '../words/clauses.ts';
import { pairIn } from '../words/pairs.ts';

/** `37 TP`, `TP: 37`, `+37 / -23` and `66 profit, 14 loss` may be counts: of levels, of which a signal may have several, of points, or of money. */
const LEVEL = '(?:T/?P|S/?L|BE)s?';
const LEVELS = (
  [
    ['T/?P', 'about $1 wins'],
    ['S/?L', 'about $1 losses'],
    ['BE', '$1 ties'],
  ] as const
).flatMap(([level, count]) =>
  [
    `(?<![\\d.,])(\\d{1,4}) ?${level}s?(?![\\p{L}\\d]| hit|\\s?[:=@]?\\s?\\d(?!\\d{0,3} ?${LEVEL}(?!\\p{L})))`,
    `(?<!\\p{L}|hit )${level}s?(?: hits?)?\\s?[:=x×]\\s?(\\d{1,4})(?![\\d.]| ?%)`,
  ].map((form) => [new RegExp(form, 'giu'), count] as const),
);
/** Whether a text may count levels, or say how far they are: `TP: 39, SL: 7`. */
export const mayCountLevels = (text: string): boolean => LEVELS.some(([form]) => text.search(form) !== -1);
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
    /(?<![\d.,])(\d{1,4}) ?G[ ,;|/x-]{1,3}(\d{1,4}) ?R(?![\p{L}\d])|(?<!\p{L})TPs? (\d{1,4})[ ,;|/-]{1,3}SLs? (\d{1,4})(?![\d.,]*\d| ?[\p{L}%\p{Sc}])/giu,
    'about $1$3 wins $2$4 losses',
  ],
  [/(?<![\p{L}\d.,+−–-])(\d{1,4})\+(?=\s\p{L})/gu, 'over $1'],
  [
    /(?<!\p{L}|\d\s?)profits?\s?[:=]?\s?(\d{1,4})(?![\d.,]*\d|\s?[%\p{Sc}])(?=\P{L}+(?:loss|sl|stop)\p{L}*\s?[:=]?\s?\d)/giu,
    'wins about $1',
  ],
  [
    /(?<![\d.,])(\d{1,4}) (?:profit|k[aâ]r|lucros?|ganancias?|benefici\p{L}+|lãi)(?=\P{L}+(?:\p{L}+ )?\d{1,4} \p{L})/giu,
    '$1 wins about',
  ],
  // What is placed again, or what was tied.
  [/[🔁🔂🔄♻↩]\ufe0f? ?[:=x×-]? ?(\d{1,4})/gu, 'about $1 ties'],
] as const;

/** No loss is none. */
const NONE_LOST =
  /(?<!\p{L})(?:no|without(?: an?y?)?|not a(?: single)?|sin|sem|nenhuma?|ninguna?|без|ни одного|tanpa|không|ohne|keine?n?) (?=(?:loss(?:es)?|loses|p[eé]rdidas?|perdas?|reds?|derrotas?|поражени\p{L}+|минус\p{L}+|kalah|rugi|loss|thua|verluste?n?)(?!\p{L}))/giu;

const NAME = '(?:w(?:ins?|on)?|l(?:oss(?:es)?|ost)?|d(?:raws?)?|t(?:ies?)?|p(?:ush(?:es)?)?|v(?:oids?)?|be)';
const NAMES = `(?<![\\p{L}/-])${NAME}(?:(?:[-/]| +)${NAME}){1,2}(?![\\p{L}/-])`;
const LEGEND = new RegExp(`(?<![\\d-])(\\d{1,6}(?:-\\d{1,6}){1,2}) ?\\((${NAMES})\\)`, 'giu');
const HEADED = new RegExp(
  `(${NAMES})(?=([^\\d\\n]{0,30}?|[^\\p{L}\\p{N}]{0,9}\\n[^\\d\\n]{0,20})\\d{1,6}((?:[-–/:]| +)\\d{1,6}){1,2}(?![\\d-]))`,
  'iu',
);

/** `Record (W-D-L): 31-12-20`, `Losses-Wins: 20-31`, `W L D` above `31 12 20`: each number with its name. */
function withNames(given: string): string {
  const text = given.replace(LEGEND, '$2 $1');
  const found = HEADED.exec(text);
  if (found === null) return text;
  const [, named = '', between = '', last = ''] = found;
  const names = named.toLowerCase().split(/[-/ ]+/);
  const ends = names.map((name) => ({ w: 'wins', l: 'losses' })[name.charAt(0)] ?? 'ties');
  const isHeading = between.includes('\n') || (/[-/]/.test(named) && ends.join() !== 'wins,losses');
  const isWhole = new Set(['wins', 'losses', ...ends]).size === ends.length;
  if (!isHeading || !isWhole || tokensOf(between).some((token) => isUnit(token.text))) return text;
  const sign = last.replace(/\d+/, '');
  const counts = new RegExp(
    `(?<![\\d.,/:-])\\d{1,6}(?:${sign}\\d{1,6}){${ends.length - 1}}(?![\\d/:-])`,
    'g',
  );
  const withEnds = (numbers: string): string =>
    numbers
      .split(sign)
      .map((count, at) => `${count} ${ends[at]}`)
      .join(' ');
  return `${text.slice(0, found.index)}${text.slice(found.index + named.length).replace(counts, withEnds)}`;
}

/** What a ratio of wins to losses is in percent. */
const RATIO =
  /(?<!\p{L})w(?:ins?)?(?:[/: -]| to )l(?:oss(?:es)?)? ratio[:= ]*(?:of )?(\d+(?:[.,]\d+)?)(?:(?:\s?[:-]\s?| to )(\d+))?(?=.*?\d+ (?:trades|signals|bets))/giu;
const rateOf = (_all: string, won: string, lost = '1'): string => {
  const [wins, losses] = [won, lost].map((count) => Number(count.replace(',', '.'))) as [number, number];
  return `about win rate ${((wins / (wins + losses)) * 100).toFixed(1)} %`;
};

/** What reports write of a rate, and signs of numbers that are not exact: `~300`, `Wins > 300`, `300+ wins`. */
const RATES = [
  [
    /[~≈≥≤±]\s?(?=\d)|(?<=\p{L} ?)[<>]\s?(?=\d)|(?<=\d ?%?)\+(?=\s?\p{L})|(?<=\d )plus(?= (?:wins?|winn|won|green|profit|trades|signals))|(?<=\d)-?ish(?!\p{L})/giu,
    ' about ',
  ],
  [/(?<=rate|accuracy)\s?[:=]?\s?0[.,](\d\d)(?!\d)/giu, ' $1 %'],
  [/(?<!\p{L})n ?= ?(\d+)(?!\p{L})/giu, '$1 trades'],
  [/(?<!\p{L})([ie](?:n[ck]|x[ck])l)\./giu, '$1'],
  [
    /(?<=\p{L} ?)\/ ?(?=\d+ (?:trades|signals|lệnh|işlem|operaci|opera[cç]|сдел|sinal|sinais|señales|sinyal))|(?<=\d ?[WL])\/(?=\d+(?![\d\s]*\p{L}))/giu,
    ' of ',
  ],
  // In one word with what it is of.
  [/(?<=[单單注战戦])(?=[胜勝]率)/gu, ' '],
  [/\(% of total\)/gi, ''],
  [/(?<=\d ?%\s?)B\/?E(?!\p{L})/gu, ' ties'],
  // `8W 2L 1D`: in `7d`, `p/d` and `30 D: 8W 2L` the letter is of days.
  [
    /(?<=(?:\d ?(?:[WL]|wins?|loss(?:es)?)(?!\p{L})|(?<!\p{L})[WL][ :=-]{0,2}\d).{0,20}?)(?:(?<=\d ?)[DT](?!\p{L}|\/P)|(?<!\p{L})[DT](?=[ :=-]{0,2}\d))/gu,
    ' ties ',
  ],
  [
    /(?<=(?:\d ?[wl](?!\p{L})|(?<!\p{L})[wl][ :=-]{0,2}\d).{0,20}?)(?:(?<=\d ?)[dt](?!\p{L}|\/p)|(?<!\p{L})[dt](?=[ :=-]{0,2}\d))/gu,
    ' ties ',
  ],
  [
    /(?<=(?<![\d.,])\d{1,4}) (?:(?:closed|exited|ended|out|moved|stopped) (?:(?:at|in|to) )?|(?:at|in) )(?:b\/?e|break[- ]?even|entry|cost)(?!\p{L})/giu,
    ' ties',
  ],
  [/(?<!\p{L})TP ?1(?= ?(?:hits?|reached)?\s?[:=])|(?<=\d )TP ?1(?!\d)/giu, 'TP'],
  // `9x✅ 2x❌`.
  [/(?<=\d) ?[x×] ?(?=[✅❌✔✖]|(?:wins?|loss|green|red)(?!\p{L}))/giu, ' '],
  [
    /(?<!\p{L})(?:win(?:ning|s)?|won|accuracy|success) ?(?:%|percent(?:age)?) ?[:=]? ?(\d{1,3}(?:[.,]\d+)?)(?![\d.,]*\d| ?%)/giu,
    'win rate $1 %',
  ],
] as const;

/** White circles may be ties. */
const WHITE = /(?<=\d ?)[⚪⬜]\ufe0f?|[⚪⬜]\ufe0f?(?=\s?[:=x×]?\s?\d)/gu;

/** Circles may be outcomes where nothing else is. */
const MAY_END = [
  [/[🟢🟩]/gu, '✅ about'],
  [/[🔴🟥]/gu, '❌ about'],
] as const;

const MARK = '[✅❌⚪➖🟢🔴🟡]';
const LEGEND_LINE = new RegExp(
  `^[^\\S\\n]*(?:${MARK}\\ufe0f?[^\\S\\n]*\\p{L}+[^\\p{L}\\p{N}\\n]*?){2,4}$`,
  'gmu',
);

/** The same in cells of their own: `✅ = win`. */
const LEGEND_CELL = new RegExp(`(?<=[,;\\t|]) ?${MARK}\\ufe0f? ?= ?\\p{L}[^,;\\t|\\n]*`, 'gu');

/** A text without the line or the cells that say what its marks mean, as `✅ win ❌ loss`, above lines of marks. */
export function withoutLegend(text: string): string {
  const isLegend = (line: string): boolean => {
    const marks = line.match(new RegExp(MARK, 'gu')) ?? [];
    return new Set(marks).size === marks.length;
  };
  const areCells = isLegend((text.match(LEGEND_CELL) ?? []).join(''));
  const lines = areCells ? text.replace(LEGEND_CELL, '') : text;
  const rest = lines.replace(LEGEND_LINE, (line) => (isLegend(line) ? '' : line));
  return new RegExp(MARK, 'u').test(rest) ? rest : text;
}

/** `Week 1 – 22 wins`: the dash makes no score of the two numbers. */
const NUMBERED_PERIOD = /^(\P{N}*?(\p{L}{3,})\.? ?#?\d{1,2}) [-–—] (?=\d{1,4} ?([\p{L}\p{M}]+|✅))/gmu;
const COUNTING = new Set<string>(['won', 'lost', 'noun']);
const headed = (all: string, head: string, name: string, word: string): string =>
  PERIOD_NAME.test(name) || tokensOf(word).some(({ kind }) => COUNTING.has(kind)) ? `${head}: ` : all;
const PERIOD_NAME =
  /^(?:week|day|session|semana|d[ií]a|sesi[oó]n|sess[aã]o|semaine|jour|woche|tag|settimana|giorno|неделя|день|сессия|hafta|gün|seans|minggu|hari|sesi|tuần|ngày|phiên)$/iu;
/** Weeks that are named so, and numbers of lines that count something, where they follow each other. */
const NUMBERED_LINES = [
  [/^(\P{L}*)W(\d{1,2})(?!\d)/gmu, '$1week $2'],
  [/^(\s*)(\d{1,2})[.)] +(?=.*\d)/gm, '$1'],
] as const;
/** A text without the numbers of its lines, and with weeks in place of `W1`. */
export function withoutLineNumbers(text: string): string {
  return NUMBERED_LINES.reduce((one, [form, instead]) => {
    const numbers = [...one.matchAll(form)].map(([, , number]) => Number(number));
    const areInOrder = numbers.length > 1 && numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
    return areInOrder ? one.replace(form, instead) : one;
  }, text);
}

/** A text as it is taken apart: its numbers in digits, what may count in words, and no rules. */
export function writtenOut(text: string): string {
  const replaced = (forms: readonly (readonly [RegExp, string])[], some: string): string =>
    forms.reduce((one, [form, count]) => one.replace(form, count), some);
  const plain = withoutLineNumbers(text)
    .replace(NONE_LOST, '0 ')
    .replace(WHITE, ' ties about ')
    .replace(NUMBERED_PERIOD, headed);
  const said = withNames(plain).replace(RATIO, rateOf);
  const counted = replaced([...RATES, ...MAY_COUNT, ...LEVELS], withoutRules(said));
  if (MAY_END.every(([form]) => counted.search(form) === -1)) return counted;
  const hasOutcome = tokensOf(counted).some(({ kind }) => kind === 'won' || kind === 'lost');
  return hasOutcome ? counted : replaced(MAY_END, counted);
}

/** What is of one trade or of some of them: an average, a series, a side, a further target; a fall counts no trades. */
const STREAK =
  /^\s*(?:avg\.?|average|max(?:imum)?|largest|longest)(?!.*(?:%|rate|accuracy))\s+[^\d\s]|(?<!\p{L})(?:\((?:won|win) ?%\)|(?:hit )?tp[2-9](?!\d)|tp [2-9] (?:hits?|reached)|hit tp [2-9](?!\d)|(?<!in (?:a )?)drawdowns?|dd|просадк\p{L}*|streaks?|in a row|consecutiv\p{L}+|seguid[ao]s|rachas?|sequ[êe]ncias?|\p{L}*s[ée]rien?s?|series of|(?:best|worst|winning|losing) runs?|подряд|сери[яи]|üst üste|berturut(?:-turut)?|liên tiếp|hintereinander|in folge|d['’]affilée|连[红黑胜败赢输]|連[紅黑勝敗]|लगातार|টানা|متتالية)(?!\p{L})/iu;

const MOST_LABELLED = 60;
const isFigure = (line = ''): boolean => /^[+−-]?\p{Sc}?\d[\d.,]*\s?[%\p{Sc}]?$/u.test(line.trim());

/** A text whose numbers stand below their labels, or above them, as copied from an app, with each beside its label in one of these lines. */
export function withLabels(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.length > MOST_LABELLED || lines.filter(isFigure).length < 2) return text;
  const isBelow = !isFigure(lines.find(Boolean));
  const labelled = [...lines];
  for (const [at, line] of lines.entries()) {
    if (!isFigure(line)) continue;
    const place = isBelow
      ? lines.findLastIndex((one, other) => other < at && one !== '')
      : lines.findIndex((one, other) => other > at && one !== '');
    if (!/^\p{L}[^\d:]*:?$/u.test(lines[place] ?? '')) return text;
    [labelled[place], labelled[at]] = [`${lines[place]?.replace(':', '')}: ${line}`, ''];
  }
  return labelled.join('\n');
}

const AND = /^(?:and|und|y|e|et|и|ve|dan|và|और|এবং|اور|و)$/iu;
const isPair = (word: string): boolean => pairIn(word) !== undefined;

/** A text with how many it names, as in `Winners: EURUSD, GBPUSD`, in place of the names. */
export function withCountedNames(text: string): string {
  if (!isPair(text)) return text;
  let most = 0;
  const counted = text.split(/(\n|[.;|]\s)/).map((part) => {
    const words = part
      .trim()
      .split(/[\s,;&+]+/)
      .filter((word) => !AND.test(word));
    const first = words.findIndex(isPair);
    const label = words.slice(0, Math.max(0, first)).join(' ');
    const kinds = new Set<string>(tokensOf(label).map(({ kind }) => kind));
    const isEnding = ['won', 'lost', 'tied'].some((kind) => kinds.has(kind)) && !kinds.has('unknown');
    if (!isEnding || !words.slice(first).every(isPair)) return part;
    most = Math.max(most, words.length - first);
    return `${label.replace(/:$/, '')}: about ${words.length - first}`;
  });
  return most > 1 ? counted.join('') : text;
}

/** Whether each pair of a text, if any, is one of several behind an outcome. */
export const isNamesAlone = (text: string): boolean => !isPair(withCountedNames(text));

/** A text without its streaks and rules, such as "2 losses = stop", each part of a line by itself. */
export function withoutRules(text: string): string {
  return text
    .split(/(?<=[\n;!|，。]|[,.](?!\d))/)
    .map((part) =>
      /\d/.test(part) && (STREAK.test(part) || saysRule(part.replace(/^[^:\d]{1,20}:\s*/u, '')))
        ? (/\n$/.exec(part)?.[0] ?? '')
        : part,
    )
    .join('');
}

/** Words that say how often something happens, or what is usual: what is counted beside them may be no record. */
const DAY = '(?:(?:single|trading|working) )?(?:day|week|month|session)';
const DAY_PT = '(?:d[ií]as?|semanas?|m[eê]s(?:es)?)';
const DAY_RU = '(?:день|недел[юя]|месяц)';
const DAY_FR = '(?:jours?|semaines?|mois)';
const DAY_DE = '(?:Tag|Woche|Monat)';
const DAY_TR = '(?:gün|hafta|ay)';
const DAY_ID = '(?:hari|minggu|pekan|bulan)';
const DAY_HI = '(?:दिन|रोज|हफ्ते|हफ़्ते|सप्ताह|महीने|माह)';
const DAY_BN = '(?:দিন|সপ্তাহ|সপ্তাহে|মাস|মাসে)';
const DAY_UR = '(?:دن|روز|ہفتے|ہفتہ|مہینے|مہینہ|ماہ)';
const DAY_VI = '(?:ngày|tuần|tháng|phiên)';
const DAY_AR = '(?:يوم|[أا]سبوع|شهر)';
const THINGS = '(?:trades?|signals?|tips|picks|bets|sinais|se[ñn]ales|operaciones|сдел\\p{L}+|işlem|sinyal)';
const NO_HEADING =
  '(?! (?:reports?|results?|recap|summary|stats|statistics|reviews?|performance|updates?|records?|scores?|totals?)(?!\\p{L}))';

/** "Daily" and "a day" may be said of one day: they are of each where a number of things stands before them, or behind. */
const TYPICAL_FORMS = [
  `(?:per[ -]|each |every |any given )${DAY}|/ ?(?:${[DAY, DAY_PT, DAY_RU, DAY_FR, DAY_DE, DAY_TR, DAY_ID, DAY_HI, DAY_BN, DAY_UR].join('|')}|wk)(?! \\d)|everyday|(?:most|any) (?:days?|weeks?|months?)|(?:day|week|month) (?:after|in,?) (?:day|week|month)|p[/.]?d|p[/.]?w|p/m|(?<!\\d ?)p\\.m\\.`,
  `\\d(?: \\p{L}+){0,2}(?<! (?:in|for|of|within|over|after|what|such|one|once)) (?:a ${DAY}|daily|weekly|monthly)${NO_HEADING}`,
  `(?:daily|weekly|monthly) (?:average(?! odds)|we |\\d+ ${THINGS})|${THINGS} (?:daily|weekly|monthly)${NO_HEADING}`,
  `(?:regularly|consistently|often)(?: \\p{L}+)? (?=\\d)|\\d \\p{L}+ (?:regularly|consistently|often)|(?:the|our) (?:norm|regular|standard)|most of the time|as a rule|usually|normally|typically|on (?:an )?average|(?:normal|typical|usual|average) ${DAY}`,
  `(?:por|ao|al|cada|todos? (?:os |los )?|todas? (?:as |las )?|a la) ?${DAY_PT}(?! de \\p{L})|(?:em|en) (?:m[eé]dia|promedio)|de media|normalmente|geralmente|generalmente|habitualmente|usualmente|t[ií]picamente|${DAY_PT} (?:normal|t[ií]pic[oa]|habitual)`,
  `\\d \\p{L}+ (?:di[aá]ri[oa]s|diariamente|mensais|mensalmente|mensuales|mensualmente|semanais|semanales|semanalmente)`,
  `(?:в|кажд\\p{L}+|обычн\\p{L}+) ${DAY_RU}|в среднем|обычно|как правило|ежедневно|еженедельно|ежемесячно`,
  `(?:par|chaque|tous les|toutes les) ${DAY_FR}|en moyenne|d['’]habitude|habituellement|normalement|généralement|quotidiennement|${DAY_FR} (?:normale?|typique|type)`,
  `(?:pro|je|jede[nrsm]?|(?:normale|übliche|typische|durchschnittliche)[nrsm]?) ${DAY_DE}|\\d \\p{L}+ am Tag|(?:im Monat|in der Woche)(?! \\p{L})|meist(?:ens)?|täglich|wöchentlich|monatlich|im (?:durch)?schnitt|durchschnittlich|normalerweise|üblicherweise|gewöhnlich|in der Regel`,
  `(?<!(?:bu|geçen|son|\\d) )(?:günde|haftada|ayda)|her ${DAY_TR}|(?:günlük|haftalık|aylık) \\d+ \\p{L}+|genellikle|genelde|normalde|ortalama(?: olarak)?(?= \\d+(?![.,\\d]))|(?:normal|tipik) bir ${DAY_TR}`,
  `(?:per|setiap|tiap) ${DAY_ID}|(?<!dalam )(?:sehari|seminggu|sebulan)|(?:per|setiap|tiap) sesi|biasanya|rata[- ]rata(?! ?(?:odds|rr|:|\\d+[.,]\\d))|normalnya|\\d \\p{L}+ (?:harian|mingguan|bulanan)`,
  `(?:प्रति ?|हर )${DAY_HI}|(?<!(?:इस|इसी|गत|पिछले) )${DAY_HI} में|रोज|रोज़|रोजाना|रोज़ाना|आम ?तौर पर|औसतन|सामान्य ${DAY_HI}`,
  `(?:প্রতি ?|প্রত্যেক )${DAY_BN}|(?<!(?:এ|এই|গত) )(?:দিনে|সপ্তাহে|মাসে)|সাধারণত|গড়ে|স্বাভাবিক ${DAY_BN}`,
  `(?:ہر|فی) ${DAY_UR}|(?<!(?:اس|اسی|گزشتہ|پچھلے) )${DAY_UR} میں|روزانہ(?! رپورٹ)|عام طور پر|اوسطا?ً?|عموما?ً?`,
  `(?<!trong )(?:mỗi|một|hằng|hàng|/) ?${DAY_VI}|thường|trung bình`,
  `(?:كل|في ال|بال|/) ?${DAY_AR}(?! الماضي)|يوميا|[أا]سبوعيا|شهريا|عادة|في المتوسط`,
];
/** A heading of days or weeks that stand below it, in which each has its own: `Results per week`. */
const BREAKDOWN =
  '(?:results?|stats|statistics|breakdown|report|resultados?|resumo|resumen|результаты|итоги|ergebnisse|résultats|hasil) ';
const TYPICAL = new RegExp(
  `(?<!${BREAKDOWN})(?:(?<![\\p{L}\\p{M}])|(?=/))(?:${TYPICAL_FORMS.join('|')})(?![\\p{L}\\p{M}])`.normalize(
    'NFC',
  ),
  'giu',
);
/** A price, a gain in percent, or a mean that is no count, before the word or behind it. */
const MEASURED =
  /(?:\p{Sc} ?\d[\d.,]*|\d[\d.,]* ?[%\p{Sc}]|\d+[.,]\d{1,2}(?: \p{L}+){0,2}) ?$|(?<!in |\d )(?:profit|gain|return|price|fee|cost) ?$/iu;
const MEAN = /^ ?[:=]? ?(?:\p{Sc}|\d+[.,]\d{1,2}(?!\d)|[\d.,]+ ?[%\p{Sc}])/u;

/** Whether a text says what is usual, or what happens in each day, week or month. */
export function saysTypical(text: string): boolean {
  const plain = text.normalize('NFC').replace(/[^\S\n]+/gu, ' ');
  return [...plain.matchAll(TYPICAL)].some(({ 0: word, index }) => {
    const rate = /(?:a|per|each|every) \p{L}+$|\/ ?\p{L}+$/u.exec(word)?.index ?? 0;
    const [from, end] = [index + rate, index + word.length];
    return (
      !MEASURED.test(plain.slice(Math.max(0, from - 40), from)) && !MEAN.test(plain.slice(end, end + 20))
    );
  });
}
