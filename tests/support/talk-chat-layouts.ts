/** Chats with lists of which some lines bear a circle, with talk of wins and losses between the signals, and with forwarded ones. */
import { html, telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, WON } from './layout.ts';
import { plain } from './row-parts.ts';

const sideOf = (at: number): string => (at % 3 === 0 ? 'PUT' : 'CALL');
const clockOf = (at: number): string => new Date((540 + at * 7) * 60_000).toISOString().slice(11, 16);
const signal = (at: number): string => `${pairOf(at)} ${sideOf(at)} M5`;
const end = (won: boolean): string => (won ? 'WIN ✅' : 'LOSS ❌');

/** One signal in four repeats the pair and side of the one before. */
const asPosted = (at: number): number => Math.floor((at * 3) / 4);
/** Every tenth trade, of which seven in ten won, is a tie. */
const TIED = 10;
const WITH_TIES = `${WON.filter((won, at) => won && at % TIED !== 4).length}-${
  WON.filter((won, at) => !won && at % TIED !== 4).length
}-6`;
const DAYS = Array.from({ length: 6 }, (_day, day) => Array.from({ length: 10 }, (_at, at) => day * 10 + at));
const listed = (at: number): string => `${clockOf(at)} ${pairOf(at)} ${sideOf(at)}`;
/** A list for each day, and below it the same with marks. */
const lists = (before: string, markOf: (at: number) => string, below = ''): string =>
  telegram(
    DAYS.flatMap((trades, day) => [
      `LIST 0${day + 2}/03\n\n${trades.map((at) => `${listed(at)}${before}`).join('\n')}`,
      `DONE 0${day + 2}/03\n\n${trades.map((at) => `${listed(at)} ${markOf(at)}`).join('\n')}${below}`,
    ]),
  );
const markOf = (won: boolean): string => (won ? '✅' : '❌');
const markOrTie = (at: number): string => (at % TIED === 4 ? '⚪' : markOf(WON[at] as boolean));

const sticker = (mark: string): string =>
  `<div class="media_wrap clearfix"><div class="body"><div class="title bold">Sticker</div><div class="description">Not included</div><div class="status details">${mark}, 24.1 KB</div></div></div>`;

/** A text between outcomes and the next signals. */
const talked = (name: string, text: string): Layout =>
  plain(name, telegram(WON.flatMap((won, at) => [signal(at), end(won), ...(at % 9 === 1 ? [text] : [])])));

/** Talk that names a pair, some of it below an outcome and above marks. */
const NAMED_TALK = [
  'Congrats on the GBP/USD sell',
  'EUR/JPY is pumping 🚀',
  'GBP/USD call worked great guys',
  'EUR/USD CALL 5M was our best trade today',
  'EUR/USD still falling 📉',
  'Gold buy zone 2640 watch',
  'EUR/USD растёт 📈',
  'EUR/USD está subindo 📈',
  'EUR/USD yükseliyor 📈',
  'EUR/USD يرتفع بقوة 📈',
].flatMap((text): readonly Layout[] => [
  { ...talked(`talk that names a pair, without an outcome: ${text}`, text), unresolved: 0 },
  {
    name: `talk that names a pair, above marks: ${text}`,
    text: telegram(
      WON.flatMap((won, at) => [signal(at), end(won), ...(at % 9 === 1 ? [text, '✅✅✅'] : [])]),
    ),
    asks: 'row-kinds',
    counts: RIGHT,
  },
]);
/** What names a pair that is not to be traded is no signal. */
const NOT_TRADED =
  '❌ Do not trade EUR/USD now|🚫 NO TRADE 🚫\nEURUSD|EURUSD CALL — do not enter|⚠️ News on EURUSD, no trades|Evitar EURUSD hoje|EURUSD\nне торгуем|EURUSD\nişlem yapmayın|Hindari EURUSD|EURUSD\nट्रेड न करें|Hands off EURUSD'.split(
    '|',
  );
const warned = (text: string, isOpen: boolean): Layout => ({
  ...plain(
    `a pair that is not to be traded${isOpen ? ', below an open signal' : ''}: ${text.replace('\n', ' / ')}`,
    telegram(
      WON.flatMap((won, at) => {
        const said = at % 9 === 1 ? [text] : [];
        return isOpen ? [signal(at), ...said, end(won)] : [...said, signal(at), end(won)];
      }),
    ),
  ),
  unresolved: 0,
  isPlain: !isOpen,
});

/** The loss of a signal that is said on the next day, by its pair. */
const LATE_LOSSES = [
  'Yesterday NZDUSD SL ❌',
  "NZDUSD SL hit ❌ (yesterday's signal)",
  'Ontem NZDUSD bateu SL ❌',
  'Ayer NZDUSD SL ❌ -30 pips',
  'Вчера NZDUSD стоп ❌',
  'Hôm qua NZDUSD SL ❌',
  'أمس NZDUSD SL ❌',
].map(
  (text): Layout => ({
    name: `the loss of an open signal on the day after: ${text}`,
    text: telegram([
      'NZDUSD BUY 0.6100 SL 0.6070 TP 0.6130',
      ...WON.flatMap((won, at) => [signal(at), end(won)]),
      text,
    ]),
    asks: 'unsure-endings',
    counts: '37-24-0',
  }),
);

/** Signals with a target and a stop, each with its answer. */
const priced = (
  name: string,
  post: string,
  [won, lost]: readonly [string, string],
  payout: number,
): Layout => ({
  ...plain(
    name,
    telegram(WON.flatMap((isWon, at) => [{ text: post }, { text: isWon ? won : lost, replyTo: at * 2 + 1 }])),
  ),
  payout,
  unresolved: 0,
});

/** What every won signal is followed by, below its target. */
const afterTarget = (target: string, after: string, asks: string, counts: string): Layout => ({
  name: `a target and then the stop or the entry: ${target}, ${after}`,
  text: telegram(
    WON.flatMap((won, at) => {
      const before = WON.slice(0, at).filter(Boolean).length;
      const replyTo = at * 2 + before + 1;
      return [
        { text: `${pairOf(at)} BUY 1.2000 SL 1.1950 TP1 1.2025` },
        { text: won ? target : 'SL hit ❌', replyTo },
        ...(won ? [{ text: after, replyTo }] : []),
      ];
    }),
  ),
  asks,
  counts,
});
const AFTER_TARGETS = [
  afterTarget('TP1 hit ✅ move SL to BE', 'BE hit', 'two-ends', '0-23-37'),
  afterTarget(
    'TP1 hit ✅ close 50% and move stop to entry',
    'Stopped at entry',
    'target-then-stop',
    '0-23-37',
  ),
  afterTarget('TP1 ✅ secure profits', 'SL hit', 'target-then-stop', '0-60-0'),
  afterTarget('TP1 hit ✅ now move stop loss to entry', 'Rest closed at breakeven', 'two-ends', RIGHT),
  priced(
    'a target, and what to do there',
    'EURUSD BUY 1.2000 SL 1.1950 TP1 1.2025',
    ['TP1 hit ✅ move SL to BE', 'SL hit ❌'],
    0.5,
  ),
  {
    name: 'stops that were hit in profit',
    text: telegram(
      WON.flatMap((won, at) => [
        { text: `${pairOf(at)} BUY 1.2000 SL 1.1950 TP1 1.2025` },
        { text: won ? 'SL hit +10 pips' : 'SL hit -50 pips', replyTo: at * 2 + 1 },
      ]),
    ),
    asks: 'doubtful-outcomes',
    counts: RIGHT,
  } satisfies Layout,
];

interface Said {
  readonly from: string;
  readonly text: string;
  readonly forwarded_from?: string;
  readonly reply_to_message_id?: number;
}
const group = (said: readonly Said[]): string =>
  JSON.stringify({
    name: 'Group',
    messages: said.map((one, at) => ({
      id: at + 1,
      type: 'message',
      date_unixtime: String(Date.UTC(2026, 2, 2, 9) / 1_000 + at * 60),
      ...one,
    })),
  });

const LEVELS = 'EURUSD BUY 1.2000 SL 1.1950 TP1 1.2025';
/** Ends in few words, which ask nothing. */
const PLAIN_ENDS = [
  priced('stops with a red circle', LEVELS, ['TP1 ✅', 'Stoploss 🔴'], 0.5),
  priced('stops and targets in German', LEVELS, ['TP1 erreicht ✅', 'SL ausgelöst ❌'], 0.5),
  priced('stops and targets in Vietnamese', LEVELS, ['Chạm TP1 ✅', 'Dính SL ❌'], 0.5),
  plain(
    'outcomes of two open signals in one line, beside others alone',
    telegram(
      WON.flatMap((won, at) => {
        if (at % 6 === 1) return [];
        if (at % 6 !== 0) return [signal(at), end(won)];
        const ends = [at, at + 1].map((one) => `${pairOf(one)} ${markOf(WON[one] as boolean)}`);
        return [signal(at), signal(at + 1), ends.join(' ')];
      }),
    ),
  ),
];

/** Closings, of which only some say what they brought. */
const CLOSED_BY_HAND: Layout = {
  name: 'two signals that were closed by hand, one of them with a loss',
  text: telegram([
    { text: LEVELS },
    { text: 'Closed manually', replyTo: 1 },
    { text: 'GBPUSD BUY 1.2000 SL 1.1950 TP1 1.2025' },
    { text: 'Close it now at -5 pips', replyTo: 3 },
    ...WON.flatMap((won, at) => [signal(at), end(won)]),
  ]),
  asks: 'unresolved-signals',
  counts: '37-24-0',
};

export const TALK_CHAT_LAYOUTS: readonly Layout[] = [
  ...(
    [
      ['WIN 💚', 'LOSS 💔', 'wiin 💚'],
      ['Ganada ✅', 'Perdida ❌', 'Ganda ✅'],
      ['GREEN DE PRIMEIRA ✅', 'RED ❌', 'GREEN DE PRIMERA ✅'],
      ['Thắng 🎉', 'Thua 😞', 'Thắg 🎉'],
      ['Плюс ✅', 'Минус ❌', 'Плюсс ✅'],
    ] as const
  ).map(([won, lost, misspelt]) =>
    plain(
      `an outcome that is misspelt once: ${misspelt}`,
      telegram(WON.flatMap((isWon, at) => [signal(at), isWon ? (at === 5 ? misspelt : won) : lost])),
    ),
  ),
  ...['✅ GREEN DE PRIMEIRA ✅', '✅ WIN direct ✅'].map((won) => ({
    ...plain(
      `marks on both sides of an outcome, below a signal without an end: ${won}`,
      telegram(
        WON.flatMap((isWon, at) => [
          ...(at === 12 ? ['XAUUSD CALL M5'] : []),
          signal(at),
          isWon ? won : 'RED ❌',
        ]),
      ),
    ),
    unresolved: 1,
  })),
  ...[
    (at: number) => [`${pairOf(at)} OTC`, '1 minute', sideOf(at)],
    (at: number) => [`${pairOf(at)}-OTC`, 'a 2 minutos', at % 3 ? 'SUBE ⬆️' : 'BAJA ⬇️'],
  ].map((parts) =>
    plain(
      `signals in three messages: ${parts(0).join(', ')}`,
      telegram(WON.flatMap((won, at) => [...parts(at), end(won)])),
    ),
  ),
  {
    name: 'lists, talk of a win of another one, and the lists with their outcomes',
    text: telegram(
      DAYS.flatMap((trades, day) => [
        `LIST 0${day + 2}/03\n\n${trades.map(listed).join('\n')}`,
        ...(day === 0 ? ['My first one win 👍'] : []),
        `RESULTS 0${day + 2}/03\n\n${trades.map((at) => `${listed(at)} ${markOf(WON[at] as boolean)}`).join('\n')}`,
      ]),
    ),
    asks: 'any',
    counts: RIGHT,
  },
  ...['MTG UP ⬆️', '1-step MTG 🔁 UP ⬆️', '🔁 Martingale 1\nEURUSD OTC\nUP', 'Gale 1 CALL'].map((text) => ({
    name: `a doubled stake with the side of its signal before wins alone: ${text}`,
    text: telegram(
      WON.flatMap((won, at) => ['EURUSD OTC UP 1 min', ...(won && at % 12 === 7 ? [text] : []), end(won)]),
    ),
    asks: 'posted-gales',
    counts: `37-${23 + WON.filter((won, at) => won && at % 12 === 7).length}-0`,
  })),
  ...['wn', 'los'].map((misspelt) =>
    plain(
      `pasted lines, one with its outcome misspelt: ${misspelt}`,
      WON.map(
        (won, at) =>
          `${pairOf(at)} CALL ${at === (misspelt === 'wn' ? 20 : 4) ? misspelt : won ? 'win' : 'loss'}`,
      ).join('\n'),
    ),
  ),
  {
    name: 'ties in other words that the chat does not use otherwise',
    text: telegram(
      WON.flatMap((won, at) => [
        signal(at),
        at % TIED === 4 ? (at === 14 ? 'TIE so broker pays back everyone nicely' : 'TIE ⚪') : end(won),
      ]),
    ),
    asks: 'unsure-endings',
    counts: WITH_TIES,
  },
  plain(
    'counts of each session as marks with their numbers, below a heading and above a farewell',
    telegram(
      DAYS.flatMap((trades) => [
        ...trades.flatMap((at) => [signal(at), end(WON[at] as boolean)]),
        `🏆 RESULTADOS SESIÓN MAÑANA\n✅ ${trades.filter((at) => WON[at]).length}\n❌ ${trades.filter((at) => !WON[at]).length}\n🟰 0\nVamos por más a las 18:00 🇨🇴 con toda la familia de las señales`,
      ]),
    ),
  ),
  {
    name: 'marks and words of other meanings, one letter apart',
    text: telegram(
      WON.flatMap((won, at) => [signal(at), won ? 'WON' : 'LOST', ...(at === 9 ? ['LAST'] : [])]),
    ),
    counts: RIGHT,
  },
  plain(
    'how many were won so far behind wins, and a score at the end of the day',
    telegram(
      DAYS.flatMap((trades) => [
        ...trades.flatMap((at) => [signal(at), end(WON[at] as boolean)]),
        `${trades.filter((at) => WON[at]).length}x${trades.filter((at) => !WON[at]).length} e um empate 🔥`,
      ]),
    ),
  ),
  ...['GANADA ✅ van 2', 'GANADA ✅ antes de 4pm'].map((text) =>
    plain(
      `a number beside one win that counts no stakes: ${text}`,
      telegram(WON.flatMap((won, at) => [signal(at), won ? (at === 5 ? text : 'GANADA ✅') : 'PERDIDA ❌'])),
    ),
  ),

  ...PLAIN_ENDS,
  CLOSED_BY_HAND,
  ...NAMED_TALK,
  ...LATE_LOSSES,
  ...AFTER_TARGETS,
  plain(
    'greetings and good wishes beside signals',
    telegram(
      WON.flatMap((won, at) => [
        at % 5 === 1 ? `🔥 Hello friends, get ready! ${signal(at)} 🚀 good luck everyone 🙏` : signal(at),
        end(won),
      ]),
    ),
  ),
  ...NOT_TRADED.flatMap((text) => [false, true].map((isOpen) => warned(text, isOpen))),
  {
    name: 'lists whose results bear a white circle for a tie',
    text: lists('', markOrTie),
    counts: WITH_TIES,
    unresolved: 0,
  },
  {
    name: 'lists whose results bear a white circle, above what the marks mean',
    text: lists('', markOrTie, '\n\n✅ thắng  ❌ thua  ⚪ hoà'),
    counts: WITH_TIES,
    unresolved: 0,
  },
  {
    name: 'pasted results, some with a white circle',
    text: WON.map((_won, at) => `${signal(at)} ${markOrTie(at)}`).join('\n'),
    counts: WITH_TIES,
    unresolved: 0,
  },
  {
    ...plain(
      'lists with a white circle beside each signal before their results',
      lists(' ⚪', (at) => markOf(WON[at] as boolean)),
    ),
    unresolved: 0,
  },
  {
    name: 'lists of wins and white circles, without a loss',
    text: lists('', (at) => (WON[at] ? '✅' : '⚪')),
    asks: 'tie-marks',
    counts: '37-0-23',
  },
  {
    name: 'lists with crosses and some red circles',
    text: lists('', (at) => (WON[at] ? '✅' : at % 3 === 0 ? '🔴' : '❌')),
    asks: 'circles',
    counts: RIGHT,
  },
  {
    name: 'losses that sellers tell in other words, and talk of others',
    text: group(
      WON.flatMap((won, at) => [
        { from: 'Leo', text: signal(at) },
        { from: 'Leo', text: won ? 'WIN ✅' : 'LOSS ❌ oxente' },
        ...(at % 9 === 1
          ? [
              { from: 'Leo', text: 'EURGBP CALL M5' },
              { from: 'Bia', text: 'que loss chato' },
            ]
          : []),
      ]),
    ),
    asks: 'unresolved-signals',
    counts: RIGHT,
  },
  talked('what to do after a loss, in Urdu', 'Bhai log, loss ho to double na karein.'),
  talked('what to do after a loss, in Hindi', 'भाइयों, लॉस हो तो शांत रहें'),
  {
    name: 'hope for the next one behind signals without an outcome, in Bengali',
    text: telegram(
      WON.flatMap((won, at) => [
        signal(at),
        won ? '✅ জয়' : '❌ লস',
        ...(at % 9 === 1 ? [signal(at + 1), 'ভাই, লস হলে মন খারাপ করবেন না, পরেরটা ইনশাআল্লাহ জয় হবে'] : []),
      ]),
    ),
    asks: 'unresolved-signals',
    counts: RIGHT,
    unresolved: 7,
  },
  talked('weeks that are summed up in Indonesian', 'Rekap minggu ini: 27 profit, 5 loss, 1 seri'),
  talked('weeks that are summed up without ties', 'Rekap minggu ini: 27 profit, 5 loss'),
  {
    ...plain(
      'doubled stakes by their ordinals in Bengali',
      telegram(
        WON.flatMap((won, at) => [signal(at), won ? '✅¹ জয় (১ম মার্টিঙ্গেল)' : '❌ লস, ২য় মার্টিঙ্গেল সহ']),
      ),
      '37-106-0',
    ),
  },
  ...(
    [
      ['marks', (row) => row.map(markOf).join('')],
      ['letters', (row) => `Session: ${row.map((won) => (won ? 'W' : 'L')).join(' ')}`],
      ['a share', (row) => `Out of our ${row.length} signals we won ${row.filter(Boolean).length}`],
    ] as const satisfies readonly [string, (row: readonly boolean[]) => string][]
  ).map(([name, recapOf]) =>
    plain(
      `the outcomes of each session once more, as ${name}`,
      telegram(
        DAYS.flatMap((trades) => [
          ...trades.flatMap((at) => [signal(at), end(WON[at] as boolean)]),
          recapOf(trades.map((at) => WON[at] as boolean)),
        ]),
      ),
    ),
  ),
  {
    name: 'the outcomes of each session once more, one of them another',
    text: telegram(
      DAYS.flatMap((trades, day) => [
        ...trades.flatMap((at) => [signal(at), end(WON[at] as boolean)]),
        trades.map((at) => markOf(WON[at] === (day !== 2 || at !== 23))).join(''),
      ]),
    ),
    asks: 'endings-without-signal',
    counts: RIGHT,
  },
  // One signal in four has the pair and side of the one before.
  ...[
    (won: boolean) => `The previous call: ${won ? 'WIN' : 'LOSS'}`,
    (won: boolean) => `prev ${markOf(won)}`,
    (won: boolean) => `Señal anterior: ${won ? 'GANADA' : 'PERDIDA'}`,
    (won: boolean, at: number) => `${pairOf(asPosted(at))} ${end(won)}\n`,
    (won: boolean) => `${end(won)}\nNext one:`,
  ].map((endOf) =>
    plain(
      `outcomes above the next signal: ${endOf(true, 0)}`,
      telegram([
        ...WON.map((_won, at) =>
          [...(at === 0 ? [] : [endOf(WON[at - 1] as boolean, at - 1)]), signal(asPosted(at))].join('\n'),
        ),
        end(WON.at(-1) as boolean),
      ]),
    ),
  ),
  plain(
    'outcomes of the signal before below the next one',
    telegram([
      ...WON.map((_won, at) =>
        at === 0 ? signal(at) : `${signal(asPosted(at))}\nPrevious: ${end(WON[at - 1] as boolean)}`,
      ),
      end(WON.at(-1) as boolean),
    ]),
  ),
  plain(
    'signals once more below their outcomes, one with another pair',
    telegram(
      WON.flatMap((won, at) => [signal(at), `${end(won)}\n${at === 20 ? 'XAUUSD CALL M5' : signal(at)}`]),
    ),
  ),
  plain(
    'numbered outcomes of each session in one message',
    telegram(
      DAYS.flatMap((trades) => [
        ...trades.map(signal),
        trades.map((at, place) => `${place + 1} ${end(WON[at] as boolean)}`).join('\n'),
      ]),
    ),
  ),
  {
    name: 'an outcome of the signal before the one that is open',
    text: telegram(
      WON.flatMap((won, at) => [
        signal(at),
        ...(at % 9 === 4 ? [`Previous trade: ${WON[at - 1] ? 'WIN' : 'LOSS'}`] : []),
        end(won),
      ]),
    ),
    asks: 'unsure-endings',
    counts: RIGHT,
  },
  plain(
    'outcomes above the next signal, of gold alone',
    telegram([
      ...WON.map((_won, at) =>
        [...(at === 0 ? [] : [end(WON[at - 1] as boolean)]), `XAUUSD ${sideOf(at)} M5`].join('\n'),
      ),
      end(WON.at(-1) as boolean),
    ]),
  ),
  plain(
    'talk of the outcome just behind it',
    telegram(
      WON.flatMap((won, at) => [
        signal(at),
        end(won),
        ...(at % 3 === 0 ? [won ? 'Congratulations on the win 🎉' : 'Sorry for the loss guys'] : []),
      ]),
    ),
  ),
  {
    name: 'a win that is posted twice, where the end of an older signal was never posted',
    text: telegram(
      WON.flatMap((won, at) => [
        ...(at === 20 ? ['XAUUSD CALL M5'] : []),
        signal(at),
        end(won),
        ...(at === 21 ? [end(true)] : []),
      ]),
    ),
    asks: 'unsure-endings',
    counts: RIGHT,
    unresolved: 1,
  },
  plain(
    'options on an index with two targets in one line, and stops',
    telegram(
      WON.flatMap((won, at) => [
        `BUY NIFTY ${21_750 + at * 50} ${at % 3 === 0 ? 'PE' : 'CE'} @ 80\nSL 60 TGT 100/120`,
        won ? '100 done ✅' : 'SL hit',
      ]),
    ),
  ),
  plain(
    'pairs by two letters before their outcomes, and a loss that was covered',
    telegram(
      WON.flatMap((won, at) => [
        `${['GBPUSD', 'USDCAD', 'GBPJPY'][at % 3]} ${at % 2 ? 'SELL' : 'BUY'}\nTP: 20 pips\nSL: 20 pips`,
        won
          ? `${['GU', 'UC', 'GJ'][at % 3]} TP hit ✅ +20${at % 12 === 7 ? ' loss covered' : ''}`
          : `${['GU', 'UC', 'GJ'][at % 3]} stopped out ❌ -20`,
      ]),
    ),
  ),
  plain(
    'numbered stops with what they cost',
    telegram(
      WON.flatMap((won, at) => [
        `#${at + 1} XAUUSD BUY\nTP: 20 pips\nSL: 20 pips`,
        `#${at + 1} ${won ? 'TP ✅ +20' : 'SL -20'}`,
      ]),
    ),
  ),
  plain(
    'thanks to God behind wins in Arabic',
    telegram(
      WON.flatMap((won, at) => [
        `${pairOf(at)} OTC CALL M1`,
        won ? (at % 4 === 1 ? 'ربح مباشر ✅ ما شاء الله' : 'ربح ✅') : 'خسارة ❌',
      ]),
    ),
  ),
  ...['Another loss guys', 'That is the second loss', 'This one is a loss ❌'].map((text, place) => ({
    name: `a second loss just behind a first one: ${text}`,
    text: telegram(WON.flatMap((won, at) => [signal(at), end(won), ...(at % 9 === 4 && !won ? [text] : [])])),
    asks: place === 0 ? 'endings-without-signal' : 'any',
    counts: RIGHT,
  })),
  ...['Re-entry TP hit ✅', 'Averaged, TP hit ✅'].map((text) => ({
    name: `a target that a further stake reached: ${text}`,
    text: telegram(
      WON.flatMap((won, at) => [
        `${pairOf(at)} ${sideOf(at)}\nTP: 20 pips\nSL: 20 pips`,
        won ? (at % 12 === 7 ? text : 'TP hit ✅') : 'SL hit ❌',
      ]),
    ),
    asks: 'gale-without-number',
  })),
  plain(
    'pairs with OTC that the outcomes leave out',
    telegram(
      DAYS.flatMap((trades) => [
        ...trades.slice(0, 2).map((at) => `${pairOf(at)} OTC ${sideOf(at)} M1`),
        ...trades.slice(0, 2).map((at) => `${pairOf(at)} ${end(WON[at] as boolean)}`),
        ...trades.slice(2).flatMap((at) => [`${pairOf(at)}-OTC ${sideOf(at)} M1`, end(WON[at] as boolean)]),
      ]),
    ),
  ),
  {
    name: 'two outcomes in one message, one of them among words that are not known',
    text: telegram(
      WON.flatMap((won, at) =>
        at % 2 === 0
          ? []
          : [
              signal(at - 1),
              signal(at),
              `${pairOf(at - 1)} ${end(WON[at - 1] as boolean)}, ${pairOf(at)} ${end(won)}${
                at % 12 === 7 ? ' (internet went away again)' : ''
              }`,
            ],
      ),
    ),
    asks: 'unsure-endings',
    counts: RIGHT,
  },
  plain(
    'outcomes with a score of the session, in Spanish',
    telegram(
      WON.flatMap((won, at) => [
        signal(at),
        at % 10 === 3 ? `${won ? 'GANADA ✅' : 'PERDIDA ❌'} 3 de 4 😎` : won ? 'GANADA ✅' : 'PERDIDA ❌',
      ]),
    ),
  ),
  ...['session 2', 'bet 2', 'second today', 'segunda del día', 'вторая за день'].map((text) => ({
    name: `numbers beside outcomes that count no stakes: ${text}`,
    text: telegram(WON.flatMap((won, at) => [signal(at), `${end(won)}${at % 10 === 3 ? ` ${text}` : ''}`])),
    asks: 'unsure-endings',
    counts: RIGHT,
  })),
  ...(
    [
      ['📊', (won, lost) => `✅ ${won} winners\n❌ ${lost} losers\n+421 pips`],
      ['نتيجة الجلسة:', (won, lost) => `${won} ربح ✅\n${lost} خسارة ❌`],
      ['📋 PLACAR DA SESSÃO', (won, lost) => `✅ ${won} wins (todos de primeira)\n❌ ${lost} loss`],
    ] as const satisfies readonly [string, (won: number, lost: number) => string][]
  ).map(([heading, countsOf]) =>
    plain(
      `the counts of each session, a line each, below ${heading}`,
      telegram(
        DAYS.flatMap((trades) => [
          ...trades.flatMap((at) => [signal(at), end(WON[at] as boolean)]),
          `${heading}\n${countsOf(
            trades.filter((at) => WON[at]).length,
            trades.filter((at) => !WON[at]).length,
          )}`,
        ]),
      ),
    ),
  ),
  plain(
    'wins with the one stake that a rule allows',
    telegram([
      'LISTA DE HOJE (M5) — 1 proteção se necessário',
      ...WON.flatMap((won, at) => [
        signal(at),
        won ? (at % 5 === 0 ? '✅ na proteção' : '✅ direto') : '⛔ stop (entrada + proteção)',
      ]),
    ]),
    `37-${46 + WON.filter((won, at) => won && at % 5 === 0).length}-0`,
  ),
  {
    name: 'a loss that is called a win just behind it, among words that are not known',
    text: telegram(
      WON.flatMap((won, at) => [
        signal(at),
        ...(at === 5
          ? ['PERDIDA ❌', 'perdón me equivoqué de gráfico, esa fue GANADA ✅']
          : [won ? 'GANADA ✅' : 'PERDIDA ❌']),
      ]),
    ),
    asks: 'two-ends',
    counts: RIGHT,
  },
  {
    ...plain(
      'stakes that were given back, in Portuguese',
      telegram(WON.flatMap((won, at) => [signal(at), at % TIED === 4 ? 'EMPATE ⚪ devolveu' : end(won)])),
      WITH_TIES,
    ),
  },
  {
    name: 'forwarded signals with their forwarded answers',
    text: group(
      WON.flatMap((won, at) => [
        { from: 'Marco', text: signal(at) },
        { from: 'Marco', text: end(won), reply_to_message_id: at * 2 + 1 + Math.floor((at + 8) / 9) * 2 },
        ...(at % 9 === 0
          ? [
              { from: 'Dave', text: 'XAUUSD CALL M5', forwarded_from: 'Golden Pips' },
              {
                from: 'Dave',
                text: 'WIN ✅',
                forwarded_from: 'Golden Pips',
                reply_to_message_id: at * 2 + 3 + Math.floor((at + 8) / 9) * 2,
              },
            ]
          : []),
      ]),
    ),
    asks: 'groups',
    counts: RIGHT,
    unresolved: 0,
  },
  priced(
    'targets and stops in Arabic',
    'XAUUSD شراء 2900\n\nالهدف الأول: 2905\nوقف الخسارة: 2894',
    ['✅ تم تحقيق الهدف الأول', '❌ ضرب وقف الخسارة'],
    5 / 6,
  ),
  priced(
    'targets and stops in Turkish',
    '#ADA/USDT LONG\n\nGiriş: 100\nHedef 1: 101\nStop: 98.5',
    ['#ADA/USDT Hedef 1 geldi ✅ %1 kâr', '#ADA/USDT stop oldu ❌ -%1.5'],
    2 / 3,
  ),
  {
    ...plain(
      'targets by their ordinals, each of the signal before another',
      telegram(
        WON.flatMap((won, at) => [
          `${pairOf(at)} ${sideOf(at)}\nTP: 20 pips\nSL: 20 pips`,
          won ? 'First target hit ✅' : 'SL hit ❌',
          ...(won ? ['Second target hit ✅'] : []),
        ]),
      ),
    ),
  },
  {
    name: 'signals of three messages, of which some are followed by words that are not understood',
    text: telegram(
      WON.flatMap((won, at) => [
        `${pairOf(at)} OTC`,
        'a 1 minuto',
        at % 3 === 0 ? 'BAJA ⬇️' : 'SUBE ⬆️',
        won && at % 5 === 1 ? 'That was close 🙏' : won ? 'ITM ✅' : 'OTM ❌',
      ]),
    ),
    asks: 'unresolved-signals',
    counts: RIGHT,
  },
  plain(
    'counts of reached targets and stops in one line, in French',
    telegram(
      DAYS.flatMap((trades) => [
        ...trades.flatMap((at) => [signal(at), end(WON[at] as boolean)]),
        `Bilan : ${trades.filter((at) => WON[at]).length} TP, ${trades.filter((at) => !WON[at]).length} SL, 1 BE. Bon week-end`,
      ]),
    ),
  ),
  plain(
    'counts of gains and losses in one line, in Russian',
    telegram(
      DAYS.flatMap((trades) => [
        ...trades.flatMap((at) => [signal(at), end(WON[at] as boolean)]),
        `На сегодня всё! ${trades.filter((at) => WON[at]).length} плюсов ${trades.filter((at) => !WON[at]).length} минуса. Всем профита 💸`,
      ]),
    ),
  ),
  ...[
    'ATURAN\nTime frame M1\nKalau entry pertama lose, tunggu signal berikutnya. Setelah itu STOP.',
    'Bom dia pessoal! Perdeu a entrada, respira. Quem não tem banca não entra',
    'Rules\n✅ win\n❌ loss\nNext at nine',
  ].map((rules) =>
    plain(
      `rules before the first signal: ${rules.split('\n')[0]}`,
      telegram([rules, ...WON.flatMap((won, at) => [signal(at), end(won)])]),
    ),
  ),
  {
    name: 'outcomes before the first signal, of which the first stands alone',
    text: telegram([
      'GM all',
      'WIN ✅',
      'LOSS ❌, market is slow today',
      ...WON.flatMap((won, at) => [signal(at), end(won)]),
    ]),
    asks: 'endings-without-signal',
    counts: '38-24-0',
  },
  ...[
    ['Hoy un gale como mucho', 'Ganada en el gale ✅'],
    ['Expiration 1 minute, une seule martingale', 'Gagné à la martingale ✅'],
    ['المضاعفة مرة واحدة فقط', 'ربح بالمضاعفة ✅'],
    ['MTG sirf ek dafa', 'MTG ITM ✅'],
    ['Un seul rattrapage par signal', 'Rattrapé ✅'],
    ['1 MTG lena hai, 2nd MTG bilkul nahi', 'MTG profit ✅'],
    ['Thua thì gấp 1 lần duy nhất', 'Thắng lệnh gấp ✅'],
  ].map(([rule = '', won = '']) => ({
    name: `one doubled stake, said in words: ${rule}`,
    text: telegram([
      rule,
      ...WON.flatMap((isWon, at) => [signal(at), isWon && at % 4 === 1 ? won : isWon ? '✅' : 'loss ❌']),
    ]),
    asks: 'announced-gales',
    counts: `37-${23 * 2 + WON.filter((isWon, at) => isWon && at % 4 === 1).length}-0`,
  })),
  ...['Martingale yapmıyoruz, tek giriş', '1 minuto, niente martingala'].map((rule) =>
    plain(
      `no doubled stakes, said in words: ${rule}`,
      telegram([rule, ...WON.flatMap((won, at) => [signal(at), won ? '✅' : '❌'])]),
    ),
  ),
  plain(
    'losses that are called total, in Spanish',
    telegram(WON.flatMap((won, at) => [signal(at), won ? '✅ Profit' : '❌ Pérdida total'])),
  ),
  ...['Doji ⚪ sem ganho sem perda', 'Kapattık, ne kar ne zarar', 'Closed, no profit no loss'].map((tied) =>
    plain(
      `ties without a gain or a loss: ${tied}`,
      telegram(WON.flatMap((won, at) => [signal(at), at % TIED === 4 ? tied : end(won)])),
      WITH_TIES,
    ),
  ),
  ...[
    ['минус, перекрываемся туда же', 'и перекрытие минус ❌'],
    ['минус ❌ перекрываемся', 'и перекрытие минус ❌'],
  ].map(([doubled = '', lost = '']) =>
    plain(
      `a doubled stake that is placed, and lost too: ${doubled}`,
      telegram(WON.flatMap((won, at) => [signal(at), ...(won ? ['✅'] : [doubled, lost])])),
      '37-46-0',
    ),
  ),
  {
    name: 'a doubled stake that is placed, and lost too: MTG lo',
    text: telegram(WON.flatMap((won, at) => [signal(at), ...(won ? ['✅'] : ['MTG lo', 'MTG bhi loss ❌'])])),
    asks: 'gale-without-number',
    counts: '37-46-0',
  },
  {
    ...plain(
      'signals with a mark before their stop',
      telegram(
        WON.flatMap((won, at) => [
          `📌 ${pairOf(at)} — LONG x10\n\n➡️ Entrada: 74100\n🎯 74800 - 75600\n⛔️ SL: 73400`,
          won ? 'TP1 ✅' : 'SL ❌',
        ]),
      ),
    ),
    isPlain: false,
  },
  plain(
    'stickers of a page of Telegram',
    html(WON.flatMap((won, at) => [signal(at), `</div>${sticker(markOf(won))}<div>`])),
  ),
  ...['✅ direto | ✅¹ no G1 | ❌ perdeu com G1', '✅ = direto\n✅¹ = no G1\n❌ = perdeu tudo'].map(
    (legend) =>
      plain(
        `lists with a legend above their marks: ${legend.split('\n')[0]}`,
        lists('', (at) => markOf(WON[at] as boolean)).replaceAll('\n\n', `\n${legend}\n\n`),
      ),
  ),
  plain(
    'losses that say to be without a doubled stake, in English',
    telegram(WON.flatMap((won, at) => [signal(at), won ? 'WIN ✅' : 'LOSS ❌ no MTG on this one'])),
  ),
  {
    name: 'two doubled stakes, announced together',
    text: telegram(WON.flatMap((won, at) => [`${signal(at)}\nGale 1 e 2 se precisar`, won ? '✅' : '❌'])),
    asks: 'announced-gales',
    counts: '37-69-0',
  },
  plain(
    'coins of no known name, with a leverage',
    telegram(
      WON.flatMap((won, at) => [
        `${['ZORB', 'QIL'][at % 2]} short 5x\nentry 4.62\ntp 4.50\nsl 4.74`,
        won ? 'tp1 ✅' : 'sl hit ❌',
      ]),
    ),
  ),
  ...['OPEN', 'MARGIN'].map((word) =>
    plain(
      `a word in capitals and a leverage below the pair: ${word}`,
      telegram(
        WON.flatMap((won, at) => [
          `#${['SOL', 'XRP'][at % 2]}/USDT\n${word} LONG 10x\nentry 4.62\ntp 4.74\nsl 4.50`,
          won ? 'tp1 ✅' : 'sl hit ❌',
        ]),
      ),
    ),
  ),
];
