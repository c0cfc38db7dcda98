/** Tables with amounts in several currencies, what sales brought beside what they cost, debits and credits, letters, trades as columns. Each with its truth. */
import { type Layout, pairOf, stamp, WON } from './layout.ts';
import { type Cells, plain, right, text } from './row-parts.ts';

const rows = (cells: (at: number, won: boolean) => Cells): readonly Cells[] =>
  WON.map((won, at) => [stamp(at), pairOf(at), ...cells(at, won)]);
/** Of 37 stakes won at 85 percent and 23 lost: each is counted as one, whatever it is in. */
const several = (name: string, names: string, cells: (isOther: boolean, won: boolean) => Cells): Layout => ({
  ...plain(
    `amounts in two currencies: ${name}`,
    text(
      `Date,Symbol,${names}`,
      rows((at, won) => cells(at % 2 === 0, won)),
    ),
  ),
  payout: 0.85,
  profit: 37 * 0.85 - 23,
});
const LOST = [...WON.keys()].filter((at) => WON[at] !== true);
const sale = (names: string, direction = ''): Layout => ({
  ...plain(
    `what a sale brought: ${names}`,
    text(
      `Date,Symbol,${names}${direction && ',Side'}`,
      rows((at, won) => {
        const [paid, back] = [20 + (at % 5), won ? (20 + (at % 5)) * 1.5 : at % 9];
        const cells = /^(?:sal|sell|close|verkauf|proceeds)/i.test(names) ? [back, paid] : [paid, back];
        return direction === '' ? cells : [...cells, direction];
      }),
    ),
  ),
  payout: 0.5,
});

/** 37 trades that brought 8.50 and 23 that lost 10, each at a commission of 0.70; every tenth has a swap of 0.30 as well. */
const charged = (
  name: string,
  names: string,
  cells: (gain: number, fee: number, swap: number) => Cells,
): Layout => ({
  ...plain(
    `fees beside a profit: ${name}`,
    text(
      `Date,Symbol,${names}`,
      rows((at, won) => cells(won ? 8.5 : -10, -0.7, at % 10 === 0 ? -0.3 : 0)),
    ),
  ),
  profit: 37 * 8.5 - 230 - 60 * 0.7 - 6 * 0.3,
});

/** The first letters of words for won, lost and, where there are three, a tie. */
const letters = (three: string, name = 'Resultado'): Layout => ({
  name: `outcomes in letters: ${three}`,
  text: text(
    `Data,Ativo,${name}`,
    rows((at, won) => [(at % 9 === 4 && three[2]) || (three[won ? 0 : 1] as string)]),
  ),
  asks: 'result-letters',
  counts: three.length === 3 ? '34-19-7' : '37-23-0',
});
const debits = (name: string, names: string, cells: (won: boolean) => Cells): Layout => ({
  name: `debits and credits: ${name}`,
  text: text(
    `Date,Symbol,${names}`,
    rows((_at, won) => cells(won)),
  ),
  asks: 'debit-credit',
  counts: '37-23-0',
});
const SOLD = new Set(WON.flatMap((won, at) => (won ? [] : [at])).slice(3, 5));

export const MONEY_LAYOUTS: readonly Layout[] = [
  several('signs', 'Stake,Profit', (isOther, won) =>
    isOther ? ['$10', won ? '$8.50' : '-$10'] : ['¥1000', won ? '¥850' : '-¥1000'],
  ),
  several('signs without stakes', 'Profit', (isOther, won) => [
    isOther ? (won ? '8.50 €' : '-10.00 €') : won ? 'R$ 85.00' : 'R$ -100.00',
  ]),
  several('signs beside stakes of dollars', 'Stake,Profit', (isOther, won) =>
    isOther ? ['$10', won ? '$8.50' : '-$10'] : ['$10', won ? '8.50 €' : '-10 €'],
  ),
  several('a column of them', 'Stake,Profit,Currency', (isOther, won) =>
    isOther ? [10, won ? 8.5 : -10, 'USD'] : [1000, won ? 850 : -1000, 'JPY'],
  ),
  several('a column for the profits of each', 'Profit USD,Profit EUR', (isOther, won) =>
    isOther ? [won ? 8.5 : -10, ''] : ['', won ? 85 : -100],
  ),
  {
    name: 'a column for the profits of each currency, with a row that has none',
    text: text('Date,Symbol,Profit USD,Profit EUR', [
      ...rows((at, won) => (at % 2 === 0 ? [won ? 8.5 : -10, ''] : ['', won ? 85 : -100])),
      [stamp(60), pairOf(60), '', ''],
    ]),
    counts: '37-23-0',
  },
  ...[
    'Buy amount,Sale amount',
    'Sale amount,Buy amount',
    'Sell value,Cost',
    'Cost basis,Proceeds',
    'Proceeds,Amount',
    'Close value,Open value',
    'Valor de compra,Valor de venda',
    'Importe compra,Importe venta',
  ].map((names) => sale(names)),
  sale('Open value,Close value', 'Buy'),
  {
    name: 'what a position was worth at its end that was sold first',
    text: text(
      'Date,Symbol,Side,Open value,Close value',
      rows((at, won) => [at % 2 ? 'Sell' : 'Buy', 1_000, won === (at % 2 === 0) ? 1_008.5 : 990]),
    ),
    mayRefuse: true,
    counts: '37-23-0',
  },
  ...['GPN', 'VDE', 'GP', 'GR', 'ВП', 'LP', 'KZ'].map((three) => letters(three)),
  letters('TBH', 'KQ'),
  debits('one of them in each row', 'Debit,Credit', (won) => (won ? ['', '8.50'] : ['10.00', ''])),
  debits('short names, with zeros', 'Dr,Cr', (won) => (won ? ['0.00', '8.50'] : ['10.00', '0.00'])),
  debits('in Spanish', 'Débito,Crédito', (won) => (won ? ['', '8.50'] : ['10.00', ''])),
  {
    name: 'trades as columns',
    text: [
      WON.map((_won, at) => stamp(at)),
      WON.map((_won, at) => pairOf(at)),
      WON.map((won) => (won ? 'Win' : 'Loss')),
    ]
      .map((cells, at) => [['Date', 'Symbol', 'Result'][at], ...cells].join(';'))
      .join('\n'),
    mayRefuse: true,
  },
  charged('commission and swap', 'Commission,Swap,Profit', (gain, fee, swap) => [fee, swap, gain]),
  charged('a cost without its sign', 'Profit,Fee,Rollover', (gain, fee, swap) => [gain, -fee, swap]),
  charged('a column after them', 'Profit,Fees,Net profit', (gain, fee, swap) => [
    gain,
    fee + swap,
    (gain + fee + swap).toFixed(2),
  ]),
  charged(
    'a column after them that is called as the one before',
    'Net gain,Fee,Net P/L',
    (gain, fee, swap) => [gain, fee + swap, (gain + fee + swap).toFixed(2)],
  ),
  charged(
    'a column after them whose name is not known',
    'Saldo da operação,Corretagem,Foo',
    (gain, fee, swap) => [gain, fee + swap, (gain + fee + swap).toFixed(2)],
  ),
  charged('taken off already, as one before them shows', 'Foo,Fee,Profit', (gain, fee, swap) => [
    gain,
    fee + swap,
    (gain + fee + swap).toFixed(2),
  ]),
  charged('taken off already, as its name says', 'Commission,Net profit', (gain, fee, swap) => [
    fee,
    (gain + fee + swap).toFixed(2),
  ]),
  {
    ...plain(
      'fees beside a profit: taken off already, as the balance shows',
      text(
        'Date,Symbol,Fee,Profit,Balance',
        rows((at, won) => [
          -0.7,
          won ? 7.8 : -10.7,
          (1_000 + WON.slice(0, at + 1).reduce((sum, one) => sum + (one ? 7.8 : -10.7), 0)).toFixed(2),
        ]),
      ),
    ),
    profit: 37 * 7.8 - 23 * 10.7,
  },
  {
    ...plain(
      'what came back below a name for the payout, two of the lost trades sold before their end',
      text(
        '取引番号,取引原資産,方向,購入金額,取引時間,判定時刻,ペイアウト',
        WON.map((won, at) => [
          `OP${567_272_686 + at * 17}`,
          pairOf(at),
          at % 2 === 0 ? 'HIGH' : 'LOW',
          '￥1000',
          stamp(at),
          stamp(at, 900),
          won ? '￥1850' : SOLD.has(at) ? '￥400' : '￥0',
        ]),
      ),
    ),
    profit: 37 * 850 - 23 * 1_000 + 2 * 400,
  },
  ...(
    [
      ['refunded', '37-18-5'],
      ['Draw', '37-18-5'],
      ['rolled', '37-23-0'],
    ] as const
  ).map(([word, counts]) =>
    right(
      `profits of 0 of which some are ${word}`,
      text(
        'Open time,Asset,Amount,Profit,Status',
        rows((at, won) => [20, won ? '16.40' : '0.00', !won && LOST.indexOf(at) % 5 === 0 ? word : 'closed']),
      ),
      { asks: word === 'rolled' ? 'zero-others' : 'zero-profit', counts },
    ),
  ),
  right(
    'demo trades in a currency that is not known, whose words say how they ended',
    text(
      'Date,Asset,Amount,Profitability,Income,Status',
      rows((at, won) => {
        const [stake, unit] = at % 3 === 0 ? [1_000, 'Đ'] : [10, 'USD'];
        return [`${stake} ${unit}`, '82%', `${won ? stake * 1.82 : 0} ${unit}`, won ? 'Win' : 'Loss'];
      }),
    ),
    { asks: 'left-out-rows' },
  ),
  plain(
    'a footer with the share that won, in another language',
    `${text(
      'Data;Ativo;Resultado R$;Status',
      rows((_at, won) => [won ? 100 : -50, won ? 'Gain' : 'Loss']),
      ';',
    )}\nTotal;;2550,00;\nTaxa de acerto;;61,7%;`,
  ),
  ...[
    ['1.221,00', '-1.837,50', '1,221.00', '-1,837.50'],
    ['8,41', '-12,6', '8.41', '-12.6'],
    ['8,41+', '12,6-', '8.41', '-12.6'],
    ['8.41e-06', '-1.26e-05', '0.00000841', '-0.0000126'],
  ].map(([won = '', lost = '', other = '', otherLost = '']) => ({
    ...plain(
      `two forms of numbers in a column of profits: ${won}, ${other}`,
      text(
        'Date;Symbol;Profit',
        rows((at, isWon) => [at < 25 ? (isWon ? won : lost) : isWon ? other : otherLost]),
        ';',
      ),
    ),
    profit: 37 * Number(other.replace(',', '')) + 23 * Number(otherLost.replace(',', '')),
  })),
];
