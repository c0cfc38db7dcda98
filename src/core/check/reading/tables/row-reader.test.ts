import { expect, it } from 'vitest';
import { fixedClock } from '../../../time/wall-clock.ts';
import type { Answers } from '../questions.ts';
import { tradesTextReader } from '../read-trades.ts';

const LEFT_OUT: Answers = new Map([['left-out-rows', 'leave-out']]);
const read = (lines: readonly string[], answers: Answers = LEFT_OUT) =>
  tradesTextReader(lines.join('\n'))({ payout: 0.8, clock: fixedClock('UTC', 0), answers });

it('takes a row of one cell for a trade where the table has two columns, and asks where it has more', () => {
  expect(read(['result,pair', 'won,', 'lost,EUR/USD', 'won,']).trades).toHaveLength(3);
  const lines = ['result,pair,stake', 'won,,', 'Week 2,,', 'lost,EUR/USD,10', 'won,EUR/USD,10'];
  const { trades, questions, rows } = read(lines);
  expect(trades).toHaveLength(2);
  expect(questions).toMatchObject([{ code: 'row-kinds', count: 1, examples: ['1: won ×1'] }]);
  expect(rows.notUnderstood[0]).toMatchObject({ line: 2, why: { code: 'unsure-ending' } });
  expect(read(lines, new Map([['row-kinds', 'count']])).trades).toHaveLength(3);
});

it.each([
  ['less than half of it', -12.5, 12.5],
  ['it', -100, 100],
  ['it and a fee', -103, 100],
  ['much more than it', -180, 180],
])(
  'takes what was lost for the stake where it is far from the column of stakes: %s',
  (_what, loss, stake) => {
    const { trades } = read([
      'pair,stake,profit',
      `EUR/USD,100,${loss}`,
      'GBP/USD,100,80',
      `EUR/USD,100,${loss}`,
    ]);
    expect(trades.map((trade) => trade.stake)).toEqual([stake, stake, stake]);
  },
);

it('says which message a message repeats', () => {
  const chat = ['02/03/2026, 09:00 - Sam: EUR/USD CALL 1 MIN', '02/03/2026, 09:02 - Sam: WIN'];
  const { rows } = read([...chat, '02/03/2026, 09:10 - Sam: GBP/USD PUT 1 MIN', ...chat]);
  expect(rows.notUnderstood.filter(({ why }) => why.code === 'repeated')).toMatchObject([
    { line: 4, why: { what: 'message', line: 1 } },
    { line: 5, why: { what: 'message', line: 2 } },
  ]);
});

it('knows no order of trades that are only counted', () => {
  const lines = ['date,wins,losses', '2026-03-02,3,1', '2026-03-03,2,2'];
  const counted = read(lines, new Map([['win-loss-columns', 'counts']]));
  expect(counted.trades).toHaveLength(8);
  expect(counted.hasOrder).toBe(false);
  expect(read(['date,result', '2026-03-02,won', '2026-03-03,lost']).hasOrder).toBe(true);
});

it('asks what a profit of 0 is for trades, not for a sum of 0', () => {
  const codes = (last: string) =>
    read(['pair,profit', 'EUR/USD,10', 'EUR/USD,8', last]).questions.map(({ code }) => code);
  expect(codes('EUR/USD,0')).toContain('zero-profit');
  expect(codes('Total,0')).not.toContain('zero-profit');
});

it.each([
  ['lost', 'won won lost'],
  ['tied', 'won won tied'],
  ['no-trade', 'won won'],
])('takes a profit of 0 for what the answer says: %s', (answer, outcomes) => {
  const lines = ['pair,profit', 'EUR/USD,10', 'EUR/USD,8', 'EUR/USD,0'];
  const { trades } = read(lines, new Map([['zero-profit', answer]]));
  expect(trades.map(({ outcome }) => outcome).join(' ')).toBe(outcomes);
});

it('takes the side that closes a trade for the opposite of its own', () => {
  const sides = (name: string) =>
    read([`pair,${name},profit`, 'EUR/USD,Sell,8', 'EUR/USD,Buy,-10']).trades.map(
      ({ direction }) => direction,
    );
  expect(sides('Closing direction')).toEqual(['CALL', 'PUT']);
  expect(sides('Direction')).toEqual(['PUT', 'CALL']);
});

it('takes the column of assets for the pair, not the kind of an option before it', () => {
  const lines = ['instrument,asset,result', 'turbo-option,EUR/USD,won', 'turbo-option,GBP/USD,lost'];
  expect(read(lines).trades.map(({ pair }) => pair)).toEqual(['EUR/USD', 'GBP/USD']);
});

it('takes an expiry of 0 for none', () => {
  const { trades } = read(['pair,result,expiry seconds', 'EUR/USD,won,0', 'EUR/USD,lost,60']);
  expect(trades.map(({ expirySeconds }) => expirySeconds)).toEqual([null, 60]);
});

it('reads the other rows where one has a profit that is none, or an end that is no time', () => {
  const { trades, rows } = read([
    'time,closed,pair,stake,payout,result,profit',
    '2026-03-02 09:00,soon,EUR/USD,10,85,won,8.5',
    '2026-03-02 09:05,2026-03-02 09:06,EUR/USD,10,85,won,#N/A',
    '2026-03-02 09:10,2026-03-02 09:11,EUR/USD,10,85,lost,-10',
  ]);
  expect(trades.map(({ expirySeconds }) => expirySeconds)).toEqual([null, 60]);
  expect(rows.notUnderstood.map(({ line, why }) => [line, why])).toEqual([
    [3, { code: 'no-number', cell: '#N/A' }],
  ]);
});

it.each(['', '-', '—'])('takes “%s” for a number that is not given', (blank) => {
  const { trades } = read([
    'pair,stake,payout,result,profit',
    `EUR/USD,${blank},${blank},won,${blank}`,
    `EUR/USD,${blank},${blank},lost,${blank}`,
    ...Array.from({ length: 4 }, () => 'EUR/USD,10,0.85,won,8.5'),
  ]);
  expect(trades.slice(0, 2).map(({ outcome, stake, payout }) => [outcome, stake, payout])).toEqual([
    ['won', 10, 0.85],
    ['lost', 10, 0.85],
  ]);
});

it('takes rows for sums where a column says that they hold several trades', () => {
  const rows = (count: number) => read(['pair,trades,result', 'EUR/USD,1,won', `EUR/USD,${count},lost`]);
  expect(rows(1).trades).toHaveLength(2);
  expect(rows(3).trades).toHaveLength(0);
});

it('says why a row is no trade that is both won and lost, or neither', () => {
  const lines = ['pair,win,loss', 'EUR/USD,8.5,', 'EUR/USD,,10', 'EUR/USD,8.5,10', 'EUR/USD,,'];
  const { trades, rows } = read(lines);
  expect(trades.map(({ profit }) => profit)).toEqual([8.5, -10]);
  expect(rows.notUnderstood.map(({ line, why }) => [line, why])).toEqual([
    [4, { code: 'contradiction', cell: '8.5', profit: -10 }],
    [5, { code: 'no-ending' }],
  ]);
});

it.each([
  ['first', [10, 10, 10], [10, 10, 20, 40]],
  ['last', [10, 10, 40], [10, 10, 20, 40]],
])('counts stakes up from the one that is given, where it is the %s', (_which, stakes, counted) => {
  const lines = stakes.map((stake, at) => `EUR/USD,${stake},${at < 2 ? 0 : 2},won`);
  const { trades } = read(['pair,stake,gale,result', ...lines], new Map([['posted-gales', 'count']]));
  expect(trades.slice(1).map(({ stake }) => stake)).toEqual(counted);
});

it('asks about doubled stakes unless each follows its lost one, of the same pair', () => {
  const asks = (...lines: string[]) =>
    read(['pair,gale,result', ...lines])
      .questions.map(({ code }) => code)
      .includes('posted-gales');
  expect(asks('EUR/USD,0,lost', 'EUR/USD,1,lost', 'EUR/USD,2,won')).toBe(false);
  expect(asks('EUR/USD,2,won', 'EUR/USD,1,lost', 'EUR/USD,0,lost')).toBe(false);
  expect(asks('EUR/USD,0,lost', 'EUR/USD,1,won', 'EUR/USD,2,won')).toBe(true);
  expect(asks('EUR/USD,0,lost', 'GBP/USD,1,lost', 'EUR/USD,2,won')).toBe(true);
  expect(asks('EUR/USD,1,lost', 'EUR/USD,0,lost', 'EUR/USD,2,won')).toBe(true);
});

it('takes a row with the word total for a sum only where it lacks the time that others have', () => {
  expect(read(['pair,result,kind', 'EUR/USD,won,total', 'EUR/USD,lost,']).trades).toHaveLength(2);
  const dated = ['date,pair,result,kind', '2026-03-02,EUR/USD,won,total', ',EUR/USD,lost,total'];
  expect(read(dated).trades).toHaveLength(1);
});

it('takes the time and the side of a trade from its opening where a number joins it with its end', () => {
  const rows = [...'wlwlw'].flatMap((end, at) => [
    `2026-03-0${at + 2} 09:00,${at + 7},EUR/USD,sell,0`,
    `2026-03-0${at + 2} 10:00,${at + 7},EUR/USD,buy,${end === 'w' ? 8.1 + at : -9.3 - at}`,
  ]);
  const { trades, questions } = read(['time,position,pair,side,profit', ...rows]);
  expect(questions).toEqual([]);
  expect(trades.map(({ direction, outcome }) => [direction, outcome])).toEqual(
    [...'wlwlw'].map((end) => ['PUT', end === 'w' ? 'won' : 'lost']),
  );
  expect(trades.every(({ timeMs }) => timeMs !== null && timeMs % 86_400_000 === 9 * 3_600_000)).toBe(true);
});

it('passes over a title above names that are not known', () => {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `${at + 3}/3/26 10:00,EURUSD,buy,${at % 2 ? 'won' : 'lost'}`,
  );
  const { trades, rows: found, columns } = read(['Mi diario 2026,,,', 'cuando,eso,hacia,como', ...rows]);
  expect(trades).toHaveLength(12);
  expect(found.notUnderstood).toMatchObject([{ line: 1, why: { code: 'above-names' } }]);
  expect(columns.map(({ name }) => name).sort()).toEqual(['como', 'cuando', 'eso', 'hacia']);
});

it('names groups by the titles above them, the first by that above the names', () => {
  const rows = ['won', 'lost', 'won', 'won', 'lost'].map(
    (result, at) => `2026-03-0${at + 1},EURUSD,${result}`,
  );
  const { questions } = read(['Demo,,', 'date,pair,result', ...rows, 'Live,,', ...rows.slice(0, 4)]);
  expect(questions).toMatchObject([{ code: 'groups', examples: ['1: Demo ×5', '2: Live ×4'] }]);
});

it.each(['date,pair,Risk $,R', 'date,pair,Risk USD,Result R'])(
  'takes multiples of what was at risk for money: %s',
  (names) => {
    const rows = ['150,+2R', '100,-1R', '150,-0.8R', '50,1R', '80,-1R', '50,0R'].map(
      (row, at) => `2026-03-0${at + 2},ES,${row}`,
    );
    const { trades, signals } = read([names, ...rows]);
    expect(trades.map(({ profit }) => Math.round(profit))).toEqual([300, -100, -120, 50, -80, 0]);
    expect(trades.map(({ stake }) => stake)).toEqual([150, 100, 150, 50, 80, 50]);
    expect(signals.hasDistances).toBe(false);
  },
);

it('takes profits in money beside what was at risk as they are', () => {
  const rows = ['150,300', '100,-100', '150,-150'].map((row, at) => `2026-03-0${at + 2},ES,${row}`);
  const { trades } = read(['date,pair,Risk $,R', ...rows]);
  expect(trades.map(({ profit }) => profit)).toEqual([300, -100, -150]);
});

it.each([';', ',', '\t'])('a day alone above rows divided by "%s" is theirs', (mark) => {
  const rows = ['EURUSD', 'GBPUSD', 'USDJPY', 'EURGBP'].map((pair, at) =>
    [`09:1${at}`, pair, 'CALL', at % 2 === 0 ? 'WIN' : 'LOSS'].join(mark),
  );
  const { trades, questions } = read(['02/03/2026', ...rows, '📅 13/03/2026', ...rows]);
  expect(questions).toEqual([]);
  expect(trades.map(({ timeMs }) => timeMs)).toEqual(
    [2, 13].flatMap((day) => [0, 1, 2, 3].map((at) => Date.UTC(2026, 2, day, 9, 10 + at))),
  );
});

it('takes no answers from 1 to 5 for doubled stakes', () => {
  const lines = Array.from({ length: 50 }, (_, at) => {
    const level = [1, 1, 1, 4, 3, 3, 5, 1, 2, 4][at % 10];
    return `EUR/USD,10,${level},${at % 2 === 0 ? 'won' : 'lost'}`;
  });
  for (const name of ['How did you feel?', 'Sensação'])
    expect(read([`pair,stake,${name},result`, ...lines]).questions).toEqual([]);
});

it('takes the lines below the names of tables in Markdown for no rows', () => {
  const table = ['| pair | stake | result |', '|---|---:|:---:|'];
  const { rows, questions } = read([
    ...table,
    '| EUR/USD | 10 | won |',
    '| GBP/USD | 20 | lost |',
    ...table,
    '| USD/JPY | 10 | won |',
    '| AUD/USD | 30 | lost |',
  ]);
  expect([rows.read, rows.understood, questions]).toEqual([5, 4, []]);
});

const instantsOf = (lines: readonly string[]): (string | null)[] =>
  read(lines).trades.map(({ timeMs }) => timeMs && new Date(timeMs).toISOString().slice(0, 16));

it('takes the day of the first of several rows for those below it, also beside AM and PM', () => {
  const lines = ['date,pair,time,result', 'seg 02/03/2026,EUR/USD,8:54 AM,won', ',GBP/USD,1:05 PM,lost'];
  expect(instantsOf(lines)).toEqual(['2026-03-02T08:54', '2026-03-02T13:05']);
});

it('takes two digits for the year where they stand first and never change', () => {
  const day = (at: number, result: string): string => `26-09-${22 + at} 10:00,EUR/USD,${result}`;
  const lines = ['time,pair,result', day(0, 'won'), day(1, 'lost'), day(2, 'won')];
  expect(instantsOf(lines)[0]).toBe('2026-09-22T10:00');
});

it('reads the zone that the name of a column tells, and leaves one open that may be of several places', () => {
  const rows = ['2026-03-02 09:30,EUR/USD,won', '2026-03-02 10:30,EUR/USD,lost'];
  expect(instantsOf(['Time (EDT),pair,result', ...rows])[0]).toBe('2026-03-02T13:30');
  const open = read(['time,pair,result', ...rows.map((row) => row.replace(',E', ' IST,E'))]);
  expect(open).toMatchObject({ neededZone: true, namedZone: false, trades: [{}, {}] });
});

it('takes a time of day alone as the end of its trade', () => {
  const row = (start: string, end: string, result: string): string =>
    `2026-03-02,${start},${end},EUR/USD,${result}`;
  const { trades } = read([
    'date,entry time,exit time,pair,result',
    row('12:52', '13:35', 'won'),
    row('14:41', '14:50', 'lost'),
    row('15:00', '15:20', 'won'),
    row('23:50', '00:10', 'lost'),
  ]);
  expect(trades.map(({ expirySeconds }) => expirySeconds)).toEqual([2_580, 540, 1_200, 1_200]);
});

it('finds the side and what trades brought below names that it does not know', () => {
  const { trades } = read(['pair,Yön,result,Zzz (USDT)', 'EUR/USD,Buy,won,8.5', 'EUR/USD,Sell,lost,-12']);
  expect(trades).toMatchObject([
    { direction: 'CALL', profit: 8.5 },
    { direction: 'PUT', profit: -12 },
  ]);
  expect(read(['pair,result,Streak', 'EUR/USD,won,1', 'EUR/USD,lost,-1']).signals.assumesPayout).toBe(true);
});

it('counts a row whose outcome is known on a side that is not', () => {
  const rows = ['EUR/USD,buy,won', 'EUR/USD,sell,lost', 'EUR/USD,kauppa,lost', 'EUR/USD,buy,won'];
  const { trades, questions } = read(['pair,side,result', ...rows]);
  expect(questions).toEqual([]);
  expect(trades.map(({ direction }) => direction)).toEqual(['CALL', 'PUT', null, 'CALL']);
});

it('asks about a win that a fee in a row of its own turns into a loss, and takes one without a pair off as well', () => {
  const lines = (fee: number, symbol: string): string[] => [
    'time,type,amount,symbol',
    '2026-03-02 10:00:00,REALIZED_PNL,0.4,BTCUSDT',
    `2026-03-02 10:00:00,COMMISSION,${fee},${symbol}`,
    '2026-03-02 11:00:00,REALIZED_PNL,9,BTCUSDT',
    '2026-03-02 12:00:00,REALIZED_PNL,-7,BTCUSDT',
  ];
  const asked = read(lines(-0.6, 'BTCUSDT')).questions;
  expect(asked).toMatchObject([
    { code: 'doubtful-outcomes', count: 1, options: [{ won: 1, lost: 2 }, {}, {}] },
  ]);
  expect(read(lines(-0.1, '')).trades[0]?.profit).toBeCloseTo(0.3, 9);
});

it('takes each stake of a cell of several, and what they brought together', () => {
  const lines = ['pair,stakes,result,profit', 'EUR/USD,1 + 2.2,won,0.87', 'EUR/USD,1 + 2.2,lost,-3.2'];
  const { trades } = read([...lines, 'GBP/USD,1,won,0.85'], new Map([['posted-gales', 'count']]));
  expect(trades.map(({ stake }) => stake)).toEqual([1, 2.2, 1, 2.2, 1]);
  expect(trades.map(({ profit }) => Number(profit.toFixed(2)))).toEqual([-1, 1.87, -1, -2.2, 0.85]);
});

it('starts sums again on each day where their steps recur so', () => {
  const gains = [8, -10, 16, 8, -20, 16, 8, -10, -20, 8, 16, -10];
  let sum = 0;
  const rows = gains.map((gain, at) => {
    sum = at % 4 === 0 ? gain : sum + gain;
    return `2026-03-0${2 + Math.floor(at / 4)},1${at % 4}:00,EUR/USD,${sum}`;
  });
  const { trades } = read(['date,time,pair,profit', ...rows], new Map([['running-sums', 'sums']]));
  expect(trades.map(({ profit }) => profit)).toEqual(gains);
});

it('asks about a row that takes another one back by its number, and takes financing for no trade', () => {
  const lines = [
    'Buchungstag;Referenz;Vorgang;Instrument;Richtung;Betrag EUR',
    '07.09.2026;R55105;Schließung;Gold;Short;-150,51',
    '07.09.2026;R55110;Schließung;DAX;Long;91,00',
    '07.09.2026;R55112;Übernachtfinanzierung;DAX;Long;-1,65',
    '07.09.2026;R55117;Schließung;Gold;Long;152,68',
    '08.09.2026;R55162;Storno zu R55110;DAX;Long;-91,00',
  ];
  const { trades, questions } = read(lines, new Map());
  expect(questions).toMatchObject([
    {
      code: 'row-kinds',
      options: [
        { won: 1, lost: 1 },
        { won: 2, lost: 2 },
      ],
    },
  ]);
  expect(trades.map(({ pair }) => pair)).toEqual(['Gold', 'Gold']);
});

it('joins AM and PM of a column with its times, and holds a count in one cell against the trades', () => {
  const lines = [
    'date,time,am/pm,pair,result',
    '2026-03-02,08:54,AM,EUR/USD,won',
    '2026-03-02,01:05,PM,EUR/USD,lost',
  ];
  expect(instantsOf(lines)).toEqual(['2026-03-02T08:54', '2026-03-02T13:05']);
  const { rows } = read([...lines, 'Losses: 4']);
  expect(rows.notUnderstood[0]?.why).toEqual({ code: 'sum-differs', of: 'lost', stated: 4, counted: 1 });
});

it.each([
  ['Entry,SL,TP', '1.1,1.096,1.101'],
  ['Level,SL pips,TP pips', ',40,10'],
  ['Level,SL in pips,TP in pips', ',40,10'],
  ['Level,Stop,Target', ',40,10'],
  ['Entry,Stop,Target', '1.1,40,10'],
  ['Level,SL,TP', ',40 pips,10 pips'],
])('holds words for outcomes against targets and stops: %s', (names, cells) => {
  const rows = ['win', 'loss', 'win'].map((end) => `EUR/USD,buy,${cells},${end}`);
  const { trades, signals } = read([`pair,side,${names},result`, ...rows]);
  expect(trades.map(({ payout }) => Number(payout.toFixed(4)))).toEqual([0.25, 0.25, 0.25]);
  expect(signals).toMatchObject({ hasDistances: true, assumesPayout: false });
});

it('reads the sign of a profit in a column of its own', () => {
  const lines = ['date,pair,+/-,profit', '2026-03-02,EUR/USD,+,8', '2026-03-02,EUR/USD,-,10'];
  expect(read(lines).trades.map(({ profit }) => profit)).toEqual([8, -10]);
});

it('asks nothing of what brokers usually pay of each stake', () => {
  const { trades, questions } = read([
    'pair,stake,payout,result',
    'EUR/USD,10,8.5,won',
    'EUR/USD,10,8.5,lost',
  ]);
  expect(questions).toEqual([]);
  expect(trades.map(({ payout }) => payout)).toEqual([0.85, 0.85]);
});
