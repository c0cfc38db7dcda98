/** Chats with lists, marks without a key, announced doubled stakes and the numbered trades of bots. Each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, WON } from './layout.ts';

const plain = (name: string, text: string, truth: Partial<Layout> = {}): Layout => ({
  name,
  text,
  counts: RIGHT,
  isPlain: true,
  ...truth,
});
const asks = (name: string, question: string, text: string, counts = RIGHT): Layout => ({
  name,
  text,
  asks: question,
  counts,
});
const sideOf = (at: number): string => (at % 2 === 0 ? 'CALL' : 'PUT');

/** A list of signals, and the same one with its outcomes in the evening. */
const list = (mark: (won: boolean) => string, separator: string): string[] => {
  const lines = WON.map((_won, at) => {
    const minute = 9 * 60 + at * 7;
    const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    return [clock, 'USDJPY', sideOf(at), 'M5'].join(separator);
  });
  return [
    `LISTA 13/04\n${lines.join('\n')}`,
    `RESULTADO 13/04\n${lines.map((line, at) => `${line} ${mark(WON[at] as boolean)}`).join('\n')}`,
  ];
};
const marks = (won: boolean): string => (won ? '✅' : '❌');

/** The colour of each candle, and what a reader of it as the outcome would count. */
const candle = (at: number): string => (WON[at] === (at % 2 === 0) ? '🟢' : '🔴');

export const BOT_CHAT_LAYOUTS: readonly Layout[] = [
  ...[';', ' | ', ' - ', '\t', ' – ', ' ; '].map((separator) =>
    plain(
      `a list in one message with times of its own, parted by "${separator}"`,
      telegram(list(marks, separator)),
      {
        bets: 60,
      },
    ),
  ),
  asks(
    'circles that are not those of the side, below a date',
    'circles',
    `📅 04/05/2026 LISTA M1\n${WON.map((_won, at) => `0${8 + (at >> 5)}:${String(10 + (at % 32)).padStart(2, '0')} ${pairOf(at)} ${sideOf(at)} ${candle(at)}`).join('\n')}`,
  ),
  ...['➖', '🔁'].map((dash) =>
    asks(
      `a dash that says what was lost: ${dash}`,
      'tie-marks',
      telegram(WON.flatMap((won, at) => [`${pairOf(at)} ${sideOf(at)} 5 min`, won ? '✔️' : dash])),
    ),
  ),
];
