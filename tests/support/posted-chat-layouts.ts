/** Chats as channels of many countries post them, each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, WON } from './layout.ts';

type Counts = readonly [won: number, lost: number, tied: number];
type Said = readonly [minute: number, author: string, text: string];

const pairOf = (at: number): string =>
  ['EUR/USD', 'GBP/JPY', 'USD/CAD', 'AUD/NZD', 'EUR/GBP'][at % 5] as string;
const clock = (minute: number): string => new Date(minute * 60_000).toISOString().slice(11, 16);
const iso = (minute: number): string => new Date(Date.UTC(2026, 2, 2, 9) + minute * 60_000).toISOString();
const truth = (of: (won: boolean, at: number) => Counts): string =>
  WON.map(of)
    .reduce(([won, lost, tied], one) => [won + one[0], lost + one[1], tied + one[2]])
    .join('-');
const day = (minute: number, sep: string, year = 2): string =>
  [iso(minute).slice(8, 10), iso(minute).slice(5, 7), iso(minute).slice(4 - year, 4)].join(sep);
const whatsApp = (said: readonly Said[]): string =>
  said
    .map(([minute, author, text]) => `[${day(minute, '.')}, ${iso(minute).slice(11, 19)}] ${author}: ${text}`)
    .join('\n');
const page = (said: readonly Said[]): string =>
  `<!DOCTYPE html><html><body><div class="history">${said
    .map(
      ([minute, author, text], at) =>
        `<div class="message default clearfix" id="message${at + 1}"><div class="body"><div class="pull_right date details" title="${day(minute, '.', 4)} ${iso(minute).slice(11, 19)} UTC+03:00">${iso(minute).slice(11, 16)}</div><div class="from_name">${author}</div><div class="text">${text.replaceAll('\n', '<br>')}</div></div></div>`,
    )
    .join('')}</div></body></html>`;
const both = (of: (at: number, won: boolean) => readonly Said[]): readonly Said[] =>
  WON.flatMap((won, at) => of(at, won));
const posts = (of: (at: number, won: boolean) => readonly string[]): string =>
  telegram(WON.flatMap((won, at) => of(at, won)));
const plain = (name: string, text: string, counts: string, more: Partial<Layout> = {}): Layout => ({
  name: `posted: ${name}`,
  text,
  counts,
  isPlain: true,
  ...more,
});
const asked = (name: string, text: string, asks: string, counts: string): Layout => ({
  name: `posted: ${name}`,
  text,
  asks,
  counts,
});
const CALLED_OFF =
  'Signal cancelled ❌|ignore this signal|skip|Do not take this trade|Ignorem esse sinal|Sinal anulado|Señal cancelada ❌|no entren|Отменяем|не заходим|تم إلغاء الصفقة ❌|لا تدخلوا|Sinyal iptal ❌|girmeyin|HỦY LỆNH ❌|bỏ qua lệnh này|signal cancel ❌|mat lena|Sinyal dibatalkan ❌|abaikan|कैंसिल ❌|বাতিল করা হলো|منسوخ'.split(
    '|',
  );
/** A signal with the side of another place. */
const sided = (at: number, other: number): string =>
  `${pairOf(at)} ${other % 2 === 0 ? 'CALL' : 'PUT'} ${String(9 + Math.floor(at / 4)).padStart(2, '0')}:${(at % 4) + 1}5 M5`;
const flat = truth((won) => (won ? [1, 0, 0] : [0, 1, 0]));
const isFourth = (at: number): boolean => at % 4 === 0;
const doubledOf = (at: number): number => at % 3;

const call = (at: number): string => `${pairOf(at)} ${at % 2 ? 'PUT' : 'CALL'} M5`;
const ending = (won: boolean): string => (won ? 'WIN ✅' : 'LOSS ❌');
const levels = (at: number): string => `${pairOf(at)} BUY\nTP1 20 pips\nTP2 40 pips\nSL 20 pips\n#${at + 1}`;
/** A signal at a time of day, a line with a later one below it, and its end. */
const timed = (line: (minute: number) => string): string =>
  posts((at, won) => [`${call(at)}\nEntry: ${clock(600 + at * 20)}\n${line(600 + at * 20)}`, ending(won)]);
/** A message between each lost signal and its end, or behind each fourth win. */
const between = (text: (at: number) => string): string =>
  posts((at, won) => [`${call(at)}\nEntry ${clock(600 + at * 20)}`, ...(won ? [] : [text(at)]), ending(won)]);
const behind = (won: readonly string[], lost: readonly string[]): string =>
  posts((at, isWon) => [call(at), ...(isWon ? won : lost)]);
const twice = truth((won) => (won ? [1, 0, 0] : [0, 2, 0]));
const off = truth((won, at) => (isFourth(at) ? [0, 0, 0] : won ? [1, 0, 0] : [0, 1, 0]));
const atEntry = truth((won, at) => (!won ? [0, 1, 0] : isFourth(at) ? [0, 0, 1] : [1, 0, 0]));
const unknownLost = truth((won, at) => (won ? [1, isFourth(at) ? 1 : 0, 0] : [0, isFourth(at) ? 2 : 1, 0]));

export const POSTED_CHAT_LAYOUTS: readonly Layout[] = [
  plain(
    'entries in Portuguese with up to two gales at their times',
    posts((at, won) => [
      `🔔 ENTRADA CONFIRMADA\n\n📊 Ativo: ${pairOf(at)} (OTC)\n⏰ Expiração: M1\n📍 Entrada: ${clock(600 + at * 4)}\n${at % 2 ? '🟥 Direção: VENDA' : '🟩 Direção: COMPRA'}\n\n🔁 1º GALE: ${clock(601 + at * 4)}\n🔁 2º GALE: ${clock(602 + at * 4)}\n\n⚠️ Até 2 gales`,
      won ? (['✅ WIN DE PRIMEIRA', '✅ WIN NO G1', '✅ WIN NO G2'][doubledOf(at)] as string) : '❌ LOSS',
    ]),
    truth((won, at) => (won ? [1, doubledOf(at), 0] : [0, 3, 0])),
  ),
  asked(
    'entries in Portuguese with the times of their gales alone',
    posts((at, won) => [
      `📊 Ativo: ${pairOf(at)}\n⏰ M1\n${at % 2 ? '🔴 PUT' : '🟢 CALL'}\n📍 ${clock(600 + at * 4)}\n\n1º GALE - ${clock(601 + at * 4)}\n2º GALE - ${clock(602 + at * 4)}`,
      won ? (['WIN ✅', 'WIN ✅¹', 'WIN ✅²'][doubledOf(at)] as string) : 'LOSS ❌',
    ]),
    'announced-gales',
    truth((won, at) => (won ? [1, doubledOf(at), 0] : [0, 3, 0])),
  ),
  plain(
    'signals in Spanish with one martingale after a loss',
    posts((at, won) => [
      `SEÑAL 🚨\n${pairOf(at)} ${at % 2 ? 'PUT 🔴' : 'CALL 🟢'}\n5 minutos\nEn caso de perder, 1 martingala`,
      ...(at % 11 === 0 ? ['¿Todos listos? Vamos equipo 💪'] : []),
      won ? (isFourth(at) ? 'Ganada en martingala ✅✅' : 'Ganada directa ✅') : 'Perdida ❌ seguimos',
    ]),
    truth((won, at) => (won ? [1, isFourth(at) ? 1 : 0, 0] : [0, 2, 0])),
  ),
  asked(
    'a WhatsApp chat in Russian whose readers answer',
    whatsApp(
      both((at, won) => [
        [
          at * 12,
          'Сигналы PRO',
          `${pairOf(at)} ${at % 2 ? 'ВНИЗ ⬇️' : 'ВВЕРХ ⬆️'} на 3 минуты\nДогон: до 1 колена`,
        ],
        ...(at % 9 === 0 ? ([[at * 12 + 1, 'Игорь', 'Зашёл 👍']] as const) : []),
        [
          at * 12 + 5,
          'Сигналы PRO',
          won ? (isFourth(at) ? 'Плюс со второго колена ✅' : 'Плюс ✅ поздравляю всех') : 'Минус ❌ бывает',
        ],
      ]),
    ),
    'step-number',
    truth((won, at) => (won ? [1, isFourth(at) ? 1 : 0, 0] : [0, 2, 0])),
  ),
  plain(
    'a page of Telegram in Turkish with talk of stops',
    page(
      both((at, won) => [
        [at * 9, 'Sinyal Odası', `🔔 ${pairOf(at)}\n${at % 2 ? 'SAT 🔻' : 'AL 🔺'}\n⏱ 5 dk`],
        ...(at % 7 === 0
          ? ([[at * 9 + 2, 'Sinyal Odası', 'Arkadaşlar stop olmak işin parçası, moral bozmayın']] as const)
          : []),
        [at * 9 + 6, 'Sinyal Odası', won ? 'KAZANÇ ✅ hayırlı olsun' : 'Maalesef zarar ❌ telafi edeceğiz'],
      ]),
    ),
    flat,
  ),
  asked(
    'a WhatsApp chat in Hindi of the street',
    whatsApp(
      both((at, won) => [
        [
          at * 10,
          'Signal Guru',
          `${pairOf(at)} OTC\n1 MIN ${at % 2 ? 'DOWN 👇' : 'UP 👆'}\nEntry ${clock(541 + at * 10)}`,
        ],
        ...(isFourth(at) ? ([[at * 10 + 3, 'Signal Guru', 'Loss ❌ MTG lelo bhai']] as const) : []),
        [
          at * 10 + 5,
          'Signal Guru',
          won
            ? isFourth(at)
              ? 'MTG 1 profit ✅✅'
              : 'Sure shot profit ✅✅'
            : isFourth(at)
              ? 'MTG loss ❌'
              : 'Loss ❌ koi baat nahi',
        ],
      ]),
    ),
    'unsure-endings',
    truth((won, at) => (won ? [1, isFourth(at) ? 1 : 0, 0] : [0, isFourth(at) ? 2 : 1, 0])),
  ),
  plain(
    'signals in Arabic with one doubling at most',
    posts((at, won) => [
      `🔔 توصية جديدة\n${pairOf(at)}\n${at % 2 ? '🔴 بيع' : '🟢 شراء'}\nالمدة: ٥ دقائق\nمضاعفة واحدة بحد أقصى`,
      won ? (at % 5 === 0 ? '✅ ربح في المضاعفة الأولى' : '✅ صفقة رابحة مبروك') : '❌ خسارة الحمد لله',
    ]),
    truth((won, at) => (won ? [1, at % 5 === 0 ? 1 : 0, 0] : [0, 2, 0])),
  ),
  plain(
    'pasted trades in Vietnamese',
    WON.map(
      (won, at) =>
        `${clock(540 + at * 7)} ${pairOf(at)} ${at % 2 ? 'BÁN' : 'MUA'} 5 phút\n${won ? '✅ Thắng anh em ơi' : '❌ Thua, anh em bình tĩnh'}`,
    ).join('\n\n'),
    flat,
  ),
  asked(
    'signals in Bengali, wins at once and with a martingale',
    posts((at, won) => [
      `📊 ${pairOf(at)} OTC\n⏳ ১ মিনিট\n${at % 2 ? '🔽 ডাউন' : '🔼 আপ'}`,
      won ? (isFourth(at) ? '✅ মার্টিঙ্গেল ১ এ প্রফিট' : '✅ সরাসরি প্রফিট') : '❌ লস, পরেরটায় রিকভার হবে',
    ]),
    'announced-gales',
    truth((won, at) => (won ? [1, isFourth(at) ? 1 : 0, 0] : [0, 1, 0])),
  ),
  plain(
    'a room of Discord in Indonesian without martingale',
    JSON.stringify({
      guild: { name: 'Sinyal' },
      messages: WON.flatMap((won, at) => [
        `@everyone **${pairOf(at)}** ${at % 2 ? 'SELL 🔻' : 'BUY 🔺'} | 5 menit | martingale: tidak`,
        at % 10 === 4
          ? 'Seri, balik modal ➖'
          : won
            ? 'Profit lagi gaes ✅🔥'
            : 'Loss dulu ya ❌ tetap sabar',
      ]).map((content, at) => ({
        id: `99000000000000${1_000 + at}`,
        type: 'Default',
        timestamp: iso(at * 5),
        content,
        author: { id: '7', name: 'mentor' },
      })),
    }),
    truth((won, at) => (at % 10 === 4 ? [0, 0, 1] : won ? [1, 0, 0] : [0, 1, 0])),
  ),
  {
    ...asked(
      'a bot for coins, some orders called off and some at breakeven',
      posts((at, won) => {
        const far = at % 2 ? -1 : 1;
        const entry = 100 + at;
        return [
          `⚡⚡ #SOL/USDT ⚡⚡\nExchanges: Binance Futures\nSignal Type: Regular (${at % 2 ? 'Short' : 'Long'})\nLeverage: Isolated (10X)\n\nEntry Targets:\n1) ${entry}\n\nTake-Profit Targets:\n1) ${entry + 4 * far}\n2) ${entry + 8 * far}\n\nStop Targets:\n1) ${entry - 4 * far}`,
          at % 9 === 0
            ? '#SOL/USDT Cancelled ❌\nTarget achieved before entering the entry zone'
            : at % 7 === 0
              ? '#SOL/USDT Closed at breakeven 🔁'
              : won
                ? '#SOL/USDT Take-Profit target 1 ✅\nProfit: 40% 📈\nPeriod: 1 Hours 12 Minutes ⏰'
                : '#SOL/USDT Stop Target Hit ⛔\nLoss: 40% 📉',
        ];
      }),
      'unresolved-signals',
      truth((won, at) => (at % 9 === 0 ? [0, 0, 0] : at % 7 === 0 ? [0, 0, 1] : won ? [1, 0, 0] : [0, 1, 0])),
    ),
    payout: 1,
  },
  asked(
    'gold in zones of entry, with further targets',
    posts((at, won) => {
      const price = 2_600 + at;
      const far = at % 2 ? -1 : 1;
      return [
        `GOLD ${at % 2 ? 'SELL' : 'BUY'} NOW ${price}-${price + 3}\n\nSL ${price + (at % 2 ? 9 : -6)}\nTP1 ${price + (at % 2 ? -5 : 8)}\nTP2 ${price + 13 * far}\n\nUse proper money management`,
        won ? 'TP1 HIT ✅ +50 PIPS 🔥' : 'SL HIT ❌ -60 PIPS',
        ...(won && doubledOf(at) === 0 ? ['TP2 HIT ✅✅ +100 PIPS 🔥🔥'] : []),
      ];
    }),
    'further-targets',
    flat,
  ),
  asked(
    'copied from Telegram in French, some won with the second attempt',
    WON.map((won, at) => {
      const head = (minute: number): string =>
        `Signaux FX, [0${2 + Math.floor(at / 20)}.03.2026 ${clock(minute + (at % 20) * 11)}]`;
      const end = won
        ? at % 5 === 0
          ? 'Gagné à la 2e tentative ✅'
          : 'Gagné ✅'
        : 'Perdu ❌ on reste calmes';
      return `${head(540)}\n${pairOf(at)} ${at % 2 ? 'BAISSE 📉' : 'HAUSSE 📈'} 5 minutes\n\n${head(546)}\n${end}`;
    }).join('\n\n'),
    'announced-gales',
    truth((won, at) => (won ? [1, at % 5 === 0 ? 1 : 0, 0] : [0, 1, 0])),
  ),
  plain(
    'numbered signals in Urdu',
    posts((at, won) => [
      `سگنل نمبر ${at + 1}\n${pairOf(at)}\n${at % 2 ? 'نیچے 🔴' : 'اوپر 🟢'}\n5 منٹ`,
      ...(at % 8 === 0 ? ['سب تیار رہیں'] : []),
      won ? 'الحمدللہ جیت گئے ✅' : 'نقصان ہو گیا ❌ صبر کریں',
    ]),
    flat,
  ),
  asked(
    'a bot with levels of martingale at their times, of which wins name some',
    posts((at, won) => [
      `💷 ${pairOf(at)} OTC\n\n🕘 Expiration 5M\n⏺ Entry at ${clock(600 + at * 20)}\n\n${at % 2 ? '🟥 SELL' : '🟩 BUY'}\n\n🔼 Martingale levels\n1️⃣ level at ${clock(605 + at * 20)}\n2️⃣ level at ${clock(610 + at * 20)}\n3️⃣ level at ${clock(615 + at * 20)}`,
      won
        ? (['✅ WIN', '✅ WIN in the 1st level', '✅ WIN in the 2nd level'][doubledOf(at)] as string)
        : '✖️ LOSS',
    ]),
    'gale-without-number',
    truth((won, at) => (won ? [1, doubledOf(at), 0] : [0, 4, 0])),
  ),
  plain(
    'questions to the readers behind outcomes',
    posts((at, won) => [
      `${pairOf(at)} ${at % 2 ? 'PUT' : 'CALL'} 2 min now`,
      won ? 'Easy win ✅ who took it?' : 'Loss ❌ no worries',
    ]),
    flat,
  ),
  ...['Nachkauf: ', 'Second chance ', 'Sécurité ', 'Time 2: ', '↪️ ', ''].map((word) =>
    asked(
      `a later time behind ${word || 'nothing'}`,
      timed((minute) => `${word}${clock(minute + 5)}`),
      'announced-gales',
      twice,
    ),
  ),
  ...['Expires at ', 'Valid until ', 'Next signal: ', 'Fecha às '].map((word) =>
    plain(
      `a later time behind ${word}`,
      timed((minute) => `${word}${clock(minute + 5)}`),
      flat,
    ),
  ),
  plain(
    'the time of an entry on two clocks',
    posts((at, won) => [
      `${pairOf(at)} CALL M15\n${clock(600 + at * 20)} UTC / ${clock(660 + at * 20)} CET`,
      ending(won),
    ]),
    flat,
  ),
  ...['Same again, bigger 💪', 'One more', 'Take the next candle too'].map((text) =>
    asked(
      `below each signal that is lost: ${text}`,
      between(() => text),
      'posted-gales',
      twice,
    ),
  ),
  asked(
    'below each signal that is lost a later time',
    between((at) => `↪️ ${clock(605 + at * 20)}`),
    'posted-gales',
    twice,
  ),
  plain(
    'talk of what was covered and recovered',
    posts((at, won) => [
      call(at),
      ...(isFourth(at) ? ['Now covered half'] : at % 4 === 1 ? ['with recovery in gold'] : []),
      ending(won),
    ]),
    flat,
  ),
  ...['no entry', 'sem entrada', 'skip', 'cancelled'].map((text) =>
    asked(
      `signals that call themselves off: ${text}`,
      posts((at, won) => (isFourth(at) ? [`${pairOf(at)} M5 - ${text}`] : [call(at), ending(won)])),
      'unresolved-signals',
      off,
    ),
  ),
  plain(
    'signals that are called off with their pair and duration',
    posts((at, won) => (isFourth(at) ? [call(at), `${pairOf(at)} M5 - no entry`] : [call(at), ending(won)])),
    off,
    { unresolved: 0 },
  ),
  plain(
    'the counts of a session, on lines of their own among others',
    posts((at, won) => [
      call(at),
      ending(won),
      ...(at % 10 === 9
        ? [
            `📈 SESSION CLOSED\n\nSignals won: ${WON.slice(at - 9, at + 1).filter(Boolean).length}\nSignals lost: ${WON.slice(at - 9, at + 1).filter((one) => !one).length}\n\nThanks to everyone who followed, see you in the next session`,
          ]
        : []),
    ]),
    flat,
  ),
  ...CALLED_OFF.map((text) =>
    plain(
      `signals that are called off before their expiry: ${text}`,
      posts((at, won) => (isFourth(at) ? [call(at), text] : [call(at), ending(won)])),
      off,
      { unresolved: 0 },
    ),
  ),
  asked(
    'signals behind which readers are to hurry',
    posts((at, won) => (isFourth(at) ? [call(at), 'do not enter late'] : [call(at), ending(won)])),
    'unresolved-signals',
    off,
  ),
  ...(
    [
      ['says sorry', (signal) => [`Sorry, ${signal}`]],
      ['says sorry, in a message of its own', (signal) => ['sorry, wrong side', signal]],
      ['says that it corrects', (signal) => [`Correção: ${signal}`]],
      ['says that it corrects, above it', (signal) => [`Исправление\n${signal}`]],
      ['has the same time of day', (signal) => [signal]],
    ] as const satisfies readonly (readonly [string, (signal: string) => readonly string[]])[]
  ).map(([name, mended]) =>
    plain(
      `signals of a wrong side and the right one, which ${name}`,
      posts((at, won) => [
        ...(isFourth(at) ? [sided(at, at + 1), ...mended(sided(at, at))] : [sided(at, at)]),
        ending(won),
      ]),
      flat,
      { unresolved: 0 },
    ),
  ),
  plain(
    'signals of a wrong pair and the right one, which says sorry',
    posts((at, won) => [
      ...(isFourth(at)
        ? [sided(at, at).replace(pairOf(at), 'NZDUSD'), `Sorry, ${sided(at, at)}`]
        : [sided(at, at)]),
      ending(won),
    ]),
    flat,
    { unresolved: 0 },
  ),
  ...['Stop na entrada', 'SL to BE hit', 'Stop en la entrada', 'Стоп в безубыток'].map((text) =>
    asked(
      `a target and then the stop at the entry: ${text}`,
      posts((at, won) => [
        levels(at),
        won ? 'TP1 hit ✅' : 'SL hit ❌',
        ...(won && isFourth(at) ? [text] : []),
      ]),
      'target-then-stop',
      atEntry,
    ),
  ),
  plain(
    'the stop that is moved to the entry below a target and before it',
    posts((at, won) => [
      levels(at),
      ...(won && isFourth(at) ? ['Stop at entry'] : []),
      won ? 'TP1 hit ✅\nStop at entry' : 'SL hit ❌',
    ]),
    flat,
  ),
  asked(
    'a stop of a signal that is not understood, below a target',
    telegram(
      WON.flatMap((won, at) => [
        { text: levels(at) },
        { text: won ? 'TP1 hit ✅' : 'SL hit ❌', replyTo: at * 4 + 1 },
        { text: isFourth(at) ? 'Premium setup, see the picture' : '' },
        isFourth(at) ? { text: 'SL hit ❌', replyTo: at * 4 + 3 } : { text: '' },
      ]),
    ),
    'endings-without-signal',
    unknownLost,
  ),
  plain('amounts in messages of their own', behind(['WIN ✅', '+$8.50'], ['LOSS ❌', '-$10']), flat, {
    payout: 0.85,
  }),
  plain('percents in messages of their own', behind(['WIN ✅', '+87%'], ['LOSS ❌']), flat, { payout: 0.87 }),
  {
    ...asked('bare numbers behind outcomes', behind(['Win +20'], ['Loss 100']), 'amounts', flat),
    offers: 0.2,
  },
  plain(
    'outcomes that are counted',
    posts((at, won) => [call(at), `${won ? 'WIN' : 'LOSS'} ${at + 11}`]),
    flat,
  ),
  {
    ...asked(
      'what wins bring, and stakes in signals',
      posts((at, won) => [`${call(at)}\nStake: 10 USD`, won ? 'WIN ✅ +$8.50' : 'LOSS ❌']),
      'amounts',
      flat,
    ),
    offers: 0.85,
  },
  ...['WIN bis', 'WIN T2', 'WIN V2'].map((text) =>
    asked(
      `wins with what may be a second stake: ${text}`,
      posts((at, won) => [call(at), won && isFourth(at) ? text : won ? 'WIN' : 'LOSS']),
      text.endsWith('2') ? 'step-number' : 'gale-without-number',
      truth((won, at) => (won ? [1, isFourth(at) ? 1 : 0, 0] : [0, 2, 0])),
    ),
  ),
  asked(
    'targets that are counted',
    posts((at, won) => [
      `${pairOf(at)} BUY\nTP1 20 pips\nTP2 40 pips\nTP3 60 pips\nSL 20 pips`,
      won ? (isFourth(at) ? 'Profit 2/3' : 'TP1 hit ✅') : 'SL hit ❌',
    ]),
    'unresolved-signals',
    flat,
  ),
  ...['PUT!!', 'PUT sorry 🙏', '*PUT'].map((text) =>
    plain(
      `the side of some calls corrected below them: ${text}`,
      posts((at, won) => [call(at), ...(at % 5 === 0 ? [text] : []), won ? 'WIN ✅' : 'LOSS ❌']),
      flat,
      { unresolved: 0 },
    ),
  ),
  asked(
    'each third outcome once more, beside its signal',
    posts((at, won) => {
      const end = won ? 'WIN ✅' : 'LOSS ❌';
      return [call(at), end, ...(at % 3 === 0 ? [`${call(at)} ${end}`] : [])];
    }),
    'endings-without-signal',
    flat,
  ),
  asked(
    'a recap of each evening, a message for each trade',
    posts((at, won) => {
      const recap = WON.slice(at - 11, at + 1).map(
        (isWon, one) => `${call(at - 11 + one)} - ${isWon ? 'WIN' : 'LOSS'}`,
      );
      return [call(at), won ? 'WIN ✅' : 'LOSS ❌', ...(at % 12 === 11 ? recap : [])];
    }),
    'endings-without-signal',
    flat,
  ),
  ...['²', '(b)'].flatMap((text) =>
    Object.entries({
      'on a line below': [`WIN ✅\n${text}`],
      'in a message behind': ['WIN ✅', text],
      'in a message before': [text, 'WIN ✅'],
    }).map(([where, said]) =>
      asked(
        `some wins with ${text} ${where}`,
        posts((at, won) => [call(at), ...(won && isFourth(at) ? said : [ending(won)])]),
        text === '²' ? 'step-number' : 'gale-without-number',
        truth((won, at) => (won ? [1, isFourth(at) ? 1 : 0, 0] : [0, 2, 0])),
      ),
    ),
  ),
  plain(
    'talk of a word behind some wins',
    posts((at, won) => [call(at), ending(won), ...(won && isFourth(at) ? ['gm', '🔥'] : [])]),
    flat,
  ),
  plain(
    'cheers beside some wins',
    posts((at, won) => [call(at), won ? (isFourth(at) ? 'WIN ✅🔥' : 'WIN ✅') : 'LOSS ❌']),
    flat,
  ),
];
