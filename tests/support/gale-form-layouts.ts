/** Chats whose signals announce doubled stakes, or whose outcomes name them, in the forms and languages of sellers. Each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, WON } from './layout.ts';

const signal = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} M5`;
const end = (won: boolean): string => (won ? 'WIN ✅' : 'LOSS ❌');
/** Each loss has cost so many stakes. */
const lostTimes = (stakes: number): string => `37-${23 * stakes}-0`;

/** The same words above each signal. */
const announced = (text: string, truth: Partial<Layout>): Layout => ({
  name: `doubled stakes announced as ${text.replaceAll('\n', ' / ')}`,
  text: telegram(WON.flatMap((won, at) => [`${signal(at)}\n${text}`, end(won)])),
  ...truth,
});

const UP_TO_TWO = [
  'Fazer até G2',
  'Hasta G2',
  'até duas proteções',
  'up to two gales',
  'Max 2 levels martingale',
];
const TWO = [
  'Protections: 2',
  'com proteção no G2',
  'Usar G2 se necessário',
  'Martingale levels: 2',
  'Protecciones: 2',
];
const SOME = [
  'Gale: sim',
  'With martingale',
  'MTG allowed',
  'Use martingale if needed',
  'Martingale: Yes ✅',
  'Con martingala',
  'Com proteção',
  'С догоном',
  'Мартингейл: да',
  'Martingale ile',
  'Katlama: evet',
  'Có gấp thếp',
  'مع مضاعفة',
  'مارتينجال: نعم',
  'मार्टिंगेल: हाँ',
  'মার্টিঙ্গেল: হ্যাঁ',
  'مارٹنگیل: ہاں',
  'Dengan kompensasi',
  'If loss, double the amount on the next candle',
  'If we lose, double the stake',
  'Double next trade on loss',
  'In case of loss use 2.2x next candle',
  'If red, re-enter with double',
  'Se perder, dobre na próxima vela',
  'Если минус, удвоить ставку',
  'Si pierde, doblar la siguiente',
  'Jika kalah, gandakan di candle berikutnya',
  '1st trade 10$, 2nd trade 20$, 3rd trade 40$',
];
const NONE = [
  'Gale: não',
  'If loss, do not double',
  'Never double after a loss',
  '1st trade $10, 2nd trade $10',
  'No martingale',
  'Non-MTG',
  'Sem gale',
  'Sin martingala',
  'Martingale: No',
  "Don't use martingale",
  'Без догона',
  'Мартингейл: нет',
  'Martingale yok',
  'Không gấp thếp',
  'بدون مضاعفة',
  'मार्टिंगेल नहीं',
  'মার্টিঙ্গেল ছাড়া',
  'بغیر مارٹنگیل',
  'Tanpa kompensasi',
  'Fair value gap, double bottom',
  'Capital protection first',
];

/** Every fifth win came with the second stake, and is said so. */
const isSecond = (at: number): boolean => at % 5 === 0;
const SECOND = WON.filter((won, at) => won && isSecond(at)).length;
/** Where wins say their second stake, each loss has cost both. */
const seconds = (text: string): Layout => ({
  name: `wins with the second stake, said as ${text}`,
  text: telegram(
    WON.flatMap((won, at) => [signal(at), won ? (isSecond(at) ? text : 'WIN ✅') : 'LOSS, gale 1 ❌']),
  ),
  counts: `37-${46 + SECOND}-0`,
  isPlain: true,
});
const SECONDS = [
  'WIN na 2ª entrada ✅',
  '2nd entry win ✅',
  'WIN in the second entry',
  'Win at 2nd attempt ✅',
  'green no gale 1',
  'Плюс со второго захода ✅',
  'Плюс в первом догоне',
  'WIN на догоне 1',
  'Зашло со второго раза ✅',
  'Плюс со 2-й попытки ✅',
  'Ganada en la 2da entrada ✅',
  'Ganada en el segundo intento ✅',
  'Kazandı 2. deneme ✅',
  '2. girişte kazandı ✅',
  'Thắng lần thứ 2 ✅',
  'Thắng ở lần 2',
  'ربح في الدخول الثاني ✅',
  'ربح في المحاولة الثانية ✅',
  'दूसरी एंट्री में जीत ✅',
  'दूसरे प्रयास में जीत ✅',
  'দ্বিতীয় এন্ট্রিতে জয় ✅',
  'دوسری انٹری میں جیت ✅',
  'Menang di entry kedua ✅',
  'Menang percobaan ke-2 ✅',
];

/** Ordinals, numbers and marks beside every fifth win, each of which had lost one stake before. */
const MARKED_SECONDS =
  'WIN na segunda ✅|Win en la segunda ✅|win at 2nd ✅|2nd WIN ✅|second win ✅|Green na 2ª ✅|vincita alla seconda ✅|gewonnen beim zweiten ✅|плюс со второй ✅|ikincide kazandı ✅|menang di kedua ✅|दूसरे में जीत ✅|ربح في الثانية ✅|第二次 赢 ✅|WIN ⑵|✅ ②|WIN 𝟐 ✅|WIN ２ ✅|WIN₂ ✅|WIN ❷ ✅|✅ ➁|WIN ➋|WIN ⓶|WIN 🥈|WIN II ✅|WIN Ⅱ|WIN 2/3 ✅|2x WIN ✅|WIN x2 ✅|W2|W1|WIN E2 ✅|WIN #2 ✅|WIN (2) ✅|WIN after 1 loss ✅|WIN (1 loss)|1L WIN|WIN S2|WIN 2s ✅|WIN H1|WIN ++|WIN +|WIN ##|win trade 2|Сделка №2 плюс|won (B)|✅ B|WIN x|WIN IV|WIN!!|WIN ✔✔|✅✅|WIN ⭐⭐|WIN two|WIN (-1) ✅'.split(
    '|',
  );
const SOME_SECONDS =
  'WIN x4 ✅|Win on retry ✅|WIN rescue|WIN 🔁|Win on the last try ✅|WIN last step|WIN com reentrada ✅'.split(
    '|',
  );
const SAID_SECONDS = 'WIN con 1 doblaje ✅|WIN after one double ✅|Зашло 1 перезаход ✅'.split('|');
const marked = (text: string, truth: Partial<Layout>): Layout => ({
  name: `wins with the second stake, marked as ${text}`,
  text: telegram(WON.flatMap((won, at) => [signal(at), won ? (isSecond(at) ? text : 'WIN ✅') : 'LOSS ❌'])),
  counts: `37-${23 + SECOND}-0`,
  ...truth,
});
/** Numbers beside outcomes that count no stakes. */
const NUMBERED: readonly ((at: number) => string)[] = [
  () => 'WIN in 5 min ✅',
  () => 'WIN M5 ✅',
  () => 'WIN ✅ 2/3/2026',
  () => 'Nice one, WIN ✅',
  () => 'WIN 🥇',
  () => 'First win of the day ✅',
  () => 'WIN!!! 🔥🔥',
  () => '✅✅✅',
  (at) => `WIN ${'✅'.repeat(1 + (at % 4))}`,
  (at) => `Сделка №${at + 1}: плюс ✅`,
  (at) => `#${at + 1} WIN ✅`,
  (at) => `WIN #${(at % 10) + 1} ✅`,
  (at) => `Trade ${(at % 8) + 1}: WIN ✅`,
  (at) => `${(at % 8) + 1}. WIN ✅`,
];

const signalOfHour = (at: number): string => `${pairOf(at)} CALL H1`;
const numbered = (at: number): string => `#${(at % 5) + 1} ${signal(at)}`;

export const GALE_FORM_LAYOUTS: readonly Layout[] = [
  ...UP_TO_TWO.map((text) => announced(text, { counts: lostTimes(3), isPlain: true })),
  ...TWO.map((text) => announced(text, { asks: 'announced-gales', counts: lostTimes(3) })),
  ...SOME.map((text) => announced(text, { asks: 'gale-without-number', counts: lostTimes(3) })),
  ...NONE.map((text) => announced(text, { counts: RIGHT, isPlain: true })),
  ...['Martingale levels: 1️⃣ 10 2️⃣ 20 3️⃣ 40', 'Martingale\n1️⃣ $10\n2️⃣ $20\n3️⃣ $40'].flatMap((text) =>
    [3, 4].map((stakes) => ({
      ...announced(text, { asks: 'gale-without-number', counts: lostTimes(stakes) }),
      name: `levels of ${stakes} stakes: ${text.replaceAll('\n', ' / ')}`,
    })),
  ),
  announced('Martingale levels:\nLevel 1 → 10:05\nLevel 2 → 10:10\nLevel 3 → 10:15', {
    asks: 'gale-without-number',
    counts: lostTimes(4),
  }),
  {
    name: 'doubled stakes announced without a number, of which wins say one',
    text: telegram(
      WON.flatMap((won, at) => [
        `${signal(at)}\nMartingale: yes`,
        won ? (isSecond(at) ? 'WIN G1 ✅' : 'WIN ✅') : 'LOSS ❌',
      ]),
    ),
    asks: 'announced-gales',
    counts: `37-${46 + SECOND}-0`,
  },
  ...SECONDS.map(seconds),
  ...MARKED_SECONDS.map((text) => marked(text, {})),
  ...SOME_SECONDS.map((text) => marked(text, {})),
  ...SAID_SECONDS.map((text) => marked(text, { asks: 'announced-gales' })),
  ...NUMBERED.map((text, kind) => ({
    name: `numbers beside wins that count no stakes, ${kind}`,
    text: telegram(WON.flatMap((won, at) => [signal(at), won ? text(at) : 'LOSS ❌'])),
    counts: RIGHT,
    isPlain: true,
  })),
  ...['①②③④⑤⑥⑦⑧⑨⑩', '❶❷❸❹❺❻❼❽❾❿'].map((marks) => ({
    name: `trades of each day that are listed by ${marks}`,
    text: telegram(
      [0, 10, 20, 30, 40, 50].map((first) =>
        [...marks]
          .map((mark, at) => `${mark} ${signal(first + at)} ${WON[first + at] === true ? '✅' : '❌'}`)
          .join('\n'),
      ),
    ),
    counts: RIGHT,
    isPlain: true,
  })),
  ...(
    [
      [
        'the timeframe of their signals',
        signalOfHour,
        (at: number) => `WIN H1 ✅ ${pairOf(at)}`,
        'LOSS H1 ❌',
      ],
      ['the numbers of their signals', numbered, (at: number) => `#${(at % 5) + 1} WIN ✅`, 'LOSS ❌'],
    ] as const
  ).map(([name, signalOf, won, lost]) => ({
    name: `wins that name ${name}`,
    text: telegram(WON.flatMap((isWon, at) => [signalOf(at), isWon ? won(at) : lost])),
    counts: RIGHT,
    isPlain: true,
  })),
  {
    name: 'two trades of an evening by their numbers',
    text: telegram([signal(0), signal(1), '#1 ✅', '#2 ❌']),
    counts: '1-1-0',
    isPlain: true,
  },
  {
    name: 'pasted lines with the ordinal of the stake that won',
    text: WON.map(
      (won, at) => `${signal(at)} ${won ? `WIN at ${isSecond(at) ? '2nd' : '1st'}` : 'LOSS'}`,
    ).join('\n'),
    asks: 'step-number',
    counts: `37-${46 + SECOND}-0`,
  },
];
