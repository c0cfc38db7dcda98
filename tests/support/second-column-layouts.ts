/** Tables in which a column beside the named one says more: when a trade ended, at which price, what was traded. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { gainOf, plain, text } from './row-parts.ts';

/** Each trade runs 100 minutes, and the next one of its pair begins after 68: two are one bet, the third is the next. */
const LASTS = 6_000;
const BETS = 32;
const gain = (at: number, won: boolean): string => gainOf(at, won).toFixed(2);
const sideOf = (at: number): string => (at % 2 === 0 ? 'buy' : 'sell');

const overlapping = (name: string, table: string, bets = BETS): Layout => ({ ...plain(name, table), bets });

/** Of those that did not win, one in four ended at its price at the start. */
const isTie = (at: number, won: boolean): boolean => !won && at % 4 === 0;
const TIES = WON.filter((won, at) => isTie(at, won)).length;
const WITH_TIES = `37-${23 - TIES}-${TIES}`;
const entry = (at: number): number => 1.1 + at * 0.0013;
const exit = (at: number, won: boolean): number =>
  isTie(at, won) ? entry(at) : entry(at) + ((at % 2 === 0) === won ? 0.0004 : -0.0004);
/** A history in which what is not won has a profit of 0. */
const zeros = (heading: string, side: (at: number) => readonly string[]): string =>
  text(
    heading,
    WON.map((won, at) => [
      `${4_000 + at}-a`,
      `${pairOf(at)} OTC`,
      ...side(at),
      stamp(at),
      stamp(at, 60),
      entry(at).toFixed(5),
      exit(at, won).toFixed(5),
      10,
      won ? 8.2 : 0,
    ]),
  );

/** What a trade brought before and after what it cost; some of the won ones are lost by it. */
const grossOf = (at: number, won: boolean): number => (won ? (at % 5 === 0 ? 1.5 : 11) : -10);
const NET_RIGHT = `${WON.filter((won, at) => won && at % 5 !== 0).length}-${WON.filter((won, at) => !won || at % 5 === 0).length}-0`;
/** The same amounts as others have them, larger where they won. */
const ofOther = (at: number, won: boolean): number => (at % 5 === 0 ? -1.2 : won ? 12 : -6);
const OTHER_WON = WON.filter((won, at) => won && at % 5 !== 0).length;
const NET = [
  'Points,Points after fees',
  'Pips,Pips after spread',
  'R,Net R',
  'Profit,Net',
  'P/L,P/L after commission',
  'Ergebnis,Ergebnis nach Gebühren',
  'Resultado,Resultado líquido',
  'Points,Points (net)',
];
/** Won trades that brought more from one to the next, beside what else the table says. */
const rising = (heading: string, more: (at: number, sum: number) => readonly number[]): string => {
  let sum = 1_000;
  return text(
    `Date,Ticket,Profit${heading}`,
    WON.map((_won, at) => {
      const profit = 5 + at * 0.37;
      sum += profit;
      return [stamp(at), 5_000 + at, profit.toFixed(2), ...more(at, sum).map((one) => one.toFixed(2))];
    }),
  );
};

/** What trades brought beside what is shown: every third loss without its sign. */
const shown = (at: number, won: boolean): string =>
  (gainOf(at, won) * (!won && at % 3 === 0 ? -1 : 1)).toFixed(2);
const denied = (
  heading: string,
  row: (at: number, won: boolean) => readonly (string | number)[],
): Layout => ({
  name: `outcomes that a second column denies: ${heading}`,
  text: text(
    `Date,Symbol,${heading}`,
    WON.map((won, at) => [stamp(at), pairOf(at), ...row(at, won)]),
  ),
  asks: 'doubtful-outcomes',
  counts: RIGHT,
});

export const SECOND_COLUMN_LAYOUTS: readonly Layout[] = [
  ...['Real', 'Booked', 'Note'].map((name) =>
    denied(`Profit,${name}`, (at, won) => [shown(at, won), gain(at, won)]),
  ),
  denied('Stake,Result,Bank', (at, won) => [20, won || at % 3 === 0 ? 'WIN' : 'LOSS', won ? 38 : 0]),
  {
    name: 'words that are not known, which part won from lost trades',
    text: text(
      'Date,Symbol,Result,Check',
      WON.map((won, at) => [
        stamp(at),
        pairOf(at),
        won || at % 3 === 0 ? 'WIN' : 'LOSS',
        won ? 'alpha' : 'omega',
      ]),
    ),
    counts: RIGHT,
  },
  {
    ...denied('Profit,Checked', (at, won) => [shown(at, won), won ? 'correct' : 'wrong']),
    asks: 'left-out-rows',
  },
  denied('Result,Real', (at, won) => [Number(shown(at, won)) > 0 ? 'WIN' : 'LOSS', gain(at, won)]),
  {
    name: 'amounts that a second column has smaller where trades won',
    text: text(
      'Date,Symbol,Profit,Actual',
      WON.map((won, at) => [stamp(at), pairOf(at), gainOf(at, won) * (won ? 1.5 : 0.5), gain(at, won)]),
    ),
    asks: 'result-column',
    counts: RIGHT,
    offers: 1.12,
  },
  plain(
    'amounts beside their share of the account, and how far the price went',
    text(
      'Date,Symbol,Profit,Change,Share',
      WON.map((won, at) => [
        stamp(at),
        pairOf(at),
        gain(at, won),
        (gainOf(at, won) / (1 + (at % 4))).toFixed(1),
        (gainOf(at, won) / (10 + at / 9)).toFixed(2),
      ]),
    ),
  ),
  overlapping(
    'two columns of one name with the times of the end and the start',
    text(
      'Time,Pair,Side,Time,Result',
      WON.map((won, at) => [stamp(at, LASTS), pairOf(at), sideOf(at), stamp(at), won ? 'W' : 'L']),
    ),
  ),
  ...NET.map((names) => ({
    name: `what trades brought before and after costs: ${names}`,
    text: text(
      `Date,Symbol,${names}`,
      WON.map((won, at) => [stamp(at), pairOf(at), grossOf(at, won), grossOf(at, won) - 2]),
    ),
    asks: 'doubtful-outcomes',
    counts: NET_RIGHT,
  })),
  {
    name: 'what trades brought another account',
    text: text(
      'Date,Symbol,Lead PNL,My PNL',
      WON.map((won, at) => [stamp(at), pairOf(at), won ? 50 : -30, ofOther(at, won)]),
    ),
    asks: 'doubtful-outcomes',
    counts: `${OTHER_WON}-${WON.length - OTHER_WON}-0`,
  },
  {
    name: 'what a few trades brought another account',
    text: text(
      'Date,Symbol,Lead PNL,My PNL',
      [50, -30, 22, 40, -19, 17, 60, -34].map((lead, at) => [
        stamp(at),
        pairOf(at),
        lead,
        [10, -6, -1.2, 8, -4, -0.5, 12, -7][at] as number,
      ]),
    ),
    asks: 'doubtful-outcomes',
    counts: '3-5-0',
  },
  {
    name: 'won trades that brought more from one to the next',
    text: rising('', () => []),
    asks: 'running-sums',
    counts: '60-0-0',
  },
  {
    name: 'won trades that brought more from one to the next, and moved the balance',
    text: rising(',Balance', (_at, sum) => [sum]),
    asks: 'same-ending',
    counts: '60-0-0',
  },
  plain(
    'trades in the order of what they brought',
    text(
      'Date,Symbol,Profit',
      WON.map((won, at) => [stamp(at), pairOf(at), won ? 3 + at * 0.25 : -4 - at * 0.21]).sort(
        ([, , one = 0], [, , other = 0]) => Number(one) - Number(other),
      ),
    ),
  ),
  overlapping(
    'two columns of one name with the times of the start and the end, above the orders',
    [
      text(
        'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit',
        WON.map((won, at) => [
          stamp(at),
          4_000 + at,
          pairOf(at),
          sideOf(at),
          0.1,
          (1.1 + at * 0.0013).toFixed(5),
          '',
          '',
          stamp(at, LASTS),
          (1.2 + at * 0.0013).toFixed(5),
          0,
          0,
          gain(at, won),
        ]),
      ),
      'Orders,,,,,,,,,,,,',
      'Open Time,Order,Symbol,Type,Volume,Price,S / L,T / P,Time,State,,,Comment',
      ...WON.map((_won, at) =>
        [
          stamp(at),
          4_000 + at,
          pairOf(at),
          sideOf(at),
          '0.1 / 0.1',
          'market',
          '',
          '',
          stamp(at),
          'filled',
        ].join(),
      ),
    ].join('\n'),
  ),
  overlapping(
    'the time of the end below the name of a date, that of the start named so',
    text(
      'Date,Summary,MarketName,ProfitAndLoss,Reference,DateUtc,OpenDateUtc',
      WON.map((won, at) => [
        stamp(at, LASTS).slice(0, 10),
        'Closing trades',
        pairOf(at),
        gain(at, won),
        `DIAA${4_000 + at}`,
        stamp(at, LASTS).replace(' ', 'T'),
        stamp(at).replace(' ', 'T'),
      ]),
    ),
  ),
  overlapping(
    'a row for the entry and one for the exit, each with its time',
    text(
      'Trade #,Symbol,Type,Date and time,Price,Net P&L',
      WON.flatMap((won, at) => [
        [at + 1, pairOf(at), 'Exit long', stamp(at, LASTS).slice(0, 16), 1.2, gain(at, won)],
        [at + 1, pairOf(at), 'Entry long', stamp(at).slice(0, 16), 1.1, gain(at, won)],
      ]),
    ),
  ),
  plain(
    'a word for the order that opened or closed a trade, of which some are not known',
    text(
      'Trade #,Type,Date and time,Signal,Price,Net P&L',
      WON.flatMap((won, at) => [
        [at + 1, 'Exit long', stamp(at, 60), at % 3 === 0 ? 'Reverse' : 'TP/SL', 1.2, gain(at, won)],
        [at + 1, 'Entry long', stamp(at), 'Long', 1.1, gain(at, won)],
      ]),
    ),
  ),
  overlapping(
    'the time at which a row was written, one for all',
    text(
      'Opened,Pair,Side,Profit,Exported',
      WON.map((won, at) => [stamp(at), pairOf(at), sideOf(at), gain(at, won), '2026-03-20 12:00:00']),
    ),
    60,
  ),
  overlapping(
    'what was traded behind the side, and its kind in a column named as a side is',
    text(
      'Position ID,Action,Long / Short,Amount,Open Date,Close Date,Profit(USD),Type',
      WON.map((won, at) => [
        4_000 + at,
        `${at % 2 === 0 ? 'Buy' : 'Sell'} ${['EUR/USD', 'Bitcoin', 'Apple', 'NVIDIA Corporation'][at % 4]}`,
        at % 2 === 0 ? 'Long' : 'Short',
        '100.00',
        stamp(at),
        stamp(at, LASTS),
        gain(at, won),
        ['CFD', 'Crypto', 'Stocks', 'Stocks'][at % 4] as string,
      ]),
    ),
  ),
  {
    name: 'profits of 0 for what was lost and for ties, which the prices tell apart',
    text: zeros('Order,Asset,Open time,Close time,Open price,Close price,Trade amount,Profit', () => []),
    asks: 'zero-profit',
    counts: WITH_TIES,
  },
  plain(
    'profits of 0 for what was lost and for ties, with prices and sides',
    zeros('Order,Asset,Direction,Open time,Close time,Open price,Close price,Trade amount,Profit', (at) => [
      at % 2 === 0 ? 'call' : 'put',
    ]),
    WITH_TIES,
  ),
  {
    name: 'profits of 0 of which one went with its side',
    text: zeros(
      'Order,Asset,Direction,Open time,Close time,Open price,Close price,Trade amount,Profit',
      (at) => [(at % 2 === 0) === (at !== 2) ? 'call' : 'put'],
    ),
    asks: 'zero-profit',
    counts: WITH_TIES,
  },
  {
    name: 'what each trade brought its dealer',
    text: text(
      'Order,Symbol,Cmd,Open Time,Dealer P/L USD',
      WON.map((won, at) => [4_000 + at, pairOf(at), sideOf(at), stamp(at), gain(at, !won)]),
    ),
    asks: 'doubtful-outcomes',
    counts: RIGHT,
  },
  {
    name: 'a profit that the price at the end denies in every row',
    text: text(
      'Order,Symbol,Cmd,Open Time,Open Price,Close Price,Result USD',
      WON.map((won, at) => [
        4_000 + at,
        pairOf(at),
        sideOf(at),
        stamp(at),
        entry(at).toFixed(5),
        (entry(at) + ((at % 2 === 0) === won ? 0.0004 : -0.0004)).toFixed(5),
        gain(at, !won),
      ]),
    ),
    asks: 'doubtful-outcomes',
    counts: RIGHT,
  },
  plain(
    'sides that are not understood, beside words for how trades ended',
    text(
      'time,pair,direction,result',
      WON.map((won, at) => [stamp(at), pairOf(at), at % 3 === 0 ? 'zzz' : 'CALL', won ? 'won' : 'lost']),
    ),
  ),
  {
    ...plain(
      'what one contract brought, beside how many there were',
      text(
        'Time,Pair,Contracts,P/L per contract',
        WON.map((won, at) => [stamp(at), pairOf(at), 1 + (at % 5), gain(at, won)]),
      ),
    ),
    profit: WON.reduce((sum, won, at) => sum + gainOf(at, won) * (1 + (at % 5)), 0),
  },
  {
    ...plain(
      'charges beside a profit',
      text(
        'Time,Pair,P/L,Charges',
        WON.map((won, at) => [stamp(at), pairOf(at), gain(at, won), 1.25]),
      ),
    ),
    profit: WON.reduce((sum, won, at) => sum + gainOf(at, won) - 1.25, 0),
  },
  {
    ...plain(
      'stakes in another currency than what they brought',
      text(
        'Time,Pair,Stake (USD),Profit (EUR)',
        WON.map((won, at) => [stamp(at), pairOf(at), 10, won ? 7.36 : -9.2]),
      ),
    ),
    payout: 0.8,
  },
  {
    ...plain(
      'profits of which some are millions',
      text(
        'Time,Pair,Profit',
        WON.map((won, at) => [
          stamp(at),
          pairOf(at),
          at % 3 ? `${won ? 800 : -1000}k` : won ? '0.8M' : '-1M',
        ]),
      ),
    ),
    profit: 37 * 800_000 - 23 * 1_000_000,
  },
  {
    name: 'a comment among many that says its row was not counted',
    text: text(
      'Time,Pair,Result,Comment',
      WON.map((won, at) => [
        stamp(at),
        pairOf(at),
        won ? 'win' : 'loss',
        at % 10 === 3 ? 'not counted' : `note ${at} about the trend`,
      ]),
    ),
    asks: 'row-kinds',
    counts: RIGHT,
  },
  overlapping(
    'the two assets of a pair in columns of their own',
    text(
      'Time,Closed,Base,Quote,Result',
      WON.map((won, at) => [
        stamp(at),
        stamp(at, LASTS),
        pairOf(at).slice(0, 3),
        pairOf(at).slice(3),
        won ? 'win' : 'loss',
      ]),
    ),
  ),
  {
    name: 'days with how many trades there were and what they brought',
    text: text(
      'Date,# of trades,P/L',
      WON.map((won, at) => [
        new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
        2 + ((at * 7) % 5),
        gain(at, won),
      ]),
    ),
    counts: '0-0-0',
  },
  {
    ...plain(
      'a signal that says why a trade ended, in place of a pair',
      text(
        'Trade #,Type,Signal,Date/Time,Price,Profit USDT',
        WON.flatMap((won, at) => [
          [at + 1, 'Entry long', 'RSI', stamp(at), 100, gain(at, won)],
          [at + 1, 'Exit long', won ? 'TP' : 'SL', stamp(at, 60), 101, gain(at, won)],
        ]),
      ),
    ),
    bets: 60,
  },
  {
    name: 'doubled stakes of a row, each of which begins when the one before it has ended',
    text: text(
      'Time,Pair,Timeframe,Result',
      WON.map((won, at) => [
        new Date(Date.UTC(2026, 2, 2) + at * 3_600_000).toISOString(),
        pairOf(at),
        'M5',
        won ? `WIN${['', ' G1', ' G2'][at % 3]}` : 'WIN',
      ]),
    ),
    counts: `60-${WON.reduce((sum, won, at) => sum + (won ? at % 3 : 0), 0)}-0`,
    bets: 60 + WON.reduce((sum, won, at) => sum + (won ? at % 3 : 0), 0),
  },
  {
    ...plain(
      'a Spanish journal in multiples of the risk',
      text(
        'Fecha,Par,Riesgo,Múltiplo R,Resultado',
        WON.map((won, at) => [stamp(at), pairOf(at), '1%', won ? 1.5 : -1, won ? 'Ganadora' : 'Perdedora']),
      ),
    ),
    payout: 1.5,
  },
  plain(
    'days of the week with their date above the trades of each, and their totals',
    WON.map((won, at) =>
      [
        ...(at % 10 === 0 ? [`${at ? `कुल,10,\n` : ''}सोमवार 0${1 + at / 10}-09-2026,,`] : []),
        `1${at % 10}:0${at % 7},${at % 2 ? 'EUR/USD' : 'USD/JPY'},${won ? 'सफल' : 'असफल'}`,
      ].join('\n'),
    )
      .toSpliced(0, 0, 'समय,जोड़ी,नतीजा')
      .join('\n'),
  ),
  plain(
    'setups of which one is named after a fee',
    text(
      'Date,Symbol,Type,P/L',
      WON.map((won, at) => [
        stamp(at),
        pairOf(at),
        ['Breakout', 'Pullback', 'Rollover short squeeze'][at % 3] as string,
        gain(at, won),
      ]),
    ),
  ),
  plain(
    'deposits, withdrawals and interest in a French history whose kinds of rows are codes',
    text(
      'Date;Résumé;Marché;Profit/Perte;Type de transaction;Référence'.replaceAll(';', ','),
      WON.flatMap((won, at) => [
        [stamp(at).slice(0, 10), 'Trade clôturé', 'CAC 40 au comptant', gain(at, won), 'TRADE', `DIAM${at}`],
        ...(at % 9 === 0
          ? [[stamp(at).slice(0, 10), 'Intérêts', 'CAC 40 au comptant', '-0.84', 'WITH', `DIAI${at}`]]
          : []),
        ...(at === 20 ? [[stamp(at).slice(0, 10), 'Carte', '-', '1000.00', 'DEPO', `IGD${at}`]] : []),
      ]),
    ),
  ),
  overlapping(
    'the class of each asset in a column of its own, its name beside the side',
    text(
      'ID de posición,Acción,Fecha de apertura,Fecha de cierre,Beneficio (USD),Tipo',
      WON.map((won, at) => [
        2_000_000 + at,
        `Comprar ${['AAPL', 'Tesla Motors', 'BTC', 'NVDA'][at % 4]}`,
        stamp(at),
        stamp(at, LASTS),
        gain(at, won),
        at % 4 === 2 ? 'Criptoactivos' : 'Acciones',
      ]),
    ),
  ),
  overlapping(
    'long numbers of trades below an unusual name, and the currency of the account',
    text(
      'Type,Contract ref.,Currency,Purchase time,Stake,Sale time,Profit/Loss',
      WON.map((won, at) => [
        at % 2 === 0 ? 'Rise' : 'Fall',
        5_012_334_186 + at * 91,
        'USD',
        stamp(at),
        10,
        stamp(at, 120),
        won ? '9.50' : '-10.00',
      ]),
    ),
    WON.length,
  ),
  overlapping(
    'when each trade was entered and exited beside how long it lasted',
    text(
      'Id,ContractName,EnteredAt,ExitedAt,PnL,TradeDuration',
      WON.map((won, at) => [
        at + 700,
        pairOf(at),
        stamp(at),
        stamp(at, LASTS),
        gain(at, won),
        '1:40:00.4410000',
      ]),
    ),
  ),
  ...[
    ['Lost?', 'Yes', 'No', 'Candle', 'green', 'red'],
    ['is_loss', '1', '0', 'Last one', 'win', 'loss'],
    ['Stopped?', 'Y', 'N', 'Score', '1.2', '-0.8'],
    ['Win?', 'No', 'Yes', 'Candle', 'green', 'red'],
  ].map(([flag = '', lost, won, other, one, two]) =>
    plain(
      `${flag} of each trade beside a column ${other} that says otherwise`,
      text(
        `Date,Pair,Side,${flag},${other}`,
        WON.map((isWon, at) => [
          stamp(at),
          pairOf(at),
          sideOf(at),
          isWon ? (won as string) : (lost as string),
          (at * 23 + 5) % 60 < 31 ? (one as string) : (two as string),
        ]),
      ),
    ),
  ),
  ...[
    ['Win?', 'x', ''],
    ['TP hit', 'Yes', 'No'],
  ].map(([flag, yes = '', no = '']) => ({
    name: `${flag} beside the colour of the candle`,
    text: text(
      `Date,Pair,Side,${flag},Candle`,
      WON.map((won, at) => [
        stamp(at),
        pairOf(at),
        sideOf(at),
        won ? yes : no,
        (at * 23 + 5) % 60 < 31 ? 'green' : 'red',
      ]),
    ),
    asks: 'any',
    counts: RIGHT,
  })),
];
