/** Chats whose outcomes are said by the words and phrases that sellers use, each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, WON } from './table-layouts.ts';

const RIGHT = '37-23-0';
const signal = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} 1 MIN`;
const chat = (won: string, lost: string): string =>
  telegram(WON.flatMap((isWon, at) => [signal(at), isWon ? won : lost]));
const answers = (won: string, lost: string): string =>
  telegram(
    WON.flatMap((isWon, at) => [{ text: signal(at) }, { text: isWon ? won : lost, replyTo: at * 2 + 1 }]),
  );

const WORDS: readonly (readonly [language: string, won: string, lost: string])[] = [
  ['Urdu', 'منافع ✅', 'نقصان ❌'],
  ['Urdu, in sentences', 'منافع ہوا ✅', 'نقصان ہوا ❌'],
  ['Urdu, without marks', 'پرافٹ', 'لاس'],
  ['Bengali', 'লাভ হয়েছে ✅', 'লস হয়েছে ❌'],
  ['Bengali, without marks', 'প্রফিট হয়েছে', 'লোকসান'],
  ['Bengali, English words', 'উইন ✅', 'লুজ ❌'],
  ['Indonesian', 'MENANG ✅ alhamdulillah', 'KALAH ❌ tetap sabar'],
  ['Indonesian, other words', 'Berhasil', 'Gagal'],
  ['Hindi', 'लाभ हुआ', 'घाटा'],
  ['Hindi, English words', 'प्रॉफिट ✅', 'लॉस ❌'],
  ['Portuguese', 'Deu green ✅', 'Deu red ❌'],
  ['Portuguese, without marks', 'Acertamos', 'Erramos'],
  ['Russian', 'Отработал ✅', 'Не отработал ❌'],
  ['Russian, without marks', 'Отработала', 'Слив'],
  ['Spanish', 'Operación exitosa', 'Operación fallada'],
  ['Arabic', 'تم ربح ✅ الحمد لله', 'خسارة ❌'],
  ['Arabic, without marks', 'ربحت', 'خسرت'],
  ['Turkish', 'Kazandırdı', 'Kaybettirdi'],
  ['Turkish, a win denied by its verb', 'Kazandık', 'Kazanamadık'],
  ['Vietnamese', 'Chốt lời ✅', 'Thua rồi ❌'],
];
const DENIED: readonly (readonly [language: string, won: string, denied: string])[] = [
  ['Indonesian', 'Menang', 'Belum menang'],
  ['Bengali', 'লাভ হয়েছে', 'লাভ হয়নি'],
  ['Urdu', 'منافع ہوا', 'منافع نہیں ہوا'],
  ['Arabic', 'ربح', 'ليس ربح'],
  ['Vietnamese', 'Thắng', 'Chưa thắng'],
];

export const RESULT_WORD_LAYOUTS: readonly Layout[] = [
  ...WORDS.map(
    ([language, won, lost]): Layout => ({
      name: `outcomes in ${language}, as sellers write them`,
      text: chat(won, lost),
      counts: RIGHT,
      isPlain: true,
    }),
  ),
  ...DENIED.map(
    ([language, won, denied]): Layout => ({
      name: `a win that is denied in ${language}, as sellers write it`,
      text: chat(won, denied),
      counts: RIGHT,
      asks: 'any',
    }),
  ),
  {
    name: 'a word and its mark with other words, as an answer',
    text: answers('WIN ✅ shabash yaar', 'LOSS ❌ koi gal'),
    counts: RIGHT,
    isPlain: true,
  },
  {
    name: 'a word and its mark with other words, below the signal',
    text: chat('WIN ✅ shabash yaar', 'LOSS ❌ koi gal'),
    counts: RIGHT,
    asks: 'unsure-endings',
  },
];
