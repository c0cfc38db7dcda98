/** What a message says: each clause is taken for an ending only where all of it is understood. */
import type { TradeOutcome } from '../../trade.ts';
import { ANNOUNCED_UP_TO, GALE, withoutNo } from './announced-gales.ts';
import {
  type ClassedWord,
  COLOURED,
  classesOf,
  MARKS,
  outcomeOfWord,
  outcomesOf,
  type WordClass,
} from './chat-words.ts';
import { withoutLevels } from './distances.ts';
import { tradedIn, withoutTraded } from './pairs.ts';
import { amountAlone, BROUGHT, MONEY, POINTS } from './signed-amounts.ts';
import {
  hasLetter,
  isAgain,
  lossesBefore,
  REPEATED,
  type SaidStakes,
  stakesIn,
  withNumberMarks,
} from './said-stakes.ts';
import { sideOfMark } from './trade-words.ts';
import { plainWords, wordList } from './words.ts';

/** What a clause says. */
export interface Clause extends SaidStakes {
  readonly text: string;
  readonly outcome: TradeOutcome | undefined;
  /** All of it is understood; without it the outcome is a question. */
  readonly isSure: boolean;
  /** A word and a mark say the same outcome, and few other words are not understood. */
  readonly isMarked: boolean;
  /** Outcome by marks alone, one after the other where they differ. */
  readonly marks: readonly TradeOutcome[];
  readonly isWish: boolean;
  readonly isSum: boolean;
  readonly hasOnlyCircles: boolean;
  readonly side: 'CALL' | 'PUT' | null;
  readonly unknown: number;
  readonly target: number | null;
  readonly isTarget: boolean;
  readonly isStop: boolean;
  /** Its outcome is said by a word. */
  readonly hasResultWord: boolean;
  /** What it brought, signed, as `+50 pips` or `-1.2%`. */
  readonly pips: number | null;
  /** How many times what was at risk was won or lost. */
  readonly risks: number | null;
  /** What its line says to be staked, and what that brought. */
  readonly money?: { readonly stake: number; readonly profit: number };
  /** The one amount without a sign beside it: a stake, or what was won or lost. */
  readonly amount?: number;
  /** That amount is a number alone, which may count something. */
  readonly isBare?: boolean;
}

const COUNTED =
  /(?<!\p{L})(?:wins?|won|itm|greens?|w|побед\p{L}*|ganadas?|vitorias?)\s*[:=-]?\s*\d+|\d+\s*(?:x\s*)?(?:wins?|won|itm|greens?|w)(?!\p{L})|\d+\s*[x:×-]\s*\d+\s*$/iu;
const COUNTED_LOST =
  /(?<!\p{L})(?:loss(?:es)?|lost|otm|reds?|l)\s*[:=-]?\s*\d+|\d+\s*(?:x\s*)?(?:loss(?:es)?|lost|otm|reds?|l)(?!\p{L})/iu;
export const FEW_UNKNOWN = 2;
const STOP = '(?<!\\p{L})(?:sl|s\\/l|stop(?:ped|ou|p)?(?:[ -]?loss)?|стоп\\p{L}*)(?!\\p{L})';
const ENTRY =
  '(?:the |our |la |a |o )?(?:entry|be|b\\/e|break[- ]?even|cost|entrada|zero|0 ?[x×] ?0|einstand|einstieg|entrée|pareggio|бу|безубыт\\p{L}*|вход\\p{L}{0,2}|giriş\\p{L}*|impas|hòa vốn)(?!\\p{L})';
const AT = '(?:at|in|on|na|no|en|al?|à|am|beim|по|в|di|ở)';
/** A stop that was moved to the entry. */
export const STOP_MOVED = new RegExp(`${STOP}[^.\\n]{0,24} ${ENTRY}`, 'iu');
/** A part of a trade was closed. */
export const IN_PARTS =
  /(?<![\p{L}\p{M}])(?:partial(?:s|ly)?|parcia(?:l|is|les)|parziale|частичн\p{L}+|teilweise|sebagian|(?:clos|exit|tak|took|book|secur|bank|fech|cerr|закр|фикс|зафикс|schließ|ferm|chiu|kapat|tutup|chốt|đóng)\p{L}* (?:\p{L}+ ){0,2}(?:half|metade|mitad|metà|половин\p{L}+|част[ьи]|hälfte|moitié|yarı\p{L}*|setengah|một nửa|\d0 ?%))(?![\p{L}\p{M}])/iu;
const AT_ENTRY = new RegExp(`${STOP} ${AT} ${ENTRY}`, 'iu');
const HIT_AT_ENTRY = new RegExp(
  `${STOP}(?: (?:was|hit|out)){0,2} (?:${AT}|to|auf|на|para|ke) ${ENTRY}`,
  'iu',
);
const ENDED_AT_ENTRY = new RegExp(
  `(?<!\\p{L})(?:stopped|closed|exited|taken|out|rest|runner|ausgestoppt|geschlossen|fechad[oa]|sa[ií]mos|cerrad[oa]|salimos|resto|restante|закрыт\\p{L}*|выбил\\p{L}*|остаток|fermée?|chius[oa]|kapandı|ditutup|sisa)(?: out)? ${AT} ${ENTRY}`,
  'iu',
);
/** Not a part of it. */
export const CLOSED =
  /(?<!\p{L}|partial(?:ly)? )(?:closed|exited|cerrad[oa]|cerramos|fechad[oa]|fechamos|encerrad[oa]|encerramos|закры(?:т[аоы]?|ли|лась|лся)|ditutup|kapandı|kapattık|geschlossen|clôturée?|fermée?|chius[oa])(?!\p{L})/iu;
/** What recovered the loss was a doubled stake of the same signal, or the next trade where the text says so. */
const RECOVERED =
  /(?<!\p{L})(?:(?:(?:loss(?:es)? (?:is |was )?)?(?:recovered|covered)|loss recover|recover ho ?g[ay]y?a)(?!\p{L})(?! (?:(?:in|with|by|on) )?(?:the )?(?:next|following|half|part\p{L}*|some|most|gold|silver|oil)(?!\p{L}))|(?:with|after|by) recovery(?!\p{L}| (?:in|on) )|(?:on|in|at|with|na|en la|на) (?:the )?(?:next|following|pr[oó]xima|siguiente|следующ\p{L}+) (?:candle|vela|свеч\p{L}))/iu;
/** "95% win" is promised, "WIN 92%" was paid. */
const RATE = /(?<!\p{L})success\s*[:=]\s*\d+ ?%|(?<![+−\d.,-])\d{2,3} ?% ?\p{L}/iu;
/** In a sentence the word says no outcome. */
export const PROFIT_ALONE =
  /^[^\p{L}\d]*(?:(?:in|with|full) )?(?:profit|gain|ganancia|lucro|прибыль|gewinn|profitto|kâr|lãi)[^\p{L}\d]*$/iu;
/** A rule of stakes: "x2 after a loss". */
const AFTER_LOSS =
  /(?:(?<![\p{L}\d])(?:x ?\d|\d ?x)|(?<!\p{L})doubl(?:e|ed|es|ing)(?: \p{L}+){0,2}) (?:after|on) (?:an?y? |each |every )?loss(?:es)?(?!\p{L})/iu;
/** Before a count of outcomes, and behind one: a rule such as "after 2 losses stop", "1 loss = stop". */
const BEFORE_COUNT =
  /(?<!\p{L})(?:after|on|at|max\p{L}*|every|después de|despues de|tras|após|apos|depois de|com|máx\p{L}*|после|при|макс\p{L}*|setelah|maks\p{L}*|sau|nach|après|dopo|بعد)\.? (?=\d(?!\d|st|nd|rd|[ªºao]))/iu;
const BEHIND_COUNT =
  /^[^\p{L}#№]*(?:\d(?!\d)|one ) ?\p{L}(?:[^=→⇒]*(?:=|→|⇒|->)[^\p{L}\d]*\p{L}|.*(?<![\p{L}\p{M}])(?:stopp?(?!\p{L}|[ -]loss)|quit|leave|done|finish\p{L}*|close the \p{L}+|para(?:r|mos|mo|da)?|pare|parou|encerr\p{L}+|chega|basta|termina\p{L}*|стоп|останавлив\p{L}+|хватит|заканч\p{L}+|dur\p{L}*|bırak\p{L}*|berhenti|selesai|dừng|nghỉ|aufhören|schluss|arrêt\p{L}*|ferma\p{L}*|बंद|रुक[\p{L}\p{M}]*|বন্ধ|থাম[\p{L}\p{M}]*|بند|رک\p{L}*|توقف|نتوقف)(?![\p{L}\p{M}]))/iu;
/** Behind an outcome, what to do now: "TP1 hit ✅ move SL to BE". */
const ORDERS =
  /[^\p{L}](?:(?:now|pls|please|and|then|we|you can|e|y|и|dan|ve) )*(?:move|set|put|bring|shift|trail|close|secure|book|keep|hold|let|leave|lock|adjust|mov[ae]\p{L}*|ajust\p{L}+|proteja\p{L}*|cierr\p{L}+|asegur\p{L}+|перев\p{L}+|перен\p{L}+|двига\p{L}+|закро\p{L}+|фиксир\p{L}+|geser|pindah\p{L}*|amankan|taşı\p{L}*|çek(?:in|iyoruz)?|dời|chốt|déplac\p{L}+|sécuris\p{L}+|zieh\p{L}*|setz\p{L}*|spost\p{L}+)(?![\p{L}\p{M}])/iu;
/** Behind an outcome, that the next signal is to come. */
const COMES_NEXT =
  /\s(?:(?:just|please|pls|now|let['’]?s|we) )?(?:wait(?:ing)?|get ready|be ready|stay tuned|aguard\p{L}+|esper(?:en?|a|em|amos|emos)|prep[aá]r\p{L}+|ждите|жд[её]м|ожидаем|готовимся|tunggu|siap-siap|bekle\p{L}*|chờ|đợi|chuẩn bị|warte\p{L}*|attend\p{L}+|aspett\p{L}+|इंतज़ार|इंतजार|রেডি|অপেক্ষা|انتظار|انتظروا|ننتظر)(?![\p{L}\p{M}])|(?<=[^\p{L}\p{M}\s\d]\s?)\s(?:the |la |el |a |o )?(?:next|pr[oó]xim[ao]|следующ\p{L}+|sinyal berikutnya|sonraki|lệnh tiếp theo|nächste\p{L}*|prochain\p{L}*|prossim\p{L}*|अगल[\p{M}]*|পরের|اگلا|اگلے|القادمة|التالية)(?= (?:signal|trade|one|setup|sinal|entrada|señal|operación|сигнал|sinyal|işlem|सिग्नल|সিগন্যাল|سگنل|إشارة|صفقة)|[^\p{L}]*$)/iu;
/** Behind an outcome, a hope for the next one; behind a target, what to do there. */
const BEHIND =
  /(?:(?<=(?:TP|target) ?\d\P{L}{0,8})(?:secure|take|book) (?:some )?partials?(?: profits?)?|(?:in |on )?(?:the )?next (?:\p{L}+ ){0,2}recover(?: kare?n?ge)?|(?:(?:we|i)(?: will|['’]ll)? )?recover (?:it )?(?:in|on|with) (?:the )?next(?: one| trade| signal)?)(?=[^\p{L}\d]*$)/iu;
/** Behind the mark of an outcome, a question to the readers: "Win ✅ who took it?" */
const ASKS_READERS =
  /(?<=[✅☑✔❌✖⛔]\ufe0f? ?)[^\p{L}\p{M}\d]*(?:who|anyone|did (?:you|everyone)|quem|qui[eé]n(?:es)?|кто|siapa|ai|kim(?:ler)?|kaun|kisne|किसने|কে কে|کس نے|من)(?: [\p{L}\p{M}'’]+){1,5} ?[?？؟]+(?=[^\p{L}\d]*$)/iu;
/** Beside marks alone it may be an advertisement: "Sure shot profit ✅✅". */
const ADVERTISES = /(?<!\p{L})(?:sure|sure ?shot|vip|live)(?!\p{L})/iu;
/** Letters that are no outcome: `w/`, `W/L`, `W1`, `l'entrée`. */
const LETTER_WITH_NUMBER = /^([^\p{L}\d]*[WL])(?=[1-6][^\p{L}\d]*$)/u;
/** What makes an outcome another than that of the trade, as in "win on demo", "technical win", or is crossed out. */
export const QUALIFIED =
  /~~|(?<![\p{L}\p{M}])(?:other|demo|paper|brokers?|charts?|tradingview|technical\p{L}*|moral\p{L}*|virtual\p{L}*|simul\p{L}*|theor\p{L}*|backtest\p{L}*|some|most|half|part\p{L}*|only|but|t[eé]cnic\p{L}*|otr[oa]s?|outr[oa]s?|corretora\p{L}*|gr[aá]fico|техническ\p{L}*|моральн\p{L}*|демо|друг\p{L}{2,3}|брокер\p{L}*|график\p{L}*|ander\p{L}*|technisch\p{L}*|autres?|technique|grafik\p{L}*|teknik)(?![\p{L}\p{M}])/iu;
const LETTER = /(?<![\p{L}\p{M}\d])(?:[PW] ?[/&] ?L|[WL](?=['’/\d-])|[wl])(?![\p{L}\p{M}])/gu;
/** `WINx2`. */
const TIMES = /(?<=\p{L}{2})(?=x[1-6](?![\p{L}\d]))/giu;
/** `27 Nov`, `Nov 27th`. */
const DAY =
  /(?<![\p{L}\d])(?:\d{1,2}(?:st|nd|rd|th)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}{0,6}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}{0,6} \d{1,2}(?:st|nd|rd|th)?)(?![\p{L}\d])/giu;
/** `GU` for GBP/USD, before what is said of it. */
const NICKNAME = /(?<![\p{L}\d])(?:[GEAN]U|[UGEANC]J|UC)(?![\p{L}\d])/gu;
/** An order that was filled. */
const ENTERED = /(?<!\p{L})entry(?: targets?(?!\p{L})|s? ?\d)/iu;
/** "Pérdida total", and no number or another mark. */
const TOTAL = /^[^\p{L}\d]*(?:total \p{L}+|\p{L}+ total)[^\p{L}\d]*$/iu;
const GAIN_OR_LOSS =
  'wins?|won|loss(?:es)?|lost|profits?|gains?|ganancias?|p[ée]rdidas?|ganho|perda|lucro|preju[íi]zo|gagn[ée]|perdu|perte|gewinn|verlust|guadagno|perdita|плюса?|минуса?|прибыли|убытка|kar|kâr|zarar|untung|rugi|lãi|lỗ|ربح|خسارة';
/** "Neither won nor lost". */
const NEITHER = new RegExp(
  `(?<!\\p{L})(?:neither|no|ni|nem|sem|sin|né|weder|ни|без|ne|tanpa|không|بدون|لا)\\s(?:${GAIN_OR_LOSS})\\s(?:n?or|and no|no|ni|nem|sem|sin|né|noch|ни|и без|ne|tanpa|không|ولا|أو)\\s(?:de )?(?:${GAIN_OR_LOSS})(?!\\p{L})`,
  'giu',
);
/** "Out of 6 signals we won 4". */
const OUT_OF =
  /(?<!\p{L})(?:of|de|dos|das|из|von|sur|dari) (?:(?:our|the|os|as|los|las) )?\d{1,3} (?:signals?|signaux|trades?|se[ñn]ales|sinais|opera(?:ciones|[çc][õo]es)|сигнал\p{L}*|сдел\p{L}*|sinyal)(?!\p{L})/iu;
/** "8x1 e um empate", and no mark of an outcome. */
const SCORED = /^[^\p{L}\d✅❌☑✖✔⛔]*\d{1,3} ?[x×] ?\d{1,3}(?![\d.,:])[^✅❌☑✖✔⛔]*$/iu;
const COUNTED_MARKS =
  /[✅❌☑✖]\s*[:=xX-]?\s*\d+[^\n]*[✅❌☑✖]\s*[:=xX-]?\s*\d+|\d+\s*x?\s*[✅☑][^\n]*\d+\s*x?\s*[❌✖⛔]/u;

const AMOUNTS = new RegExp(`${MONEY}|[+−-]?\\s?\\d+(?:[.,]\\d+)*\\s?(?:%|r|${POINTS})(?!\\p{L})`, 'giu');
/** `-%7,5`, as Turkish writes it. */
const PERCENT_FIRST = /(?<!\d ?)%(\d+(?:[.,]\d+)?)(?!\d| ?%)/gu;
const LEVEL = /(?<![\p{L}\p{N}])T(?=[1-9](?!\d))/gu;
const TARGET = '(?<![\\p{L}])(?:tp|target|take[ -]?profit|цель|тейк|alvo|hedef)\\s*[-#.]?\\s*[1-9](?!\\d)';
const TARGETS = new RegExp(TARGET, 'giu');
const TARGET_LEVEL = new RegExp(TARGET, 'iu');
/** `-12 pips`, `PnL: +1.03%`. */
const PIPS = new RegExp(
  `[+−-]?\\s?\\d+(?:[.,]\\d+)?(?=\\s*(?:${POINTS})(?!\\p{L}))|(?<![\\p{L}\\d])[+−-]\\d+(?:[.,]\\d+)?(?=\\s?(?:%|u(?:nits?)?(?!\\p{L})))`,
  'iu',
);
/** `+2R`: twice what was at risk. */
const RISKS = /(?<![\p{L}\d])[+−-]?\s?(\d+(?:[.,]\d+)?)\s?R(?![\p{L}\d:/])/u;
const PRICED =
  /(?<!\p{L})(?:tp|sl|target|take[ -]?profit|stop[ -]?loss|stop)\s*[-#.]?\s*[1-9]?\s*[:=@-]?\s*\d{1,6}(?:[.,]\d+)+|(?<!\p{L})(?:tp|sl|target|stop[ -]?loss)\s*[1-9]?\s*[:=@]\s*\d+/iu;
/** "TP1 ✅ TP2 ❌" says of each level whether it was reached. */
const REACHED_IN_PART = new RegExp(
  `${TARGET}[^\\p{L}\\d]*[✅☑✔].*(?:${TARGET}|(?<!\\p{L})SL)[^\\p{L}\\d]*[❌✖⛔]`,
  'iu',
);
const BEFORE_LEVEL = new RegExp(`(?=${TARGET}|(?<!\\p{L})SL(?!\\p{L}))`, 'iu');

/** `2. deneme`, as Turkish writes ordinals. */
const ORDINAL_DOT = /(?<![\d.,])([1-6])\. ?(?=([\p{L}\p{M}]+))/gu;

/** Whether the stakes of a signal are counted by a word. */
function isCounted(word: string): boolean {
  const kind = classesOf(word)[0]?.kind;
  return kind === 'gale' || kind === 'attempt' || kind === 'try';
}

/** A text with `~~` in place of what is crossed out, where anything else is said. */
function withoutCrossedOut(text: string): string {
  const rest = text.replace(/~~[^~]*~~/g, '~~ ');
  return /[\p{L}\p{ExtPict}]/u.test(rest) ? rest : text;
}

/** A line in clauses; a comma between digits divides none. */
export function clausesOf(text: string): readonly Clause[] {
  // Of runs of blanks a pattern would try each part.
  const line = withoutLevels(
    withoutCrossedOut(text).replace(/\s+/g, ' ').replace(LEVEL, 'TP').replace(PERCENT_FIRST, '$1%'),
  )
    .replace(BEHIND, ' ')
    .replace(NEITHER, ' doji ')
    .replace(/\[sticker(?= )/iu, ' ')
    .replace(ASKS_READERS, ' ')
    .replace(ORDINAL_DOT, (all, number: string, word: string) => (isCounted(word) ? `${number}th ` : all));
  const isSum = isSumLine(line.replace(TARGETS, ' '));
  const between = REACHED_IN_PART.test(line) ? BEFORE_LEVEL : /[,;|]\s+|(?<!\bmax)[.!]+\s+|\s[-–—]\s/iu;
  return line
    .split(between)
    .filter((part) => part.trim() !== '')
    .flatMap((part) => {
      const whole = clauseOf(part, isSum);
      const says = ({ hasResultWord, isTarget }: Clause): boolean => hasResultWord || isTarget;
      const isUnclear = says(whole) && (whole.isWish || whole.unknown > 0) && !GALE.test(part);
      const next = isUnclear ? (COMES_NEXT.exec(part) ?? ORDERS.exec(part))?.index : undefined;
      const before = next === undefined ? whole : clauseOf(part.slice(0, next), isSum);
      const rest = before === whole ? [] : [clauseOf(part.slice(next), isSum)];
      return says(before) && rest.every(({ outcome }) => outcome === undefined) ? [before, ...rest] : [whole];
    });
}

/** Whether a text says what to do after a loss, or after so many outcomes. */
function isRuleOf(words: readonly ClassedWord[], text: string): boolean {
  return saysRule(text, words) || (counts(words) && BEFORE_COUNT.test(text));
}

/** Whether a text is a rule by itself, such as "2x loss = stop", whatever is counted beside it. */
export function saysRule(text: string, words = classesOf(text)): boolean {
  return AFTER_LOSS.test(text) || (counts(words) && BEHIND_COUNT.test(text));
}

/** Whether words count an outcome: "2 losses", "2x loss". */
function counts(words: readonly ClassedWord[]): boolean {
  return words.some(({ kind }, at) => {
    const [before, first] = [words[at - 1], words[at - 2]];
    const isNumbered =
      before?.number !== undefined || (before?.kind === 'filler' && first?.number !== undefined);
    return (kind === 'won' || kind === 'lost') && isNumbered;
  });
}

function isSumLine(line: string): boolean {
  return (
    (COUNTED.test(line) && COUNTED_LOST.test(line)) ||
    countsBoth(line) ||
    COUNTED_MARKS.test(line) ||
    OUT_OF.test(line) ||
    SCORED.test(line) ||
    /\d\s*\/\s*\d+\s*(?:wins?|won|itm)/i.test(line)
  );
}

const NUMBER_WORD =
  /(?<![\p{L}\d.,:/-])\d{1,3} ([\p{L}\p{M}]+)(?=\s*(?:[^\p{L}\p{M}\d\s]|$|(?:\p{L}+ )?\d))/gu;

/** Words that say an outcome behind a number alone: `6 TP, 2 SL, 1 BE`. */
const COUNTED_WORDS = wordList<TradeOutcome>({
  won: 'tp,prese,gagnes,gagnees,плюса,плюсов,плюсовых,плюсовые,прибыльных,vinte,vittorie,vitorias,aciertos',
  lost: 'sl,stops,perdus,perdues,минуса,минусов,минусовых,убыточных,стопа,стопов,perse,sconfitte,derrotas,fallos',
  tied: 'be,pari,nuls,nulles,возврата,возвратов,ничьих,empates,refunds,draws,ties',
});

/** `2 kazanç, 3 kayıp`: two outcomes, each behind its number. */
function countsBoth(line: string): boolean {
  const counted = [...line.matchAll(NUMBER_WORD)].flatMap(
    ([, word = '']) =>
      COUNTED_WORDS.get(plainWords(word)) ??
      outcomeOfWord(plainWords(word)) ??
      (PROFIT_ALONE.test(word) ? 'won' : []),
  );
  return new Set(counted).size > 1;
}

/** Whether a text says that a trade ended at its entry, or may order its stop there. */
function endAtEntry(outcome: TradeOutcome | undefined, isStop: boolean, text: string) {
  if (outcome === 'lost' ? HIT_AT_ENTRY.test(text) : outcome === undefined && ENDED_AT_ENTRY.test(text))
    return 'ended';
  return outcome === undefined && isStop && AT_ENTRY.test(text) ? 'ordered' : undefined;
}

function clauseOf(text: string, isSumOfLine: boolean): Clause {
  let rest = withNumberMarks(withoutNo(text))
    .replace(TIMES, ' ')
    .replace(LETTER_WITH_NUMBER, '$1 ')
    .replace(LETTER, ' ')
    .replace(/[⁰¹²³⁴⁵⁶]|\d\ufe0f?\u20e3|tháng/giu, ' ')
    .replace(RECOVERED, ' gale ')
    .replace(/(?<![\p{L}\d])k(?=[1-6](?![\p{L}\d]))/giu, ' kompensasi ');
  const pips = PIPS.exec(rest)?.[0].replace(/\s/g, '').replace('−', '-');
  const risks = RISKS.exec(rest)?.[1];
  const numbered = /[1-9]$/.exec(TARGET_LEVEL.exec(rest)?.[0] ?? '')?.[0];
  const isPriced = PRICED.test(rest);
  rest = withoutTraded(rest)
    .replace(NICKNAME, ' ')
    .replace(DAY, ' ')
    .replace(AMOUNTS, ' ')
    .replace(/\d{1,2}[:h.]\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?(?!\d)/giu, ' ');
  const words = classesOf(rest);
  const level = numbered ?? ordinalOfTarget(words);
  // "+$85" alone may be what a trade brought.
  const amount = amountAlone(text);
  const has = (kind: WordClass): boolean => words.some((word) => word.kind === kind);
  const marks = marksOf(isAgain(words, text) ? text.replace(REPEATED, ' ') : text);
  // "🔁 Gale 1": beside a doubled stake the arrows are no outcome.
  const isAnnounced = ANNOUNCED_UP_TO.test(text) || (marks[0] === 'tied' && has('gale'));
  const losses = isSumOfLine ? undefined : lossesBefore(words);
  const isRule = losses === undefined && isRuleOf(words, text);
  const isWish = isRule || has('maybe') || /[?]|https?:|t\.me|@\w{3}/u.test(text);
  let outcome: TradeOutcome | undefined;
  let [isClear, isDenied] = [true, false];
  const kinds = losses === undefined ? outcomesOf(words) : new Set(['won'] as const);
  const isStop = has('stop') && !has('target');
  const isLevel = (has('target') || level !== undefined) && !ENTERED.test(text);
  if (kinds.size > 1) isClear = false;
  else if (kinds.size === 1) [outcome] = kinds;
  else if (marks.length === 0 && PROFIT_ALONE.test(text)) outcome = 'won';
  else if (isPriced && marks.length === 0) outcome = undefined;
  else if (isLevel && marks[0] !== 'lost' && (has('hit') || marks[0] === 'won')) outcome = 'won';
  else if (isStop && (has('hit') || marks[0] === 'lost' || isRed(text))) outcome = 'lost';
  else if (has('breakeven') && (has('hit') || /(?<!\p{L})B\/?E(?!\p{L})/u.test(text))) outcome = 'tied';
  else if (marks.length === 0 && CLOSED.test(text) && /^[+-]/.test(pips ?? ''))
    outcome = pips?.startsWith('+') === true ? 'won' : 'lost';
  else if (amount?.outcome !== undefined && amount.isMoney) {
    outcome = amount.outcome;
    isClear = marks[0] === outcome;
  } else if (marks.length > 0 && !ENTERED.test(text) && !isAnnounced) {
    // "Closed at -18 pips ✅" ends as its sign says, if it does.
    isDenied = !isWish && marks[0] === 'won' && pips?.startsWith('-') === true;
    outcome = isDenied ? 'lost' : marks[0];
  }
  const entry = endAtEntry(outcome, isStop, text);
  if (entry !== undefined) outcome = 'tied';
  // "Not a win" with a cross may be an outcome.
  if (isWish && !isRule && kinds.size > 0 && marks[0] === 'lost') isDenied = true;
  if (outcome !== undefined && marks.some((mark) => mark !== outcome)) isClear = kinds.size === 0;
  // "First win of the day", "Total loss ❌"
  const isOneOfDay = kinds.size === 1 && (words.some(({ isOrdinal }) => isOrdinal) || TOTAL.test(text));
  const said = stakesIn(words, { text, rest, hasOutcome: outcome !== undefined, isPriced });
  const others = words.filter(({ kind }) => kind === undefined).length;
  // The letter is asked about as a stake.
  const isLetter = said.gales === 'some' && others === 1 && hasLetter(words, rest);
  const unknown = isLetter ? 0 : others + Number(said.gales === 'some' && RECOVERED.test(text));
  // What ended on another day may be of a signal that it names.
  const isPast = has('past') && outcome !== undefined && tradedIn(text) !== undefined;
  const isLater = isWish || (has('past') && !isPast);
  const isDoubted = isDenied || isPast || text.includes('~~') || (kinds.size === 0 && ADVERTISES.test(text));
  const isMarked = isClear && marks.length > 0 && !isLater && !isDoubted && unknown <= FEW_UNKNOWN;
  return {
    text,
    outcome: isDenied ? 'lost' : isLater ? undefined : (outcome ?? (isClear ? undefined : marks[0])),
    isSure: isClear && unknown === 0 && !isDoubted && entry !== 'ordered',
    isMarked: isMarked && (kinds.size === 1 || isStop || isLevel),
    marks: kinds.size === 0 && new Set(marks).size > 1 ? marks : marks.slice(0, 1),
    isWish: isLater && !isDenied,
    isSum: isSumOfLine || (has('sum') && !isOneOfDay) || (marks.length === 0 && RATE.test(text)),
    hasOnlyCircles: outcome === undefined && circleOf(text) !== undefined,
    side: sideOf(text, words),
    unknown,
    ...said,
    target: level === undefined ? null : Number(level),
    isTarget: has('target'),
    isStop,
    hasResultWord: kinds.size > 0 || has('hit'),
    pips: pips === undefined ? null : Number(pips.replace(',', '.')),
    risks: risks === undefined ? null : Number(risks.replace(',', '.')),
  };
}

/** The number of a target that is named by its ordinal, such as "the second target". */
function ordinalOfTarget(words: readonly ClassedWord[]): number | undefined {
  const beside = words.flatMap(({ kind }, at) => (kind === 'target' ? [words[at - 1], words[at + 1]] : []));
  return beside.find((word) => word?.isOrdinal === true)?.number;
}

/** Options on shares: `TSLA calls 0DTE @ 0.89`, `BANKNIFTY 50400 CE`. */
const OPTION = /(?<!\p{L})(?:calls|puts|CE|PE)(?!\p{L})/u;

const BOUGHT_PUT = /(?<!\p{L})(?:buy|bought|buying)(?!\p{L}).*(?<!\p{L})put(?!\p{L})/iu;

/** The one side that a clause names or shows. */
function sideOf(text: string, words: readonly ClassedWord[]): 'CALL' | 'PUT' | null {
  const marks = new Set([...text].map((mark) => (COLOURED.has(mark) ? undefined : sideOfMark(mark))));
  const isCall = marks.has('CALL') || words.some(({ kind }) => kind === 'call');
  const isPut = marks.has('PUT') || words.some(({ kind }) => kind === 'put');
  if (isCall !== isPut) return isCall ? 'CALL' : 'PUT';
  // Who buys a put bets on a fall.
  if (isCall && BOUGHT_PUT.test(text)) return 'PUT';
  const option = isCall ? undefined : OPTION.exec(text)?.[0];
  return option === undefined ? null : /c/i.test(option) ? 'CALL' : 'PUT';
}

/** Marks and words, one by one. */
const TOKENS = new RegExp(`[${[...MARKS.keys()].join('')}]|[\\p{L}\\p{M}/]+`, 'gu');

/** What the first mark or word of a text says of the outcome that says one, or names a target or a stop. */
export function firstSaid(text: string): TradeOutcome | undefined {
  for (const [token] of text.matchAll(TOKENS)) {
    const [mark] = marksOf(token);
    if (mark !== undefined) return mark;
    const kind = classesOf(token)[0]?.kind;
    if (kind === 'won' || kind === 'target') return 'won';
    if (kind === 'lost' || kind === 'stop') return 'lost';
    if (kind === 'tied' || kind === 'breakeven') return 'tied';
  }
  return undefined;
}

/** What is said to be closed ended as the sign of what it brought says. */
export function closedAs(text: string, clauses: readonly Clause[]): readonly Clause[] {
  const [, name = '', bracket = '', before = '', behind = '', amount] =
    (CLOSED.test(text) && BROUGHT.exec(text)) || [];
  const [clause] = clauses;
  if (amount === undefined || clause === undefined || clauses.some(({ isWish, isSum }) => isWish || isSum))
    return clauses;
  const isLost = /^loss/i.test(name) || /[(−-]/.test(bracket + before + behind);
  const outcome = !/[1-9]/.test(amount) ? 'tied' : isLost ? 'lost' : 'won';
  return [{ ...clause, outcome, marks: [outcome], isSure: true, hasResultWord: true }];
}

/** "Stoploss 🔴" is no level, which has a number. */
const isRed = (text: string): boolean => circleOf(text) === 'lost' && !/\d/.test(text);

/** What a coloured mark says as an outcome. */
export function circleOf(text: string): TradeOutcome | undefined {
  return [...text].map((mark) => COLOURED.get(mark)).find((outcome) => outcome !== undefined);
}

/** Beside ticks and crosses they decorate. */
const PRAISES = '🏆🤑💚👍💰';

/** What the marks of a text say, circles left out: once where they repeat, else one after the other. */
function marksOf(text: string): readonly TradeOutcome[] {
  const all = [...text].filter((mark) => MARKS.has(mark));
  // "💰 Stake: 10 ❌"
  const plain = all.filter((mark) => !PRAISES.includes(mark));
  const marks = (plain.length > 0 ? plain : all).map((mark) => MARKS.get(mark) as TradeOutcome);
  return new Set(marks).size <= 1 ? marks.slice(0, 1) : marks;
}

const NEGATIONS = new Set(
  'no,not,didn,did,t,nao,ni,ليس,ليست,chua,bukan,henuz,nicht,kein,keine,ne,pas,non,не,нет,khong,tidak,tak,belum,nahi,nahin,नहीं,না,নি,নয়,نہیں,لم,لا,degil'
    .split(',')
    .map(plainWords),
);

/** Whether a message denies a win and says little else, such as "No win". */
export function saysDeniedWin(text: string): boolean {
  const words = plainWords(text.replace(/['’`]/g, ' ')).split(' ');
  const rest = words.filter((word) => !NEGATIONS.has(word));
  if (rest.length === words.length || words.length > 6) return false;
  const { outcome, isWish, isSum, unknown } = clauseOf(rest.join(' '), false);
  return outcome === 'won' && !isWish && !isSum && unknown <= 1;
}
