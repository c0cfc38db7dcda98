/** What the words of a message say: each clause is taken for an ending only where all of it is understood. */
import type { TradeOutcome } from '../trade.ts';
import { CURRENCIES, DIRECTION_WORDS, sideOfMark } from './trade-words.ts';
import { plainWords, wordList } from './words.ts';

type WordClass =
  | TradeOutcome
  | 'call'
  | 'put'
  | 'target'
  | 'stop'
  | 'hit'
  | 'breakeven'
  /** What makes a clause a wish, a rule, a promise or a question. */
  | 'maybe'
  | 'sum'
  | 'gale'
  | 'direct'
  | 'attempt'
  | 'step'
  | 'filler';

/** Words of an outcome, in a sentence as in a cell. */
export const RESULTS: readonly (readonly [TradeOutcome, string])[] = [
  [
    'won',
    'won,win,wins,winner,winning,itm,in the money,success,successful,victory,green,correct,wining,sureshot win,in profit,with profit,closed in profit,profit ho gaya,profit ho gya,profit hua,profit hui,jeet gaye,jeet gaya',
  ],
  [
    'won',
    'gano,ganada,ganado,ganamos,ganadora,ganador,acierto,acertado,ganhou,ganho,ganha,ganhamos,vitoria,gewonnen,gagne,gagnee,vinto,vinta',
  ],
  [
    'won',
    'выигрыш,выиграл,выиграла,выиграна,выиграли,выигрышная,победа,плюс,прибыльная,в плюс,сделка в плюсе,зашло,зашла,зашел,basarili,kazandi,kazandik,kazanc,kazanc saglandi',
  ],
  [
    'won',
    'menang,untung,cuan,profit menang,thang,thang lenh,win thang,जीत,जीता,जीते,जीत गई,जीत गए,जीत गये,प्रॉफिट,প্রফিট,লাভ হয়েছে,জয়,জিতেছি,জিতেছে,جیت,جیتا,جیت گئے,جیت گیا,کامیاب,ربح,فوز,رابحة,ربحنا,صفقة رابحة,ناجحة,赢,勝ち,승',
  ],
  [
    'lost',
    'lost,loss,losses,lose,otm,out of the money,failed,fail,losing,red,stopped out,in loss,closed in loss,loss ho gaya,loss ho gya,loss hua,loss hui,haar gaye,haar gaya',
  ],
  [
    'lost',
    'perdio,perdida,perdido,perdimos,perdedora,perdedor,fallo,fallida,perdeu,perda,derrota,verloren,verlust,perdu,perdue,perso,persa',
  ],
  [
    'lost',
    'проигрыш,проиграл,проиграла,проиграна,проиграли,поражение,минус,убыток,убыточная,в минус,сделка в минусе,не зашло,не зашла,не зашел,basarisiz,kaybetti,kaybettik,kayip,zarar',
  ],
  [
    'lost',
    'kalah,rugi,loss kalah,thua,thua lenh,lo,हार,हारे,हारा,हार गए,हार गये,नुकसान,হার,লস,ক্ষতি,হেরেছি,হেরেছে,ہار,نقصان,ہارا,ہار گئے,ہار گیا,خسارة,خاسرة,خسرنا,صفقة خاسرة,输,負け,패',
  ],
  ['tied', 'tie,tied,draw,doji,refund,refunded,atm,at the money,breakeven,break even,equal,push,money back'],
  [
    'tied',
    'empate,empatado,devuelto,devolucion,reembolso,reembolsado,unentschieden,egalite,pareggio,возврат,ничья,berabere,iade,seri,imbang,hoa,hoa von,बराबर,टाई,ড্র,টাই,برابر,تعادل,平局',
  ],
];
const OTHERS: readonly (readonly [WordClass, string])[] = [
  [
    'maybe',
    'if,when,will,would,can,could,should,shall,might,must,dont,don t,do not,didn t,won t,can t,not,never,no,nobody,without,unless,until,in case,avoid,stop after,use,recover,recovery,next,tomorrow,yesterday,every,guarantee,guaranteed,let,lets,let s,want,hope,expect,ready,wait,waiting,moved,move,moving,how,why,who,what,agar,yadi,nahi,nahin,mat',
  ],
  [
    'maybe',
    'si,cuando,nunca,no pierdas,sin,siempre,manana,ayer,usar,se,quando,nao,nunca,sem,amanha,ontem,use,caso,wenn,nicht,kein,keine,demain,hier,jamais,pas,sans',
  ],
  [
    'maybe',
    'если,когда,не,без,нет,никогда,завтра,вчера,будет,eger,ise,yok,degil,asla,yarin,dun,jika,kalau,jangan,tidak,tanpa,besok,kemarin,akan,neu,khi,khong,dung,ngay mai,hom qua,se thang,अगर,यदि,नहीं,मत,कल,जब,যদি,না,নয়,কাল,اگر,نہیں,مت,کل,جب,اذا,إذا,لا,بدون,غدا,امس,لن',
  ],
  [
    'sum',
    'total,totals,results,score,scoreboard,summary,result of,results,results of,results for,report,session report,overall,accuracy,win rate,winrate,hit rate,success rate,winning rate,probability,record,statistics,stats,weekly,monthly,daily,today s,of the day,recap,overview,performance',
  ],
  [
    'sum',
    'placar,marcador,resumo,resumen,assertividade,resultados,resultado do dia,resultado final,balanco,итого,итоги,отчет,статистика,результаты,ozet,sonuclar,gunluk,ringkasan,hasil hari ini,rekap,laporan,tong ket,ket qua ngay,सारांश,परिणाम आज,कुल,সারাংশ,মোট,فلاصہ,خلاصہ,کل نتائج,ملخص,النتائج,المجموع,الحصيلة',
  ],
  [
    'gale',
    'gale,gales,martingale,martingales,martingala,martingalas,mtg,mg,mtng,martin,protecao,protecoes,protection,proteccion,g,догон,догона,догоном,догонов,догоны,догонами,мартингейл,мартингейла,перекрытие,перекрытия,перекрытием,перекрытий,doublage,martingal,katlama,katlamada,compensation,kompensasi,kompen,double up,doubled up,double stake,doubled stake,मार्टिंगेल,मार्टिनगेल,মার্টিঙ্গেল,মার্টিংগেল,مارٹنگیل,مارتينجال,مضاعفة,gap thep,gap thep lan,gap,nhan doi',
  ],
  [
    'direct',
    'direct,direct win,sg,sem gale,sem martingale,sin gale,sin martingala,no gale,no martingale,no mtg,without gale,without martingale,without mtg,non mtg,de primeira,na primeira,a la primera,без догона,без догонов,без мартингейла,без перекрытия,katlamasiz,tanpa martingale,khong gap,non martingale,pertama',
  ],
  [
    'attempt',
    'attempt,entry,try,shot,time,candle,vela,свеча,свечи,свече,tentativa,entrada,intento,tentative,попытка,попытки,попытке,вход,deneme,giris,percobaan,lan,प्रयास,কোশিশ,محاولة',
  ],
  ['step', 'step,steps,level,ur,колено,колена,шаг,adim,kademe,langkah,buoc,स्टेप,কদম'],
  ['target', 'tp,t p,take profit,target,targets,tgt,take,цель,тейк,alvo,objetivo,hedef,muc tieu,الهدف,هدف'],
  ['stop', 'sl,s l,stop loss,stoploss,stop target,stop,stopped,stopped out,стоп,стоп лосс,parada,zarar kes'],
  [
    'hit',
    'hit,hits,reached,done,achieved,smashed,booked,completed,complete,secured,touched,filled,triggered,out,alcanzado,alcancado,atingido,batido,сработал,взят,достигнут,достигнута,выбит,alindi,ulasildi,tercapai,kena,dat,cham,तक पहुंचा,تحقق,ضرب',
  ],
  ['breakeven', 'be,b e'],
  [
    'filler',
    'profit,profits,gain,trade,trades,signal,signals,result,outcome,status,closed,close,ended,finished,the,a,an,of,in,at,on,for,with,and,to,by,is,was,it,we,our,this,that,final,sure,sure shot,after,before,clean,boom,nice,great,good,perfect,easy,big,super,yes,wow,bingo,congrats,congratulations,another,money,otc,pips,pip,points,usd,min,mins,minute,minutes,m,s,sec,seconds,h,hour,again,manually,early,sadly,sorry,unfortunately,amount,percent,all,full,call,option,expiry,asset,pair,vip,live,first,second,price,timeframe,entry,x,bhai,bhaiyo,dosto,hai,aaj,ka,ki,ke',
  ],
  [
    'filler',
    'senal,operacion,resultado,ganancia,la,el,en,con,de,do,da,na,em,com,sinal,operacao,lucro,e,o,y,para,por,minuto,minutos,min,сделка,сигнал,результат,закрыта,закрыт,закрылась,закрылся,в,на,с,по,прибыль,мин,минута,минут,sinyal,islem,sonuc,ile,kar,dakika,dk,hasil,sinyal,menit,di,dengan,lenh,ket qua,tin hieu,phut,voi,परिणाम,सिग्नल,मिनट,में,पर,रिजल्ट,है,हुई,हुआ,ফলাফল,সিগন্যাল,মিনিট,এ,نتیجہ,سگنل,منٹ,میں,پر,نتيجة,الصفقة,صفقة,إشارة,دقيقة,دقائق,في,مع,مبروك',
  ],
];
const ORDINALS: readonly (readonly [number, string])[] = [
  [
    1,
    'first,one,1st,na primeira,de primeira,a la primera,primeiro,primeira,primer,primero,primera,um,uno,premier,первый,первая,первом,один,одним,с одним,ilk,bir,birinci,pertama,satu,mot,dau tien,पहला,पहले,एक,প্রথম,এক,پہلا,پہلی,ایک,اولى,الاولى,الأولى,واحدة',
  ],
  [
    2,
    'second,two,2nd,double,segundo,segunda,dois,duas,dos,deuxieme,второй,вторая,втором,вторым,два,двумя,ikinci,iki,kedua,dua,hai,thu hai,दूसरा,दूसरे,दो,দ্বিতীয়,দুই,دوسرا,دوسری,دو,ثانية,الثانية',
  ],
  [
    3,
    'third,three,3rd,terceiro,terceira,tercer,tercero,tercera,tres,troisieme,третий,третья,третьем,три,ucuncu,uc,ketiga,tiga,ba,thu ba,तीसरा,तीन,তৃতীয়,তিন,تیسرا,تین,ثالثة,الثالثة',
  ],
];
/** Words of a table's cells that mean something else in a sentence. */
const NO_SIDES = new Set(['c', 'p', 'su', 'bas', 'tang', 'giu']);
const WORDS = new Map<string, WordClass>([
  ...wordList(OTHERS),
  ...[...wordList(DIRECTION_WORDS)].flatMap(([word, side]) =>
    NO_SIDES.has(word) ? [] : [[word, side === 'CALL' ? 'call' : 'put'] as const],
  ),
  ...wordList<WordClass>(RESULTS),
  ...wordList<WordClass>(OTHERS.filter(([kind]) => kind === 'gale' || kind === 'direct')),
]);
const OUTCOME_WORDS = wordList<TradeOutcome>(RESULTS);
const NUMBER_WORDS = wordList(ORDINALS);
const LONGEST_PHRASE = 4;

const WON_MARKS = '✅☑✔🏆🤑💚👍💰';
const LOST_MARKS = '❌✖⛔💔🚫❎👎';
const TIED_MARKS = '➖🔁↩';
const ROUND: Readonly<Record<string, TradeOutcome>> = {
  '🟢': 'won',
  '🔴': 'lost',
  '🟡': 'tied',
  '⚪': 'tied',
};

/** What a clause says. */
export interface Clause {
  readonly text: string;
  readonly outcome: TradeOutcome | undefined;
  /** All of it is understood; without it the outcome is a question. */
  readonly isSure: boolean;
  /** Outcome by marks alone, one after the other where they differ. */
  readonly marks: readonly TradeOutcome[];
  readonly isWish: boolean;
  readonly isSum: boolean;
  readonly hasOnlyCircles: boolean;
  readonly side: 'CALL' | 'PUT' | null;
  readonly unknown: number;
  /** How often the stake was doubled; null where it is not said, `some` where the number is missing. */
  readonly gales: number | 'some' | null;
  /** A number of a step of which it is not clear whether the first is a doubled stake. */
  readonly step: number | null;
  /** `M1` to `M3`, which is a timeframe or a doubled stake. */
  readonly timeframe: number | null;
  readonly target: number | null;
  readonly isTarget: boolean;
  readonly isStop: boolean;
  /** Its outcome is said by a word. */
  readonly hasResultWord: boolean;
  /** Signed, as `+50 pips`. */
  readonly pips: number | null;
}

const PAIRS = new RegExp(
  `(?<![A-Za-z])(?:frx)?(?:${CURRENCIES})[ ]?[-/_.|]?[ ]?(?:${CURRENCIES})(?![A-Z])(?:[ -]?\\(?OTC\\)?)?`,
  'gi',
);
const COUNTED =
  /(?<!\p{L})(?:wins?|won|itm|greens?|w|побед\p{L}*|ganadas?|vitorias?)\s*[:=-]?\s*\d+|\d+\s*(?:x\s*)?(?:wins?|won|itm|greens?|w)(?!\p{L})|\d+\s*[x:×-]\s*\d+\s*$/iu;
const COUNTED_LOST =
  /(?<!\p{L})(?:loss(?:es)?|lost|otm|reds?|l)\s*[:=-]?\s*\d+|\d+\s*(?:x\s*)?(?:loss(?:es)?|lost|otm|reds?|l)(?!\p{L})/iu;
const COUNT =
  /(?:^|[^\p{L}\p{N}:.,/#$€£₹%-]|(?<=\p{L})-|(?<=\p{L}\s)-)[x+×]?\s?([0-6])x?[^\p{L}\p{N}:%$]*$/iu;
const CLOSED = /(?<!\p{L})(?:closed|exited)(?!\p{L})/iu;
/** What recovered the loss was a doubled stake of the same signal, or the next trade. */
const RECOVERED =
  /(?<!\p{L})(?:(?:loss(?:es)? (?:is |was )?)?(?:recovered|covered)|(?:with|after|by) recovery)(?!\p{L})/iu;
const COUNTED_MARKS =
  /[✅❌☑✖]\s*[:=xX-]?\s*\d+[^\n]*[✅❌☑✖]\s*[:=xX-]?\s*\d+|\d+\s*x?\s*[✅☑][^\n]*\d+\s*x?\s*[❌✖]/u;

/** A line in clauses; a comma between digits divides none. */
export function clausesOf(line: string): readonly Clause[] {
  const isSum = isSumLine(line);
  return line
    .split(/[,;|]\s+|[.!]+\s+|\s[-–—]\s/u)
    .filter((text) => text.trim() !== '')
    .map((text) => clauseOf(text, isSum));
}

function isSumLine(line: string): boolean {
  return (
    (COUNTED.test(line) && COUNTED_LOST.test(line)) ||
    COUNTED_MARKS.test(line) ||
    /\d\s*\/\s*\d+\s*(?:wins?|won|itm)/i.test(line)
  );
}

function clauseOf(text: string, isSumOfLine: boolean): Clause {
  const isRecovered = RECOVERED.test(text);
  const superscript = /[⁰¹²³⁴⁵⁶]/u.exec(text)?.[0].normalize('NFKC');
  const small = superscript ?? /([0-6])\ufe0f?\u20e3/u.exec(text)?.[1];
  let rest = text
    .replace(/[⁰¹²³⁴⁵⁶]/gu, ' ')
    .replace(/\d\ufe0f?\u20e3/gu, ' ')
    .replace(/tháng/giu, ' ')
    .replace(RECOVERED, ' gale ')
    .replace(/(?<![\p{L}\d])k(?=[1-6](?![\p{L}\d]))/giu, ' kompensasi ')
    // Portuguese "no" is "in the", not "no".
    .replace(/(?<!\p{L})no (?=primeir|segund|terceir|\d|(?:gale|martingale)[ -]?\d)/giu, ' em ');
  const pips = /([+-]?\s?\d+(?:[.,]\d+)?)\s*(?:pips?|пунктов|пипсов|points?)(?!\p{L})/iu.exec(rest);
  const target =
    /(?<!\p{L})(?:tp|target|take[ -]?profit|цель|тейк|alvo|hedef)\s*[-#.]?\s*([1-9])(?!\d)/iu.exec(rest);
  const isPriced =
    /(?<!\p{L})(?:tp|sl|target|take[ -]?profit|stop[ -]?loss|stop)\s*[-#.]?\s*[1-9]?\s*[:=@-]?\s*\d{1,6}(?:[.,]\d+)+|(?<!\p{L})(?:tp|sl|target|stop[ -]?loss)\s*[1-9]?\s*[:=@]\s*\d+/iu.test(
      rest,
    );
  rest = rest
    .replace(PAIRS, ' ')
    .replace(/\d{1,2}[:h.]\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?(?!\d)/giu, ' ')
    .replace(
      /[+-]?\s?[$€£₹]?\s?\d+(?:[.,]\d+)*\s?(?:%|pips?|points?|usd|\$|€|₹|пунктов|пипсов)(?!\p{L})/giu,
      ' ',
    );
  const words = classesOf(rest);
  // "+$85" alone may be what a trade brought.
  const amount = /^[^\p{L}\d+−-]*([+−-])\s?[$€£₹]?\s?\d+(?:[.,]\d+)*[^\p{L}\d:]*$/u.exec(text);
  const has = (kind: WordClass): boolean => words.some((word) => word.kind === kind);
  const marks = marksOf(text);
  const isRate = /(?<!\p{L})success\s*[:=]\s*\d+ ?%/iu.test(text);
  const isWish = has('maybe') || /[?]|https?:|t\.me|@\w{3}/u.test(text);
  let outcome: TradeOutcome | undefined;
  let isClear = true;
  const kinds = outcomesOf(words);
  const isStop = has('stop') && !has('target');
  if (kinds.size > 1) isClear = false;
  else if (kinds.size === 1) [outcome] = kinds;
  else if (isPriced && marks.length === 0) outcome = undefined;
  else if ((has('target') || target !== null) && (has('hit') || marks[0] === 'won')) outcome = 'won';
  else if (isStop && (has('hit') || marks[0] === 'lost')) outcome = 'lost';
  else if (has('breakeven') && has('hit')) outcome = 'tied';
  else if (marks.length === 0 && CLOSED.test(text) && pips !== null && /^[+-]/.test(pips[1] as string))
    outcome = (pips[1] as string).startsWith('+') ? 'won' : 'lost';
  else if (amount !== null) {
    outcome = amount[1] === '+' ? 'won' : 'lost';
    isClear = marks[0] === outcome;
  } else if (marks.length > 0) outcome = marks[0];
  // "Not a win" with a cross may be an outcome.
  const isDenied = isWish && kinds.size > 0 && marks[0] === 'lost';
  if (outcome !== undefined && marks.some((mark) => mark !== outcome)) isClear = kinds.size === 0;
  const unknown = words.filter(({ kind }) => kind === undefined).length + (isRecovered ? 1 : 0);
  // "WIN x2", "WIN +1" and "✅ 1" may say how many stakes there were.
  const counted = outcome === undefined || isPriced || has('target') ? undefined : COUNT.exec(rest)?.[1];
  const said = galesOf(words, small, outcome !== undefined);
  const { gales } = said;
  const step = gales === null && counted !== undefined ? Number(counted) : said.step;
  const timeframe = /(?<![\p{L}\d])M([1-3])(?!\d)/iu.exec(text)?.[1];
  return {
    text,
    outcome: isDenied ? 'lost' : isWish ? undefined : (outcome ?? (isClear ? undefined : marks[0])),
    isSure: isClear && unknown === 0 && !isDenied,
    marks: kinds.size === 0 && new Set(marks).size > 1 ? marks : marks.slice(0, 1),
    isWish: isWish && !isDenied,
    isSum: isSumOfLine || isRate || has('sum'),
    hasOnlyCircles: outcome === undefined && circleOf(text) !== undefined,
    side: sideOf(text, words),
    unknown,
    gales,
    step,
    timeframe: timeframe === undefined ? null : Number(timeframe),
    target: target === null ? null : Number(target[1]),
    isTarget: has('target'),
    isStop,
    hasResultWord: kinds.size > 0 || has('hit'),
    pips: pips === null ? null : Number((pips[1] as string).replace(/\s/g, '').replace(',', '.')),
  };
}

/** The one side that a clause names or shows. */
function sideOf(text: string, words: readonly ClassedWord[]): 'CALL' | 'PUT' | null {
  const marks = new Set([...text].map(sideOfMark));
  const isCall = marks.has('CALL') || words.some(({ kind }) => kind === 'call');
  const isPut = marks.has('PUT') || words.some(({ kind }) => kind === 'put');
  return isCall === isPut ? null : isCall ? 'CALL' : 'PUT';
}

/** What a round mark says as an outcome. */
export function circleOf(text: string): TradeOutcome | undefined {
  return [...text].map((mark) => ROUND[mark]).find((outcome) => outcome !== undefined);
}

interface ClassedWord {
  readonly kind: WordClass | undefined;
  readonly number: number | undefined;
  readonly isOrdinal: boolean;
}

/** The outcomes that words say, each once. */
export function outcomesIn(text: string): readonly TradeOutcome[] {
  return [...outcomesOf(classesOf(text))];
}

function outcomesOf(words: readonly ClassedWord[]): ReadonlySet<TradeOutcome> {
  return new Set(
    words.flatMap(({ kind }) => (kind === 'won' || kind === 'lost' || kind === 'tied' ? [kind] : [])),
  );
}

/** The words of a text that say no outcome. */
export function withoutOutcomes(text: string): string {
  const words = plainWords(text).split(' ');
  return words.filter((word) => !OUTCOME_WORDS.has(word)).join(' ');
}

/** The words of a clause, the longest phrases first. */
function classesOf(text: string): readonly ClassedWord[] {
  // `MTG1` and `G-1` are a word and a number; `don't` is one word.
  const plain = plainWords(text.replace(/['’`]/g, ' ')).replace(
    /(?<=[\p{L}\p{M}])(?=\d)|(?<=\d)(?=(?!st|nd|rd|th)[\p{L}])/gu,
    ' ',
  );
  const tokens = plain === '' ? [] : plain.split(' ');
  const classed: ClassedWord[] = [];
  for (let at = 0; at < tokens.length; ) {
    let length = Math.min(LONGEST_PHRASE, tokens.length - at);
    let phrase = '';
    for (; length > 0; length -= 1) {
      phrase = tokens.slice(at, at + length).join(' ');
      if (WORDS.has(phrase) || NUMBER_WORDS.has(phrase)) break;
    }
    if (length === 0) {
      const number = /^(\d{1,6})(st|nd|rd|th|o|a|й|я|م)?$/u.exec(tokens[at] as string);
      classed.push({
        kind: number === null ? undefined : 'filler',
        number: number === null ? undefined : Number(number[1]),
        isOrdinal: number?.[2] !== undefined,
      });
      at += 1;
      continue;
    }
    const number = NUMBER_WORDS.get(phrase);
    classed.push({ kind: WORDS.get(phrase) ?? 'filler', number, isOrdinal: number !== undefined });
    at += length;
  }
  return classed;
}

function galesOf(
  words: readonly ClassedWord[],
  small: string | undefined,
  hasOutcome: boolean,
): { readonly gales: Clause['gales']; readonly step: number | null } {
  const near = (kind: WordClass): { number: number | undefined; isOrdinal: boolean } | undefined => {
    const at = words.findIndex((word) => word.kind === kind);
    if (at === -1) return undefined;
    const numbered = [words[at + 1], words[at - 1], words[at - 2]].find((word) => (word?.number ?? 9) <= 6);
    return {
      number: numbered?.number ?? (small === undefined ? undefined : Number(small)),
      isOrdinal: numbered?.isOrdinal ?? false,
    };
  };
  const gale = near('gale');
  if (gale !== undefined) return { gales: gale.number ?? 'some', step: null };
  if (words.some(({ kind }) => kind === 'direct')) return { gales: 0, step: null };
  const attempt = near('attempt');
  if (attempt?.number !== undefined && attempt.isOrdinal)
    return { gales: Math.max(0, attempt.number - 1), step: null };
  const step = near('step');
  if (step?.number !== undefined) return { gales: null, step: step.number };
  if (small !== undefined && hasOutcome) return { gales: Number(small), step: null };
  return { gales: null, step: null };
}

/** What the marks of a text say, circles left out: once where they repeat, else one after the other. */
function marksOf(text: string): readonly TradeOutcome[] {
  const marks: TradeOutcome[] = [];
  for (const mark of text) {
    if (WON_MARKS.includes(mark)) marks.push('won');
    else if (LOST_MARKS.includes(mark)) marks.push('lost');
    else if (TIED_MARKS.includes(mark)) marks.push('tied');
  }
  return new Set(marks).size <= 1 ? marks.slice(0, 1) : marks;
}
