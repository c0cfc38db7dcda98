/** Chats whose outcomes are said by the words and phrases that sellers use, each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, startOf, WON } from './layout.ts';

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
  ['Hinglish', 'Profit aa gaya ✅', 'Haar gaye ❌'],
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

const bot = (opened: (at: number) => string, exited: (at: number, won: boolean) => string): string =>
  telegram(WON.flatMap((won, at) => [opened(at), exited(at, won)]));
const embeds = (won: string, lost: string): string =>
  JSON.stringify({
    channel: { type: 'GuildTextChat', name: 'signals' },
    messages: WON.flatMap((isWon, at) => [
      { title: 'New signal', description: `${pairOf(at)} BUY @ 1.27055`, fields: [] },
      {
        title: 'Signal closed',
        description: null,
        fields: [{ name: pairOf(at), value: isWon ? won : lost, inline: true }],
      },
    ]).map((embed, at) => ({
      id: `110000000000000${1_000 + at}`,
      timestamp: new Date(startOf(at)).toISOString(),
      content: '',
      embeds: [embed],
    })),
  });

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
    isPlain: true,
  },
  ...(
    [
      ['WIN ✅', 'Nos tocó el stop ❌ -30'],
      ['WIN NO GALE 0 ✅ com emoção 😅', 'LOSS ❌ tá difícil'],
      ['✅ সিউরশট উইন', 'লস ❌'],
      ['تارگت خورد ✅', 'استاپ خورد ❌'],
      ['Húp ✅', 'Gãy ❌'],
      ['Sinyal 1 profit komp 0 ✅', 'Sinyal 1 loss komp 0 ❌'],
    ] as const
  ).map(([won, lost]) => ({
    name: `a word and its mark with other words, below the signal: ${won} ${lost}`,
    text: chat(won, lost),
    counts: RIGHT,
    isPlain: true,
  })),
  {
    name: 'what a trading bot posts of its trades',
    text: bot(
      (at) =>
        `✓ Binance: New Trade (#${at + 1})\nPair: ${pairOf(at)}\nDirection: ${at % 2 === 0 ? 'Short (3x)' : 'Long'}\nTotal: 50 USDT`,
      (at, won) =>
        `${won ? '✳️' : '❌'} Binance: Exited ${pairOf(at)} (#${at + 1})\n${won ? 'Profit: 5.41% (2.704 USDT)' : 'Loss: -0.86% (-0.430 USDT)'}\nExit Reason: ${won ? 'roi' : 'stop_loss'}`,
    ),
    counts: RIGHT,
    isPlain: true,
  },
  {
    name: 'trades that a bot closes, with signed profits',
    text: bot(
      (at) => `${pairOf(at)} ${at % 2 === 0 ? 'LONG' : 'SHORT'}\nProfit: 5%`,
      (at, won) => `Position closed: ${pairOf(at)}\nPnL: ${won ? '+$12.40' : '-$9.10'}`,
    ),
    counts: RIGHT,
    isPlain: true,
  },
  {
    name: 'Discord messages whose texts stand in embeds',
    text: embeds('take profit hit ✅', 'stop loss hit ❌'),
    asks: 'target-distance',
    counts: RIGHT,
  },
  {
    name: 'a French list with a stake that was returned',
    text: WON.map(
      (isWon, at) =>
        `${pairOf(at)} – ${at % 2 === 0 ? 'Vente' : 'Achat'} – 5 min – ${at === 3 ? 'NUL (remboursé)' : isWon ? 'GAGNÉ ✅' : 'PERDU ❌'}`,
    ).join('\n'),
    counts: WON[3] === true ? '36-23-1' : '37-22-1',
    isPlain: true,
  },
  {
    name: 'a rate of signals in Portuguese',
    text: 'Assertividade de 83,33% em 48 sinais enviados',
    counts: '40-8-0',
    isPlain: true,
  },
  {
    name: 'targets, stops and trades at the entry, counted',
    text: 'MARCH RECAP 📊\n37 TP\n12 SL\n6 BE',
    asks: 'claimed-numbers',
    counts: '37-12-6',
  },
  {
    name: 'the levels of one signal',
    text: 'BUY GOLD 2000\nTP 2010\nSL 1990',
    counts: '0-0-0',
    mayRefuse: true,
  },
  ...(['VOID, stake returned', 'same price, paisa wapas', 'auf Einstand ausgestoppt'] as const).map(
    (tie): Layout => ({
      name: `stakes that came back: ${tie}`,
      text: telegram(
        WON.flatMap((won, at) => [signal(at), at % 20 === 3 ? tie : won ? 'WIN ✅' : 'LOSS ❌']),
      ),
      counts: [true, false]
        .map((end) => WON.filter((won, at) => at % 20 !== 3 && won === end).length)
        .concat(3)
        .join('-'),
      isPlain: true,
    }),
  ),
];
