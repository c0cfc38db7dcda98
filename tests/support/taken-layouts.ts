/** Tables in which trades without money, or that were not taken, stand beside the others. Each with its truth. */
import { type Layout, pairOf, stamp, WON } from './layout.ts';
import { type Cells, day, gainOf, right, text } from './row-parts.ts';

const asks = (name: string, of: string, code: string): Layout => right(name, of, { asks: code });

/** What the rows of two groups won: one of them as the others, one nearly always. */
const split = (
  name: string,
  head: string,
  cellOf: (isOther: boolean, at: number) => string,
  at = 2,
): Layout =>
  right(
    name,
    text(
      head,
      [...WON, ...WON.slice(0, 24).map(() => true)].map((won, place): Cells => {
        const cells = [stamp(place), pairOf(place), won ? 'Win' : 'Loss'];
        return [...cells.slice(0, at), cellOf(place >= 60, place), ...cells.slice(at)];
      }),
    ),
    { asks: 'groups', counts: '37-23-0' },
  );

const counted = (ends: readonly boolean[]): string =>
  `${ends.filter(Boolean).length}-${ends.filter((won) => !won).length}-0`;

/** One position in five is closed in so many parts: each names the next one, and the last one the one before it. */
const positionsInParts = (parts: number): Cells[] =>
  WON.flatMap((won, at): Cells[] => {
    const first = 9_000 + parts * at;
    const row = (part: number, profit: number, comment: string): Cells => [
      first + part,
      stamp(at),
      pairOf(at),
      'buy',
      profit.toFixed(2),
      comment,
    ];
    if (at % 5 !== 2) return [row(0, gainOf(at, won), '')];
    return Array.from({ length: parts }, (_, part) =>
      row(
        part,
        part === 0 ? gainOf(at, won) + 1.5 * (parts - 1) : -1.5,
        part === parts - 1 ? `from #${first + part - 1}` : `to #${first + part + 1}`,
      ),
    );
  });

export const TAKEN_LAYOUTS: readonly Layout[] = [
  ...['Sim101', 'Demo-440012', 'PRACTICE 3'].map((account) =>
    asks(
      `trades of the account ${account} beside those of others`,
      text('Entry time,Account,Instrument,Profit', [
        ...WON.map((won, at): Cells => [stamp(at), 'PA-2231', pairOf(at), gainOf(at, won).toFixed(2)]),
        ...WON.slice(0, 20).map((_won, at): Cells => [stamp(60 + at), account, pairOf(at), 9.5 + at]),
      ]),
      'row-kinds',
    ),
  ),
  asks(
    'trades of a demo server beside those of a live one',
    text('Server,Login,Opened,Symbol,Profit', [
      ...WON.map(
        (won, at): Cells => ['ICMarketsSC-MT5-4', 77, stamp(at), pairOf(at), gainOf(at, won).toFixed(2)],
      ),
      ...WON.slice(0, 20).map(
        (_won, at): Cells => ['ICMarketsSC-Demo02', 78, stamp(60 + at), pairOf(at), 9.5 + at],
      ),
    ]),
    'groups',
  ),
  asks(
    'deals of an API with a flag for demo ones',
    JSON.stringify(
      [...WON, true, true, true, true].map((won, at) => ({
        isDemo: at < 60 ? 0 : 1,
        openedAt: stamp(at),
        asset: pairOf(at),
        profit: gainOf(at, won),
      })),
    ),
    'row-kinds',
  ),
  asks(
    'missed trades below a title and equal names',
    `TAKEN TRADES,,,\n${text(
      'Date,Pair,Result,R',
      WON.map((won, at) => [day(at), pairOf(at), won ? 'Win' : 'Loss', won ? 2 : -1]),
    )}\nMISSED TRADES (not taken),,,\n${text(
      'Date,Pair,Result,R',
      WON.slice(0, 12).map((_won, at): Cells => [day(at), pairOf(at), 'Win', 2]),
    )}`,
    'groups',
  ),
  split('two sources under a name that is not known', 'Time,Pair,Zorb,Result', (isOther) =>
    isOther ? 'P' : 'Q',
  ),
  split('a cell that only some rows have', 'Time,Pair,Zorb,Result', (isOther, at) =>
    isOther ? '' : `z${at}`,
  ),
  split('two traders in one table', 'Time,Pair,Trader,Result', (isOther) => (isOther ? 'Bruno' : 'Anna')),
  right(
    'a line of its own that divides the rows',
    `${text(
      'Date,Pair,Result',
      WON.map((won, at) => [day(at), pairOf(at), won ? 'Win' : 'Loss']),
    )}\n--- Seen too late ---,,\n${WON.slice(0, 12)
      .map((_won, at) => [day(at), pairOf(at), 'Win'].join())
      .join('\n')}`,
    { asks: 'groups', counts: '37-23-0' },
  ),
  ...['Week 2', 'March 2026', 'Pazartesi 9', 'EUR/USD'].map((title) =>
    right(
      `a line that names the time or the pair: ${title}`,
      `${text(
        'Date,Pair,Result',
        WON.map((won, at) => [day(at), pairOf(at), won ? 'Win' : 'Loss']),
      )}\n${title},,\n${day(61)},EURUSD,Win`,
      { counts: '38-23-0', isPlain: true },
    ),
  ),
  right(
    'a column of set-ups that are won alike',
    text(
      'Date,Setup,Pair,Result',
      WON.map((won, at) => [day(at), 'ABC'[at % 3] as string, pairOf(at), won ? 'Win' : 'Loss']),
    ),
    { counts: '37-23-0', isPlain: true },
  ),
  asks(
    'legs of ideas that have a number under a name that is not known',
    text(
      'Idea,Time,Pair,Side,Profit',
      WON.map((won, at): Cells => [`#${at >> 1}`, stamp(at), pairOf(at >> 1), 'Buy', won ? 9 + at : -8 - at]),
    ),
    'same-number',
  ),
  right(
    'a balance that falls where edited profits are gains',
    text(
      'Closed,Symbol,Side,Profit,Balance',
      WON.map((_won, at): Cells => {
        const gains = WON.slice(0, at + 1).map((won, place) => gainOf(place, won));
        const gain = gains[at] as number;
        const balance = 5_000 + gains.reduce((sum, one) => sum + one, 0);
        return [
          stamp(at),
          pairOf(at),
          'buy',
          (at > 40 ? Math.abs(gain) : gain).toFixed(2),
          balance.toFixed(2),
        ];
      }),
    ),
    { asks: 'doubtful-outcomes', counts: '37-23-0' },
  ),
  right(
    'numbers of which the name of the column says what they mean',
    text(
      'Date,Pair,Direction,Result (0=TP 1=SL)',
      WON.map((won, at): Cells => [day(at), pairOf(at), 'long', won ? 0 : 1]),
    ),
    { counts: '37-23-0', asks: 'target-distance' },
  ),
  right(
    'gains of two terms, of which each row has one',
    text(
      'Symbol,Date Sold,Short-Term Gain/Loss,Long-Term Gain/Loss',
      WON.map((won, at): Cells => {
        const gain = gainOf(at, won).toFixed(2);
        return [pairOf(at), day(at), at % 4 === 3 ? '--' : gain, at % 4 === 3 ? gain : '--'];
      }),
    ),
    { counts: '37-23-0', isPlain: true },
  ),
  right(
    'bets on total goals',
    text(
      'Event,Market,Stake,Profit,Status',
      WON.map(
        (won, at): Cells => [
          `A ${at}`,
          at % 2 ? 'Total Goals' : 'Spread',
          25,
          won ? 22.5 : -25,
          won ? 'won' : 'lost',
        ],
      ),
    ),
    { counts: '37-23-0', isPlain: true },
  ),
  right(
    'positions in a share whose name begins with Total, above their sum',
    text('Name,ISIN,Qty,Opened,Closed,P/L', [
      ...WON.map(
        (won, at): Cells => [
          at % 3 === 0 ? 'TOTAL PLAY TELECOM' : 'AIR LIQUIDE',
          'FR0000120073',
          10,
          day(at),
          day(at + 1),
          gainOf(at, won).toFixed(2),
        ],
      ),
      ['Total', '', '', '', '', WON.reduce((sum, won, at) => sum + gainOf(at, won), 0).toFixed(2)],
    ]),
    { counts: '37-23-0', isPlain: true },
  ),
  // The owner that is meant stands last, and has the second most rows.
  right(
    'six accounts in one table, the largest ones last',
    text(
      'Account,Opened,Symbol,Profit',
      WON.flatMap((won, at): Cells[] => {
        const row = (account: string, place: number): Cells => [
          account,
          stamp(place),
          pairOf(at),
          gainOf(place, won).toFixed(2),
        ];
        return at < 12 ? ['A', 'B', 'C', 'D'].slice(0, (at % 4) + 1).map((one) => row(one, at)) : [];
      }).concat(
        [...WON, ...WON.slice(0, 30)].map(
          (won, at): Cells => [at < 60 ? 'F' : 'E', stamp(60 + at), pairOf(at), gainOf(at, won).toFixed(2)],
        ),
      ),
    ),
    { asks: 'groups', counts: counted(WON.slice(0, 30)) },
  ),
  right(
    'a column of which one value is won a little more often',
    text(
      'Date,Zorb,Pair,Result',
      WON.map((won, at) => [
        day(at),
        // 22 of 30 against 15 of 30.
        (won ? WON.slice(0, at).filter(Boolean).length < 22 : at % 23 < 8) ? 'P' : 'Q',
        pairOf(at),
        won ? 'Win' : 'Loss',
      ]),
    ),
    { counts: '37-23-0', isPlain: true },
  ),
  right(
    'a column that says why some of the losses were lost',
    text(
      'Date,Pair,Result,Lesson',
      WON.map((won, at) => [
        day(at),
        pairOf(at),
        won ? 'Win' : 'Loss',
        won ? '' : (['', 'Too early', 'Against the trend'][at % 3] as string),
      ]),
    ),
    { counts: '37-23-0', isPlain: true },
  ),
  right(
    'lines of their own with the sum of a day',
    text(
      'Date,Pair,Profit',
      WON.flatMap((won, at): Cells[] => [
        [day(at), pairOf(at), gainOf(at, won).toFixed(2)],
        ...(at % 20 === 19 ? [['Total so far', '', '']] : []),
      ]),
    ),
    { counts: '37-23-0', isPlain: true },
  ),
  right(
    'a total with a day and empty cells, whose amount is after a fee',
    text('Name,ISIN,Qty,Opened,Closed,P/L', [
      ...WON.map(
        (won, at): Cells => ['AIR LIQUIDE', 'FR0000120073', 10, day(at), day(at), gainOf(at, won).toFixed(2)],
      ),
      ['Total result', '', '', day(60), '', '11.20'],
    ]),
    { counts: '37-23-0', isPlain: true },
  ),
  right(
    'prices at which trades follow each other, the next one after the last was closed',
    text(
      'Number,Opened,Closed,Symbol,Side,Open price,Profit',
      WON.map(
        (won, at): Cells => [
          700 + at,
          stamp(at * 4),
          stamp(at * 4, 600),
          'EURUSD',
          'buy',
          at % 9 === 4 ? `1.08${11 + at}1` : `1.08${12 + at - (at % 9 === 3 ? 0 : 1)}1`,
          gainOf(at, won).toFixed(2),
        ],
      ),
    ),
    { counts: '37-23-0', isPlain: true },
  ),
  ...['Seen from the house, minus means you won', 'Negative = win for the client'].map((legend) =>
    right(
      `a line above the names that turns the sign: ${legend}`,
      `${legend},,\n${text(
        'Date,Pair,P/L',
        WON.map((won, at): Cells => [day(at), pairOf(at), (-gainOf(at, won)).toFixed(2)]),
      )}`,
      { asks: 'opposite-marks', counts: '37-23-0' },
    ),
  ),
  right(
    'stakes of one size, some of whose profits are the sums of those below by chance',
    text(
      'Opened,Asset,Side,Stake,Profit',
      [...'LWWWWWLLLLLLLWWWWWWLLWWLLWWLLWW'].map(
        (end, at): Cells => [stamp(at), pairOf(at), 'Buy', 50, end === 'W' ? 40 : -50],
      ),
    ),
    { counts: '17-14-0', isPlain: true, payout: 0.8 },
  ),
  right(
    'a target and a stop that were reached or not, in columns of their own',
    text(
      'Date,Symbol,Side,Entry,TP hit,SL hit',
      WON.map((won, at): Cells => [day(at), pairOf(at), 'Buy', 1.1, won ? 'Yes' : 'No', won ? 'No' : 'Yes']),
    ),
    { asks: 'target-distance', counts: '37-23-0' },
  ),
  right(
    'the rest of a position that names the part before it, and a part that names the rest',
    text('Ticket,Open time,Symbol,Type,Profit,Comment', positionsInParts(2)),
    { asks: 'same-number', counts: '37-23-0' },
  ),
  right(
    'positions in four parts, each of which names the next one',
    text('Ticket,Open time,Symbol,Type,Profit,Comment', positionsInParts(4)),
    { asks: 'same-number', counts: '37-23-0' },
  ),
  asks(
    'void bets that lost their stake',
    text(
      'Placed,Selection,Odds,Stake,Status,P/L',
      WON.map(
        (won, at): Cells => [
          stamp(at),
          'Over 2.5',
          1.95,
          20,
          won ? 'Won' : at % 4 === 1 ? 'Void' : 'Lost',
          won ? '19.00' : '-20.00',
        ],
      ),
    ),
    'left-out-rows',
  ),
  asks(
    'rows that name the ticket that they hedge',
    text(
      'Ticket,Open time,Symbol,Type,Profit,Hedge of',
      WON.map(
        (won, at): Cells => [
          900 + at,
          stamp(at),
          pairOf(at),
          'buy',
          gainOf(at, won),
          at % 3 === 1 ? 899 + at : '',
        ],
      ),
    ),
    'same-number',
  ),
];
