/** Chats whose outcomes are denied, signed, or said of several signals at once, each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, WON } from './layout.ts';

const signal = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} 1 MIN`;
const chat = (won: (at: number) => string, lost: (at: number) => string): string =>
  telegram(WON.flatMap((isWon, at) => [signal(at), isWon ? won(at) : lost(at)]));
const always = (text: string) => () => text;
const fourth = (other: string, usual: string) => (at: number) => (at % 4 === 0 ? other : usual);

const plain = (name: string, text: string): Layout => ({ name, text, counts: RIGHT, isPlain: true });
const asked = (name: string, text: string, asks: string): Layout => ({ name, text, asks, counts: RIGHT });

/** Signals by so many, then one message about all of them. */
const together = (count: number, said: (won: readonly boolean[]) => string, isOneMessage = false): string =>
  telegram(
    Array.from({ length: WON.length / count }, (_, group) => {
      const at = group * count;
      const signals = Array.from({ length: count }, (_signal, place) => signal(at + place));
      return [...(isOneMessage ? [signals.join('\n')] : signals), said(WON.slice(at, at + count))];
    }).flat(),
  );
const ofTwo =
  (both: string, none: string, one: string) =>
  (won: readonly boolean[]): string =>
    won[0] === won[1] ? (won[0] === true ? both : none) : one;
const winsIn = (won: readonly boolean[]): number => won.filter(Boolean).length;
const lossesIn = (won: readonly boolean[]): number => won.length - winsIn(won);
const marks = (won: readonly boolean[]): string => won.map((isWon) => (isWon ? '✅' : '❌')).join('');

/** Signals by six, then a list of those that the seller shows. */
const recap = (shows: (at: number) => boolean, heading: string): string =>
  telegram(
    Array.from({ length: WON.length / 6 }, (_, group) => {
      const places = [0, 1, 2, 3, 4, 5].map((place) => group * 6 + place);
      const list = places
        .filter(shows)
        .map((at) => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} ${WON[at] === true ? '✅' : '❌'}`);
      return [...places.map(signal), `${heading}${list.join('\n')}`];
    }).flat(),
  );

const GOLD = 'XAUUSD BUY 2150\nTP1 2155 TP2 2160 TP3 2170 SL 2140';
const targets = (won: string, lost: string): string =>
  telegram(WON.flatMap((isWon) => [GOLD, isWon ? won : lost]));
const running = (said: (sum: number) => string): string => {
  let sum = 0;
  return telegram(
    WON.flatMap((won, at) => {
      sum += won ? 8 : -10;
      return [signal(at), won ? 'WIN ✅' : 'LOSS ❌', said(sum)];
    }),
  );
};
const score = (won: readonly boolean[]): string => `Score: ${winsIn(won)} wins ${lossesIn(won)} losses`;

export const OUTCOME_FORM_LAYOUTS: readonly Layout[] = [
  asked('French, not won', chat(always('Gagné'), always('Pas gagné')), 'unsure-endings'),
  ...[
    'No win',
    'Not a win',
    "Didn't win",
    'Não ganhamos',
    'No ganamos esta',
    'Не выиграли',
    'Không thắng',
  ].map((lost) =>
    asked(`a win that is denied, "${lost}"`, chat(always('WIN ✅'), always(lost)), 'unsure-endings'),
  ),
  ...[
    'No win this time ❌',
    'Almost won ❌',
    'Loss ❌ but recovered in next ✅',
    'Loss ❌ recovered with next signal',
  ].map((lost) =>
    asked(`a loss, "${lost}"`, chat(always('WIN ✅'), fourth(lost, 'LOSS ❌')), 'unsure-endings'),
  ),
  ...[
    'Almost won, loss',
    'So close to a win, loss ❌',
    'Quase ganhamos, loss',
    'Почти выиграли, проигрыш',
  ].map((lost) => plain(`a loss that was almost a win, "${lost}"`, chat(always('WIN ✅'), always(lost)))),
  {
    name: 'a loss that is called recovered',
    text: chat(always('WIN ✅'), fourth('Loss ❌ (recovered)', 'LOSS ❌')),
    counts: RIGHT,
  },
  ...[
    ['+35 pips', '-20 pips'],
    ['+35 pips 🔥', '-20 pips 😔'],
    ['+1.5R', '-1R'],
    ['+35p', '−20p'],
    ['+35 пунктов', '-20 пунктов'],
    ['+35 puntos', '-20 puntos'],
    ['+$35', '-$20'],
    ['Profit: +17$', 'Loss: -10$'],
    ['Result: +17$', 'Result: -10$'],
    ['Lucro: +R$17', 'Prejuízo: -R$10'],
    ['P/L +17.50 USD', 'P/L -10.00 USD'],
    ['Прибыль: +17$', 'Убыток: -10$'],
  ].map(([won = '', lost = '']) =>
    asked(`signed amounts alone, "${won}"`, chat(always(won), always(lost)), 'unsure-endings'),
  ),
  {
    ...plain(
      'what trades brought above their outcomes',
      chat(always('Profit: +17$\nWIN ✅'), always('Loss: -10$\nLOSS ❌')),
    ),
    payout: 1.7,
  },
  plain(
    'amounts on the way before the outcome',
    telegram(WON.flatMap((won, at) => [signal(at), '+10 pips', won ? 'TP hit ✅' : 'SL hit ❌'])),
  ),
  {
    name: 'two words of slang beside the usual ones',
    text: chat(fourth('Húp', 'WIN'), fourth('Tạch', 'LOSS')),
    counts: RIGHT,
  },
  ...(
    [
      ['Both WIN ✅✅', 'Both lost ❌❌', '1 win 1 loss'],
      ['2 wins ✅✅', '2 losses ❌❌', '1W 1L'],
      ['✅✅', '❌❌', '✅❌'],
      ['Ambas WIN', 'Ambas LOSS', '1 win e 1 loss'],
      ['Dono win ✅', 'Dono loss ❌', '1 win 1 loss'],
      ['Keduanya menang ✅', 'Keduanya kalah ❌', '1 menang 1 kalah'],
      ['Обе выигрыш', 'Обе проигрыш', '1 выигрыш 1 проигрыш'],
      ['Las dos ganadas ✅', 'Las dos perdidas ❌', '1 ganada 1 perdida'],
    ] as const
  ).flatMap(([both, none, one]) => [
    asked(
      `the outcome of two signals in two messages, "${both}"`,
      together(2, ofTwo(both, none, one)),
      'several-outcomes',
    ),
    asked(
      `the outcome of two signals in one message, "${both}"`,
      together(2, ofTwo(both, none, one), true),
      'several-outcomes',
    ),
  ]),
  plain(
    'the outcome of two signals in words',
    together(2, ofTwo('Both won', 'Both lost', 'One win, one loss')),
  ),
  ...(
    [
      ['First win ✅ second loss ❌', 'First loss ❌ second win ✅'],
      ['1st one won, 2nd one lost', '1st one lost, 2nd one won'],
      ['Primeira ✅ segunda ❌', 'Primeira ❌ segunda ✅'],
      ['Выигрыш первый, проигрыш второй', 'Проигрыш первый, выигрыш второй'],
    ] as const
  ).map(([wonFirst, lostFirst]) =>
    plain(
      `the outcome of each of two signals, "${wonFirst}"`,
      together(2, (won) =>
        won[0] === won[1]
          ? won[0] === true
            ? 'Both won'
            : 'Both lost'
          : won[0] === true
            ? wonFirst
            : lostFirst,
      ),
    ),
  ),
  ...(
    [
      ['1st entry: win', '1st entry: loss, 2nd entry: loss'],
      ['1ª entrada: win', '1ª entrada: loss\n2ª entrada: loss'],
      ['WIN', 'Entry 1 ❌ Entry 2 ❌'],
      ['WIN', '1st: ❌ 2nd: ❌'],
      ['Вход 1: плюс', 'Вход 1: минус, вход 2: минус'],
    ] as const
  ).map(([won, lost]) => ({
    ...asked(
      `two entries of one signal, "${lost.replace('\n', ' / ')}"`,
      chat(always(won), always(lost)),
      'several-outcomes',
    ),
    counts: '37-46-0',
  })),
  plain(
    'the outcome of each of two signals, after one that was called off',
    telegram(
      WON.flatMap((won, at) => {
        if (at % 2 === 0) return [...(at % 10 === 4 ? ['NZDUSD CALL 5 MIN', 'Cancelled'] : []), signal(at)];
        const [one, other] = [WON[at - 1] === true ? 'win' : 'loss', won ? 'win' : 'loss'];
        return [signal(at), `First ${one}, second ${other}`];
      }),
    ),
  ),
  plain('marks of four signals', together(4, marks)),
  ...(
    [
      ['marks below a heading', (won) => `Results: ${marks(won)}`],
      ['marks with spaces', (won) => `Results ${[...marks(won)].join(' ')}`],
      ['marks in a second line', (won) => `Итоги\n${marks(won)}`],
      ['letters', (won) => `Results: ${won.map((isWon) => (isWon ? 'W' : 'L')).join(' ')}`],
      ['counts', (won) => `${winsIn(won)} wins ${lossesIn(won)} losses`],
      ['counts without spaces', (won) => `${winsIn(won)}W-${lossesIn(won)}L`],
      ['counts of marks', (won) => `✅ ${winsIn(won)} ❌ ${lossesIn(won)}`],
    ] as const satisfies readonly (readonly [string, (won: readonly boolean[]) => string])[]
  ).map(([name, said]) => asked(`four signals in ${name}`, together(4, said), 'several-outcomes')),
  plain(
    'a score that counts all outcomes so far',
    telegram(WON.flatMap((won, at) => [signal(at), won ? 'WIN ✅' : 'LOSS ❌', score(WON.slice(0, at + 1))])),
  ),
  {
    name: 'a score that counts all outcomes so far, alone',
    text: telegram(WON.flatMap((_won, at) => [signal(at), score(WON.slice(0, at + 1))])),
    counts: RIGHT,
  },
  ...['TP1 ✅ TP2 ✅ TP3 ❌', 'TP1✅ TP2✅ TP3❌', 'T1 ✅ T2 ✅ T3 ❌', 'TP1 ✅, TP2 ❌'].map((won) =>
    asked(`targets that were reached in part, "${won}"`, targets(won, 'SL ❌'), 'two-ends'),
  ),
  asked('targets, then the stop', targets('🎯 TP1 ✅ TP2 ✅ SL ❌', 'SL ❌'), 'target-then-stop'),
  plain('all targets in one line', targets('TP1 ✅ TP2 ✅ TP3 ✅', 'SL ❌')),
  asked(
    'a stop that is named after a win without a target',
    telegram(
      WON.flatMap((won, at) => [signal(at), won ? 'WIN ✅' : 'LOSS ❌', ...(at === 7 ? ['SL hit'] : [])]),
    ),
    'endings-without-signal',
  ),
  ...(
    [
      ['posts without a number', ['Martingale', 'Martingale']],
      ['posts with their numbers', ['MTG 1', 'MTG 2']],
    ] as const
  ).map(
    ([name, doubled]): Layout => ({
      name: `two doubled stakes, ${name}`,
      text: telegram(
        WON.flatMap((won, at) => [signal(at), ...(at % 6 === 0 ? doubled : []), won ? 'WIN ✅' : 'LOSS ❌']),
      ),
      asks: 'posted-gales',
      counts: '37-43-0',
    }),
  ),
  plain('no target, and the stop', targets('TP1 ✅', 'TP1 ❌ TP2 ❌ SL hit')),
  { name: 'a list of the wins', text: recap((at) => WON[at] === true, 'Daily recap\n'), counts: RIGHT },
  {
    ...plain(
      'a list of all without a heading',
      recap(() => true, ''),
    ),
    unresolved: 0,
  },
  {
    ...plain(
      'a list of all',
      recap(() => true, 'Daily recap\n'),
    ),
    unresolved: 0,
  },
  ...(
    [
      ['Total +8', (sum) => `Total ${sum}`],
      ['Balance: +8', (sum) => `Balance: ${sum > 0 ? '+' : ''}${sum}`],
      ['+8', (sum) => `${sum > 0 ? '+' : ''}${sum}`],
      ['Net +8 ✅', (sum) => `Net ${sum} ${sum > 0 ? '✅' : '❌'}`],
      ['Итого +8', (sum) => `Итого ${sum}`],
    ] as const satisfies readonly (readonly [string, (sum: number) => string])[]
  ).map(([name, said]) => plain(`a sum so far after each outcome, "${name}"`, running(said))),
];
