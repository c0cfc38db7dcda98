/** Tables of which a column can be read in two ways, or says something only beside the others. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { asks, plain, table } from './table-parts.ts';

const dayOf = (at: number): string => stamp(at * 40).slice(0, 10);
const word = (won: boolean): string => (won ? 'won' : 'lost');
const gainOf = (won: boolean): number => (won ? 8.5 : -10);
const isBack = (at: number): boolean => at % 12 === 0;
const REFUNDED = '34-21-5';

/** Some rows of a table once more, below their own. */
const twice = (text: string): string => {
  const [heading = '', ...rows] = text.split('\n');
  return [heading, ...rows.flatMap((row, at) => (at % 20 === 3 ? [row, row] : [row]))].join('\n');
};

const asksFor = (name: string, text: string, code: string, counts = RIGHT): Layout => ({
  name,
  text,
  asks: code,
  counts,
});

const EQUAL_ROWS: readonly Layout[] = [
  asksFor(
    'equal rows of days with prices that differ',
    twice(
      table('date,pair,side,entry price,profit', (at, won) => [
        dayOf(at),
        pairOf(at),
        at % 2 === 0 ? 'buy' : 'sell',
        (1.08437 + at * 0.00013).toFixed(5),
        gainOf(won),
      ]),
    ),
    'repeated-rows',
  ),
  asksFor(
    'equal rows of profits that differ, without days',
    twice(
      table('pair,profit', (at, won) => [pairOf(at), (won ? 8 + at * 0.37 : -10 - at * 0.21).toFixed(2)]),
    ),
    'repeated-rows',
  ),
  {
    ...plain(
      'equal rows of a journal of days with one stake and one payout',
      twice(
        table('date,pair,result,stake,payout', (at, won) => [
          dayOf(Math.floor(at / 6)),
          pairOf(at),
          word(won),
          10,
          '85%',
        ]),
      ),
    ),
    counts: '39-24-0',
  },
];

const REFUNDS: readonly Layout[] = [
  ...['Stake,Payout,Result,Refund', 'Einsatz,Auszahlung,Ergebnis,Erstattung'].map((names) =>
    asksFor(
      `stakes that were given back in a column of their own: ${names}`,
      table(`Datum,Asset,${names}`, (at, won) => [
        stamp(at),
        pairOf(at),
        10,
        '85%',
        word(won && !isBack(at)),
        isBack(at) ? 10 : 0,
      ]),
      'doubtful-outcomes',
      REFUNDED,
    ),
  ),
  asksFor(
    'stakes that were given back by a yes',
    table('time,pair,stake,payout,result,refunded', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      '85%',
      word(won && !isBack(at)),
      isBack(at) ? 'yes' : 'no',
    ]),
    'doubtful-outcomes',
    REFUNDED,
  ),
  plain(
    'parts of lost stakes that were given back',
    table('time,pair,stake,payout,result,refund', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      '85%',
      word(won),
      won ? 0 : 1,
    ]),
    0.85,
  ),
  ...[
    'Einsatz zurück',
    'Rückerstattung',
    'stake back',
    'Stake returned',
    'devolvido',
    'estornado',
    'apuesta devuelta',
    'mise remboursée',
    'возврат ставки',
    'iade edildi',
    'hoàn tiền',
    'dikembalikan',
    'ফেরত',
    'वापस',
    'واپس',
    'مسترد',
    '返金',
  ].map((tie) => ({
    ...plain(
      `ties as ${tie}`,
      table('time,pair,stake,payout,result', (at, won) => [
        stamp(at),
        pairOf(at),
        10,
        '85%',
        isBack(at) ? tie : word(won),
      ]),
      0.85,
    ),
    counts: REFUNDED,
  })),
];

const ONES: readonly Layout[] = [
  asksFor(
    'wins and losses of 1 for stakes of 1',
    table('time,pair,stake,wins,losses', (at, won) => [stamp(at), pairOf(at), 1, won ? 1 : '', won ? '' : 1]),
    'win-loss-columns',
  ),
  plain(
    'wins and losses of 1 for stakes of 10',
    table('time,pair,stake,wins,losses', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      won ? 1 : '',
      won ? '' : 1,
    ]),
  ),
  plain(
    'whole wins, and losses that are stakes',
    table('time,pair,stake,wins,losses', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      won ? 8 : '',
      won ? '' : 10,
    ]),
    0.8,
  ),
];

export const UNDECIDED_LAYOUTS: readonly Layout[] = [
  ...EQUAL_ROWS,
  ...REFUNDS,
  ...ONES,
  asks(
    'amounts with a comma before three digits',
    table(
      'time;pair;stake;profit',
      (at, won) => [stamp(at), pairOf(at), '12,500', won ? '10,250' : '-12,500'],
      ';',
    ),
    'dotted-amounts',
  ),
];
