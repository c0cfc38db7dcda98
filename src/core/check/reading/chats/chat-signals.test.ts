import { describe, expect, test } from 'vitest';
import { type EpochMs, epochMs, HOUR_MS } from '../../../time/instant.ts';
import { fixedClock } from '../../../time/wall-clock.ts';
import { ChatSignals, type Signal } from './chat-signals.ts';
import { clausesOf } from '../words/clauses.ts';
import { type Line, linesOf } from './message-lines.ts';
import { isCount, partOf } from './message-parts.ts';
import { losesStake, placesSide } from './next-stake.ts';
import { tradesTextReader } from '../read-trades.ts';

const START = Date.UTC(2026, 10, 16, 9);
const timeAt = (hours: number): EpochMs => epochMs(START + hours * HOUR_MS);

const signalOf = (given: Partial<Signal>): Signal => ({
  announced: undefined,
  outcome: undefined,
  posted: 0,
  lost: undefined,
  target: null,
  levels: undefined,
  at: 0,
  since: 0,
  timeMs: timeAt(0),
  text: 'EUR/USD CALL 14:32',
  pair: 'EUR/USD',
  side: 'CALL',
  expirySeconds: 60,
  entryPrice: null,
  ...given,
});

function known(...signals: readonly Signal[]): ChatSignals {
  const all = new ChatSignals(new Set());
  for (const signal of signals) all.add(signal);
  return all;
}

describe('the signal that an outcome ends', () => {
  test.each<[string, number | null, number]>([
    ['an hour or less is open for a day', 3_600, 24],
    ['more than an hour is open for a week', 3_601, 168],
    ['an unknown time is open for a week', null, 168],
  ])('of an expiry of %s', (_, expirySeconds, hours) => {
    const signal = signalOf({ expirySeconds });
    expect(known(signal).last('EUR/USD', timeAt(hours))).toBe(signal);
    expect(known(signal).last('EUR/USD', timeAt(hours + 0.001))).toBeUndefined();
  });

  test('is the last open one of the pair, or one that names no pair', () => {
    const [euro, pound] = [signalOf({}), signalOf({ pair: 'GBP/USD' })];
    expect(known(euro, pound).last('EUR/USD', null)).toBe(euro);
    expect(known(euro, pound).last('USD/JPY', null)).toBeUndefined();
    const unnamed = signalOf({ pair: null });
    expect(known(euro, unnamed).last('USD/JPY', null)).toBe(unnamed);
    expect(known(signalOf({ outcome: 'won' })).last('EUR/USD', null)).toBeUndefined();
  });
});

test('a line with its outcome repeats the open signal of the same words', () => {
  const [first, ended, other] = [
    signalOf({}),
    signalOf({ outcome: 'won' }),
    signalOf({ text: 'EUR/USD CALL 14:40' }),
  ];
  const all = known(ended, first, other);
  const part = { at: 9, timeMs: timeAt(1), lines: [] };
  expect(all.repeated({ pair: 'EUR/USD', text: 'EUR/USD CALL 14:32 win' }, part)).toBe(first);
  expect(all.repeated({ pair: 'EUR/USD', text: 'EUR/USD CALL 14:41 win' }, part)).toBeUndefined();
  expect(all.repeated({ pair: 'EUR/USD', text: 'EUR/USD CALL win' }, part)).toBeUndefined();
});

test('a level without a pair may be of a signal that came after the last end', () => {
  const ended = signalOf({ at: 1, target: 1 });
  const all = known(ended);
  ended.outcome = 'won';
  all.end(ended, 2, { time: '', text: '' });
  expect(all.hasNewer(null)).toBe(false);
  all.add(signalOf({ at: 2 }));
  expect(all.hasNewer(null)).toBe(false);
  all.add(signalOf({ at: 3 }));
  expect([all.hasNewer(null), all.hasNewer('EUR/USD')]).toEqual([true, false]);
});

test('the next level is of the last that ended, of its pair where one is named', () => {
  const [euro, pound] = [signalOf({ target: 1 }), signalOf({ pair: 'GBP/USD', target: 1 })];
  const all = known(euro, pound);
  for (const [at, signal] of [euro, pound].entries()) {
    signal.outcome = 'won';
    all.end(signal, at + 1, { time: '', text: '' });
  }
  const [clause] = clausesOf('TP2 hit');
  const endedBefore = (pair: string | null) => clause && all.endedBefore(clause, undefined, pair);
  expect(endedBefore('EUR/USD')).toBe(euro);
  expect(endedBefore(null)).toBe(pound);
  expect(endedBefore('USD/JPY')).toBeUndefined();
});

describe('a line that names a pair or a side', () => {
  /** How many signals messages one after the other open; a text that repeats the one before is the same. */
  const opened = (...texts: readonly string[]): number => {
    const all = new ChatSignals(new Set());
    for (const [at, text] of texts.entries()) {
      const lines = linesOf(text);
      const part = {
        at,
        timeMs: null,
        message: { time: '', text },
        lines,
        isList: false,
        hasHeading: false,
        hasSignal: false,
        hasClocks: false,
      };
      for (const line of lines) all.open(line, part, undefined, texts[at - 1] === text);
    }
    return all.all.length;
  };

  test.each<[string, number, readonly string[]]>([
    ['goes on with a pair that was announced', 1, ['EUR/USD', 'EUR/USD CALL']],
    ['goes on with a pair that was announced, its side alone', 1, ['EUR/USD', 'CALL']],
    ['opens another of another pair', 2, ['EUR/USD CALL', 'GBP/USD CALL']],
    ['opens another of another side', 2, ['EUR/USD CALL', 'EUR/USD PUT']],
    ['goes on where another side stands alone, which corrects it', 1, ['EUR/USD CALL', 'PUT']],
    ['is the same where its message is posted twice', 1, ['EUR/USD CALL', 'EUR/USD CALL']],
    ['opens another where its message says more', 2, ['EUR/USD CALL', 'EUR/USD CALL 5 min']],
    ['opens another where a message stands between', 2, ['EUR/USD', '', 'CALL']],
  ])('%s', (_, count, texts) => {
    expect(opened(...texts)).toBe(count);
  });
});

test.each<[string, Partial<Signal>, number, string, boolean]>([
  ['on the same day', {}, 10, ' WIN', true],
  ['on the next day', {}, 24, ' WIN', false],
  ['without its time of day', { text: 'EUR/USD CALL 1.08' }, 10, ' WIN', false],
  ['without its outcome', {}, 10, '', true],
  ['the lost one with its outcome', { outcome: 'lost' }, 10, ' LOSS', true],
  ['the lost one without an outcome', { outcome: 'lost' }, 10, '', false],
])('a line repeats a signal that ended, %s', (_, given, hours, end, isRepeated) => {
  const ended = signalOf({ outcome: 'won', ...given });
  const [line] = linesOf(ended.text + end) as [Line];
  const part = { timeMs: timeAt(hours), lines: [line] };
  expect(known(ended).repeated(line, { ...part, at: 9 })).toBe(isRepeated ? ended : undefined);
  expect(known(ended).repeated(line, { ...part, at: ended.at })).toBeUndefined();
});

test('gives the lines of a list the moments of their times of day where one day alone lies before their outcomes', () => {
  const clocks = ['08:24', '12:21', '18:23'];
  const list = (end: string): string => clocks.map((clock) => `M5;EURUSD;${clock};PUT${end}`).join('\n');
  const read = (hours: number) =>
    tradesTextReader(
      JSON.stringify({
        messages: [list(''), `RESULTS\n${list(' ✅')}`].map((text, at) => ({
          id: at + 1,
          date: new Date(Date.UTC(2026, 2, 2, 7 + at * hours)).toISOString().slice(0, 19),
          text,
        })),
      }),
    )({ payout: 0.8, clock: fixedClock('UTC', 0) }).trades.map(({ timeMs }) => timeMs);
  expect(read(14)).toEqual(clocks.map((clock) => Date.parse(`2026-03-02T${clock}:00Z`)));
  expect(read(30)).toEqual([null, null, null]);
});

test.each([
  ['BUY NIFTY 25000 PE @ 120', 'PUT'],
  ['BUY NIFTY 25000 CE @ 120', 'CALL'],
  ['SELL BANKNIFTY 56000 PE @ 120', 'CALL'],
  ['EUR/USD SELL', 'PUT'],
  ['Par: EUR/USD\nLado: venta', 'PUT'],
])('the direction of %s is %s', (text, direction) => {
  const messages = [text, 'WIN ✅'].map((said, at) => ({
    id: at + 1,
    date: '2026-03-02T09:00:00',
    text: said,
  }));
  const { trades } = tradesTextReader(JSON.stringify({ messages }))({
    payout: 0.8,
    clock: fixedClock('UTC', 0),
  });
  expect(trades).toMatchObject([{ direction }]);
});

test('outcomes of signals that were open together are in the order of these signals', () => {
  const texts = ['EURUSD CALL', 'GBPUSD PUT', 'WIN ✅', 'LOSS ❌', 'USDJPY CALL', 'WIN ✅'];
  const messages = texts.map((text, at) => ({ id: at + 1, date: `2026-03-02T09:0${at}:00`, text }));
  const { trades } = tradesTextReader(JSON.stringify({ messages }))({
    payout: 0.8,
    clock: fixedClock('UTC', 0),
  });
  expect(trades.map(({ pair, outcome }) => [pair, outcome])).toEqual([
    ['EUR/USD', 'won'],
    ['GBP/USD', 'lost'],
    ['USD/JPY', 'won'],
  ]);
});

test.each([
  [[]],
  [['Base $10, x2 after a loss, max 3 steps.']],
  [['Base $10, x2 on each loss.']],
  [['Up to 2 gales']],
])('a line that names its stake and what it brought is one stake: %j', (rules) => {
  const ends = ['$10 loss -$10', '$20 loss -$20', '$40 win +$34', '$10 win +$8.5'];
  const texts = [...rules, ...ends.map((end, at) => `09:2${at} GBPUSD call ${end}`)];
  const messages = texts.map((text, at) => ({ id: at + 1, date: `2026-03-02T09:3${at}:00`, text }));
  const { trades, questions, signals } = tradesTextReader(JSON.stringify({ messages }))({
    payout: 0.8,
    clock: fixedClock('UTC', 0),
  });
  expect(questions).toEqual([]);
  expect(signals).toMatchObject({ hasDistances: false, announcedGales: 0 });
  expect(trades.map(({ outcome, stake, profit }) => [outcome, stake, profit])).toEqual([
    ['lost', 10, -10],
    ['lost', 20, -20],
    ['won', 40, 34],
    ['won', 10, 8.5],
  ]);
});

test.each(['$10 win +$8 -$2', '$10 $12 win +$8'])(
  'several amounts of a kind in a line say no stake: %s',
  (end) => {
    const messages = [{ id: 1, date: '2026-03-02T09:30:00', text: `09:20 GBPUSD call ${end}` }];
    const { trades } = tradesTextReader(JSON.stringify({ messages }))({
      payout: 0.8,
      clock: fixedClock('UTC', 0),
    });
    expect(trades.map(({ stake, profit }) => [stake, profit])).toEqual([[1, 0.8]]);
  },
);

test('a signal that names its start and its expiry starts when it says', () => {
  const text = 'Pair: USD/CAD\nDirection: BUY\nEntry: 10:00\nExpiry: 10:05\nResult: ❌ LOSS';
  const messages = [{ id: 1, date: '2026-03-02T09:59:00', text }];
  const { trades } = tradesTextReader(JSON.stringify({ messages }))({
    payout: 0.8,
    clock: fixedClock('UTC', 0),
  });
  expect(trades.map(({ timeMs }) => timeMs)).toEqual([Date.parse('2026-03-02T10:00:00Z')]);
});

/** A chat of five signals, each with its outcome below it, then other messages; the first text is of each win. */
const readChat = (win: string, loss: string, ...others: readonly string[]) => {
  const texts = [win, loss, win, loss, win].flatMap((end, at) => [
    `EURUSD ${at % 2 ? 'PUT' : 'CALL'} 5 min`,
    end,
  ]);
  const messages = [...texts, ...others].map((text, at) => ({
    id: at + 1,
    date: new Date(Date.UTC(2026, 2, 2, 9, at * 7)).toISOString().slice(0, 19),
    text,
  }));
  return tradesTextReader(JSON.stringify({ messages }))({ payout: 0.8, clock: fixedClock('UTC', 0) });
};

test.each([
  ['Profit ✅ badhai ho sabko', 'Loss ❌ next me recover karenge'],
  ['Плюс ✅ поздравляю', 'Минус ❌'],
  ['লাভ ✅ অভিনন্দন', 'লস ❌'],
  ['Win ✅', 'Loss ❌ sabar karein'],
  ['TP1 ✅ secure partials', 'SL hit ❌'],
  ['✅ TP alcanzado', '❌ SL tocado'],
  ['KAZANÇ ✅', 'KAYIP ❌', '📋 Günün özeti: 3 kazanç, 2 kayıp. VIP için yazın'],
  ['Win ✅', 'Loss ❌', 'GBPUSD PUT 5 min', 'GM family! Who is ready to make money'],
])(
  'outcomes with polite words, a summary and a greeting leave nothing to ask: %s',
  (win, loss, ...others) => {
    const { trades, questions } = readChat(win, loss, ...others);
    expect(questions).toEqual([]);
    expect(trades.map(({ outcome }) => outcome)).toEqual(['won', 'lost', 'won', 'lost', 'won']);
  },
);

test.each([
  ['before its expiry has no outcome to wait for', 'GBPUSD PUT 15 min', 0],
  ['behind its expiry may have been lost', 'GBPUSD PUT 5 min', 1],
  ['without an expiry may have been lost', 'GBPUSD PUT', 1],
])('a signal that is called off %s', (_, signal, unresolved) => {
  const { signals } = readChat('Win ✅', 'Loss ❌', signal, 'Cancel, ye trade na lena');
  expect(signals).toMatchObject({ resolved: 5, unresolved });
});

test.each([
  ['17.02.2026 12:59:00 UTC-03:00', 'GBP/USD BUY Entrada: 13:00', '2026-02-17T16:00:00Z'],
  ['17.02.2026 12:59:00', 'GBP/USD BUY jam 13.00', '2026-02-17T13:00:00Z'],
])('a signal of %s starts in the zone of its message: %s', (date, text, start) => {
  const messages = [text, 'WIN ✅'].map((said, at) => ({ id: at + 1, date, text: said }));
  const { trades } = tradesTextReader(JSON.stringify({ messages }))({
    payout: 0.8,
    clock: fixedClock('UTC', 0),
  });
  expect(trades.map(({ timeMs }) => timeMs)).toEqual([Date.parse(start)]);
});

test('a chat that begins with a signal has the outcomes behind where as many are left over', () => {
  const unlike = ['LOSE 😢', 'GBPUSD PUT 5 min', 'nến đóng ngang', 'EURUSD CALL 5 min'];
  const asked = (...last: readonly string[]): readonly string[] =>
    readChat('WIN 🎉', 'LOSE 😢', 'GBPUSD CALL 5 min', 'LOSE 😢', ...unlike, ...last).questions.map(
      ({ code }) => code,
    );
  expect(asked('WIN 🎉')).not.toContain('outcome-order');
  expect(asked()).toContain('outcome-order');
});

const partAt = (at: number, text: string, author?: string) =>
  partOf({ time: '2026-03-02', text, author }, at, null);

test.each<[string, boolean, Partial<Signal>?, string?]>([
  ['1 minute', true],
  ['2 minutos', true],
  ['GBPUSD 1 minute', false],
  ['UP 1 minute', false],
  ['1 minute\nUP', false],
  ['1 minute ✅ win', false],
  ['we see each other in 5 minutes', false],
  ['1 minute', false, { side: 'CALL' }],
  ['1 minute', false, { outcome: 'won' }],
  ['1 minute', false, {}, 'Reader'],
])('below a pair alone, "%s" says how long its trade runs: %s', (text, isSaid, given = {}, author) => {
  const all = known(signalOf({ side: null, expirySeconds: null, text: 'EURUSD', ...given }));
  expect(all.times(partAt(2, text, author))).toBe(false);
  expect(all.times(partAt(1, text, author))).toBe(isSaid);
});

test.each<[string, number]>([
  ['MTG UP', 1],
  ['🔁 Martingale 2 UP ⬆️', 2],
  ['EURUSD MTG UP', 1],
  ['MTG 1\nEURUSD\nUP', 1],
  ['MTG DOWN', 0],
  ['GBPUSD MTG UP', 0],
  ['UP MTG', 0],
  ['MTG UP win ✅', 0],
  [`MTG UP ${'now '.repeat(40)}`, 0],
])('"%s" below a call places so many doubled stakes: %i', (text, stakes) => {
  const signal = signalOf({ expirySeconds: null });
  expect([placesSide(partAt(1, text), known(signal)), signal.posted]).toEqual([stakes > 0, stakes]);
});

test.each<[string, string, Partial<Signal>?]>([
  ['MTG lo', 'posted 1'],
  ['перекрываемся', 'posted 1'],
  ['минус, перекрываемся туда же вверх', 'lost 1'],
  ['минус ❌ перекрываемся', 'lost 1'],
  ['loss ❌ martingale', 'lost 1'],
  ['минус, перекрываемся вниз', 'nothing'],
  ['GBPUSD CALL, go gale 1', 'nothing'],
  ['EURUSD CALL, go gale 1', 'nothing'],
  ['go gale 1', 'nothing', { outcome: 'won' }],
  ['Perdida ❌ también el gale. Lo siento', 'nothing'],
])('"%s" below a call says of its next stake: %s', (text, said, given = {}) => {
  const signal = signalOf({ expirySeconds: null, ...given });
  losesStake(partAt(1, text), known(signal), []);
  const lost = signal.lost === undefined ? '' : `lost ${signal.lost.stakes}`;
  expect(lost || (signal.posted > 0 ? `posted ${signal.posted}` : 'nothing')).toBe(said);
});

const outcomesIn = (text: string): readonly unknown[] =>
  linesOf(text).flatMap(({ clauses }) => clauses.flatMap(({ outcome }) => outcome ?? []));

test.each<[string, readonly string[]]>([
  ['✅¹ = gale 1', []],
  ['❌ = perdeu tudo', []],
  ['✅ direto | ✅¹ no G1 | ❌ perdeu com G1', []],
  ['✅ direto', ['won']],
  ['EUR/USD ✅ = win', ['won']],
  ['✅ EURUSD CALL | ❌ GBPUSD PUT', ['won', 'lost']],
  ['EURUSD CALL\nEntry: 74100\n⛔️ SL: 72900', []],
  ['EURUSD CALL\nEntry: 74100\nSL: 72900 ⛔️', ['lost']],
])('"%s" says the outcomes %j', (text, outcomes) => {
  expect(outcomesIn(text)).toEqual(outcomes);
});

test.each<[string, readonly (string | null)[]]>([
  ['SUI short 5x', ['SUI']],
  ['ZORB short 5x\nentry 4.62', ['ZORB', null]],
  ['#SOL/USDT\nMARGIN LONG 10x', ['SOL/USDT', null]],
  ['#SOL/USDT\nDOGE LONG 10x', ['SOL/USDT', 'DOGE']],
  ['#SOL/USDT\n$ZORB long 10x', ['SOL/USDT', 'ZORB']],
  ['#SOL/USDT\n$ZORB', ['SOL/USDT', 'ZORB']],
  ['OPEN LONG 10x', [null]],
  ['ZORB is long gone', [null]],
])('the lines of "%s" name %j', (text, pairs) => {
  expect(linesOf(text).map(({ pair }) => pair)).toEqual(pairs);
});

test.each<[string, boolean]>([
  ['Bilan : 6 TP, 2 SL, 1 BE', true],
  ['7 плюсов 1 минус', true],
  ['Stasera 5 prese, 1 persa, 1 pari', true],
  ['Semana: 6 ✅ 2 ⛔️ 1 BE', true],
  ['Плюс — 5\nМинус — 1\nВозврат — 1', true],
  ['❌ Pérdida total', false],
  ['Total loss ❌', false],
  ['Total ✅✅❌', true],
  ['Loss total 3', true],
])('"%s" adds up what others say: %s', (text, isSum) => {
  expect(partAt(0, text).hasHeading).toBe(isSum);
});

test.each([
  ['Плюс — 5', true],
  ['Wins: 9', true],
  ['✅ 7', true],
  ['9 wins', true],
  ['Плюс ✅', false],
])('"%s" counts outcomes: %s', (text, is) => {
  expect(linesOf(text).map(isCount)).toEqual([is]);
});

test('a line below a signal that says no outcome stands where it is written', () => {
  expect(linesOf('EURUSD CALL\nAbove 1.0850').map(({ text }) => text)).toEqual([
    'EURUSD CALL',
    'Above 1.0850',
  ]);
});

test('a thumb of a reader is no outcome', () => {
  const texts = [
    'EURUSD CALL',
    'in 👍',
    'loss',
    'GBPUSD PUT',
    'win',
    'EURUSD PUT',
    'win',
    'EURUSD CALL',
    'win',
    'EURUSD PUT',
    'win',
  ];
  const messages = texts.map((text, at) => ({
    id: at + 1,
    date: `2026-03-02T09:${10 + at}:00`,
    from: text === 'in 👍' ? 'Lea' : 'Dan',
    text,
  }));
  const { trades, questions } = tradesTextReader(JSON.stringify({ messages }))({
    payout: 0.8,
    clock: fixedClock('UTC', 0),
  });
  expect(questions).toEqual([]);
  expect(trades.map(({ outcome }) => outcome)).toEqual(['lost', 'won', 'won', 'won', 'won']);
});

test('signs beside some wins count no more stakes than are announced, and none hides these', () => {
  const messages = Array.from({ length: 12 }, (_, at) => [
    `EURUSD ${at % 2 ? 'PUT' : 'CALL'} M5\nMax 1 gale`,
    at % 4 === 0 ? 'LOSS ❌' : at % 2 ? 'WIN ✅' : 'WIN ✅ 🥇',
  ])
    .flat()
    .map((text, at) => ({
      id: at + 1,
      date: new Date(Date.UTC(2026, 2, 2, 9, at * 7)).toISOString().slice(0, 19),
      text,
    }));
  const read = tradesTextReader(JSON.stringify({ messages }));
  const answered = (answer = '') =>
    read({ payout: 0.8, clock: fixedClock('UTC', 0), answers: new Map([['step-number', answer]]) });
  const question = answered().questions.find(({ code }) => code === 'step-number');
  expect(question?.options.map(({ answer, won, lost }) => [answer, won, lost])).toEqual([
    ['doubled', 9, 9],
    ['first', 9, 6],
    ['none', 9, 6],
  ]);
  expect(answered('doubled').signals).toMatchObject({ announcedGales: 0 });
  expect(answered('none').signals).toMatchObject({ announcedGales: 1 });
});

test('leaves some of 300,000 signals out', () => {
  const many = new ChatSignals(new Set());
  const signal = { timeMs: null, side: null, expirySeconds: null, entryPrice: null, announced: undefined };
  for (let at = 0; at < 300_000; at += 1)
    many.all.push({
      ...signal,
      at,
      since: 0,
      text: '',
      pair: null,
      outcome: undefined,
      posted: 0,
      lost: undefined,
      target: null,
      levels: undefined,
    });
  many.leaveOut(({ at }) => at < 2);
  expect(many.all).toHaveLength(299_998);
});
