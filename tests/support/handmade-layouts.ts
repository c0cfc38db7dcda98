/** Tables as people write them by hand or as platforms export them, of which a careful reader asks nothing. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';

type Cell = string | number;
const table = (names: string, cellsOf: (at: number, won: boolean) => readonly Cell[], ...more: string[]) =>
  [names, ...WON.map((won, at) => cellsOf(at, won).join(';')), ...more].join('\n');
const plain = (name: string, text: string, more: Partial<Layout> = {}): Layout => ({
  name,
  text,
  counts: RIGHT,
  isPlain: true,
  ...more,
});
const sideOf = (at: number): string => (at % 2 === 0 ? 'Buy' : 'Sell');
const gainOf = (at: number, won: boolean): number => (won ? 6 + (at % 7) * 1.13 : -8 - (at % 5) * 1.31);
/** The sums of what trades brought until each of them. */
const sums = (gain: (at: number, won: boolean) => number, start = 0): readonly number[] =>
  WON.map((_won, at) => WON.slice(0, at + 1).reduce((sum, won, place) => sum + gain(place, won), start));
const flat = (_at: number, won: boolean): number => (won ? 8.5 : -10);
const day = (at: number): string => stamp(at).slice(0, 10);
/** Another column, whose words do not go with the trades. */
const isOther = (at: number): boolean => (at * 23 + 5) % 60 < 31;

/** Three tables beside each other, each of twenty trades below the names of its columns. */
const besides = (titles: readonly string[], cells: (at: number) => readonly Cell[], last: string): string =>
  [
    titles.map((title) => `${title};;;`).join(';'),
    titles.map(() => 'Date;Pair;Result;').join(';'),
    ...Array.from({ length: 20 }, (_, row) =>
      titles.map((_title, of) => [...cells(of * 20 + row), ''].join(';')).join(';'),
    ),
    last,
  ].join('\n');

export const HANDMADE_LAYOUTS: readonly Layout[] = [
  ...['Cumulative P/L', 'Running total', 'Resultado acumulado', 'Kumulierter Gewinn'].flatMap((name) => {
    const all = sums(gainOf);
    return [
      plain(
        `nothing but sums so far below ${name}`,
        table(`Date;Pair;${name}`, (at) => [stamp(at), pairOf(at), (all[at] as number).toFixed(2)]),
      ),
      plain(
        `nothing but sums so far below ${name}, the newest first`,
        [
          `Date;Pair;${name}`,
          ...WON.map((_won, at) =>
            [stamp(at), pairOf(at), (all[at] as number).toFixed(2)].join(';'),
          ).reverse(),
        ].join('\n'),
      ),
    ];
  }),
  plain(
    'nothing but a balance that falls by one stake, below where it started',
    table('Operación;Par;Saldo\n0;;300,00', (at) => [
      at + 1,
      pairOf(at),
      (sums(flat, 300)[at] as number).toFixed(2).replace('.', ','),
    ]),
    { payout: 0.85 },
  ),
  ...['Balance', 'Capital', 'Saldo'].map((name) => ({
    name: `outcomes beside ${name} that moves otherwise`,
    text: table(`Date;Pair;Signal state;${name}`, (at) => [
      stamp(at),
      pairOf(at),
      at === 0 ? (WON[0] ? 'Win' : 'Loss') : isOther(at) ? 'Win' : 'Loss',
      (sums(flat, 300)[at] as number).toFixed(2),
    ]),
    asks: 'doubtful-outcomes',
    counts: RIGHT,
  })),
  plain(
    'pairs above empty cells, as of merged ones, two at each time',
    [
      'Pair;Time;Side;Expiry;Result',
      ...WON.map((won, at) => {
        const block = Math.floor(at / 3);
        const minute = 9 * 60 + Math.floor(block / 2) * 60 + (at % 3) * 10;
        const time = `2026-03-${String(2 + Math.floor(minute / 1_440)).padStart(2, '0')} ${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${minute % 60 || '00'}`;
        return [at % 3 === 0 ? pairOf(block) : '', time, 'CALL', '5 min', won ? 'win' : 'loss'].join(';');
      }),
    ].join('\n'),
    { bets: 60 },
  ),
  plain(
    'orders that open with a profit of 0, and ends of which the remark names them',
    [
      'Ticket,Date,Type,Instrument,Units,Price,P/L,Balance,Details',
      ...WON.flatMap((won, at) => [
        `${2 * at},${stamp(at)},${sideOf(at)} Market,${pairOf(at)},5000,1.1,0.0000,3000,`,
        `${2 * at + 1},${stamp(at, 300)},${won ? 'Take Profit' : 'Close Trade'},${pairOf(at)},5000,1.1,${gainOf(at, won).toFixed(2)},3000,closes ${2 * at}`,
      ]),
    ].join('\n'),
  ),
  plain(
    'bets that still run, in French',
    table(
      'Date;Intitulé;Cote;Mise;État;Gain net',
      (at, won) => [day(at), `Match ${at}`, '2,00', 1, won ? 'Gagné' : 'Perdu', won ? 1 : -1],
      '2026-05-01;Match 60;2,10;1;En cours;',
      '2026-05-01;Match 61;2,10;1;En cours;',
    ),
  ),
  plain(
    'marks with their counts below',
    table(
      'Jour;Heure;Paire;Sens;Réussi ?',
      (at, won) => [
        day(at),
        stamp(at).slice(11, 16),
        pairOf(at),
        at % 2 ? 'achat' : 'vente',
        won ? '✓' : '✗',
      ],
      ';;;TOTAL;37 ✓ / 23 ✗ / 0 nul',
    ),
  ),
  {
    name: 'how many stakes were doubled below Gale usado, with a count of losses below it',
    text: table(
      'Data;Hora;Ativo;Gale usado;Resultado',
      (at, won) => [
        day(at),
        stamp(at).slice(11, 16),
        pairOf(at),
        won ? (at % 3 === 0 ? 'G1' : '-') : 'G2',
        won ? 'WIN' : 'LOSS',
      ],
      ';;;Wins;37',
      ';;;Loss;23',
    ),
    asks: 'posted-gales',
    counts: `37-${69 + WON.filter((won, at) => won && at % 3 === 0).length}-0`,
  },
  plain(
    'three months beside each other, named above, with counts below',
    besides(
      ['APRIL', 'MAY', 'JUNE'],
      (at) => [`${(at % 20) + 1}/${4 + Math.floor(at / 20)}`, pairOf(at), WON[at] ? 'win' : 'loss'],
      [0, 20, 40]
        .map((from) => WON.slice(from, from + 20).filter(Boolean).length)
        .map((won) => `;${won}W / ${20 - won}L;${won * 5}%;`)
        .join(';'),
    ),
  ),
  {
    name: 'three tables beside each other, named after robots',
    text: besides(
      ['Alpha', 'Bravo', 'Delta'],
      (at) => [day(at), pairOf(at), WON[at] ? 'win' : 'loss'],
      ';;;',
    ),
    asks: 'sheet',
    counts: RIGHT,
  },
  ...[
    ['WIN ✅ 1:2 RR', 'LOSS ❌', 2],
    ['Win (1:3)', 'Loss', 3],
    ['won R:R 1:1.5', 'lost 1:1.5', 1.5],
    ['Win 2R', 'Loss', 2],
    ['Win 2:1', 'Loss 2:1', 2],
    ['WIN R/R: 1.5', 'LOSS', 1.5],
  ].map(([win = '', loss = '', payout]) =>
    plain(
      `what a win made for the risk of 1 in the cell of its outcome: ${win}, ${loss}`,
      table('Date;Pair;Side;Lots;Result', (at, won) => [
        stamp(at),
        pairOf(at),
        sideOf(at),
        0.1,
        won ? win : loss,
      ]),
      { payout: payout as number },
    ),
  ),
  {
    name: 'scores of matches by one goal that look like ratios',
    text: table(
      'Date;Match;Result',
      (at, won) =>
        [
          day(at),
          `Match ${at}`,
          won ? ['Won 2:1', 'Won 3:1'][at % 2] : ['Lost 1:2', 'Lost 1:3'][at % 2],
        ] as Cell[],
    ),
    counts: RIGHT,
    payout: 0.8,
  },
  // Whatever its name: it is filled beside losses alone.
  ...['Martingala', 'Gale', 'Догон', '2nd try', 'VIP', ''].map(
    (name): Layout => ({
      name: `the one doubled stake in a column of its own: ${name || 'without a name'}`,
      text: `${table(`Fecha;Activo;Dirección;1ª entrada;${name};Comentario`, (at, won) => [
        day(at),
        pairOf(at),
        at % 3 === 0 ? 'VENTA' : 'COMPRA',
        won && at % 5 !== 0 ? '✅' : '❌',
        won ? (at % 5 === 0 ? '✅' : '') : '❌',
        '',
      ])}\n;;;TOTAL: 45 directas;7 al segundo;`,
      asks: 'posted-gales',
      counts: `37-${46 + WON.filter((won, at) => won && at % 5 === 0).length}-0`,
    }),
  ),
  plain(
    'scores of matches in the cells of outcomes',
    table(
      'Date;Match;Odds;Result',
      (at, won) =>
        [
          day(at),
          `Match ${at}`,
          '1.90',
          won ? ['Won 2:1', 'Won 1:0', 'Won 1:2'][at % 3] : ['Lost 1:2', 'Lost 0:1', 'Lost 1:3'][at % 3],
        ] as Cell[],
    ),
    { payout: 0.9 },
  ),
  {
    name: 'purchases and sales of coins, of which some are held in the end',
    text: [
      'Date(UTC),Pair,Side,Price,Executed,Amount,Fee',
      ...[...WON, undefined].flatMap((won, at) =>
        (won === undefined ? ['BUY'] : ['BUY', 'SELL']).map((side, step) => {
          const coin = ['LINK', 'AVAX', 'SOL'][at % 3] as string;
          const price = (20 + (at % 13)) * (step === 0 ? 1 : won ? 1.02 : 0.985);
          const size = 2 + (at % 5);
          return `${stamp(at, step * 900)},${coin}USDT,${side},${price.toFixed(3)},${size.toFixed(4)}${coin},${(price * size).toFixed(4)}USDT,0.0001BNB`;
        }),
      ),
    ].join('\n'),
    asks: 'zero-profit',
    counts: RIGHT,
  },
  ...[
    ['Other', -1],
    ['Slippage', 1],
  ].map(([name, sign]) => {
    const cost = (at: number): number => 1.8 + (at % 3) * 0.1;
    const brought = (at: number, won: boolean): number => (at % 9 === 4 ? 1.2 : gainOf(at, won));
    const net = (at: number, won: boolean): number => brought(at, won) - cost(at);
    const ended = (of: number): number => WON.filter((won, at) => Math.sign(net(at, won)) === of).length;
    return {
      name: `what each trade cost below ${name}, by which a balance moves as well`,
      text: table(`Date;Pair;Side;Profit;${name};Balance`, (at, won) => [
        stamp(at),
        pairOf(at),
        sideOf(at),
        brought(at, won).toFixed(2),
        (Number(sign) * cost(at)).toFixed(2),
        (sums(net, 5_000)[at] as number).toFixed(2),
      ]),
      asks: 'doubtful-outcomes',
      counts: `${ended(1)}-${ended(-1)}-0`,
    };
  }),
  ...['Running', 'En cours', ''].map((state) =>
    plain(
      `trades without an end and a profit, ${state || 'nothing'} in the column of their ends`,
      table(
        'Open time;Asset;Direction;Amount;Close time;Profit',
        (at, won) => [stamp(at), pairOf(at), sideOf(at), 10, stamp(at, 300), won ? 8.2 : -10],
        `${stamp(60)};EURUSD;Buy;10;${state};`,
        `${stamp(61)};EURUSD;Buy;10;${state};`,
      ),
    ),
  ),
  ...['', '-'].map((none) =>
    plain(
      `days off and payments among trades, with ${none || 'nothing'} in the other cells`,
      table(
        'Date;Time;Pair;Side;Stake;Result;Balance;Notes',
        (at, won) => [
          day(at),
          stamp(at).slice(11, 16),
          pairOf(at),
          sideOf(at),
          10,
          won ? 'win' : 'loss',
          900,
          '',
        ],
        `2026-03-03;${none};${none};${none};${none};TARIK;800;100 out`,
        `2026-03-03;${none};rest;${none};${none};${none};800;`,
        `2026-03-04;${none};${none};${none};${none};OFF;800;wedding`,
      ),
    ),
  ),
  plain(
    'orders that were never triggered, without an exit',
    table(
      'No;Date;Pair;Side;Entry;Exit;Pips;Result;Notes',
      (at, won) => [at, day(at), pairOf(at), sideOf(at), 1.1, 1.2, won ? 20 : -15, won ? 'win' : 'loss', ''],
      '60;2026-03-03;EURUSD;Buy;1.1;;;No activada;',
      '61;2026-03-03;EURUSD;Buy;1.1;;;dormant;',
    ),
  ),
  {
    name: 'losses without an exit by a word that is not known, more than those that have one',
    text: table('No;Date;Pair;Side;Entry;Exit;Pips;Result', (at, won) => {
      const isStated = won || at % 4 === 0;
      const ended = isStated ? [1.2, won ? 20 : -15, won ? 'win' : 'loss'] : ['', '', 'nuked'];
      return [at, day(at), pairOf(at), sideOf(at), 1.1, ...ended];
    }),
    asks: 'left-out-rows',
    counts: RIGHT,
  },
  {
    name: 'losses whose doubled stakes stand among words that are not known',
    text: table('Date;Time;Pair;Side;Result', (at, won) => [
      day(at),
      stamp(at).slice(11, 16),
      pairOf(at),
      sideOf(at),
      won ? 'WIN direct' : 'LOSS (2 mtg bhi gaya)',
    ]),
    asks: 'left-out-rows',
    counts: '37-69-0',
  },
  ...[false, true].flatMap((isWhole) => {
    const rows = WON.flatMap((won, at) => {
      const cells = (time: number, stake: number, isWon: boolean, note: string): string =>
        [stamp(at, time), pairOf(at), sideOf(at), stake, isWon ? 'GAIN' : 'LOSS', note].join(';');
      if (won && at % 4 !== 0) return [cells(0, 6, true, '')];
      return [...(isWhole ? [] : [cells(0, 6, false, '')]), cells(300, 12, won, 'gale')];
    });
    const text = ['DATA;ATIVO;DIREÇÃO;ENTRADA;RESULTADO;OBS', ...rows].join('\n');
    const counts = `37-${46 + WON.filter((won, at) => won && at % 4 === 0).length}-0`;
    return isWhole
      ? [{ name: 'doubled stakes whose lost ones have no row', text, asks: 'posted-gales', counts }]
      : [
          plain(
            'doubled stakes, each with a row, beside the totals of a day',
            `${text}\n;;TOTAL DIA;;3x1 (1 empate);`,
            { counts },
          ),
        ];
  }),
  {
    name: 'counts so far, with the share of the wins',
    text: ['Date;Wins;Losses;Win %', '2026-03-02;6;4;60', '2026-03-03;13;7;65', '2026-03-04;19;11;63.3'].join(
      '\n',
    ),
    asks: 'win-loss-columns',
    counts: '19-11-0',
  },
  plain(
    'counts of days with the share of the wins, a day without trades and totals of weeks',
    `Day,Wins,Losses,BE,Win %,Net USD
Mon 2 Sep,5,2,0,71%,+84.20
Tue 3 Sep,3,3,1,50%,-12.00
Wed 4 Sep,6,1,0,86%,+131.55
Thu 5 Sep,0,0,0,-,0 (no trades)
WEEK 36,14,6,1,70%,

Mon 9 Sep,2,4,0,33%,-77.00
Tue 10 Sep,7,2,1,78%,+140.00
WEEK 37,9,6,1,60%,
SEPT so far,23,12,2,66%,`,
    { counts: '23-12-2' },
  ),
  plain(
    'bets that were paid back, with the reason in brackets',
    table('Date;Match;Cote;Mise;Statut', (at, won) => [
      day(at),
      `Lens - Brest ${at}`,
      1.9,
      2,
      at % 10 === 9 ? 'Remboursé (abandon)' : won ? 'Gagné' : 'Perdu',
    ]),
    {
      counts: `${WON.filter((won, at) => won && at % 10 !== 9).length}-${WON.filter((won, at) => !won && at % 10 !== 9).length}-6`,
    },
  ),
  plain(
    'amounts that ties have as well, below a name for a result that is one for a profit',
    table('التاريخ;الزوج;النوع;المبلغ;النتيجة', (at, won) => [
      day(at),
      pairOf(at),
      sideOf(at),
      10 + at,
      at % 10 === 9 ? 'تعادل' : won ? 'ربح' : at % 2 === 0 ? 'خسارة' : 'خساره',
    ]),
    {
      counts: `${WON.filter((won, at) => won && at % 10 !== 9).length}-${WON.filter((won, at) => !won && at % 10 !== 9).length}-6`,
    },
  ),
  plain(
    'times of day that come again on later days, whose dates have no year',
    table('STT;Ngày;Giờ;Cặp tiền;Lệnh;Số tiền;Kết quả', (at, won) => [
      at + 1,
      `${12 + Math.floor(at / 5)}/8`,
      `20:${10 + ((at * 7) % 44)}`,
      'BTC/USD',
      at % 2 === 0 ? 'Tăng' : 'Giảm',
      5,
      won ? 'Thắng' : 'Thua',
    ]),
  ),
  plain(
    'a statement whose descriptions are sentences that name what is traded',
    [
      'Transaction date,Reference ID,Currency,Transaction type,Description,Credit/Debit,Balance',
      ...WON.flatMap((won, at) => {
        const said = `"Win payout if Volatility ${[10, 25, 50, 75, 100][at % 5]} Index is strictly ${at % 2 === 0 ? 'higher' : 'lower'} than entry spot at 5 ticks."`;
        const balance = (paid: number): string =>
          (900 + (sums((_at, isWon) => (isWon ? 4.5 : -5))[at] as number) - paid).toFixed(2);
        return [
          [`${stamp(at)} GMT`, 4_001 + 4 * at, 'USD', 'Buy', said, '-5.00', balance(won ? 9.5 : 0)].join(),
          [
            `${stamp(at, 12)} GMT`,
            4_003 + 4 * at,
            'USD',
            'Sell',
            said,
            won ? '+9.50' : '0.00',
            balance(0),
          ].join(),
        ];
      }),
    ].join('\n'),
  ),
  plain(
    'marks of a week, beside what they mean',
    [
      'Jan,Mon 6,Tue 7,Wed 8,legend',
      'trade 1,✅,✅,❌,✅ = win',
      'trade 2,❌,✅,✅,❌ = loss',
      'trade 3,✅,➖,✅,➖ = BE',
    ].join('\n'),
    { counts: '6-2-1', isPlain: false },
  ),
];
