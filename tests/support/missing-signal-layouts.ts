/** Chats of Telegram and Discord in which outcomes answer messages that are no signals of the export. Each with its truth. */
import { telegram as telegramOf } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, startOf, WON } from './layout.ts';

interface Post {
  readonly id: number;
  readonly atMs: number;
  readonly text: string;
  readonly answers: number;
}
const TOPIC = 1;

const telegram = (posts: readonly Post[]): string =>
  JSON.stringify({
    name: 'Signals',
    type: 'public_channel',
    messages: posts.map(({ id, atMs, text, answers }) => ({
      id,
      type: 'message',
      date_unixtime: String(atMs / 1_000),
      from: 'Signals',
      ...(answers > 0 && { reply_to_message_id: answers }),
      text,
    })),
  });
const discord = (posts: readonly Post[]): string =>
  JSON.stringify({
    guild: { name: 'Signals' },
    messages: posts.map(({ id, atMs, text, answers }) => ({
      id: `11111111111${id}`,
      type: answers > 0 ? 'Reply' : 'Default',
      timestamp: new Date(atMs).toISOString(),
      content: text,
      author: { id: '1', name: 'signals' },
      ...(answers > 0 && { reference: { messageId: `11111111111${answers}` } }),
    })),
  });

/** Tips with their odds, which name nothing that is known to be traded. */
const tips = (won: string, lost: string): string =>
  telegram(
    WON.flatMap((isWon, at) =>
      [`⚽ Flamengo x Santos\nOdd 1.${at % 2 === 0 ? 70 : 65}`, isWon ? won : lost].map((text, more) => ({
        id: at * 2 + more + 1,
        atMs: startOf(at) + more * 300_000,
        text,
        answers: 0,
      })),
    ),
  );

interface Form {
  readonly write?: typeof telegram;
  /** From a signal to its outcome; the next signal follows after 17. */
  readonly minutes?: number;
  readonly isTopic?: boolean;
}

/** A signal and its outcome for each trade; of some the signal is missing. */
const chat = (
  outcomeOf: (at: number, won: boolean) => string,
  isMissing: (at: number) => boolean,
  { write = telegram, minutes = 10, isTopic = false }: Form = {},
): string => {
  const posts = WON.flatMap((won, at): Post[] => {
    const id = 2 * at + 100;
    const opened = { id, atMs: startOf(at), text: `${pairOf(at)} CALL`, answers: isTopic ? TOPIC : 0 };
    const ended = {
      id: id + 1,
      atMs: startOf(at) + minutes * 60_000,
      text: outcomeOf(at, won),
      answers: isTopic ? TOPIC : id,
    };
    return isMissing(at) ? [ended] : [opened, ended];
  });
  return write(posts.sort((one, other) => one.atMs - other.atMs));
};
const result = (_at: number, won: boolean): string => (won ? 'WIN ✅' : 'LOSS ❌');
const whole = (at: number, won: boolean): string => `${pairOf(at)} CALL ${won ? 'WIN ✅' : 'LOSS ❌'}`;
const asked = (name: string, text: string): Layout => ({
  name,
  text,
  asks: 'endings-without-signal',
  counts: RIGHT,
});

/** Tips that bear the mark of their outcome themselves. */
const MARKED_TIPS: readonly ((mark: string) => string)[] = [
  (mark) => `⚽ Flamengo x Santos\nOver 2.5 @1.70\nStake 2/10 ${mark}`,
  (mark) => `⚽ Flamengo x Santos ${mark}\nOver 2.5 @1.70\nStake 3/5`,
  (mark) => `Real Madrid - Getafe\nMás de 2.5 goles\nCuota 1.70\nStake 3/5 ${mark}`,
  (mark) => `⚽ Real Madrid vs Getafe\n📈 Odds: 1.70\n💰 Stake: 2/10 ${mark}`,
];
/** Signals of a side alone, whose outcomes name a timeframe. */
const TIMED_ENDS = [
  ['CALL', 'M5'],
  ['SIGNAL: CALL', 'M1'],
  ['Next candle: CALL', 'M5'],
  ['Ready? CALL', 'M1'],
] as const;

/** Every other loser is posted, and all of them stand in the sums of each ten or of all. */
const ten = (at: number, isWon: boolean): number =>
  WON.slice(at - 9, at + 1).filter((won) => won === isWon).length;
const lacking = (name: string, sumAt: (at: number) => string | undefined): Layout => ({
  name: `losers that stand in a sum alone: ${name}`,
  text: telegramOf(
    WON.flatMap((won, at) => [
      ...(won || at % 2 === 1 ? [`${pairOf(at)} PUT 5 min`, won ? 'WIN ✅' : 'LOSS ❌'] : []),
      ...[sumAt(at)].filter((sum) => sum !== undefined),
    ]),
  ),
  counts: `37-${POSTED}-0`,
  unresolved: 23 - POSTED,
  isPlain: true,
});
const POSTED = WON.filter((won, at) => !won && at % 2 === 1).length;
const LACKING: readonly Layout[] = [
  lacking('of each ten', (at) =>
    at % 10 === 9 ? `Today: ${ten(at, true)} wins ${ten(at, false)} losses` : undefined,
  ),
  lacking('of all', (at) => (at === 59 ? 'Total: 37 wins 23 losses' : undefined)),
];

export const MISSING_SIGNAL_LAYOUTS: readonly Layout[] = [
  ...MARKED_TIPS.map((tip, kind) => ({
    name: `tips that bear the mark of their outcome, ${kind}`,
    text: telegramOf(WON.map((won) => tip(won ? '✅' : '❌'))),
    asks: 'unsure-endings',
    counts: RIGHT,
    offers: 0.7,
  })),
  ...['', ':'].map((sign) => ({
    name: `pasted amounts with a name, and nothing else${sign}`,
    text: WON.map((won) => (won ? `Profit${sign} +17$` : `Loss${sign} -10$`)).join('\n'),
    asks: 'unsure-endings',
    counts: RIGHT,
  })),
  ...TIMED_ENDS.map(([signal, timeframe]) => ({
    name: `outcomes with a timeframe below signals of a side: ${signal}, ${timeframe}`,
    text: telegramOf(
      WON.flatMap((won, at) => [
        at % 2 === 0 ? signal : signal.replace('CALL', 'PUT'),
        `${timeframe} ${won ? '✅' : '❌'}`,
      ]),
    ),
    counts: RIGHT,
    isPlain: true,
  })),
  asked(
    'answers to every third signal, which is missing and which they name',
    chat(whole, (at) => at % 3 === 0),
  ),
  asked(
    'answers to most signals, which are missing and which they name',
    chat(whole, (at) => at % 3 !== 0),
  ),
  asked(
    'answers to missing signals while other signals are open',
    chat(result, (at) => at % 10 === 3, { minutes: 20 }),
  ),
  asked(
    'answers of Discord to missing signals while other signals are open',
    chat(result, (at) => at % 10 === 3, { minutes: 20, write: discord }),
  ),
  {
    name: 'a channel of answers alone that name their signals',
    text: chat(whole, () => true),
    counts: RIGHT,
    bets: 60,
    isPlain: true,
  },
  {
    name: 'a topic of a group, which each of its messages answers',
    text: chat(result, () => false, { isTopic: true }),
    counts: RIGHT,
    bets: 60,
    isPlain: true,
  },
  {
    name: 'a topic of a group whose outcomes name their signals',
    text: chat(whole, (at) => at % 3 === 0, { isTopic: true }),
    counts: RIGHT,
    isPlain: true,
  },
  // Of the outcomes of tips a word is not known.
  ...(
    [
      ['Verde ✅', 'Fallada ❌'],
      ['Cobramos ✅✅', 'Red, seguimos'],
      ['Cashed ✅', 'Lost'],
      ['GREEN 🟢', 'Batemos na trave ❌'],
      ['Занесло ✅', 'Минус'],
    ] as const
  ).map(
    ([won, lost]): Layout => ({
      name: `tips without a pair, and outcomes of which not all is understood: ${won}, ${lost}`,
      text: tips(won, lost),
      asks: 'unsure-endings',
      counts: RIGHT,
    }),
  ),
  {
    name: 'words that are drawn out',
    text: chat(
      (_at, won) => (won ? 'WIIIN' : 'Losss'),
      () => false,
    ),
    counts: RIGHT,
    isPlain: true,
  },
  ...(
    [
      ['GREEEEN ✅✅', 'REEED'],
      ['Win', 'Lost, sorry guys'],
    ] as const
  ).map(
    ([won, lost]): Layout => ({
      name: `tips without a pair that name their odds: ${won}, ${lost}`,
      text: tips(won, lost),
      counts: RIGHT,
      isPlain: true,
    }),
  ),
  ...(
    [
      ['中了 ✅', '挂了'],
      ['红了', '黑了'],
      ['命中', '没中'],
      ['赚了', '亏了 ❌'],
      ['赢了', '输了'],
    ] as const
  ).map(
    ([won, lost]): Layout => ({
      name: `outcomes in Chinese of the street: ${won}, ${lost}`,
      text: chat(
        (_at, isWon) => (isWon ? won : lost),
        () => false,
      ),
      counts: RIGHT,
      isPlain: true,
    }),
  ),
  ...(
    [
      ['ITM', 'OTM'],
      ['win', 'loss'],
    ] as const
  ).map(
    ([won, lost]): Layout => ({
      name: `a word for each of three signals: ${won} ${lost}`,
      text: telegram(
        Array.from({ length: 20 }, (_, day): Post[] => {
          const three = [0, 1, 2].map((at) => day * 3 + at);
          const atMs = (at: number): number => startOf(day) + at * 60_000;
          const opened = three.map((at, place) => ({
            id: day * 4 + place + 1,
            atMs: atMs(place),
            text: `${pairOf(at)} PUT 5m`,
            answers: 0,
          }));
          const text = three.map((at) => (WON[at] === true ? won : lost)).join(' ');
          return [...opened, { id: day * 4 + 4, atMs: atMs(20), text, answers: 0 }];
        }).flat(),
      ),
      asks: 'several-outcomes',
      counts: RIGHT,
    }),
  ),
  ...(
    [['EURUSD CALL 5 min\nGBPUSD PUT 5 min'], ['EURUSD CALL above 1.0850\nEURUSD PUT below 1.0820']] as const
  ).map(
    ([text]): Layout => ({
      name: `one outcome of two signals in a message: ${text.replace('\n', ' / ')}`,
      text: telegramOf(WON.flatMap((won) => [text, won ? 'WIN ✅' : 'LOSS ❌'])),
      asks: 'several-outcomes',
      counts: RIGHT,
    }),
  ),
  ...LACKING,
];
