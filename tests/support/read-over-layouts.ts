/** Tables of which something could be read over: rows that a word leaves out, signs, units, columns of the same kind. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { type Cells, gainOf, plain, right, text } from './row-parts.ts';

/** Every sixth lost trade. */
const isHidden = (at: number): boolean => WON[at] === false && at % 3 === 0;
const HIDDEN = WON.filter((_won, at) => isHidden(at)).length;

/** Lost trades among those that are called cancelled, beside a balance or prices. */
const cancelled = (
  heading: string,
  more: (at: number, won: boolean, balance: number) => readonly string[],
) => {
  let balance = 500;
  return text(
    `Ticket,Open time,Asset,Direction,Amount,Status,Profit${heading}`,
    WON.map((won, at) => {
      balance += won ? 8.5 : -10;
      const profit = isHidden(at) ? '0.00' : won ? '8.50' : '-10.00';
      const side = at % 2 === 0 ? 'CALL' : 'PUT';
      const state = isHidden(at) ? 'Cancelled' : won ? 'Win' : 'Loss';
      return [660_100 + at, stamp(at), pairOf(at), side, 10, state, profit, ...more(at, won, balance)];
    }),
  );
};

const rupiah = (amount: number): string =>
  `${amount < 0 ? '-' : ''}Rp ${(Math.abs(amount) / 1_000).toFixed(3)}`;
/** Amounts of thousands whose groups end with a dot, beside times of day and days that have one too. */
const thousands = (heading: string, timesOf: (at: number) => readonly string[]): string =>
  text(
    `${heading},Aset,Posisi,Modal,Hasil,Untung/Rugi`,
    WON.map((won, at) => [
      ...timesOf(at),
      pairOf(at),
      at % 2 === 0 ? 'Buy' : 'Sell',
      rupiah(at % 3 === 0 ? 50_000 : 100_000),
      won ? 'Profit' : 'Rugi',
      rupiah((at % 3 === 0 ? 50_000 : 100_000) * (won ? 0.8 : -1)),
    ]),
    ';',
  );
const ofThousands = WON.reduce(
  (sum, won, at) => sum + (at % 3 === 0 ? 50_000 : 100_000) * (won ? 0.8 : -1),
  0,
);

/** Three trades a day, and two on every third one. */
const DAYS = WON.reduce<boolean[][]>((days, won) => {
  const last = days.at(-1);
  if (last === undefined || last.length === (days.length % 3 === 0 ? 2 : 3)) days.push([won]);
  else last.push(won);
  return days;
}, []);
const ofDays = (more: string, cells: (won: readonly boolean[], at: number) => Cells): string =>
  text(
    `Fecha,1ª entrada,2ª entrada,3ª entrada,${more}`,
    DAYS.map((won, at) => [
      `${String((at % 28) + 1).padStart(2, '0')}/09/2026`,
      ...[0, 1, 2].map((place) => (won[place] === undefined ? '' : won[place] ? '✔' : '✘')),
      ...cells(won, at),
    ]),
    ';',
  );

const winsIn = (won: readonly boolean[]): number => won.filter(Boolean).length;
/** Each third day with a win says one win less. */
const saidIn = (won: readonly boolean[], at: number): readonly [number, number] => {
  const less = at % 3 === 0 && winsIn(won) > 0 ? 1 : 0;
  return [winsIn(won) - less, won.length - winsIn(won) + less];
};

export const READ_OVER_LAYOUTS: readonly Layout[] = [
  right(
    'marks of days that the counts beside them deny',
    ofDays('Ganadas,Perdidas', (won, at) => saidIn(won, at)),
    { asks: 'result-column' },
  ),
  right(
    'trades called cancelled whose stake the balance lost',
    cancelled(',Balance', (_at, _won, balance) => [balance.toFixed(2)]),
    { asks: 'doubtful-outcomes' },
  ),
  right(
    'trades called cancelled whose prices went against them',
    cancelled(',Open price,Close price', (at, won) => [
      '1.08000',
      (at % 2 === 0) === won ? '1.08100' : '1.07900',
    ]),
    { asks: 'doubtful-outcomes' },
  ),
  plain(
    'trades called cancelled beside a balance that stood still',
    text(
      'Ticket,Open time,Asset,Amount,Status,Profit,Balance',
      WON.map((won, at) => [
        660_100 + at,
        stamp(at),
        pairOf(at),
        10,
        isHidden(at) ? 'Cancelled' : won ? 'Win' : 'Loss',
        isHidden(at) ? '0.00' : won ? '8.50' : '-10.00',
        WON.slice(0, at + 1)
          .reduce((sum, one, place) => sum + (isHidden(place) ? 0 : one ? 8.5 : -10), 500)
          .toFixed(2),
      ]),
    ),
    `37-${23 - HIDDEN}-0`,
  ),
  {
    ...plain(
      'amounts of thousands beside times of day with a dot',
      thousands('Tgl,Jam WIB', (at) => [stamp(at).slice(0, 10), stamp(at).slice(11, 16).replace(':', '.')]),
    ),
    profit: ofThousands,
  },
  {
    ...plain(
      'amounts of thousands beside days with a dot',
      thousands('No,Tgl', (at) => [String(at), `${stamp(at).slice(8, 10)}.${stamp(at).slice(5, 7)}`]),
    ),
    profit: ofThousands,
  },
  {
    ...plain(
      'a profit as a ratio before the one in money, and the rates of fees',
      text(
        'pair,stake_amount,open_date,close_date,fee_open,fee_close,profit_ratio,profit_abs',
        WON.map((won, at) => [
          pairOf(at),
          100 + (at % 7),
          stamp(at),
          stamp(at, 180),
          0.001,
          0.001,
          (gainOf(at, won) / 1_000).toFixed(5),
          gainOf(at, won).toFixed(2),
        ]),
      ),
    ),
    profit: WON.reduce((sum, won, at) => sum + Number(gainOf(at, won).toFixed(2)), 0),
  },
  {
    ...plain(
      'bets with their currency in brackets',
      text(
        'Time,Your Position,Round Result,Bet (BNB),Payout,Outcome',
        WON.map((won, at) => [
          stamp(at),
          at % 2 === 0 ? 'Bull' : 'Bear',
          (at % 2 === 0) === won ? 'Bull' : 'Bear',
          '0.05',
          '1.90x',
          won ? 'Win' : 'Lose',
        ]),
      ),
    ),
    profit: 37 * 0.05 * 0.9 - 23 * 0.05,
  },
  plain(
    'each trade of a day in a column of its own, beside their counts',
    ofDays('Ganadas,Perdidas', (won) => {
      const wins = won.filter(Boolean).length;
      return [wins, won.length - wins];
    }),
  ),
  plain(
    'each trade of a day in a column of its own',
    ofDays('Comentario', () => ['']),
  ),
  {
    ...plain(
      'fees and funding in rows of their own',
      text(
        'Date(UTC),type,Amount,Asset,Symbol,Transaction ID',
        WON.flatMap((won, at) => {
          const cells = (seconds: number, kind: string, amount: number): Cells => [
            stamp(at, seconds),
            kind,
            amount.toFixed(8),
            'USDT',
            'BTCUSDT',
            100 + at,
          ];
          return [
            cells(0, 'COMMISSION', -0.5),
            ...(at % 5 === 0 ? [cells(60, 'FUNDING_FEE', 0.1)] : []),
            cells(120, 'REALIZED_PNL', gainOf(at, won)),
            cells(120, 'COMMISSION', -0.6),
          ];
        }),
      ),
    ),
    profit: WON.reduce((sum, won, at) => sum + gainOf(at, won) - 1.1 + (at % 5 === 0 ? 0.1 : 0), 0),
  },
  {
    ...plain(
      'options that were bought, and sold or left to expire',
      text(
        'Activity Date,Instrument,Description,Trans Code,Quantity,Price,Amount',
        WON.flatMap((won, at) => {
          const name = `TSLA 3/${at + 1}/2026 Put $${500 + at}.00`;
          const row = (kind: string, amount: string, of = name): Cells => [
            stamp(at).slice(0, 10),
            'TSLA',
            of,
            kind,
            1,
            '',
            amount,
          ];
          const isLeft = !won && at % 3 === 0;
          return [
            isLeft
              ? row('OEXP', '', `Option Expiration for ${name}`)
              : row('STC', `$${(100 + gainOf(at, won)).toFixed(2)}`),
            row('BTO', '($100.00)'),
          ].toReversed();
        }).toReversed(),
      ),
    ),
    profit: WON.reduce(
      (sum, won, at) => sum + (!won && at % 3 === 0 ? -100 : Number(gainOf(at, won).toFixed(2))),
      0,
    ),
  },
  {
    name: 'orders that open without a gain, of the side of their trade',
    text: text(
      'Time,Currency,Instrument,Direction,PL,Balance',
      WON.flatMap((won, at): Cells[] => [
        [stamp(at), 'USD', 'ACME', at % 3 === 0 ? 'Buy' : 'Sell', '0.00', 1],
        [stamp(at, 60), 'USD', 'ACME', at % 3 === 0 ? 'Sell' : 'Buy', gainOf(at, won).toFixed(2), 1],
      ]),
    ),
    asks: 'zero-profit',
    counts: RIGHT,
  },
  {
    ...plain(
      'what was won in multiples of the risk and in a currency',
      text(
        '#,Pair,L/S,Date,R,USD',
        WON.map((won, at) => [
          at + 1,
          pairOf(at),
          at % 2 === 0 ? 'L' : 'S',
          stamp(at),
          won ? 2 : -1,
          won ? 200 : -100,
        ]),
      ),
    ),
    // In multiples of the risk: the other column is named as unused.
    profit: 37 * 2 - 23,
  },
  {
    ...right(
      'counts of a day beside their sum, and whether its goal was met',
      text(
        'Dia,Entradas,Wins,Loss,Valor da entrada,Resultado do dia (R$),Meta batida?',
        DAYS.map((won, at) => {
          const wins = won.filter(Boolean).length;
          return [
            `${String((at % 28) + 1).padStart(2, '0')}/09/2026`,
            won.length,
            wins,
            won.length - wins,
            '10.00',
            (wins * 8.7 - (won.length - wins) * 10).toFixed(2),
            wins > 1 ? 'SIM' : 'NÃO',
          ];
        }),
        ';',
      ),
      { isPlain: true },
    ),
    profit: 37 * 8.7 - 230,
  },
];
