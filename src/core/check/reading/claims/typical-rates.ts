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
const NOUN = '(?:trades?|signals?|tips|picks|bets|sinais|se[ñn]ales|operaciones|сдел\\p{L}+|işlem|sinyal)';
const NO_HEADING =
  '(?! (?:reports?|results?|recap|summary|stats|statistics|reviews?|performance|updates?|records?|scores?|totals?)(?!\\p{L}))';

/** "Daily" and "a day" may be said of one day: they are of each where a number of things stands before them, or behind. */
const FORMS = [
  `(?:per[ -]|each |every |any given )${DAY}|/ ?(?:${[DAY, DAY_PT, DAY_RU, DAY_FR, DAY_DE, DAY_TR, DAY_ID, DAY_HI, DAY_BN, DAY_UR].join('|')}|wk)(?! \\d)|everyday|(?:most|any) (?:days?|weeks?|months?)|(?:day|week|month) (?:after|in,?) (?:day|week|month)|p[/.]?d|p[/.]?w|p/m|(?<!\\d ?)p\\.m\\.`,
  `\\d(?: \\p{L}+){0,2}(?<! (?:in|for|of|within|over|after|what|such|one|once)) (?:a ${DAY}|daily|weekly|monthly)${NO_HEADING}`,
  `(?:daily|weekly|monthly) (?:average(?! odds)|we |\\d+ ${NOUN})|${NOUN} (?:daily|weekly|monthly)${NO_HEADING}`,
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
  `(?<!${BREAKDOWN})(?:(?<![\\p{L}\\p{M}])|(?=/))(?:${FORMS.join('|')})(?![\\p{L}\\p{M}])`.normalize('NFC'),
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
