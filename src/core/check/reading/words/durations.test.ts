import { expect, it } from 'vitest';
import { fixedClock } from '../../../time/wall-clock.ts';
import { betsOf, judged } from '../../judgement.ts';
import { tradesTextReader } from '../read-trades.ts';

const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0) };
const MINUTE_MS = 60_000;

/** Thirty moves, two in three of them won, of ten trades that begin so far after each other; `more` are the cells behind. */
function movesOf(names: string, minutes: number, more: (startMs: number) => string = () => ''): string {
  const rows = Array.from({ length: 300 }, (_, at) => {
    const move = Math.floor(at / 10);
    const startMs = Date.UTC(2026, 2, 2) + (move * 60 * minutes + (at % 10) * minutes) * MINUTE_MS;
    return `${iso(startMs)},EUR/USD,${move % 3 === 0 ? 'lost' : 'won'}${more(startMs)}`;
  });
  return [names, ...rows].join('\n');
}

const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
const asked = (text: string): readonly string[] =>
  tradesTextReader(text)(OPTIONS).questions.map(({ code }) => code);

it('asks how long trades run that begin soon after each other, the longest time first', () => {
  const read = tradesTextReader(movesOf('time,pair,result', 4));
  const [question, ...others] = read(OPTIONS).questions;
  expect(others).toEqual([]);
  expect(question).toMatchObject({ code: 'durations', count: 270, assumed: 'hour', given: null });
  expect(question?.examples[0]).toBe('2026-03-02T00:04:00, EUR/USD, lost');
  const betsWith = (answer: string): number =>
    betsOf(read({ ...OPTIONS, answers: new Map([['durations', answer]]) }).trades).length;
  expect(question?.options.map(({ answer }) => [answer, betsWith(answer)])).toEqual([
    ['hour', 30],
    ['quarter-hour', 90],
    ['five-minutes', 150],
    ['one-minute', 300],
    ['until-next', 300],
  ]);
  // Without an answer the first is taken.
  expect(betsOf(read(OPTIONS).trades)).toHaveLength(30);
});

it('offers first the time at which luck does as well the most often, which may be the shortest', () => {
  let state = 991_133_440;
  const draw = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const [rate, gap, count] = [0.4 + draw() * 0.3, 2 + draw() * 60, 30 + Math.floor(draw() * 40)];
  let startMs = Date.UTC(2026, 2, 2);
  const rows = Array.from({ length: count }, () => {
    startMs += Math.floor(1 + draw() * gap) * MINUTE_MS;
    return `${iso(startMs)},EUR/USD,${draw() < rate ? 'won' : 'lost'}`;
  });
  const read = tradesTextReader(['time,pair,result', ...rows].join('\n'));
  const [question] = read(OPTIONS).questions;
  const chances = question?.options.slice(0, -1).map(({ answer }) => {
    const { trades, signals } = read({ ...OPTIONS, answers: new Map([['durations', answer]]) });
    return judged(trades, trades.filter(({ outcome }) => outcome === 'won').length, signals).p;
  });
  expect(question?.options[0]?.answer).toBe('one-minute');
  expect(chances).toEqual(chances?.toSorted((one, other) => other - one));
});

it('offers a day where a target and a stop end trades', () => {
  const text = movesOf('time,pair,result,profit', 4).replaceAll(/,(won|lost)$/gm, (_, end: string) =>
    end === 'won' ? ',won,12' : ',lost,-10',
  );
  const [question] = tradesTextReader(text)(OPTIONS).questions;
  expect(question?.options.map(({ answer }) => answer).slice(0, 2)).toEqual(['day', 'hour']);
});

it.each<[string, string]>([
  ['that are far apart', movesOf('time,pair,result', 61)],
  ['whose expiry stands there', movesOf('time,pair,result,expiry', 4, () => ',5 min')],
  ['whose durations have no unit and overlap in none', movesOf('time,pair,result,expiry', 7, () => ',5')],
  ['whose ends stand there', movesOf('time,pair,result,close time', 4, (ms) => `,${iso(ms + MINUTE_MS)}`)],
  ['without times', movesOf('time,pair,result', 4).replaceAll(/^[^,]*,/gm, '')],
  ['of which the days alone are known', movesOf('time,pair,result', 4).replaceAll(/T[\d:]+/g, '')],
  ['that are few', movesOf('time,pair,result', 4).split('\n').slice(0, 30).join('\n')],
])('asks nothing about trades %s', (_which, text) => {
  expect(asked(text)).not.toContain('durations');
});

it.each(['five minutes', '00:05', '1/12 h', 'end of candle'])('asks where durations are %s', (cell) => {
  expect(asked(movesOf('time,pair,result,expiry', 4, () => `,${cell}`))).toContain('durations');
});

it('takes the time from the purchase to the sale of a statement', () => {
  const rows = Array.from({ length: 60 }, (_, at) => {
    const startMs = Date.UTC(2026, 2, 2) + at * 10 * MINUTE_MS;
    const back = (at * 37 + 11) % 60 < 37 ? '19.50' : '0.00';
    return `${iso(startMs)},${at},Buy,USD,-10.00,EURUSD\n${iso(startMs + 5 * MINUTE_MS)},${at},Sell,USD,${back},EURUSD`;
  });
  const text = ['Transaction time,Reference ID,Type,Currency,Amount,Contract', ...rows].join('\n');
  const { trades, questions } = tradesTextReader(text)(OPTIONS);
  expect(questions).toEqual([]);
  expect(new Set(trades.map(({ expirySeconds }) => expirySeconds))).toEqual(new Set([300]));
});

/** Moves of three signals of one pair, ten minutes after each other, whose outcomes are posted when all of them run for so long. */
const chatOf = (isAnswer: boolean, minutes: number): string =>
  JSON.stringify({
    name: 'Signals',
    messages: Array.from({ length: 20 }, (_, move) => move).flatMap((move) => {
      const atMinute = (minute: number): string =>
        String((Date.UTC(2026, 2, 2 + move, 9) + minute * MINUTE_MS) / 1_000);
      const three = [0, 1, 2];
      return [
        ...three.map((at) => ({ date_unixtime: atMinute(at * 10), text: `EURUSD BUY 1.10${move}${at}` })),
        ...three.map((at) => ({
          date_unixtime: atMinute(at * 10 + minutes),
          text: move % 3 === 0 ? 'LOSS ❌' : 'WIN ✅',
          ...(isAnswer && { reply_to_message_id: move * 6 + at + 1 }),
        })),
      ].map((message, at) => ({ id: move * 6 + at + 1, type: 'message', from: 'Signals', ...message }));
    }),
  });

it('takes the time to the answer of a signal without an expiry for how long it ran', () => {
  const { trades, questions } = tradesTextReader(chatOf(true, 100))(OPTIONS);
  expect(questions).toEqual([]);
  expect(new Set(trades.map(({ ranSeconds }) => ranSeconds))).toEqual(new Set([6_000]));
  expect(betsOf(trades)).toHaveLength(20);
});

it('asks how long signals ran whose outcomes are posted together behind them', () => {
  const read = tradesTextReader(chatOf(false, 100));
  expect(asked(chatOf(false, 100))).toEqual(['durations']);
  expect(betsOf(read(OPTIONS).trades)).toHaveLength(20);
  const answers = new Map([['durations', 'until-next']]);
  expect(betsOf(read({ ...OPTIONS, answers }).trades)).toHaveLength(60);
});

it('takes how long trades run from the lines of a list, which need no side', () => {
  const lines = Array.from(
    { length: 40 },
    (_, at) => `09:${String(at + 10)} EURUSD M5 ${at % 3 === 0 ? '❌' : '✅'}`,
  );
  const { trades, questions } = tradesTextReader(lines.join('\n'))(OPTIONS);
  expect(questions).toEqual([]);
  expect(new Set(trades.map(({ expirySeconds }) => expirySeconds))).toEqual(new Set([300]));
});

it.each<[string, string, (startMs: number) => string, number]>([
  ['thousands of milliseconds', 'duration', () => '300000', 300],
  ['seconds of 10 hours', 'duration', () => '36000', 36_000],
  ['times of day with seconds', 'expiry', (ms) => iso(ms + 300_000).slice(11), 300],
  ['times of day', 'Vencimiento', (ms) => iso(ms + 300_000).slice(11, 16), 300],
  ['times of day over midnight', 'expiration', (ms) => iso(ms + 7_200_000).slice(11, 16), 7_200],
  ['durations written as clocks', 'expiry', (ms) => `00:0${1 + ((ms / 300_000) % 5)}:00`, 180],
])('reads an expiry in %s', (_name, name, cell, seconds) => {
  const text = movesOf(`time,pair,result,${name}`, 5, (ms) => `,${cell(ms)}`);
  expect(tradesTextReader(text)(OPTIONS).trades[0]?.expirySeconds).toBe(seconds);
});
