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

/** Times of doubled stakes below each signal; with two of them a loss may have lost three. */
const AT_TIMES =
  'Gale: 10:05|Martingale 10:05 10:10|MTG 10:05|Protections: 10:05, 10:10|Protección 10:05|Proteções: 10:05 e 10:10|Gale às 10h05|догон в 10:05|Reentry 10:05 / 10:10|Reentrada 10:05|Re-entry if loss: 10:05|Recovery 10:05|Compensation: 10:05|Backup: 10:05|G1: 10:05\nG2: 10:10|Katlama 10:05|Gấp thếp 10:05|मार्टिंगेल 10:05|মার্টিঙ্গেল 10:05|مضاعفة 10:05|If loss: 10:05'.split(
    '|',
  );
const timesIn = (text: string): number => text.match(/10[:h]/g)?.length ?? 0;
/** Lists of four signals, with their outcomes in a row below: the first win of each came with the second stake. */
const IN_ROWS = [
  ['✅¹', '❌', '✅'],
  ['✅ G1 -', '❌ -', '✅ -'],
  ['✅(1)', '❌', '✅'],
  ['Win G1,', 'loss,', 'win,'],
];
const rowed = ([second = '', lost = '', won = '']: readonly string[]): Layout => {
  const lists = Array.from({ length: 15 }, (_, list) => WON.slice(list * 4, list * 4 + 4));
  const row = (list: readonly boolean[]): string =>
    list.map((isWon, at) => (!isWon ? lost : at === list.indexOf(true) ? second : won)).join(' ');
  return {
    name: `a row of outcomes of which one says its stakes: ${second} ${lost} ${won}`,
    text: telegram(
      lists.flatMap((list, at) => [
        list.map((_won, place) => `${8 + at}:${place}0 ${signal(at * 4 + place)}`).join('\n'),
        row(list),
      ]),
    ),
    asks: 'announced-gales',
    counts: `37-${46 + lists.filter((list) => list.includes(true)).length}-0`,
  };
};
/** What one message says before all signals. */
const ruled = (text: string, truth: Partial<Layout>): Layout => ({
  name: `a message before the signals: ${text}`,
  text: telegram([text, ...WON.flatMap((won, at) => [signal(at), end(won)])]),
  ...truth,
});
const RULES =
  'Note: all signals are with 1 step martingale|We always use martingale 1|MTG 1 only|If loss, use 1 step MTG|Usem 1 gale se precisar|Max 1 recovery per signal|Compensation 1 step applies to all signals|All signals have one backup entry|Всегда используем 1 догон|Jika loss pakai kompensasi 1x|Thua thì gấp thếp 1 lần|Loss ho to 1 step MTG lena|1 protección por señal'.split(
    '|',
  );
const RULES_OF_SOME =
  'Use martingale if needed|If loss double next candle|Martingale: yes (2)|Money management: 1st trade $1, MTG1 $2.2, MTG2 $4.8|Se perder, entra no gale|Si pierdes dobla la siguiente|После минуса догон|Kayıp olursa katlama yapın|Bei Verlust verdoppeln|En cas de perte, doublage|लॉस हो तो मार्टिंगेल लें|লস হলে মার্টিঙ্গেল নিন|اگر لاس ہو تو مارٹنگیل لیں|استخدم المضاعفة عند الخسارة|Recovery trade allowed once|Re-enter once if loss'.split(
    '|',
  );
const NO_RULES =
  'We never use martingale|Martingale is forbidden|Katlama yok|Join our backup channel|Step 1: open an account. Step 2: deposit 50$|3 steps to join VIP|Recover your losses with our VIP|Recovery session at 14:00|1st place 100$, 2nd place 50$|Double your account with us|Capital protection: 2%'.split(
    '|',
  );

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
/** Portuguese "no gale" is in the gale, English "no gale" without. */
const NO_GALE =
  'WIN NO GALE ✅|Bateu no gale ✅|Deu no gale ✅|GREEN no gale|Vitória no gale ✅|Lucro no gale ✅|Win no MTG ✅|WIN NO MARTINGALE'.split(
    '|',
  );
const SAID_SECONDS = 'WIN con 1 doblaje ✅|WIN after one double ✅|Зашло 1 перезаход ✅'.split('|');
const marked = (text: string, truth: Partial<Layout>): Layout => ({
  name: `wins with the second stake, marked as ${text}`,
  text: telegram(WON.flatMap((won, at) => [signal(at), won ? (isSecond(at) ? text : 'WIN ✅') : 'LOSS ❌'])),
  counts: `37-${23 + SECOND}-0`,
  ...truth,
});
/** A text says what marks mean, of which every fifth win bears one. */
const LEGENDS = [
  ['✅ = direct, ✅✅ = gale 1', '✅✅'],
  ['✅¹ = 1 gale', '✅¹'],
  ['WIN* = 2nd entry', 'WIN*'],
  ['Legenda:\n✅ direto\n✅+ significa gale 1', '✅+'],
  ['✅✅ это 1 догон', 'EURUSD ✅✅'],
] as const;
const legend = (text: string, mark: string): Layout => ({
  name: `marks of doubled stakes that a text explains: ${text.replaceAll('\n', ' / ')}`,
  text: telegram([
    text,
    ...WON.flatMap((won, at) => [`EURUSD CALL M5`, won ? (isSecond(at) ? mark : '✅') : '❌']),
  ]),
  asks: 'announced-gales',
  counts: `37-${46 + SECOND}-0`,
});
/** Numbers beside outcomes that count no stakes. */
const NUMBERED: readonly ((at: number) => string)[] = [
  () => 'WIN in 5 min ✅',
  () => 'WIN M5 ✅',
  () => 'WIN ✅ 2/3/2026',
  () => 'Nice one, WIN ✅',
  () => 'WIN 🥇',
  () => 'WIN ✅ no gale needed',
  () => 'WIN with no martingale ✅',
  (at) => (at % 2 === 0 ? 'WIN without gale ✅' : 'WIN no MTG ✅'),
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

/** Doubled stakes without a number, where others name their number. */
const LEVELLED = [
  ['loss com gale ❌', 'WIN gale 1 ✅', 1],
  ['МИНУС ❌ (оба догона тоже в минус)', 'ПЛЮС с догона 2 ✅', 2],
  ['❌ MTG সহ লস', 'উইন MTG 1 ✅', 1],
  ['LOSS ❌ mtg me bhi loss', 'WIN MTG 1 ✅', 1],
] as const;
const levelled = ([lost, second, level]: (typeof LEVELLED)[number]): Layout => ({
  name: `losses that name doubled stakes without the number that wins name: ${lost}`,
  text: telegram(WON.flatMap((won, at) => [signal(at), won ? (isSecond(at) ? second : 'WIN ✅') : lost])),
  counts: `37-${23 * (level + 1) + SECOND * level}-0`,
  isPlain: true,
});

/** Each signal announces a doubled stake; some wins bear a sign that is not known, or another mark. */
const signed = (win: string): Layout => ({
  name: `wins of two forms whose signals announce a doubled stake: ${win}`,
  text: telegram(
    WON.flatMap((won, at) => [
      `${signal(at)}\nMax 1 gale`,
      won ? (isSecond(at) ? win : 'WIN ✅') : 'LOSS ❌',
    ]),
  ),
  asks: 'step-number',
  counts: `37-${46 + SECOND}-0`,
});

export const GALE_FORM_LAYOUTS: readonly Layout[] = [
  ...['WIN ✅ 🥇', 'WIN ✅ ➕', 'WIN ☑️'].map(signed),
  ...LEVELLED.map(levelled),
  ...UP_TO_TWO.map((text) => announced(text, { counts: lostTimes(3), isPlain: true })),
  ...TWO.map((text) => announced(text, { asks: 'announced-gales', counts: lostTimes(3) })),
  ...SOME.map((text) => announced(text, { asks: 'gale-without-number', counts: lostTimes(3) })),
  ...NONE.map((text) => announced(text, { counts: RIGHT, isPlain: true })),
  ...['1 step martingale if loss', 'Se perder, 1 gale', 'При минусе 1 догон'].map((text) =>
    announced(text, { counts: lostTimes(2), isPlain: true }),
  ),
  ...AT_TIMES.map((text) =>
    announced(text, { asks: 'announced-gales', counts: lostTimes(1 + timesIn(text)) }),
  ),
  ...IN_ROWS.map(rowed),
  ...RULES.map((text) => ruled(text, { asks: 'announced-gales', counts: lostTimes(2) })),
  ...RULES_OF_SOME.map((text) => ruled(text, { asks: 'gale-without-number', counts: lostTimes(3) })),
  ...NO_RULES.map((text) => ruled(text, { counts: RIGHT, isPlain: true })),
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
  ...LEGENDS.map(([text, mark]) => legend(text, mark)),
  ...SOME_SECONDS.map((text) => marked(text, {})),
  ...[...NO_GALE, 'WIN on the next candle ✅', 'Win en la siguiente vela ✅'].map((text) =>
    marked(text, { asks: 'gale-without-number', counts: `37-${46 + SECOND}-0` }),
  ),
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
    name: 'counts with doubled stakes in a message, and talk',
    text: telegram([
      'Good morning',
      'RESULTS 01-07 JUNE\nDirect win: 120\nWin MTG1: 34\nLoss: 9\nWe use only 1 martingale',
    ]),
    asks: 'announced-gales',
    counts: '154-52-0',
  },
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
  {
    name: 'doubled stakes posted in Italian before each loss and some wins',
    text: telegram(
      WON.flatMap((won, at) => [
        `${signal(at)}\nmax 1 raddoppio`,
        ...(won ? [] : ['Raddoppio, stessa direzione']),
        won ? (isSecond(at) ? 'VINTA al raddoppio ✅' : 'VINTA ✅') : 'PERSA ❌',
      ]),
    ),
    asks: 'gale-without-number',
    counts: `37-${46 + SECOND}-0`,
  },
  ...['Wir verdoppeln', 'Ставка х2', 'เบิ้ล', 'もう一度', 'On remet'].map(
    (text): Layout => ({
      name: `a doubled stake placed before each loss and some wins, in words that are not known: ${text}`,
      text: telegram(
        WON.flatMap((won, at) => [
          signal(at),
          ...(!won || isSecond(at) ? [text] : at % 5 === 0 ? ['Patience, we wait for the candle'] : []),
          end(won),
        ]),
      ),
      asks: 'posted-gales',
      counts: `37-${46 + SECOND}-0`,
    }),
  ),
  {
    name: 'talk between signals and outcomes, before wins and losses alike',
    text: telegram(
      WON.flatMap((won, at) => [signal(at), ...(at % 3 === 0 ? ['Hold tight, family'] : []), end(won)]),
    ),
    counts: RIGHT,
    isPlain: true,
  },
  {
    name: 'signs that cheer beside wins, of which others name their doubled stake',
    text: telegram(
      WON.flatMap((won, at) => [
        `${signal(at)}\nMax 1 gale`,
        won ? (isSecond(at) ? 'WIN gale 1 ✅' : at % 3 === 0 ? 'WIN ✅ 🔥' : 'WIN ✅') : 'LOSS ❌',
      ]),
    ),
    counts: `37-${46 + SECOND}-0`,
    isPlain: true,
  },
  {
    name: 'wins with a word that is not known, as after a doubled stake',
    text: telegram(
      WON.flatMap((won, at) => [signal(at), isSecond(at) && won ? 'WIN ✅ verdoppelt' : end(won)]),
    ),
    asks: 'unsure-endings',
    counts: `37-${23 + SECOND}-0`,
  },
];
