/** Messages that say a lost stake and that the doubled one is placed: "Loss ❌, go MTG 1". */
import type { Part } from './message-parts.ts';
import { type ChatSignals, type End, FEW_MESSAGES, type Signal } from './chat-signals.ts';
import { classesOf, outcomesIn } from '../words/chat-words.ts';
import { type Clause, clausesOf } from '../words/clauses.ts';
import { DENIED, DENIES_GALE, END, GALE, GALE_WORD, stakeTimes, WORD } from '../words/announced-gales.ts';
import { withoutTraded } from '../words/pairs.ts';
import { shown } from '../reading.ts';
import { endsOf } from './unresolved-signals.ts';

interface NextStake {
  /** How many stakes are lost then; infinite where the number is missing. */
  readonly lost: number;
  readonly saysLost: boolean;
}

const LONGEST = 120;
const GOES_ON =
  'go(?:ing)?|now|next|move|moving|proceed|continue|enter|use|take|apply|do|place|switch|vamos|vamo|bora|partiu|pra|seguimos|pasamos|entramos|entrar|aplicamos|hacemos|hagan|fazer|fazemos|fazendo|façam|usem|usar|passamos|ahora|agora|делаем|идём|идем|переходим|ставим|заходим|входим|теперь|далее|берём|берем|lanjut|masuk|gas|pakai|sekarang|geçiyoruz|geçin|şimdi|yapıyoruz|yapın|vào|sang|chuyển|tiếp|đánh|अब|चलो|लगाओ|लगाएं|এখন|নিন|চলো|اب|لگائیں|الآن|ننتقل|ندخل|نستخدم|weiter|jetzt|passons|maintenant|→|➡|👉|»';
const NEXT = new RegExp(
  `(?<!${WORD}(?:${DENIED}) )(?:${WORD}(?:${GOES_ON})${END})[^\\p{L}\\p{N}]*(?:[\\p{L}\\p{M}]+[^\\p{L}\\p{N}]+){0,3}?(?:(\\d)\\s?(?:st|nd|rd|[oaºª]|-?й)?\\s?)?${WORD}${GALE_WORD}${END}\\s*[-:#]?\\s*(\\d(?!\\d))?`,
  'iu',
);
/** "Loss, MTG 1 le lo": in Hindi, Bengali, Urdu and Turkish the verb stands behind. */
const GOES_BEHIND =
  'le ?lo|lo|lena|len|laga(?:o|ao|na|iye|yen|ye| ?lo| ?do)|kar(?:o|na|en|ein|iye| ?lo| ?do)|लो|ले ?लो|लें|लगाओ|लगाएं|लगाएँ|लगाइए|करो|करें|কর(?:ুন|ো)?|নিন|নাও|নেন|দিন|লাগান|লাগাও|لو|لے لو|لیں|لگاؤ|لگائیں|کریں|کرو|yap(?:ın|ıyoruz|alım)|gir(?:in|iyoruz|elim)|uygula\\p{L}*|açın';
const NEXT_BEHIND = new RegExp(
  `(?:(\\d)\\s?(?:st|nd|rd|[oaºª.])?\\s?)?${WORD}${GALE_WORD}${END}\\s*[-:#]?\\s*(\\d(?!\\d))?[^\\p{L}\\p{N}.!?\\n]*(?:${GOES_BEHIND})${END}`,
  'iu',
);
/** "Loss, martingale": without a number behind it the doubled stake is the next one. */
const NEXT_ALONE = new RegExp(
  `(?<=^[^,.!;\\n–—-]{1,40})[,.!;\\n–—❌✖⛔-]\\ufe0f?\\s*(?:[\\p{L}\\p{M}]+\\s+)?${GALE_WORD}${END}[^\\p{L}\\p{N}]*$`,
  'iu',
);
/** The verb itself says that the stake is doubled. */
const DOUBLES =
  /(?<!\p{L})(?:перекрыва\p{L}+|перекро\p{L}+|догоня\p{L}+|doblamos|dobramos|raddoppiamo|verdoppeln|on double)(?!\p{L})/iu;
const BEGINS = new RegExp(`^[^\\p{L}]*(?:${GOES_ON})${END}`, 'iu');
/** "Re-enter now": the next stake of a signal, without a word for a doubled one. */
const AGAIN =
  /(?<!\p{L})(?:re-? ?ent(?:er|ry)|ent(?:er|ry) again|(?:2nd|second|3rd|third) (?:entry|attempt|shot|try)|(?:segund[ao]|tercei?r[ao]|2[ªa]) (?:entrada|tentativa|intento)|entr\p{L}+ (?:novamente|de novo|otra vez|de nuevo)|(?:заход|вход)\p{L}* (?:ещё|еще) раз|перезаход\p{L}*|tekrar gir\p{L}*|masuk lagi|vào lại|ندخل مرة أخرى|(?:one|once) more|same again|(?:take|use|try) the next candle|mais uma|una más|ещё раз|encore une|noch einmal|bir daha|sekali lagi|một lần nữa)(?!\p{L})/iu;
/** A rule for all signals: "if loss, use MTG 1". */
const RULE =
  /(?<![\p{L}\p{M}])(?:if|when|in case|every|each|after|on loss|si|cuando|se|caso|quando|если|когда|при|jika|kalau|eğer|ise|nếu|khi|wenn|falls|\p{L}{2,}[aeıiuü]rs[ae]\p{L}{0,4}|agar|ho(?: jaye| jae)? toh?|hu[ai] toh?|अगर|यदि|होने|(?:हो|हुआ|हुई|हो जाए) तो|হলে|যদি|اگر|(?:ہو|ہوا|ہو جائے) تو|إذا|اذا)(?![\p{L}\p{M}])/iu;

/** What a message says about the next stake of a signal; undefined where it speaks of none. */
function nextStake(text: string): NextStake | undefined {
  if (text.length > LONGEST || !GALE.test(text)) return undefined;
  const found = NEXT.exec(text) ?? NEXT_BEHIND.exec(text) ?? NEXT_ALONE.exec(text) ?? DOUBLES.exec(text);
  if (found === null || RULE.test(text) || DENIES_GALE.test(text)) return undefined;
  const said = outcomesIn(text.slice(0, found.index));
  const marks = clausesOf(text).flatMap((clause) => clause.marks);
  if ([...said, ...marks].some((outcome) => outcome !== 'lost')) return undefined;
  const number = found[1] ?? found[2];
  return { lost: Number(number ?? Number.POSITIVE_INFINITY), saysLost: said.length + marks.length > 0 };
}

/** Notes a lost stake where a message says it and that the doubled one is placed: its signal has not ended. */
export function losesStake({ at, timeMs, lines, message }: Part, known: ChatSignals, ends: End[]): boolean {
  const next = nextStake(message.text);
  const said = lines.find(({ side }) => side !== null);
  if (next === undefined || (said !== undefined && said.pair !== null)) return false;
  const newest = known.all.at(-1);
  const last = ends.at(-1);
  const isEnded = last?.outcome === 'lost' && newest !== undefined && last.signal === newest;
  const pair = lines.find((line) => line.pair !== null)?.pair ?? null;
  const signal = isEnded ? newest : (known.answered(message) ?? known.last(pair, timeMs));
  if (signal === undefined || (said !== undefined && said.side !== signal.side)) return false;
  if (!isEnded && signal.outcome !== undefined) return false;
  if (!isEnded && !next.saysLost) return posts(signal, next.lost, message.text);
  const before = signal.lost?.stakes ?? 0;
  if (isEnded) {
    const { gales } = (ends.pop() as End).clause;
    known.losesStake(signal, Math.max(before, typeof gales === 'number' ? gales : 0) + 1, at);
  } else known.losesStake(signal, Math.max(before, Math.min(before + 1, next.lost)), at);
  return true;
}

/** Notes the doubled stake of a signal that a message names, the next one where it has no number. */
function posts(signal: Signal, gales: number, text: string): true {
  signal.posted = Number.isFinite(gales) ? gales : signal.posted + 1;
  signal.postedIn = shown(text);
  return true;
}

/** `↪️ 10:05`: more words tell something else. */
const FEW_WORDS = 2;

/** Notes the doubled stakes that a message names which says no outcome: that alone, or that they are placed now; whether it does. */
export function notePosted({ lines, message, timeMs }: Part, known: ChatSignals): boolean {
  const [clause] = lines[0]?.clauses ?? [];
  const { text } = message;
  const goesOn = AGAIN.test(text) || (clause?.gales != null && BEGINS.test(text));
  const isTimed =
    message.time !== '' &&
    clause?.isWish === false &&
    stakeTimes(text).length > 0 &&
    classesOf(text.replace(/\d/g, '')).length <= FEW_WORDS;
  const isAgain = text.length <= LONGEST && (goesOn || isTimed) && !RULE.test(text);
  if (lines.length !== 1 || clause === undefined || clause.outcome !== undefined) return false;
  if (clause.gales === null && !isAgain) return false;
  const isPost = (clause.unknown === 0 && !clause.isWish) || isAgain || nextStake(text) !== undefined;
  const signal = isPost ? known.last(null, timeMs) : undefined;
  return signal !== undefined && posts(signal, Number(clause.gales ?? Number.NaN), text);
}

const GALE_FIRST = new RegExp(`^[^\\p{L}]*${GALE_WORD}${END}`, 'iu');

/** Notes the doubled stake of the open signal of which a message says the side once more behind a word for it, as "MTG UP"; whether it does. */
export function placesSide({ lines, message: { text }, timeMs }: Part, known: ChatSignals): boolean {
  const clauses = lines.flatMap((line) => line.clauses);
  const side = lines.find((line) => line.side !== null)?.side;
  const saysOutcome = clauses.some(({ outcome }) => outcome !== undefined);
  if (text.length > LONGEST || saysOutcome || !GALE_FIRST.test(withoutTraded(text))) return false;
  const signal = known.last(lines.find(({ pair }) => pair !== null)?.pair ?? null, timeMs);
  if (signal?.side == null || signal.side !== side) return false;
  const { gales } = clauses.find((clause) => typeof clause.gales === 'number') ?? {};
  return posts(signal, Number(gales ?? Number.NaN), text);
}

/** Signs, a letter, or a word with a number. */
const ALONE = /^(?=.*[\p{N}\p{L}🔁🔂🔄♻🥈🥉])(?!\D*\p{L}{2}\D*$)[^+−%\p{Sc}.,:/-]{1,6}$/u;

/** A clause with what stands alone in a line or a message beside it, where that may count its stakes: "WIN", and "²" or "(b)" below it. */
export function withLevel(clause: Clause, beside: readonly string[]): Clause {
  if (clause.gales !== null || clause.step !== null) return clause;
  const joined = beside.flatMap((text) => (ALONE.test(text) ? clausesOf(`${clause.text} ${text}`) : []));
  const said = joined.find(({ gales, step }) => (gales ?? step) !== null);
  return said === undefined ? clause : { ...clause, text: said.text, gales: said.gales, step: said.step };
}

export const UNDOUBLED = { gales: null, step: null, isMark: false, timeframe: null };

/** Of signals that have no other end, the stakes that messages say to be lost are their ends. */
export function lostEnds(signals: readonly Signal[], messages: readonly { readonly text: string }[]): End[] {
  return signals.flatMap((signal) => {
    if (signal.lost === undefined) return [];
    const { stakes, at } = signal.lost;
    return endsOf(signal, at, messages[at]?.text ?? '', 'lost').map(
      (end): End => ({ ...end, kind: 'last', clause: { ...end.clause, ...UNDOUBLED, gales: stakes - 1 } }),
    );
  });
}

interface SaidNext {
  readonly replied: Signal | undefined;
  readonly pair: string | null;
  readonly at: number;
  readonly said: Clause;
  /** A loss that names a doubled stake is said of each lost one. */
  readonly losesSteps?: boolean;
}

/**
 * "Loss, gale 1" before another outcome, and "1st try ❌" before the second, said that a stake was lost, and not the signal; a win after a
 * doubled stake is of that one before a newer signal.
 */
export function reopenStep(ends: End[], known: ChatSignals, { losesSteps = false, ...next }: SaidNext): void {
  const { replied, pair, at, said } = next;
  const { signal, outcome, clause, at: endedAt } = ends.at(-1) ?? {};
  const gales = Number(clause?.gales ?? 0);
  const isSecond = clause?.gales != null && said.gales === gales + 1;
  const isDoubled = losesSteps && said.outcome !== 'lost' && said.gales !== null && said.gales !== 0;
  const isNext =
    replied === undefined ? isDoubled || known.last(pair, null) === undefined : replied === signal;
  const isNear = isDoubled ? at - (endedAt ?? at) <= FEW_MESSAGES : known.justEnded(at, false) === signal;
  if (
    signal === undefined ||
    outcome !== 'lost' ||
    !(isSecond || (losesSteps && gales > 0)) ||
    !isNext ||
    !isNear ||
    endedAt === at
  )
    return;
  ends.pop();
  known.losesStake(signal, losesSteps && gales > 0 ? gales : gales + 1, at);
}
