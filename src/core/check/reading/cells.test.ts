import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../time/instant.ts';
import { fixedClock } from '../../time/wall-clock.ts';
import { decimalMarkOf, parseAmount } from './words/amount.ts';
import { parseDelimited } from './files/delimited.ts';
import { parseEnding } from './words/endings.ts';
import { parseHtmlTables } from './files/html-table.ts';
import { dateOrderOf, MomentReader } from './words/moment.ts';
import { decode, decodeWindows1252, encodingOf, type FileTools } from './read-file.ts';
import { tradesTextReader } from './read-trades.ts';
import { NotATrade } from './unreadable.ts';
import { pairIn } from './words/pairs.ts';
import { spreadsheetTables } from './files/spreadsheet.ts';
import { expiryIn, parseDirection, parseExpiry } from './words/trade-words.ts';
import { runs } from '../../../../tests/support/rounds.ts';

describe('amounts', () => {
  it.each([
    ['10', '.', 10],
    ['-10.50', '.', -10.5],
    ['$1,234.50', '.', 1_234.5],
    ['-$10.00', '.', -10],
    ['(12.30)', '.', -12.3],
    ['12.30-', '.', -12.3],
    ['+8', '.', 8],
    ['−8', '.', -8],
    ['10 USD', '.', 10],
    ['USD 10', '.', 10],
    ['1 234.50', '.', 1_234.5],
    ['1’234.50', '.', 1_234.5],
    ['.5', '.', 0.5],
    ['80%', '.', 80],
    ['1.234,50 €', ',', 1_234.5],
    ['R$ 10,00', ',', 10],
    ['1 234,5', ',', 1_234.5],
    ['Rs.500', '.', 500],
    ['₹500', '.', 500],
  ] as const)('reads %s', (text, mark, value) => {
    expect(parseAmount(text, mark)).toBe(value);
  });
  it.each(['', 'ten', 'Over 2.5', '1.2.3', '=1+1', '10/20', '1e5', '--5', '$', '9'.repeat(50)])(
    'does not read %s',
    (text) => {
      expect(parseAmount(text, '.')).toBeNaN();
    },
  );
  it('tells the decimal mark from all numbers together, and from neither dates nor prices of one kind', () => {
    expect(decimalMarkOf(['10,50', '1.234'], '.')).toBe(',');
    expect(decimalMarkOf(['1,234', '10.50'], ',')).toBe('.');
    expect(decimalMarkOf(['1.234.567'], '.')).toBe(',');
    expect(decimalMarkOf(['200.000', '50.000', '7'], '.')).toBe(',');
    expect(decimalMarkOf(['15.000', '12.300', '-15.000'], '.')).toBe(',');
    expect(decimalMarkOf(['Rp8.250', '-Rp10.125'], '.')).toBe(',');
    expect(decimalMarkOf(['1.500', '-1.000'], '.')).toBe('.');
    expect(decimalMarkOf(['100,00 руб.'], '.')).toBe(',');
    expect(decimalMarkOf(['150.000', '149.987'], '.')).toBe('.');
    expect(decimalMarkOf(['16.11.2026 09:02', '16.11.2026'], '.')).toBe('.');
    expect(decimalMarkOf(['1,234'], '.')).toBe('.');
    expect(decimalMarkOf(['1.234,50'], '.')).toBe(',');
    expect(decimalMarkOf(['7.250', '1012.500'], ',')).toBe('.');
  });
});

describe('moments', () => {
  const at = (text: string, order: 'day first' | 'month first' = 'day first') => {
    const moment = new MomentReader(order).read(text);
    return moment === undefined
      ? undefined
      : `${new Date(moment.localMs).toISOString()}${moment.offsetMs === undefined ? '' : ` ${moment.offsetMs / 3_600_000}`}`;
  };
  const NINE = '2026-03-02T09:05:00.000Z';
  it.each([
    ['2026-03-02T09:05:00Z', `${NINE} 0`],
    ['2026-03-02T09:05:00.123456Z', '2026-03-02T09:05:00.123Z 0'],
    ['2026-03-02 09:05', NINE],
    ['2026-03-02 09:05:00+05:30', `${NINE} 5.5`],
    ['2026-03-02T09:05:00-0300', `${NINE} -3`],
    ['2026.03.02 09:05:00', NINE],
    ['2026/3/2 9:05', NINE],
    ['02.03.2026 09:05', NINE],
    ['02.03.26, 09:05', NINE],
    ['02/03/2026 9:05 AM', NINE],
    ['02-03-2026 9:05:00 a.m.', NINE],
    ['2 Mar 2026 09:05', NINE],
    ['Mar 2, 2026 9:05 AM', NINE],
    ['March 2nd, 2026, 09:05', NINE],
    ['Mon, 2 March 2026 09:05:00 GMT', `${NINE} 0`],
    ['2 de marzo de 2026 09:05', NINE],
    ['2. März 2026 09:05', NINE],
    ['2 मार्च 2026 09:05', NINE],
    ['2 মার্চ, 2026 09:05', NINE],
    ['سوموار, 2 مارچ 2026 09:05', NINE],
    ['2 марта 2026 09:05', NINE],
    ['2 mars 2026 09h05', NINE],
    ['2026年3月2日 09:05', NINE],
    ['09:05 02.03.2026', NINE],
    ['02.03.2026 09:05 UTC+2', `${NINE} 2`],
    ['March 2, 2026 9:05 AM (EDT)', `${NINE} -4`],
    ['2026-03-02 09:05 CET', `${NINE} 1`],
    ['2026-03-02 09:05 (XYZT)', NINE],
    ['02/03/2569 09:05', NINE],
    ['1772442300', `${NINE} 0`],
    ['1772442300000', `${NINE} 0`],
    ['20260302 09:05', NINE],
    ['2026-03-02', '2026-03-02T00:00:00.000Z'],
    ['soon', undefined],
    ['12.50', undefined],
    ['2026', undefined],
  ])('reads %s', (text, expected) => {
    expect(at(text)).toBe(expected);
  });
  it('puts the month first where the column does', () => {
    expect(at('03/02/2026 9:05 AM', 'month first')).toBe(NINE);
    expect(dateOrderOf(['03/02/2026', '03/14/2026'])).toBe('month first');
    expect(dateOrderOf(['03/02/2026', '14/03/2026'])).toBe('day first');
    expect(dateOrderOf(['03/02/2026 9:05 PM'])).toBe('month first');
    expect(dateOrderOf(['03/02/2026 21:05'])).toBe('day first');
  });
  it.each([
    ['31.11.2026 10:15', { code: 'no-day', day: 31, month: 11 }],
    ['29.02.2026', { code: 'no-day', day: 29, month: 2 }],
    ['2026-13-01 10:00', { code: 'no-month', month: 13 }],
    ['99/99/9999', { code: 'no-month', month: 99 }],
    ['2026-03-02 10:61', { code: 'no-clock', cell: '10:61' }],
  ] as const)('says why %s is none', (text, why) => {
    const whyNot = (): unknown => {
      try {
        return at(text);
      } catch (error) {
        return error instanceof NotATrade ? error.why : error;
      }
    };
    expect(whyNot()).toEqual(why);
  });
  it('reads each day of the Persian years 1373 to 1424 as the day that it is', () => {
    const persian = new Intl.DateTimeFormat('en-u-ca-persian', { timeZone: 'UTC', dateStyle: 'short' });
    const reader = new MomentReader('day first');
    for (let day = Date.UTC(1994, 2, 21); day < Date.UTC(2046, 2, 20); day += DAY_MS) {
      const [month = '', ofMonth = '', year = ''] = persian.format(day).replace(/ .*/, '').split('/');
      expect(reader.read(`${year}/${month}/${ofMonth}`)).toEqual({ localMs: day, offsetMs: undefined });
    }
  });
  it('reads every instant that a program writes', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }), (date) => {
        const moment = new MomentReader('day first').read(date.toISOString());
        expect(moment).toEqual({ localMs: date.getTime(), offsetMs: 0 });
      }),
      { seed: 4, numRuns: runs(60, 300) },
    );
  });
});

describe('words', () => {
  it.each([
    ['WIN', 'won'],
    ['Won!', 'won'],
    ['ITM', 'won'],
    ['in the money', 'won'],
    ['Ganó', 'won'],
    ['✅', 'won'],
    ['Loss', 'lost'],
    ['OTM', 'lost'],
    ['❌', 'lost'],
    ['проигрыш', 'lost'],
    ['Tie', 'tied'],
    ['At The Money', 'tied'],
    ['refunded', 'tied'],
    ['refunded (rain after 20 min)', 'tied'],
    ['Won (rain)', undefined],
    ['Tie (won, then lost)', undefined],
    ['0x0', 'tied'],
    ['Cancelled', 'none'],
    ['open', 'none'],
    ['perhaps', undefined],
    ['8.00', undefined],
  ])('%s is how a trade ended: %s', (text, ending) => {
    expect(parseEnding(text)).toBe(ending);
  });
  it.each([
    ['Buy', 'CALL'],
    ['HIGHER', 'CALL'],
    ['buy limit', 'CALL'],
    ['⬆️', 'CALL'],
    ['Verkauf', 'PUT'],
    ['🔽', 'PUT'],
    ['вниз', 'PUT'],
    ['balance', undefined],
  ])('%s is the side %s', (text, side) => {
    expect(parseDirection(text)).toBe(side);
  });
  it.each([
    ['EURUSD', 'EUR/USD'],
    ['eur-usd', 'EUR/USD'],
    ['EUR/USD (OTC)', 'EUR/USD OTC'],
    ['EURUSD_otc', 'EUR/USD OTC'],
    ['EURUSDOTC', 'EUR/USD OTC'],
    ['GBPJPY.m', 'GBP/JPY'],
    ['USD/BRL-OTC', 'USD/BRL OTC'],
    ['BTCUSDT', 'BTC/USDT'],
    ['Gold', undefined],
    ['Apple', undefined],
  ])('%s names the pair %s', (text, pair) => {
    expect(pairIn(text)).toBe(pair);
  });
  it.each([
    ['60', 60],
    ['1 min', 60],
    ['5m', 300],
    ['M5', 300],
    ['S30', 30],
    ['00:01:00', 60],
    ['1:30', 90],
    ['1 hour', 3_600],
    ['30 секунд', 30],
    ['1 h 30 min', 5_400],
    ['1,5 Std.', 5_400],
    ['1,200', 1_200],
    ['5 fois', Number.NaN],
    ['next candle', Number.NaN],
    ['5 candles', Number.NaN],
    ['3 candles of M5', 900],
    ['1 vela M1', 60],
    ['0 days 00:05:00', 300],
    ['PT1H30M', 5_400],
    ['P0DT0H5M0S', 300],
  ])('%s is an expiry of %d s', (text, seconds) => {
    expect(parseExpiry(text, 1)).toBe(seconds);
  });
  it('finds an expiry in a sentence, and none in a clock time', () => {
    expect(expiryIn('EURUSD CALL, 5 minutes')).toBe(300);
    const units = '5 मिनट,5 মিনিট,5 منٹ,5 دقائق,5 menit,5 phút,5 dakika,5 minuti,5 分'.split(',');
    expect(units.map((text) => expiryIn(`EURUSD ${text}`))).toEqual(units.map(() => 300));
    expect(expiryIn('at 09:05 m')).toBeUndefined();
  });
});

describe('delimited text', () => {
  it('reads quotes, doubled quotes, line breaks in cells and every line ending; counts the lines of the file', () => {
    const { rows, lines } = parseDelimited('a,"b ""x""",c\r\n\n"d\nd",e,\rf,"g" h,i', ',');
    expect(rows).toEqual([
      ['a', 'b "x"', 'c'],
      ['d\nd', 'e', ''],
      ['f', '"g" h', 'i'],
    ]);
    expect(lines).toEqual([1, 3, 5]);
  });
  it('gives back what was written', () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', '"', ';', ',', '\n', ' b') })
      .map((text) => text.trim());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const text = rows
          .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(';'))
          .join('\n');
        expect(parseDelimited(text, ';').rows).toEqual(rows.filter((row) => row.some((one) => one !== '')));
      }),
      { seed: 2, numRuns: runs(60, 300) },
    );
  });
});

describe('encodings', () => {
  it.each([
    ['utf-8', Buffer.from('Währung;Ergebnis')],
    ['utf-8', Buffer.from('plain')],
    ['utf-16le', Buffer.from('\ufeffresult', 'utf16le')],
    ['utf-16le', Buffer.from('result;profit', 'utf16le')],
    ['utf-16be', Buffer.from('result;profit', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('W\u00e4hrung', 'latin1')],
  ] as const)('%s is distinguished from its bytes', (encoding, bytes) => {
    expect(encodingOf(bytes)).toBe(encoding);
  });
  it.each([
    ['windows-1251', 'c2f0e5ecff3bcff0e8e1fbebfc0a3b352c30', 'Время;Прибыль\n;5,0'],
    ['shift_jis', '94bb92e82c8f9f82bf2c5c31300a', '判定,勝ち,¥10\n'],
    ['euc-kr', 'b0e1b0fa2cc0cdc0fd0a', '결과,익절\n'],
    ['gbk', 'bde1b9fb2cd3afbff70a', '结果,盈亏\n'],
    [
      'windows-1252',
      '54656d706f204f70657261e7e36f3b5265732e204f70657261e7e36f3b507265e76f0a',
      'Tempo Operação;Res. Operação;Preço\n',
    ],
  ])('reads the letters of %s', (_encoding, hex, text) => {
    const tools: FileTools = {
      decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
      inflate: () => Promise.reject(new Error('no part of a text')),
    };
    expect(decode(Uint8Array.from(Buffer.from(hex, 'hex')), tools)).toBe(text);
  });

  it('reads the euro sign of Windows-1252', () => {
    expect(decodeWindows1252(Uint8Array.of(0x31, 0x30, 0x20, 0x80, 0xe4))).toBe('10 €ä');
  });
});

describe('messages of a chat', () => {
  const chat = (...texts: string[]) =>
    JSON.stringify({
      messages: texts.map((text, at) => ({
        id: at + 1,
        text,
        ...(at % 2 === 1 ? { reply_to_message_id: at } : {}),
      })),
    });
  const read = (...texts: string[]) =>
    tradesTextReader(chat(...texts))({ payout: 0.8, clock: fixedClock('UTC', 0) });
  it.each([
    ['Martingale up to 2 steps', 'PUT'],
    ['If the price goes up, wait', 'PUT'],
    ['Stake down to 1 %', 'PUT'],
  ])('keep their one signal, of one side, where they go on with "%s"', (advice, side) => {
    const { trades, signals } = read(`EURUSD-OTC\n1 min\n${side} 🔴\n${advice}`, '✅ WIN');
    expect(trades.map(({ pair, direction }) => [pair, direction])).toEqual([['EUR/USD OTC', side]]);
    expect(signals).toMatchObject({ resolved: 1, unresolved: 0 });
  });
  it.each(['@1.44', 'Odds: 1.44', '@ 1.44'])('pay what the odds beside a tip say: %s', (odds) => {
    const tips = ['✅ WON', '❌ LOST'].flatMap((end) => [`⚽ Team A vs Team B\nPick: Team A ${odds}`, end]);
    const { trades, signals } = read(...tips);
    expect(trades.map(({ payout }) => payout.toFixed(2))).toEqual(['0.44', '0.44']);
    expect(signals.paysByChance).toBe(true);
  });
  it('tell one signal, also where its stake was doubled', () => {
    const { trades, signals } = read('EURUSD CALL', '✅ WIN gale 2');
    expect(trades).toHaveLength(3);
    expect(signals).toMatchObject({ resolved: 1, unresolved: 0 });
  });
  it('may hold several signals, each with its pair', () => {
    const { trades, signals } = read('EURUSD CALL\nGBPUSD PUT', 'GBPUSD ✅');
    expect(trades.map(({ pair, direction }) => [pair, direction])).toEqual([['GBP/USD', 'PUT']]);
    expect(signals).toMatchObject({ resolved: 1, unresolved: 1 });
  });
});

it('takes the text of HTML cells, without markup, scripts and hidden cells', () => {
  const html =
    '<table><tr><th>Result<th>Pair</tr><script>var a = "<tr><td>won";</script>' +
    '<tr><td><b>won</b></td><td class="hidden">x</td><td>EUR&#47;USD &amp; <i>more</i></td></tr></table>';
  expect(parseHtmlTables(html).rows).toEqual([
    ['Result', 'Pair'],
    ['won', 'EUR/USD & more'],
  ]);
});

it.each([
  ['time,timezone,pair,result', '2026-03-02 09:00:00,EST,EURUSD,TP2', '2026-03-02T14:00', 'EUR/USD'],
  ['time,UTC offset,pair,result', '2026-03-02 09:00:00,+05:30,EURUSD,SL', '2026-03-02T03:30', 'EUR/USD'],
  ['time,market,pair,result', '2026-03-02 09:00:00,OTC,EURUSD,TP1', '2026-03-02T09:00', 'EUR/USD OTC'],
])('reads a zone and a market in columns of their own: %s', (names, row, time, pair) => {
  const read = tradesTextReader([names, row, row.replace(/TP.|SL/, 'BE')].join('\n'));
  const { trades } = read({ payout: 0.8, clock: fixedClock('UTC', 0), answers: new Map() });
  expect(trades[0]).toMatchObject({ pair });
  expect(new Date(trades[0]?.timeMs ?? 0).toISOString().slice(0, 16)).toBe(time);
});

it('reads the digits of other scripts in a workbook as those of a text', () => {
  const sheet =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>٧٦٠٫٥</t></is></c><c r="B1" t="inlineStr"><is><t>-१०</t></is></c></row>';
  const [table] = spreadsheetTables(new Map([['xl/worksheets/sheet1.xml', sheet]]));
  expect(table?.rows).toEqual([['760.5', '-10']]);
});

it.each([
  ['100,00 руб.', ',', 100],
  ['-1 250,50 р.', ',', -1_250.5],
  ['250,00 zł', ',', 250],
  ['1,000円', '.', 1_000],
] as const)('reads an amount with a currency behind it: %s', (cell, mark, amount) => {
  expect(parseAmount(cell, mark)).toBe(amount);
});

it.each([
  ['-13.56 USDT (-1.36%)', -13.56],
  ['1.2M', 1_200_000],
  ['15 rb', 15_000],
  ['3 lakh', 300_000],
])('reads an amount with its unit: %s', (cell, amount) => {
  expect(parseAmount(cell, '.')).toBeCloseTo(amount, 6);
});

it('reads a clock with dots behind a date', () => {
  const reader = new MomentReader('day first');
  for (const text of ['02/03/2026 08.12', '2026-03-02, 8.12.00', '2 Mar 2026 08.12'])
    expect(reader.read(text)?.localMs).toBe(Date.UTC(2026, 2, 2, 8, 12));
  expect(reader.read('02/03/2026 08.1')).toBeUndefined();
});

it('takes a row with a side for a trade, however many orders it had', () => {
  const lines = [
    'time,pair,side,orders,profit',
    '2026-03-02 10:00,EUR/USD,buy,3,8',
    '2026-03-03 10:00,EUR/USD,sell,2,-9',
  ];
  const read = (rows: readonly string[]) =>
    tradesTextReader(rows.join('\n'))({ payout: 0.8, clock: fixedClock('UTC', 0) });
  expect(read(lines).trades).toHaveLength(2);
  expect(read(lines.map((line) => line.replace(/side,|buy,|sell,/, ''))).trades).toHaveLength(0);
});
