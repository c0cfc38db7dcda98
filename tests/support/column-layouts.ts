/** Tables whose columns leave open what a row is: a part of a trade, a sum so far, the last of several stakes. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { text as linesOf } from './row-parts.ts';
import { STATEMENT_LAYOUTS } from './statement-layouts.ts';

const asks = (code: string, name: string, text: string, counts = RIGHT): Layout => ({
  name,
  text,
  asks: code,
  counts,
});

/** What the parts of a trade brought: every third one was closed in two parts of which the first says the opposite. */
const partsOf = (at: number, won: boolean): readonly number[] =>
  at % 3 !== 0 ? [won ? 8.5 : -10] : won ? [-2, 9.5] : [2.5, -11];
type PartOf = (at: number, profit: number, part: number) => readonly (string | number)[];
const inParts = (name: string, heading: string, part: PartOf, delimiter = ','): Layout =>
  asks(
    'same-number',
    `trades in parts: ${name}`,
    linesOf(
      heading,
      WON.flatMap((won, at) => partsOf(at, won).map((profit, index) => part(at, profit, index))),
      delimiter,
    ),
  );
const simple: PartOf = (at, profit, part) => [stamp(at, part * 90), 5_000 + at, pairOf(at), 'SELL', profit];
const unique: PartOf = (at, profit, part) => [
  90_000 + at * 4 + part,
  stamp(at, part * 90),
  pairOf(at),
  'buy',
  `P-${700 + at}`,
  profit,
];

/** Sums so far of what each trade brought, from the oldest on; `of` says what one brought. */
const sums = (name: string, heading: string, of: (at: number, won: boolean) => number, more = {}): Layout => {
  const {
    count = 60,
    isNewestFirst = false,
    start = 0,
  } = more as {
    count?: number;
    isNewestFirst?: boolean;
    start?: number;
  };
  let sum = start;
  const rows = WON.slice(0, count).map((won, at) => {
    sum += of(at, won);
    return [stamp(at), pairOf(at), Number(sum.toFixed(2))];
  });
  const won = WON.slice(0, count).filter(Boolean).length;
  const text = linesOf(heading, isNewestFirst ? rows.reverse() : rows);
  return asks('running-sums', `sums so far: ${name}`, text, `${won}-${count - won}-0`);
};

/** How often the stake was doubled before each end, without a pattern; none before most. */
const GALES: readonly number[] = WON.map((_won, at) => (at % 5 === 0 ? 1 : at % 11 === 0 ? 2 : 0));
const AFTER_GALES = `37-${23 + GALES.reduce((sum, gales) => sum + gales, 0)}-0`;
const cycled = (name: string, cell: (gales: number) => string | number): Layout =>
  asks(
    'posted-gales',
    `doubled stakes in turn below "${name}", as ${[0, 1, 2].map(cell).join(', ')}`,
    linesOf(
      `time,pair,${name},result`,
      WON.map((won, at) => [stamp(at), pairOf(at), cell(at % 3), won ? 'WIN' : 'LOSS']),
    ),
    '37-83-0',
  );
const doubled = (
  name: string,
  heading: string,
  cell: (gales: number, at: number) => string | number,
): Layout =>
  asks(
    'posted-gales',
    `doubled stakes below "${name}"`,
    linesOf(
      `time,pair,${heading},result`,
      WON.map((won, at) => [stamp(at), pairOf(at), cell(GALES[at] as number, at), won ? 'WIN' : 'LOSS']),
    ),
    AFTER_GALES,
  );

const plain = (name: string, text: string, counts = RIGHT, payout?: number): Layout => ({
  name,
  text,
  counts,
  isPlain: true,
  ...(payout === undefined ? {} : { payout }),
});

/** A table of one column that says how trades ended, and a row of another kind now and then. */
const ended = (
  name: string,
  heading: string,
  cells: (won: boolean, at: number) => readonly (string | number)[],
  { more = [], counts = RIGHT }: { more?: readonly (string | number)[][]; counts?: string } = {},
): Layout =>
  plain(
    name,
    linesOf(heading, [...WON.map((won, at) => [stamp(at), pairOf(at), ...cells(won, at)]), ...more]),
    counts,
  );
/** Two columns of outcomes; the second is won in three rows of four. */
const rivals = (name: string, heading: string, [won, lost]: readonly [string, string]): Layout =>
  asks(
    'result-column',
    `two records: ${name}`,
    linesOf(
      heading,
      WON.map((isWon, at) => [stamp(at), pairOf(at), isWon ? won : lost, at % 4 === 0 ? lost : won]),
    ),
  );
const cancelled = (heading: string, word: string, profit: string | number = 0): Layout =>
  ended(
    `cancelled trades as ${word || 'nothing'} below ${heading}`,
    `time,pair,profit,${heading}`,
    (won) => [won ? 8 : -10, 'Closed'],
    {
      more: [[stamp(60), 'EURUSD', profit, word]],
    },
  );

export const COLUMN_LAYOUTS: readonly Layout[] = [
  {
    name: 'a column of doubled stakes with a remark in one cell',
    text: [
      'Dia;Par;Resultado;Gale usado',
      ...WON.map((won, at) =>
        [
          stamp(at),
          pairOf(at),
          won ? 'WIN' : 'LOSS',
          at === 7 ? '0 (no início, sem gale nenhum)' : at % 5 === 0 ? 1 : 0,
        ].join(';'),
      ),
    ].join('\n'),
    asks: 'posted-gales',
    counts: '37-35-0',
  },

  ...STATEMENT_LAYOUTS,
  inParts('fills of an order', 'Date(UTC),OrderNo,Symbol,Side,Realized Profit', simple),
  inParts('fills by order ID', 'time,orderId,symbol,side,realizedPnl', simple),
  inParts('positions by their number', 'Time,Position,Symbol,Type,Profit', simple),
  inParts('ticket numbers', 'Time,Ticket,Item,Type,Profit', simple),
  inParts('Spanish orders', 'Fecha y hora,Orden,Activo,Dirección,Beneficio', simple, ';'),
  inParts('Portuguese positions', 'Data e hora,Posição,Ativo,Direção,Lucro', simple, '\t'),
  inParts('Russian orders', 'Время открытия,Ордер,Актив,Направление,Прибыль', simple),
  inParts('Indonesian orders', 'Waktu,No Order,Aset,Arah,Laba', simple),
  inParts('Turkish positions', 'Açılış zamanı,Pozisyon,Parite,Yön,Kar', simple),
  inParts('a deal of its own for each', 'Deal,Time,Symbol,Type,Position ID,Profit', unique),
  inParts('an order of its own for each', 'Order,Time,Symbol,Type,PositionID,Profit', unique),
  asks(
    'same-number',
    'trades in parts: deals in and out, joined by the position',
    linesOf(
      'Time,Deal,Symbol,Type,Direction,Volume,Order,Position ID,Profit',
      WON.flatMap((won, at) => [
        [stamp(at), at * 5, pairOf(at), 'buy', 'in', 0.1, 900 + at * 5, 7_000 + at, ''],
        ...partsOf(at, won).map((profit, part) => [
          stamp(at, 60 * (part + 1)),
          at * 5 + part + 1,
          pairOf(at),
          'sell',
          'out',
          0.05,
          901 + at * 5 + part,
          7_000 + at,
          profit,
        ]),
      ]),
    ),
  ),
  {
    name: 'a trade that was open in an earlier row of its number',
    text: linesOf(
      'Time,Ticket,Symbol,Result',
      WON.flatMap((won, at) => [
        ...(at % 4 === 0 ? [[stamp(at), 100 + at, pairOf(at), 'open']] : []),
        [stamp(at, 60), 100 + at, pairOf(at), won ? 'win' : 'loss'],
      ]),
    ),
    isPlain: true,
    counts: RIGHT,
  },
  sums('two amounts in 26 rows', 'Date,Pair,P/L', (_at, won) => (won ? 8 : -10), { count: 26 }),
  sums('two amounts in 18 rows', 'Date,Pair,Net', (_at, won) => (won ? 85 : -100), { count: 18 }),
  sums('two amounts in 8 rows', 'Date,Pair,Profit', (_at, won) => (won ? 8.5 : -10), { count: 8 }),
  sums('payouts that differ by pair', 'Date,Pair,PnL', (at, won) =>
    won ? [8, 8.5, 9.2, 7.7][at % 4]! : -10,
  ),
  sums('the newest first', 'Date,Pair,Profit', (_at, won) => (won ? 8 : -10), { isNewestFirst: true }),
  sums(
    'stakes of 10 and 20',
    'Fecha,Par,Beneficio',
    (at, won) => (won ? 0.8 : -1) * (at % 4 === 0 ? 20 : 10),
  ),
  sums('below a German name', 'Datum,Paar,Gewinn', (_at, won) => (won ? 0.82 : -1), { count: 30 }),
  sums('cents', 'Data,Par,Lucro', (_at, won) => (won ? 1.7 : -2.15), { count: 40 }),
  sums('wins of which each is another', 'Date,Pair,P&L', (at, won) =>
    won ? 5 + ((at * 37) % 59) / 10 : -10,
  ),
  sums('thousands', 'Tanggal,Pasangan,Laba', (_at, won) => (won ? 85_000 : -100_000), { count: 24 }),
  cycled('Gale', (gales) => gales),
  cycled('Gale', (gales) => `G${gales}`),
  cycled('MTG', (gales) => gales || ''),
  cycled('Gale step', (gales) => gales),
  cycled('Martingale level', (gales) => gales || '-'),
  cycled('Step', (gales) => gales),
  cycled('догон', (gales) => gales),
  cycled('Nivel de gale', (gales) => (gales === 0 ? 'sem gale' : `${gales}º gale`)),
  cycled('Attempt', (gales) => `${gales + 1}. try`),
  cycled('re-entries', (gales) => (gales === 0 ? 'none' : gales)),
  doubled('Number of gales', 'Number of gales', (gales) => gales),
  doubled('Gale, beside a stake', 'stake,Gale', (gales) => `10,${gales}`),
  doubled('Gale, beside the last stake', 'stake,Gale', (gales) => `${10 * 2 ** gales},${gales}`),
  asks(
    'posted-gales',
    'doubled stakes said with yes and no',
    linesOf(
      'time,pair,martingale,result',
      WON.map((won, at) => [stamp(at), pairOf(at), GALES[at] === 1 ? 'yes' : 'no', won ? 'WIN' : 'LOSS']),
    ),
    `37-${23 + GALES.filter((gales) => gales === 1).length}-0`,
  ),
  {
    name: 'doubled stakes that have a row each',
    text: linesOf(
      'time,pair,gale,result',
      WON.flatMap((won, at) =>
        [...Array(at % 3).keys(), at % 3].map((gale) => [
          stamp(at, gale * 60),
          pairOf(at),
          gale,
          won && gale === at % 3 ? 'WIN' : 'LOSS',
        ]),
      ),
    ),
    counts: '37-83-0',
    isPlain: true,
  },
  ended('returns in percent', 'Date,Pair,Return %', (won) => [won ? '+87%' : '-100%']),
  ended('returns in percent, as Spanish', 'Fecha,Par,Retorno', (won) => [won ? '+87%' : '-100%']),
  ended('multiples of the risk', 'Date,Market,R', (won) => [won ? '+1.5R' : '-1R']),
  ended('outcomes of 1 and 0 below res', 'date,pair,res', (won) => [won ? 1 : 0]),
  {
    name: 'an amount without a date in a table of two columns',
    text: linesOf('Date,Profit', [...WON.map((won, at) => [stamp(at), won ? 8 : -10]), ['', 84.5]]),
    asks: 'row-kinds',
    counts: RIGHT,
  },
  plain(
    'a sum without a date in a table of two columns',
    linesOf('Date,Profit', [...WON.map((won, at) => [stamp(at), won ? 8 : -10]), ['', 37 * 8 - 230]]),
  ),
  asks(
    'sheet',
    'two records beside each other',
    linesOf(
      'Fecha;Par;Resultado;;Fecha;Par;Resultado',
      WON.map((won, at) => [
        stamp(at),
        pairOf(at),
        won ? 'W' : 'L',
        '',
        stamp(at),
        'USDCHF',
        at % 4 ? 'W' : 'L',
      ]),
      ';',
    ),
  ),
  asks(
    'sheet',
    'two records below each other',
    [
      linesOf(
        'Date,Pair,Stake,Result',
        WON.map((won, at) => [stamp(at), pairOf(at), 10, won ? 'Win' : 'Loss']),
      ),
      linesOf(
        'Ticket,Symbol,Open,Lots,Profit',
        WON.map((_won, at) => [at, pairOf(at), stamp(at, 99), 0.1, at % 4 ? 8 : -10]),
      ),
    ].join('\n\nForex\n'),
  ),
  inParts('numbers below #', 'Time,#,Pair,Side,Profit', simple),
  inParts('numbers below Nr.', 'Datum,Nr.,Paar,Richtung,Gewinn', simple, ';'),
  inParts('a parent order', 'Execution,Time,Pair,Side,Parent ID,Profit', unique),
  ended('numbers that start again each day', 'time,pair,no,profit', (won, at) => [at % 19, won ? 8 : -10]),
  doubled('notes', 'note', (gales) => (gales === 0 ? '' : `gale ${gales}`)),
  doubled('Won at', 'Won at', (gales) => (gales === 0 ? 'direct' : `G${gales}`)),
  doubled('Entries', 'Entries', (gales) => gales + 1),
  ended('charts of one and five minutes in a note', 'time,pair,note,result', (won, at) => [
    at % 2 ? 'M1' : 'M5',
    won ? 'WIN' : 'LOSS',
  ]),
  cancelled('Status', 'Not executed'),
  ended(
    'a pending order that was cancelled',
    'time,pair,type,profit,comment',
    (won) => ['buy', won ? 8 : -10, ''],
    {
      more: [[stamp(60), 'EURUSD', 'buy limit', 0, 'cancelled']],
    },
  ),
  ...(
    [
      ['Date,Pair,My P/L,Group P/L', ','],
      ['Date,Pair,Demo,Real', ','],
      ['Fecha;Par;Beneficio A;Beneficio B', ';'],
    ] as const
  ).map(([heading, delimiter]) =>
    asks(
      'result-column',
      `two records of profits: ${heading}`,
      [
        heading,
        ...WON.map((won, at) => [stamp(at), pairOf(at), won ? 8 : -10, at % 4 ? 8 : -10].join(delimiter)),
      ].join('\n'),
    ),
  ),
  ended('profits before and after fees', 'Date,Pair,Gross P/L,Net P/L', (won, at) => [
    won ? 8 : at % 9 === 0 ? 0.2 : -10,
    won ? 7.4 : at % 9 === 0 ? -0.4 : -10.6,
  ]),
  rivals('mine and those of a group', 'Date,Pair,Mine,Signal group', ['win', 'loss']),
  rivals('demo and real', 'Date,Pair,Demo,Real', ['WIN', 'LOSS']),
  rivals('letters', 'Date,Pair,Me,Bot direction', ['W', 'L']),
  rivals('Spanish', 'Fecha,Par,Yo,Canal', ['ganada', 'perdida']),
  rivals('a result and one of a side', 'Date,Pair,Result,Trade type', ['won', 'lost']),
  ...[
    ended('L and S for the side beside outcomes', 'Date,Pair,Side,Exit', (won, at) => [
      at % 2 ? 'L' : 'S',
      won ? 'TP' : 'SL',
    ]),
    ended('L for each side beside outcomes', 'Date,Pair,Side,Exit', (won) => ['L', won ? 'TP' : 'SL']),
  ].map((one) => ({ ...one, isPlain: false, asks: 'target-distance' })),
  cancelled('Status', 'Cancelled'),
  cancelled('Order status', 'Canceled by user'),
  cancelled('Status', 'Rejected', ''),
  cancelled('State', 'Pending', 3.4),
  cancelled('Estado', 'Cancelada'),
  cancelled('Durum', 'İptal'),
  cancelled('Status', 'Dibatalkan'),
  cancelled('Статус', 'Отменено'),
  cancelled('स्थिति', 'रद्द'),
  cancelled('Statut', 'Ouvert', 3.4),
  ended('trades that were closed early', 'time,pair,status,profit', (won, at) => [
    at % 3 === 0 ? 'Closed early' : 'Closed',
    won ? 8 : -10,
  ]),
  ...(
    [
      ['Gain', 'Loss', 0],
      ['Profit', 'Loss', ''],
      ['Ganancia', 'Pérdida', 0],
      ['Lucro', 'Prejuízo', '-'],
      ['Gewinn', 'Verlust', ''],
      ['Прибыль', 'Убыток', 0],
      ['Untung', 'Rugi', 0],
    ] as const
  ).map(([gain, loss, none]) =>
    ended(
      `amounts below ${gain} and ${loss}`,
      `Date,Pair,${gain},${loss}`,
      (won) => (won ? [8, none] : [none, 10]),
      {
        more: [[stamp(60), 'EURUSD', 0, 0]],
        counts: '37-23-1',
      },
    ),
  ),
  plain(
    'a row for each stake with its level, and a total',
    `${linesOf(
      'fecha,par,nivel martingala,monto,resultado,neto',
      WON.flatMap((won, at) =>
        Array.from({ length: at % 5 === 0 ? 3 : 1 }, (_, level) => {
          const isLast = level === (at % 5 === 0 ? 2 : 0);
          const stake = 2 * 2.2 ** level;
          const isWon = won && isLast;
          return [
            stamp(at, level * 300),
            pairOf(at),
            level + 1,
            stake.toFixed(2),
            isWon ? 'ganada' : 'perdida',
            (isWon ? stake * 0.8 : -stake).toFixed(2),
          ];
        }),
      ),
    )}\n,,,,Total,-45.60`,
    '37-47-0',
  ),
  plain(
    'positions with leverages below no name',
    linesOf(
      'time,pair,,side,profit',
      WON.map((won, at) => [stamp(at), 'ETHUSDT', `${[5, 10, 20][at % 3]}x`, 'Long', won ? 33.18 : -28.4]),
    ),
  ),
  asks(
    'posted-gales',
    'stakes of money below Gale 1 and Gale 2',
    linesOf(
      'Data;Hora;Ativo;Entrada (R$);Gale 1 (R$);Gale 2 (R$);Resultado;Saldo (R$)',
      WON.map((won, at) => [
        stamp(at).slice(0, 10),
        stamp(at).slice(11, 16),
        pairOf(at),
        '10,00',
        GALES[at] === 0 ? '' : '22,00',
        GALES[at] === 2 ? '48,40' : '',
        won ? 'WIN' : 'LOSS',
        won ? '8,80' : '-80,40',
      ]),
      ';',
    ),
    AFTER_GALES,
  ),
  plain(
    'bets that were copied, each with what came back and how it ended',
    WON.map((won, at) =>
      [
        `Ellery ${at + 1} @ 1.${55 + (at % 30)}`,
        'To Win Match',
        `${1 + (at % 28)}/09/2024 ${10 + (at % 12)}:00`,
        'Stake £15.00',
        `Returned £${won ? '23.25' : '0.00'}`,
        won ? 'Won' : 'Lost',
      ].join('\n'),
    ).join('\n\n'),
  ),
  asks(
    'left-out-rows',
    'pasted lists, with a word for results and a signal that was not traded above the second',
    [
      '09:05 EURUSD CALL ✅',
      '09:20 GBPUSD PUT ❌',
      'Bom diaaa',
      'Hoje tem notícia 9h30, cuidado',
      'Resultado de hoje:',
      '10:30 EURCHF PUT (não entrar, notícia)',
      '10:45 CADJPY PUT ✅',
      '11:00 EURUSD CALL ❌',
    ].join('\n'),
    '2-2-0',
  ),
  asks(
    'posted-gales',
    'a stake and an outcome for each try, side by side',
    linesOf(
      'No,Tanggal,Aset,Entry,Hasil,K1,Hasil K1,K2,Hasil K2,Total',
      WON.map((won, at) => {
        const tries = [0, 1, 2].flatMap((step) => {
          const gales = GALES[at] as number;
          return step > gales ? ['-', '-'] : [14 * 2 ** step, step === gales && won ? 'Profit' : 'Loss'];
        });
        return [at + 1, stamp(at), pairOf(at), ...tries, won ? 11.2 : -14];
      }),
    ),
    AFTER_GALES,
  ),
  {
    name: 'bets that were copied, of which one still runs and one was cashed out',
    text: WON.map((won, at) => {
      const how = at === 0 ? 'En cours' : at === 7 ? 'Cash Out' : won ? 'Gagné' : 'Perdu';
      return [
        how,
        `AS Vallon ${at} - US Chênaie`,
        `Vainqueur : Vallon ${at}`,
        `Cote 1,${70 + (at % 29)}`,
        'Mise : 10,00 €',
        at === 0 ? 'Gain potentiel : 17,00 €' : `Gain : ${at === 7 ? '14,20' : won ? '17,00' : '0,00'} €`,
        `Placé le ${1 + (at % 28)}/04/2025 à ${10 + (at % 12)}:28`,
      ].join('\n');
    }).join('\n\n'),
    asks: 'doubtful-outcomes',
    counts: `${37 - Number(WON[0]) + (WON[7] ? 0 : 1)}-${23 - Number(!WON[0]) - (WON[7] ? 0 : 1)}-0`,
  },
];
