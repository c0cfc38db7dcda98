/** Chats that say each lost stake in a message of its own, each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, WON } from './layout.ts';

const signal = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} 1 MIN`;
const doubledOf = (at: number): number => at % 3;
const LOST = WON.reduce((sum, won, at) => sum + doubledOf(at) + (won ? 0 : 1), 0);
/** Lost stakes below which another signal stands before the doubled one ends. */
const INTERRUPTED = WON.filter((won, at) => won && at % 12 === 1).length;
/** Signals that lost two stakes, long before another one won with its second; of every third signal a stake is lost first. */
const LATE = WON.filter((_won, at) => at % 20 === 1 && at % 3 !== 0);
const LATE_WON = LATE.filter(Boolean).length;
const LONG_BEFORE = `${37 - LATE_WON + LATE.length}-${23 + LATE_WON + 2 * LATE.length + 20}-0`;
const RIGHT = `37-${LOST}-0`;

/** Signals, their lost stakes, and their ends. */
const doubled = (
  lostStake: (stake: number) => string | readonly string[],
  won: (doubled: number) => string,
  lost: (doubled: number) => string,
): string =>
  telegram(
    WON.flatMap((isWon, at) => [
      signal(at),
      ...Array.from({ length: doubledOf(at) }, (_, stake) => lostStake(stake + 1)).flat(),
      (isWon ? won : lost)(doubledOf(at)),
    ]),
  );
const always = (text: string) => () => text;
const plain = (name: string, text: string, counts = RIGHT): Layout => ({ name, text, counts, isPlain: true });
const asked = (name: string, code: string, text: string, counts: string): Layout => ({
  name,
  text,
  asks: code,
  counts,
});
/** Wins with what they were doubled, losses without; each of these has lost all three stakes. */
const hidden = (name: string, wins: readonly string[], lost: string): Layout =>
  asked(
    `losses that hide their doubled stakes: ${name}`,
    'announced-gales',
    telegram(WON.flatMap((won, at) => [signal(at), won ? (wins[doubledOf(at)] as string) : lost])),
    `37-${WON.reduce((sum, won, at) => sum + (won ? doubledOf(at) : 3), 0)}-0`,
  );
const after = (word: string, doubling: string) => (stake: number) =>
  stake === 0 ? word : `${word} ${doubling} ${stake}`;

export const LOST_STAKE_LAYOUTS: readonly Layout[] = [
  plain(
    'lost stakes in Spanish, the next one announced with each',
    doubled(
      (stake) => `Perdida ❌ vamos a martingala ${stake}`,
      after('Ganada ✅', 'en martingala'),
      (stake) => (stake === 0 ? 'Perdida ❌' : 'Perdida ❌ cerramos, no más martingala'),
    ),
  ),
  plain(
    'lost stakes in English, the last outcome without a number',
    doubled((stake) => `LOSS ❌ go MTG ${stake}`, always('WIN ✅'), always('LOSS ❌')),
  ),
  plain(
    'lost stakes in English, by commas',
    doubled((stake) => `Loss, now use ${stake} step martingale`, always('WIN ✅'), always('LOSS ❌')),
  ),
  plain(
    'lost stakes in Portuguese',
    doubled((stake) => `RED ❌ vamos para o gale ${stake}`, after('GREEN ✅', 'no gale'), always('RED ❌')),
  ),
  plain(
    'lost stakes in Russian',
    doubled((stake) => `Минус ❌ делаем догон ${stake}`, always('Плюс ✅'), always('Минус ❌')),
  ),
  plain(
    'lost stakes behind which the doubling is named alone',
    doubled(
      (stake) => (stake === 1 ? 'Loss, martingale ❌' : 'Loss, second martingale ❌'),
      (stake) => (stake === 0 ? 'Win ✅' : `Win with ${stake} martingale ✅`),
      always('Loss ❌'),
    ),
  ),
  asked(
    'losses that are recovered by a doubled stake with a number',
    'announced-gales',
    telegram(
      WON.flatMap((won, at) => [
        signal(at),
        !won
          ? 'Loss ❌'
          : doubledOf(at) === 1
            ? 'Loss recovered ✅ MTG 1'
            : doubledOf(at) === 2
              ? 'MTG-1 WIN ✅ loss recover'
              : 'Win ✅',
      ]),
    ),
    `37-${23 + WON.filter((won, at) => won && doubledOf(at) > 0).length}-0`,
  ),
  hidden('superscripts', ['✅', '✅¹', '✅²'], '❌'),
  hidden('G1 and G2', ['WIN ✅', 'WIN G1 ✅', 'WIN G2 ✅'], 'LOSS ❌'),
  hidden('догон', ['Плюс ✅', 'Плюс, 1 догон ✅', 'Плюс, 2 догон ✅'], 'Минус ❌'),
  plain(
    'a list of the morning with up to two doublings for each of its signals, and its results',
    telegram(
      Array.from({ length: 6 }, (_, day) => {
        const line = (at: number): string =>
          `${String(9 + at).padStart(2, '0')}:2${day} ${signal(day * 10 + at)}`;
        const all = Array.from({ length: 10 }, (_one, at) => at);
        const mark = (at: number): string =>
          WON[day * 10 + at] === true ? (['✅', '✅¹', '✅²'][doubledOf(day * 10 + at)] ?? '') : '❌';
        return [
          `Signals of the day\n\n${all.map(line).join('\n')}\n\nUp to 2 gales`,
          `The list of this morning\n\n${all.map((at) => `${line(at)} ${mark(at)}`).join('\n')}`,
        ];
      }).flat(),
    ),
    `37-${WON.reduce((sum, won, at) => sum + (won ? doubledOf(at) : 3), 0)}-0`,
  ),
  plain(
    'a lost stake with the number of the next one, and other signals before what it brought',
    telegram(
      WON.flatMap((won, at) => {
        if (at % 3 === 0) return [signal(at), 'Loss ❌, gale 1', won ? 'Win ✅ with gale' : 'Loss ❌'];
        if (at % 12 !== 1 || !won) return [signal(at), won ? 'Win ✅' : 'Loss ❌'];
        return [signal(at), 'Loss ❌, gale 1', 'NZDUSD CALL 1 MIN', 'Win ✅ with gale', 'Win ✅'];
      }),
    ),
    `${37 + INTERRUPTED}-${23 + INTERRUPTED + 20}-0`,
  ),
  {
    ...asked(
      'a signal that lost its doubled stake long before another one won so',
      'announced-gales',
      telegram(
        WON.flatMap((won, at) => {
          if (at % 3 === 0) return [signal(at), 'Loss ❌, gale 1', won ? 'Win ✅ gale 1' : 'Loss ❌'];
          if (at % 20 !== 1) return [signal(at), won ? 'Win ✅' : 'Loss ❌'];
          const talk = Array<string>(3).fill('Join our VIP channel');
          return [signal(at), 'Loss ❌, gale 1', ...talk, 'NZDUSD CALL 1 MIN', 'Win ✅ gale 1'];
        }),
      ),
      LONG_BEFORE,
    ),
    unresolved: 0,
  },
  // What is traded is known by no name, and each signal is lost or won with its last stake.
  ...(
    [
      ['Crypto IDX CALL (maks K2)', 'Profit K2 ✅', 'LOSS K2 ❌'],
      ['Asia Composite Index PUT 1 MIN', 'WIN G2 ✅', 'LOSS G2 ❌'],
      ['Altcoin IDX BUY 09:01', 'WIN MTG 2', 'LOSS MTG 2'],
      ['Índice Europa COMPRA M1 (até G2)', 'GREEN ✅ gale 2', 'RED ❌ gale 2'],
      ['Астро индекс ВВЕРХ', '✅ Плюс, 2 догон', '❌ Минус, 2 догон'],
    ] as const
  ).map(([opens, won, lost]) =>
    plain(
      `losses and wins at the last stake of ${opens}`,
      telegram(WON.flatMap((isWon) => [opens, isWon ? won : lost])),
      `37-${37 * 2 + 23 * 3}-0`,
    ),
  ),
  plain(
    'lost stakes in Indonesian',
    doubled((stake) => `KALAH ❌ lanjut martingale ${stake}`, always('MENANG ✅'), always('KALAH ❌')),
  ),
  plain(
    'lost stakes in Turkish',
    doubled(
      (stake) => `Kaybettik ❌ şimdi martingale ${stake}`,
      always('Kazandık ✅'),
      always('Kaybettik ❌'),
    ),
  ),
  plain(
    'lost stakes in Hindi',
    doubled((stake) => `हार ❌ अब मार्टिंगेल ${stake}`, always('जीत ✅'), always('हार ❌')),
  ),
  plain(
    'lost stakes in Arabic',
    doubled((stake) => `خسارة ❌ الآن مارتينجال ${stake}`, always('ربح ✅'), always('خسارة ❌')),
  ),
  plain(
    'a loss, then the next stake in a message of its own',
    doubled((stake) => ['LOSS ❌', `Going for MTG ${stake}`], always('WIN ✅'), always('LOSS ❌')),
  ),
  plain(
    'the next stake without its number',
    doubled(always('Loss ❌ next martingale'), always('WIN ✅'), always('LOSS ❌')),
  ),
  plain(
    'lost stakes without an end of their signal',
    telegram(WON.flatMap((won, at) => [signal(at), won ? 'WIN ✅' : 'LOSS ❌ go MTG 1'])),
    '37-23-0',
  ),
  ...['intento', 'try', 'entrada', 'попытка', 'deneme'].map((word) =>
    plain(
      `attempts stated one by one: ${word}`,
      doubled(
        (stake) => `${stake}. ${word} ❌`,
        (stakes) => `${stakes + 1}. ${word} ✅`,
        (stakes) => `${stakes + 1}. ${word} ❌`,
      ),
    ),
  ),
  asked(
    'a rule about the next stake below each signal',
    'announced-gales',
    telegram(WON.flatMap((won, at) => [signal(at), 'If loss use MTG 1', won ? 'WIN ✅' : 'LOSS ❌'])),
    '37-46-0',
  ),
];
