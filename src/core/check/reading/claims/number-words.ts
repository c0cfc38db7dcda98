/** Numbers that are written in words, such as "ninety of a hundred" and "empat puluh lima". */
import { plainWords } from '../words/words.ts';

/** Words in the order of what they count, from 0 on. */
const COUNTED = [
  'zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen',
  'zero,um,dois,tres,quatro,cinco,seis,sete,oito,nove,dez,onze,doze,treze,quatorze,quinze,dezesseis,dezessete,dezoito,dezenove',
  'cero,uno,dos,tres,cuatro,cinco,seis,siete,ocho,nueve,diez,once,doce,trece,catorce,quince,dieciseis,diecisiete,dieciocho,diecinueve,veinte,veintiuno,veintidos,veintitres,veinticuatro,veinticinco,veintiseis,veintisiete,veintiocho,veintinueve',
  'nol,satu,dua,tiga,empat,lima,enam,tujuh,delapan,sembilan,sepuluh,sebelas',
  'ноль,один,два,три,четыре,пять,шесть,семь,восемь,девять,десять,одиннадцать,двенадцать,тринадцать,четырнадцать,пятнадцать,шестнадцать,семнадцать,восемнадцать,девятнадцать',
  'शून्य,एक,दो,तीन,चार,पांच,छह,सात,आठ,नौ,दस,ग्यारह,बारह,तेरह,चौदह,पंद्रह,सोलह,सत्रह,अठारह,उन्नीस,बीस,इक्कीस,बाईस,तेईस,चौबीस,पच्चीस,छब्बीस,सत्ताईस,अट्ठाईस,उनतीस,तीस,इकतीस,बत्तीस,तैंतीस,चौंतीस,पैंतीस,छत्तीस,सैंतीस,अड़तीस,उनतालीस,चालीस,इकतालीस,बयालीस,तैंतालीस,चौंतालीस,पैंतालीस,छियालीस,सैंतालीस,अड़तालीस,उनचास,पचास,इक्यावन,बावन,तिरेपन,चौवन,पचपन,छप्पन,सत्तावन,अट्ठावन,उनसठ,साठ,इकसठ,बासठ,तिरसठ,चौंसठ,पैंसठ,छियासठ,सड़सठ,अड़सठ,उनहत्तर,सत्तर,इकहत्तर,बहत्तर,तिहत्तर,चौहत्तर,पचहत्तर,छिहत्तर,सतहत्तर,अठहत्तर,उनासी,अस्सी,इक्यासी,बयासी,तिरासी,चौरासी,पचासी,छियासी,सतासी,अठासी,नवासी,नब्बे,इक्यानवे,बानवे,तिरानवे,चौरानवे,पचानवे,छियानवे,सत्तानवे,अट्ठानवे,निन्यानवे',
  'শূন্য,এক,দুই,তিন,চার,পাঁচ,ছয়,সাত,আট,নয়,দশ,এগারো,বারো,তেরো,চৌদ্দ,পনেরো,ষোলো,সতেরো,আঠারো,উনিশ,বিশ,একুশ,বাইশ,তেইশ,চব্বিশ,পঁচিশ,ছাব্বিশ,সাতাশ,আটাশ,উনত্রিশ,ত্রিশ,একত্রিশ,বত্রিশ,তেত্রিশ,চৌত্রিশ,পঁয়ত্রিশ,ছত্রিশ,সাঁইত্রিশ,আটত্রিশ,উনচল্লিশ,চল্লিশ,একচল্লিশ,বিয়াল্লিশ,তেতাল্লিশ,চুয়াল্লিশ,পঁয়তাল্লিশ,ছেচল্লিশ,সাতচল্লিশ,আটচল্লিশ,উনপঞ্চাশ,পঞ্চাশ,একান্ন,বাহান্ন,তিপ্পান্ন,চুয়ান্ন,পঞ্চান্ন,ছাপ্পান্ন,সাতান্ন,আটান্ন,উনষাট,ষাট,একষট্টি,বাষট্টি,তেষট্টি,চৌষট্টি,পঁয়ষট্টি,ছেষট্টি,সাতষট্টি,আটষট্টি,উনসত্তর,সত্তর,একাত্তর,বাহাত্তর,তিয়াত্তর,চুয়াত্তর,পঁচাত্তর,ছিয়াত্তর,সাতাত্তর,আটাত্তর,উনআশি,আশি,একাশি,বিরাশি,তিরাশি,চুরাশি,পঁচাশি,ছিয়াশি,সাতাশি,আটাশি,উননব্বই,নব্বই,একানব্বই,বিরানব্বই,তিরানব্বই,চুরানব্বই,পঁচানব্বই,ছিয়ানব্বই,সাতানব্বই,আটানব্বই,নিরানব্বই',
  'صفر,ایک,دو,تین,چار,پانچ,چھ,سات,آٹھ,نو,دس,گیارہ,بارہ,تیرہ,چودہ,پندرہ,سولہ,سترہ,اٹھارہ,انیس,بیس,اکیس,بائیس,تئیس,چوبیس,پچیس,چھبیس,ستائیس,اٹھائیس,انتیس,تیس,اکتیس,بتیس,تینتیس,چونتیس,پینتیس,چھتیس,سینتیس,اڑتیس,انتالیس,چالیس,اکتالیس,بیالیس,تینتالیس,چوالیس,پینتالیس,چھیالیس,سینتالیس,اڑتالیس,انچاس,پچاس,اکیاون,باون,ترپن,چون,پچپن,چھپن,ستاون,اٹھاون,انسٹھ,ساٹھ,اکسٹھ,باسٹھ,تریسٹھ,چونسٹھ,پینسٹھ,چھیاسٹھ,سڑسٹھ,اڑسٹھ,انہتر,ستر,اکہتر,بہتر,تہتر,چوہتر,پچھتر,چھہتر,ستتر,اٹھہتر,اناسی,اسی,اکیاسی,بیاسی,تراسی,چوراسی,پچاسی,چھیاسی,ستاسی,اٹھاسی,نواسی,نوے,اکانوے,بانوے,ترانوے,چورانوے,پچانوے,چھیانوے,ستانوے,اٹھانوے,ننانوے',
];
const TENS = [
  'ten,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety',
  'dez,vinte,trinta,quarenta,cinquenta,sessenta,setenta,oitenta,noventa',
  'diez,veinte,treinta,cuarenta,cincuenta,sesenta,setenta,ochenta,noventa',
  'десять,двадцать,тридцать,сорок,пятьдесят,шестьдесят,семьдесят,восемьдесят,девяносто',
];
const HUNDREDS = [
  'cem,duzentos,trezentos,quatrocentos,quinhentos,seiscentos,setecentos,oitocentos,novecentos',
  'cien,doscientos,trescientos,cuatrocientos,quinientos,seiscientos,setecientos,ochocientos,novecientos',
  'сто,двести,триста,четыреста,пятьсот,шестьсот,семьсот,восемьсот,девятьсот',
  'একশ,দুইশ,তিনশ,চারশ,পাঁচশ,ছয়শ,সাতশ,আটশ,নয়শ',
  'একশো,দুশো,তিনশো,চারশো,পাঁচশো,ছয়শো,সাতশো,আটশো,নয়শো',
];
/** Other forms, of which one is not next to the other. */
const OTHERS: readonly (readonly [number, string])[] = [
  [1, 'uma,una,un,одна,одно,одного'],
  [2, 'duas,две,двух'],
  [3, 'трех'],
  [4, 'четырех'],
  [14, 'catorze'],
  [28, 'আঠাশ'],
  [35, 'পঁইত্রিশ'],
  [16, 'dezasseis'],
  [17, 'dezassete'],
  [19, 'dezanove'],
  [45, 'পঁইতাল্লিশ'],
  [51, 'इक्याबन'],
  [52, 'বায়ান্ন'],
  [91, 'इक्यानबे'],
  [99, 'নিরানব্বুই,نناوے'],
  [50, 'पचासा,пятидесяти'],
  [60, 'шестидесяти'],
  [100, 'cento,ciento,seratus,ста'],
  [1_000, 'seribu'],
];
/** What multiplies the number before it, or is one itself. */
const TIMES: readonly (readonly [number, string])[] = [
  [10, 'puluh'],
  [12, 'dozen'],
  [100, 'hundred,ratus,सौ,শত,শো,سو'],
  [1_000, 'thousand,mil,ribu,тысяча,тысячи,тысяч,हजार,हज़ार,হাজার,ہزار'],
];
/** It adds 10 to the number before it. */
const TEEN = 'belas';

const words = (list: string): string[] => list.split(',').map(plainWords);
const VALUES = new Map<string, number>([
  ...COUNTED.flatMap((list) => words(list).map((word, value) => [word, value] as const)),
  ...TENS.flatMap((list) => words(list).map((word, at) => [word, (at + 1) * 10] as const)),
  ...HUNDREDS.flatMap((list) => words(list).map((word, at) => [word, (at + 1) * 100] as const)),
  ...OTHERS.flatMap(([value, list]) => words(list).map((word) => [word, value] as const)),
]);
const MULTIPLIERS = new Map(
  TIMES.flatMap(([value, list]) => words(list).map((word) => [word, value] as const)),
);
/** Between two parts of one number; the English one stands behind a hundred alone. */
const JOINED = /^(?:e|y)$/;
/** By themselves these mostly mean something else: an article, "once", "of the", "this same", "better", "because". */
const AMBIGUOUS = new Set(words('once,vinte,dos,بہتر,اسی,چون,دو,दो,mil,नौ,نو,दस,چھ'));
/** The Bengali word for what is counted is written with its number. */
const SUFFIX = /(?:টির|টিতে|টি|টার|টাতে|টা)$/u;
const WORDS = /[\p{L}\p{M}]+(?:[ -][\p{L}\p{M}]+){0,11}/gu;

/** A text with its numbers as digits; one that may be another word where it stands before one that `isCounted`. */
export function withNumberWords(text: string, isCounted: (word: string) => boolean): string {
  return text.replace(WORDS, (run) => {
    const parts = run.split(/([ -])/);
    const said = parts.map(numberWord);
    let written = '';
    for (let at = 0; at < parts.length; ) {
      const found = numberAt(said, at);
      const next = said[found.end + 2] ?? '';
      const isAlone = found.end === at && (found.value === 1 || AMBIGUOUS.has(said[at] as string));
      if (found.value === undefined || (isAlone && !isCounted(next))) {
        written += `${parts[at]}${parts[at + 1] ?? ''}`;
        at += 2;
        continue;
      }
      written += `${found.value}${parts[found.end + 1] ?? ''}`;
      at = found.end + 2;
    }
    return written;
  });
}

function numberWord(part: string): string {
  const word = plainWords(part).replace(/^ঊ/, 'উ');
  return VALUES.has(word) ? word : word.replace(SUFFIX, '');
}

/** The number that begins at a word, each second part being a space, and the place of its last word. */
function numberAt(said: readonly string[], from: number): { value: number | undefined; end: number } {
  let [total, current, last, value, end] = [0, 0, 0, undefined as number | undefined, from];
  let at = from;
  if (said[at] === 'a' && MULTIPLIERS.has(said[at + 2] ?? '')) at += 2;
  for (; at < said.length; at += 2) {
    const word = said[at] as string;
    const joins = value !== undefined && (JOINED.test(word) || (word === 'and' && current >= 100));
    if (joins && VALUES.has(said[at + 2] ?? '')) continue;
    const [plain, times] = [VALUES.get(word), MULTIPLIERS.get(word)];
    if (plain !== undefined) {
      const unit = plain < 10 ? 10 : plain < 100 ? 100 : 1_000;
      // "Forty ten" is two numbers.
      const isNext =
        (current === 0 && value === undefined) || (plain > 0 && current % unit === 0 && current !== 10);
      if (!isNext && !(current === 0 && total > 0)) break;
      [current, last] = [current + plain, plain];
    } else if (word === TEEN && last > 0 && last < 10) [current, last] = [current + 10, last + 10];
    else if (times === 1_000 && total === 0) [total, current, last] = [Math.max(1, current) * times, 0, 0];
    else if (times !== undefined && times < 1_000 && last < 100 && (last > 0 || value === undefined))
      [current, last] = [current - last + Math.max(1, last) * times, Math.max(1, last) * times];
    else break;
    [value, end] = [total + current, at];
  }
  return { value, end };
}
