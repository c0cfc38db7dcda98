/** How many doubled stakes a message announces. */
import { classesOf } from './chat-words.ts';

/** A doubled stake, in the languages of sellers; a part of a regular expression. */
export const MARTINGALE =
  'gales?|martingales?|martingala|martingalas|mtg|догон\\p{L}*|мартингейл\\p{L}*|перекры\\p{L}*|prote[çc][ãa]o|prote[çc][õo]es|protecci[óo]n(?:es)?|katlama|मार्टि[ंन]गेल|गेल|মার্টি[ঙং]্?গেল|مارٹنگیل|(?:ال)?مارتينجال|(?:ال)?مضاعفة|komp(?:en(?:sasi)?)?|doublage|rattrap(?:ages?|é\\p{L}*)|gấp thếp|gấp(?=\\s\\d)|gap thep|doublings?';
export const GALE_WORD = `(?:${MARTINGALE}|mg|protections?|steps?)`;
export const GALE = new RegExp(GALE_WORD, 'iu');
/** What may be a doubled stake beside a number or a time of day. */
const BESIDE_NUMBER = `${GALE_WORD}|re[- ]?ent(?:ry|ries|rada|radas)|reingresos?|retr(?:y|ies)|rescues?|compensa(?:tion|ci[óo]n|[çc][ãa]o)s?|recover(?:y|ies)|backups?(?! channel)|перезаход\\p{L}*|страхов\\p{L}*|telafi|koruma`;
const UP_TO =
  '(?:up to|upto|m[aá]x(?:imum|imo)?\\.?|até|ate|hasta|jusqu.?[àa]|до|максимум|en fazla|maks(?:imal)?|sampai|tối đa|toi da|अधिकतम|সর্বোচ্চ|زیادہ سے زیادہ|حتى|بحد أقصى)';
const LEVEL =
  '(?:levels?|lvl|n[ií]ve(?:l|is|les)|уров\\p{L}*|seviye\\p{L}*|kademe\\p{L}*|tingkat|mức|स्तर|লেভেল|لیول|مستوى|مستويات)';
/** `G2`, or a word for it with what stands between the two. */
const G = '(?<![\\p{L}\\d])G[ -]?(?=[1-6](?![\\p{L}\\d.,]))';
/** `up to 2 gales`, `até G2`. */
export const ANNOUNCED_UP_TO = new RegExp(
  `${UP_TO}\\s*:?\\s*(\\d{1,6})\\s*(?:x\\s*)?(?:${LEVEL}\\s*)?${GALE_WORD}|(?:${GALE_WORD}\\s*:?\\s*${UP_TO}|${UP_TO}\\s*(?:(?:o|el|the)\\s*)?${G})\\s*(\\d{1,6})|${GALE_WORD}\\s*(\\d{1,6})\\s*${UP_TO}(?!\\s*\\d)`,
  'iu',
);
const ANNOUNCED = new RegExp(
  `(?<![\\p{L}\\d:])(\\d)[^\\S\\n]*(?:st|nd|rd|[oaºª°]|-?й)?[^\\S\\n]*(?:${LEVEL}\\s*|step\\s*)?(?:${BESIDE_NUMBER})|(?:(?:${BESIDE_NUMBER})(?:\\s*${LEVEL})?\\s*[-:]?\\s*|${G})(\\d)(?![:.,h]?\\d|[\\ufe0f\\u20e3]| ?[\\p{Sc}%])`,
  'giu',
);
/** Where a word begins and where it ends. */
export const [WORD, END] = ['(?<![\\p{L}\\p{M}])', '(?![\\p{L}\\p{M}])'];
/** A number in letters, before a doubled stake or behind it. */
const IN_LETTERS = new RegExp(
  `${WORD}[\\p{L}\\p{M}]{1,12}(?=\\s(?:${BESIDE_NUMBER})${END})|(?<=${WORD}(?:${MARTINGALE})\\s)[\\p{L}\\p{M}]{1,12}${END}`,
  'giu',
);

/** "Une seule martingale", "MTG only once". */
const ONE = new RegExp(
  `${WORD}(?:one|single|un[ae]?|um|одн[оауи]\\p{L}{0,2}|eine[nm]?|bir|tek|satu|một|ek|एक|একটি|একটা|ایک)\\s(?:(?:only|single|seule?|sol[ao]|única?|só|единственн\\p{L}+|einzige\\p{L}?)\\s)?(?=(?:${MARTINGALE})${END})`,
  'giu',
);
/** "Gale 1 and 2". */
const AND_NEXT = new RegExp(
  `(${GALE_WORD}\\s?)\\d\\s?(?:e|y|and|&|и|et|und|ve|dan|/)\\s?(?=\\d(?![\\d:.,%]))`,
  'giu',
);
const ONCE = new RegExp(
  `(${MARTINGALE})${END}(?:\\s(?:only|just|solo|só|seulement|nur|только|sirf|hanya|cuma|sadece|chỉ|केवल|सिर्फ|শুধু|صرف|فقط))?\\s(?:once|(?:una|uma) (?:sola )?vez|une (?:seule )?fois|einmal|один раз|одна|один|tek sefer|bir kez|bir kere|sekali|một lần|1 lần|ek (?:hi )?(?:dafa|baar|bar)|एक बार|একবার|ایک بار|مرة واحدة|واحدة)${END}`,
  'giu',
);

/** Words that deny what stands beside them, in the languages of sellers; a part of a regular expression. */
export const DENIED =
  "no|non|not|never|avoid|don[' ’]?t|não|nao|sin|sem|nunca|without|не|нет|без|tidak|jangan|tanpa|không|yok|hayır|bina|nahin?|nai|बिना|नहीं|ছাড়া|না|নাই|নেই|بغیر|نہیں|بدون|لا|nicht|kein\\p{L}*|ohne|pas|sans|aucune?|senza|niente|nessun[ao]?";
/** A doubled stake that is denied before its word. */
const DENIED_BEFORE = `${WORD}(?:${DENIED})${END}[^\\p{L}]+(?:[\\p{L}\\p{M}]+\\s+){0,2}?`;
/** What denies a doubled stake before its word, as "no gale". */
export const DENIES_GALE = new RegExp(`${DENIED_BEFORE}${GALE_WORD}`, 'iu');
/** "2nd MTG bilkul nahi": what denies it stands behind, and no number between. */
const DENIED_BEHIND = `(?:${MARTINGALE})${END}[^\\p{L}\\p{N}\\n]{1,4}(?:(?:is|are|é|es|bilkul|hi)\\s)?(?:${DENIED}|off|forbidden|prohibited|proibid\\p{L}+|prohibid\\p{L}+|запрещ\\p{L}+|yasak\\p{L}*|\\p{L}+m[ıiuü]yor\\p{L}*|dilarang|0(?![\\d:]))${END}`;
const DENIED_GALE = new RegExp(
  `(?:${DENIED_BEFORE}(?:${MARTINGALE}))|${DENIED_BEHIND}|(?:${MARTINGALE})\\s*[:=]?\\s*[❌🚫✖⛔]`,
  'giu',
);
/** Portuguese, in which "no gale" is "in the gale". */
export const PORTUGUESE =
  /(?<!\p{L})(?:não|nao|até|às|em|nas|nos|da|das|você|sinal|sinais|entrada|entrar?|perder|perdeu|venda|vela|bateu|deu|pegou|pagou|foi|vitória|ganhamos|lucro|proteção|sem|usem?|próxim\p{L}+)(?!\p{L})/iu;
export const IN_THE = new RegExp(
  `(?<!\\p{L})no (?=primeir|segund|terceir|\\d|g[ -]?\\d|(?:${GALE_WORD}|repique|refor[çc]o|refuerzo)(?!\\p{L}))`,
  'giu',
);
/** "No gale needed", as English says it. */
const NOT_NEEDED = new RegExp(
  `(?:with|had|took|used) no ${GALE_WORD}(?!\\p{L})|(?<!\\p{L})(?:no|without) ${GALE_WORD} (?:(?:was|is) )?(?:needed|required|taken|used|necessary)`,
  'giu',
);

const NEVER_MORE = new RegExp(`(?<!\\d)[2-6](?:st|nd|rd|th|[ªºao])?\\s(?:${DENIED_BEHIND})`, 'giu');

/** A text with other words where "no" denies a doubled stake, as in English, or may be "in the", as in Portuguese. */
export const withoutNo = (text: string): string =>
  text.replace(NOT_NEEDED, ' direct ').replace(IN_THE, ' em ');

/** A doubled stake by its name; what protects a capital is none. */
const NAMED = new RegExp(
  `${WORD}(?:${MARTINGALE}|(?:recovery|backup|safety) (?:trade|entr(?:y|ie)|stake)s?)${END}(?!\\s+d[eo]${END}|\\s+(?:ال)?(?:حساب|رأس|رصيد|أموال|مال))`,
  'iu',
);
const IF =
  '(?:if|in case of|when|after|on|s[ei]|em caso de|en caso de|caso|ap[óo]s|depois de|despu[ée]s de|tras|если|при|после|jika|kalau|bila|wenn|falls|bei|nach|eğer|nếu|अगर|यदि|যদি|اگر|إذا|لو)';
const LOSS =
  '(?:loss\\p{L}*|los[et]\\p{L}{0,2}|red|perd\\p{L}+|pierd\\p{L}+|pérdida|минус\\p{L}*|проигр\\p{L}+|убыт\\p{L}+|kaybe\\p{L}+|kayıp|kalah|rugi|verl(?:ust|ier)\\p{L}*|perte|thua|लॉस|हार\\p{M}*|লস|হার\\p{M}*|لاس|ہار|خسر\\p{L}*|خسارة)';
/** What is doubled is no account and no check. */
const DOUBLE = `${WORD}(?<!${WORD}(?:${DENIED}) )(?:doubl(?:e|ing|ez|er)|dobl[ae]\\p{L}*|dobr[ae]\\p{L}*|duplic\\p{L}+|удво\\p{L}+|gandakan|verdoppel\\p{L}*|iki katı\\p{L}*|gấp đôi|डबल|दोगुन\\p{M}+|ডাবল|দ্বিগুণ|ڈبل|دگنا|ضاعف|\\d(?:[.,]\\d)?x (?:on )?(?:the )?next)${END}(?! (?:na kar|mat kar|न|मत|नहीं|না|نہ|check|tap|(?:your|my|the|tu|la|sua|a) (?:account|money|capital|cuenta|conta|banca)))`;
export const LOST = `${WORD}${IF}(?: \\p{L}+){0,2}? ${LOSS}${END}`;
/** `If loss, double the stake`, `Double next trade on loss`. */
const AGAIN = `(?:${DOUBLE}|${WORD}re-?ent(?:er|ry|rada))`;
const DOUBLED = new RegExp(`${LOST}[^\\n]{0,24}?${AGAIN}|${AGAIN}[^\\n]{0,24}?${LOST}`, 'iu');
const AFTER_LOSS = new RegExp(LOST, 'iu');
/** Other steps are those to an account. */
const DOUBLES = new RegExp(`${MARTINGALE}|recover|compens|${LOST}`, 'iu');
/** `1st trade 10$, 2nd trade 20$`: what a contest pays is less for the second. */
const LARGER =
  /(?<![\p{L}\p{M}])1(?:st|[ao]|-?[йя]) \p{L}+ ?[:=-]? ?(?=\d+ ?\p{Sc}|\p{Sc})\p{Sc}? ?(\d+)[^\n\d]{1,8}2(?:nd|[ao]|-?[йя]) \p{L}+ ?[:=-]? ?\p{Sc}? ?(\d+)/iu;
const TIME = /\d{1,2}[:h]\d{2}/g;
const TIMES = `(?:[^\\p{L}\\d\\n]|${WORD}\\p{L}{1,3}${END}){0,8}((?:${TIME.source}[^\\n\\d]{0,4})+)`;
/** `Gale: 10:05, 10:10`, `If loss: 10:05`. */
const AT_TIMES = new RegExp(`(?:${WORD}(?:${BESIDE_NUMBER})${END}|${LOST})${TIMES}`, 'giu');
/** `Level 1`, `1st level`, `1️⃣`, or a number that begins a line. */
const NUMBERED = new RegExp(
  `(\\d)(?:\\ufe0f?\\u20e3|(?:st|nd|rd|th|[oaºª°])?[^\\S\\n]?${LEVEL}${END})|${WORD}${LEVEL}\\s*(\\d)(?!\\d)|^[^\\S\\n]*(\\d)\\s?[.)→:–-]\\s`,
  'gimu',
);

/** What stands at a time of day that is none of a stake. */
const OTHER_TIME = new RegExp(
  `${WORD}(?:exp|valid|válid|until|till|clos|cierr|cerr|fech|encerr|schlie|ferm|clôt|chiu|закр|tutup|kapan|đóng|end|fim|fin|ende|кон[её]?ц|окон|bit|selesai|kết|session|sess|sesi|сесс|seans|phiên|next|pr[oó]x|nächst|prochain|prossim|следующ|sonraki|berikut|tiếp|result|ergebnis|risultat|результ|итог|hasil|sonuç|news|not[ií]ci|nachricht|новост|haber|berita|exit|sa[ií]d|salid|sort|uscit|ausstieg|выход|çıkış|keluar|at[eé]|hasta|до|bis|sampai|jusqu|fino|kadar|đến|तक|समाप्त|পর্যন্ত|শেষ|تک|حتى|انتهاء)`,
  'iu',
);
const CLOCK = /(?<![\d:])(\d{1,2})[:h](\d{2})(?![\d%])/g;
const FEW_LETTERS = 24;

/** The times of day in a text at which stakes may be placed, in minutes: of the others it says what they are. */
export function stakeTimes(text: string): readonly number[] {
  let end = 0;
  return [...text.matchAll(CLOCK)].flatMap(({ 0: clock, 1: hour, 2: minute, index }) => {
    const before = text.slice(Math.max(end, text.lastIndexOf('\n', index) + 1, index - FEW_LETTERS), index);
    const isRange = end > 0 && /^\s*[-–—~]\s*$/.test(before);
    end = index + clock.length;
    const [behind = ''] = text.slice(end, end + FEW_LETTERS).split(/[\d\n]/);
    const isOther = isRange || OTHER_TIME.test(/\p{L}/u.test(before) ? before.replace(/^.*\d/, '') : behind);
    return isOther ? [] : Number(hour) * 60 + Number(minute);
  });
}

/** How many times of day a signal names from the end of the trade that begins at the first of them: whatever they are called, doubled stakes may be placed then. */
export function laterTimes(text: string, expirySeconds: number | null): number {
  const [first = 0, ...others] = stakeTimes(text);
  const least = (expirySeconds ?? 60) / 60;
  const most = expirySeconds === null ? 60 : least * MOST_GALES;
  const away = others.map((time) => (time - first + 1_440) % 1_440);
  const later = new Set(away.filter((minutes) => minutes >= least && minutes <= most));
  // Whole hours alone are the same time on other clocks.
  return least < 60 && [...later].every((minutes) => minutes % 60 === 0) ? 0 : later.size;
}

const LONGEST_SHOWN = 100;

/** More doubled stakes than these are not believed. */
export const MOST_GALES = 6;

/** Doubled stakes that a signal announces; `isSure` where it says "up to", so that a loss has lost them all. */
export interface AnnouncedGales {
  /** `some` where the number is missing. */
  readonly gales: number | 'some';
  /** How many levels are numbered, of which the first may be the first stake. */
  readonly levels?: number | undefined;
  /** The words, where the number is missing. */
  readonly text?: string;
  readonly isSure: boolean;
}

/** The doubled stakes that the message of so many signals announces, with so many later times, the most where it names several, or a message of none as a rule; undefined where it announces none. */
export function announcedGales(text: string, signals = 1, later = 0): AnnouncedGales | undefined {
  const isRule = signals === 0;
  const plain = text
    .normalize('NFKC')
    .replace(NEVER_MORE, ' ')
    .replace(ONE, '1 ')
    .replace(AND_NEXT, '$1')
    .replace(ONCE, '$1 1')
    .replace(IN_LETTERS, (word) => String(classesOf(word)[0]?.number ?? word))
    .replace(IN_THE, PORTUGUESE.test(text) ? 'em ' : '$&');
  const sure = ANNOUNCED_UP_TO.exec(plain);
  const upTo = Number(sure?.slice(1).find(Boolean));
  if (sure !== null) return { gales: Math.min(upTo, MOST_GALES), isSure: !isRule && upTo <= MOST_GALES };
  const numbered = plain.split('\n').flatMap((line) => {
    const isOther = isRule && !DOUBLES.test(line);
    const isSure = !isRule && AFTER_LOSS.test(line);
    return [...line.matchAll(ANNOUNCED)].flatMap(([all, before, after]) =>
      isOther && /steps?/i.test(all) ? [] : { number: Number(before ?? after), isSure },
    );
  });
  const times = [...plain.matchAll(AT_TIMES)].flatMap(([, all = '']) => all.match(TIME) ?? []).length;
  const gales = numbered.reduce(
    (most, { number }) => Math.max(most, number),
    Math.ceil(times / Math.max(1, signals)),
  );
  const isSure = later <= gales && numbered.some((one) => one.isSure);
  if (gales > 0 || numbered.length > 0) return { gales: Math.max(gales, later), isSure };
  const said = plain.replace(DENIED_GALE, ' ');
  const larger = LARGER.exec(said);
  const isLarger = Number(larger?.[2]) > Number(larger?.[1]);
  const named = NAMED.exec(said) ?? DOUBLED.exec(said) ?? (isLarger ? larger : null);
  const from = named?.index ?? 0;
  const numbers = [...said.slice(from).matchAll(NUMBERED)].map((found) =>
    Number(found.slice(1).find(Boolean)),
  );
  const levels = numbers.findLast((number, at) => number === at + 1 && number <= MOST_GALES);
  if (named === null && (later === 0 || levels === undefined))
    return later === 0 ? undefined : { gales: later, isSure };
  const end = said.indexOf('\n', from);
  const line = said.slice(said.lastIndexOf('\n', from) + 1, end === -1 ? undefined : end);
  return { gales: 'some', levels, text: line.slice(0, LONGEST_SHOWN), isSure: false };
}
