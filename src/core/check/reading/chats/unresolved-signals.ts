/**
 * Signals without an outcome that a message follows of which nothing is understood: it may be how they ended.
 */

import type { EpochMs } from '../../../time/instant.ts';
import { groupBy } from '../../grouping.ts';
import type { TradeOutcome } from '../../trade.ts';
import type { End, Signal } from './chat-signals.ts';
import { outcomesIn, supposes, UNFILLED } from '../words/chat-words.ts';
import { saysDeniedWin } from '../words/clauses.ts';
import { linesOf } from './message-lines.ts';
import type { Message } from '../files/messages.ts';
import { dayIn } from '../words/moment.ts';
import { withoutTraded } from '../words/pairs.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';
import { signOf } from '../words/signed-amounts.ts';
import { withoutDurations } from '../words/trade-words.ts';
import type { RowReason } from '../unreadable.ts';
import { plainWords } from '../words/words.ts';

/** A longer summary ends no single signal. */
const LONGEST_END = 60;

/** A signal with the message that may have ended it. */
interface Followed {
  readonly signal: Signal;
  readonly at: number;
  readonly text: string;
  /** What the score in the message says, by the one before it. */
  readonly scored?: TradeOutcome | undefined;
}

/** What became of a message; a part goes on with the signal above it. */
interface ReadAs {
  readonly isPart: boolean;
  readonly isUsed: boolean;
  readonly why: RowReason['code'] | undefined;
}

/** One whose message has a sign, or denies that it was won: it may mean the outcome. */
export interface GuessedSignal extends Followed {
  readonly outcome: TradeOutcome;
}

export interface FollowedSignals {
  readonly guessed: readonly GuessedSignal[];
  readonly others: readonly Followed[];
}

/** More messages below a signal are talk. */
const MOST_BELOW = 5;
/** What is said of a trade that went well or badly, without a word for it. */
const GOOD =
  /[🔥🎯🚀💸🥳🎉👏🤝😎🥂💎💪🙌😍💥🎊🏅🥇✨❤]|(?<!\p{L})(?:nailed|smashed|bagged|banked|printed|printing|paid|boom|easy|money|cash|sniper|beautiful|clean|in the bag|tp)(?!\p{L})/iu;
const BAD =
  /[💀😭😢😔😞😓🙁☹👎🩸💩😤😡🤦😩😫🥲😬🤕⚰🪦💔]|(?<!\p{L})(?:rekt|rip|cooked|ouch|burn(?:ed|t)|oops|unlucky|no luck|not our day|against us|damn|painful|hurts|missed|blown|swept|liquidated|liq|sl|nope|failed to|never reached)(?!\p{L})/iu;

/** How a text sounds of which not all is understood. */
function soundsLike(text: string): TradeOutcome | undefined {
  const [said, other] = outcomesIn(text);
  if (said !== undefined && other === undefined) return said;
  const sign = /(?<![\p{L}\d.,:])([+−-])\s?\p{Sc}?\d/u.exec(text)?.[1];
  const [isGood, isBad] = sign ? [sign === '+', sign !== '+'] : [GOOD.test(text), BAD.test(text)];
  return isGood === isBad ? undefined : isGood ? 'won' : 'lost';
}

/** "Good morning all": another day has begun. */
const GREETS =
  /^[^\p{L}]*(?:gm|(?:good )?morning|buenos d[ií]as|bom dia|доброе утро|guten morgen|bonjour|buongiorno|günaydın|selamat pagi|chào buổi sáng|सुप्रभात|शुभ प्रभात|শুভ সকাল|সুপ্রভাত|صبح بخیر|صباح الخير|as+al+am[ou]? ?(?:[ou] )?alai?kum|السلام عليكم|السلام علیکم)(?![\p{L}\p{M}])/iu;

/** "Session over, see you tomorrow": a farewell, and few words beside it. */
const FAREWELL =
  "(?:we(?:['’]?re| are) )?(?:all )?done for (?:today|now|tonight|the day)|(?:that[’']?s|that (?:is|was)) (?:all|it)(?: for (?:today|now|tonight))?|aaj ke liye (?:itna|bas itna) hi|(?:meet|catch) you (?:tomorrow|later|soon)|good ?night|gn|see (?:you|ya|u)(?: all| guys)?(?: (?:tomorrow|tmrw|later|soon|again|next week|on monday))?|(?:good)?bye|(?:session|day)(?: is)? (?:over|ended|closed|finished|done)|take care|have a (?:good|nice|great) (?:night|evening|day|weekend)|boa noite|até (?:amanhã|logo|mais|a próxima|segunda)|tchau|por hoje é só|encerramos por hoje|buenas noches|hasta (?:mañana|luego|pronto|la próxima|el lunes)|nos vemos(?: mañana)?|adi[oó]s|terminamos por hoy|es todo por hoy|bonne (?:nuit|soirée)|à (?:demain|bientôt)|au revoir|c[’']est (?:fini|tout) pour aujourd[’']hui|gute nacht|bis (?:morgen|bald)|schönen abend|schluss für heute|tschüss|buona ?notte|buona serata|a domani|arrivederci|ciao|per oggi (?:abbiamo finito|è tutto)|спокойной ночи|доброй ночи|до (?:завтра|свидания|встречи)|на сегодня вс[её]|всем пока|iyi (?:geceler|akşamlar)|(?:yarın )?görüşürüz|görüşmek üzere|hoşça ?kal(?:ın)?|bugünlük (?:bitti|bu kadar)|selamat (?:malam|tidur|istirahat)|sampai (?:jumpa|besok|ketemu)(?: besok| lagi)?|sesi selesai|(?:chúc )?ngủ ngon|hẹn (?:gặp lại|mai)(?: ngày mai)?|tạm biệt|hết phiên|शुभ रात्रि|कल मिलेंगे|कल मिलते हैं|फिर मिलेंगे|अलविदा|(?:आज का )?सेशन समाप्त|shubh ratri|kal mil(?:enge|te hai[n]?)|phir milenge|শুভ ?রাত্রি|(?:আগামী)?কাল(?:কে)? দেখা হবে|আবার দেখা হবে|বিদায়|(?:আজকের )?সেশন শেষ|شب بخیر|کل ملیں گے|کل ملتے ہیں|پھر ملیں گے|خدا حافظ|اللہ حافظ|(?:آج کا )?سیشن ختم|تصبحون على خير|نراكم غدا|إلى اللقاء|مع السلامة|انتهينا اليوم";
/** Words to the readers, before a farewell and behind it. */
const ADDRESS =
  'ok(?:ay)?|guys|traders?|friends|everyone|everybody|all|team|family|bro|thank(?:s| you)|galera|pessoal|gente|chicos|amigos|equipo|друзья|ребята|всем|arkadaşlar|teman-teman|semua|cả nhà|mọi người|bhai(?:yo)?|dosto|दोस्तों|বন্ধুরা|دوستو|يا شباب';
const TAKES_LEAVE = new RegExp(
  `^[^\\p{L}]*(?:(?:${ADDRESS})(?![\\p{L}\\p{M}])[^\\p{L}]*){0,3}(?:(?:${FAREWELL}|${ADDRESS})(?![\\p{L}\\p{M}])[^\\p{L}]*){0,8}(?:${FAREWELL})(?![\\p{L}\\p{M}])[^\\p{L}]*(?:[\\p{L}\\p{M}]+[^\\p{L}]*){0,3}$`,
  'iu',
);

/** Whether nothing in a message sounds like an outcome. */
const saysNone = (text: string): boolean =>
  outcomeOf(text) === undefined &&
  outcomesIn(text).length === 0 &&
  !BAD.test(text) &&
  scoreIn(text) === undefined;

/** Whether a message greets or takes leave, and says nothing of an outcome. */
const greets = (text: string): boolean => saysNone(text) && (GREETS.test(text) || TAKES_LEAVE.test(text));

/** Whether a message asks its readers something, and says nothing of an outcome. */
const asksReaders = (text: string): boolean => saysNone(text) && !GOOD.test(text) && /[?？؟]\s*$/u.test(text);

/** What is called off, before the word for it. */
const CALLED =
  "manually|signals?|trades?|orders?|setup|entry|this|that|the|last|we|it['’]?s|is|was|has|been|missed|bunu|trade|sinal|entrada|opera[cç][aã]o|operaci[oó]n|señal|ordem|foi|esta?|essa?|сигнал\\p{L}*|сделк\\p{L}+|sinyali?|işlem|kèo|lệnh|(?:đã )?bị|đã|call|put|buy|sell|compra|venda|venta|ye|isko|is|ko|सिग्नल|ट्रेड|इसे|সিগন্যাল|ট্রেড|এটা|سگنل|ٹریڈ|اسے|الصفقة|تم";
const CANCELLED =
  'cancel(?:l?ed)?|void(?:ed)?|abort(?:ed)?|cancela(?:d[oa]|mos|r)?|anulad[oa]|abortad[oa]|abortar|отмен\\p{L}+|iptal|(?:di)?batal(?:kan)?|annulé|storniert|h(?:ủy|uỷ)|रद्द|कैंसि?ल|বাতিল|ক্যান্সেল|منسوخ|کینسل|ملغاة|(?:ال)?[إا]لغاء';
/** Words that call off a signal where they speak of it alone: "skip", "skip this one", and not "skip the gale". */
const NOT_TAKEN =
  "skip(?:ped)?|ignore|avoid|delete|(?:do(?:n['’ ]?t| not)|not) (?:enter|take|taking)|no (?:entry|trade)|stay out|leave it|forget it|invalid|n[ãa]o entr\\p{L}+|sem entrada|ignor(?:ar|em?|en)|pula|no entr\\p{L}+|no operar|sin entrada|не (?:вход|заход)\\p{L}+|без входа|пропуск\\p{L}+|игнор\\p{L}*|kein einstieg|pas d[’']entrée|niente entrata|gir(?:meyin|miyoruz)|bunu pas geç\\p{L}+|giriş yok|pas(?: geç\\p{L}+)?|(?:không|đừng) vào|bỏ qua|mat l(?:o|ena|en)|nahi lena|chh?od do|jangan (?:masuk|entry)|abaikan|lewati|मत ल[\\p{L}\\p{M}]+|छोड़ द[\\p{L}\\p{M}]+|स्किप|ন[েি]বেন না|বাদ|স্কিপ|(?:مت|نہ) لیں|چھوڑ دیں|سکپ|لا تدخل\\p{L}*|تجاهل\\p{L}*";
const OF_IT =
  'this|that|it|one|the|signal|trade|entry|please|pls|guys|ess[ae]|sinal|esta|señal|этот|сигнал|lệnh|này|sinyal|ini|dulu|kar(?:o|do)?|do|करें|करो|করুন|کریں|هذه|الصفقة';
/** A line that calls off a signal. */
const CANCELS = new RegExp(
  `^[^\\p{L}\\n]*(?:(?:${CALLED})[^\\p{L}\\n]+){0,4}(?:(?:${CANCELLED})(?![\\p{L}\\p{M}])|(?:${NOT_TAKEN})(?:[^\\p{L}\\n]+(?:${OF_IT}))*[^\\p{L}\\p{M}\\n]*$)`,
  'imu',
);

/** Whether a message, or a line of it, calls off a signal. */
export const callsOff = (text: string): boolean =>
  CANCELS.test(withoutDurations(withoutTraded(text))) &&
  !supposes(text) &&
  outcomesIn(text.replace(CROSSES, ' ')).length === 0;
/** Beside a word for a call-off they stand for it. */
const CROSSES = /[❌✖🚫]/gu;

/** Whether a signal had not ended at a moment: what calls it off later knows how it ended. */
export const endsAfter = ({ timeMs, expirySeconds }: Signal, nowMs: EpochMs | null | undefined): boolean =>
  timeMs !== null && (nowMs ?? Number.POSITIVE_INFINITY) < timeMs + (expirySeconds ?? 0) * 1_000;

type Score = readonly [won: number, lost: number];

/** `Placar: 3 x 1`. */
function scoreIn(text: string): Score | undefined {
  const found = /(?<![\d.,:])(\d{1,3})\s?[x×]\s?(\d{1,3})(?![\d.,:])/iu.exec(text);
  return found === null ? undefined : [Number(found[1]), Number(found[2])];
}

/** What a score says of the last trade: it grew by one, or is the first after it was set back. */
function scoredOutcome([won, lost]: Score, before: Score): TradeOutcome | undefined {
  const [wins, losses] = won + lost === 1 ? [0, 0] : before;
  if (won + lost !== wins + losses + 1 || won < wins || lost < losses) return undefined;
  return won > wins ? 'won' : 'lost';
}

/**
 * The signals of a chat without an outcome, each with what answers it, or what stands below it, before a message that is counted: one of
 * which nothing is understood, or that was taken for a summary, of its author before others, and a text with a sign before other ones.
 */
export function followedIn(
  messages: readonly Message[],
  all: readonly Signal[],
  answers: ReadonlyMap<number, number>,
  readAs: (at: number) => ReadAs,
): FollowedSignals {
  const starts = new Set(all.map(({ at }) => at));
  const [guessed, others]: [GuessedSignal[], Followed[]] = [[], []];
  let score: Score = [0, 0];
  for (const signal of all) {
    if (signal.outcome !== undefined) continue;
    const [ofSeller, ofOthers]: [Followed[], Followed[]] = [[], []];
    const answer = answers.get(signal.at);
    let first = answer ?? signal.at + 1;
    while (readAs(first).isPart) first += 1;
    const places = Array.from({ length: answer === undefined ? MOST_BELOW : 1 }, (_, more) => first + more);
    for (const at of places) {
      const { author, text = '' } = messages[at] ?? {};
      const { isUsed, why } = readAs(at);
      const isKnown = (starts.has(at) && answer !== at) || isUsed;
      if (isKnown || (dayIn(text) ?? dayIn(text, ' 2000')) !== undefined) break;
      // Readers post pictures between a signal and its outcome.
      if (text === '' && author !== undefined && author !== signal.author) continue;
      const isShortSum = why === 'sum' && !text.includes('\n') && text.length <= LONGEST_END;
      if (asksReaders(text)) continue;
      if (text.trim() === '' || (why !== undefined && !isShortSum) || greets(text)) break;
      if (author === signal.author) ofSeller.push({ signal, at, text });
      // What the app itself says has no author.
      else if (author !== undefined) ofOthers.push({ signal, at, text });
    }
    const below = ofSeller.length > 0 ? ofSeller : ofOthers;
    const said = below.find(({ text }) => outcomeOf(text) !== undefined);
    const outcome = said && outcomeOf(said.text);
    const counted = below.find(({ text }) => scoreIn(text) !== undefined);
    const other = below.find(({ text }) => soundsLike(text) !== undefined) ?? below[0];
    const before = score;
    if (counted !== undefined) score = scoreIn(counted.text) as Score;
    if (said !== undefined && outcome !== undefined) guessed.push({ ...said, outcome });
    else if (counted !== undefined) others.push({ ...counted, scored: scoredOutcome(score, before) });
    else if (other !== undefined) others.push(other);
  }
  return { guessed, others };
}

function outcomeOf(text: string): TradeOutcome | undefined {
  return saysDeniedWin(text) ? 'lost' : signOf(text);
}

/** Texts that are the same but for their numbers, the most frequent ones first, have a question each where there are two that repeat. */
const MOST_OTHERS = 0.2;

/** Those with one text, and the others where they repeat too. */
export function kindsOf<One>(
  all: readonly One[],
  textOf: (one: One) => string,
): readonly [most: readonly One[], others?: readonly One[]] {
  const byWords = groupBy(all, (one) => (plainWords(textOf(one)) || textOf(one).trim()).replace(/\d+/g, '0'));
  const [most = [], ...rest] = [...byWords.values()].sort((one, other) => other.length - one.length);
  const next = rest[0] ?? [];
  const left = all.length - most.length - next.length;
  return next.length > 1 && left <= all.length * MOST_OTHERS ? [most, rest.flat()] : [all];
}

/** Texts of a chat in which no outcome is understood may be outcomes where they are of two kinds. */
export function mayTell(followed: readonly Followed[], signals: number): boolean {
  if (followed.length < FEWEST_TOLD || followed.length * 2 < signals) return false;
  const [, other = []] = kindsOf(followed, ({ text }) => text);
  const sounds = new Set(followed.map(saidBy));
  return other.length >= FEWEST_TOLD || (sounds.has('won') && sounds.has('lost'));
}

const FEWEST_TOLD = 3;

function saidBy({ text, scored }: Followed): TradeOutcome | undefined {
  return scoreIn(text) === undefined ? soundsLike(text) : scored;
}

/** The ends of signals as the reader says they ended, and the signals that were called off, or of which the reader does not count that they were never filled. */
export function answeredEnds(
  followed: readonly Followed[],
  asker: Asker,
  calledOff: ReadonlySet<Signal>,
): { readonly ends: readonly End[]; readonly off: ReadonlySet<Signal> } {
  const off = new Set(calledOff);
  const open = followed.filter(({ signal }) => !off.has(signal));
  const kinds = kindsOf(open, ({ text }) => text);
  const ends = (['unresolved-signals', 'unresolved-others'] as const).flatMap((code, kind) => {
    const some = kinds[kind];
    if (some === undefined || some.length === 0) return [];
    const texts = some.map(({ text }) => shown(text));
    const each = new Set(some.map(saidBy)).size > 1 ? (['each'] as const) : [];
    const answer = asker.ask(code, ['leave-out', ...each, 'lost', 'won', 'tied'], texts);
    if (asker.open.at(-1)?.given === 'leave-out')
      for (const { signal, text } of some) if (UNFILLED.test(text) || callsOff(text)) off.add(signal);
    return some.flatMap((one) => {
      const outcome = answer === 'each' ? saidBy(one) : answer;
      return outcome === undefined || outcome === 'leave-out'
        ? []
        : endsOf(one.signal, one.at, one.text, outcome);
    });
  });
  return { ends, off };
}

/** The end of a signal, by a message that the reader says to be one. */
export function endsOf(signal: Signal, at: number, text: string, outcome: TradeOutcome): readonly End[] {
  const [clause] = linesOf(text)[0]?.clauses ?? [];
  if (clause === undefined) return [];
  return [{ signal, outcome, clause, at, timeMs: signal.timeMs, kind: 'unsure' }];
}
