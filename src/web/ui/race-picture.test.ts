import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PIP } from '../../core/market/direction.ts';
import { type RacePicture, racePicture, type RaceScene, raceX, START_X } from './race-picture.ts';

const START = 1_000_000_000;
const EXPIRY = START + 60_000;
const FRESH = 16_500;
const ENTRY = 231_816;

const SCENE: RaceScene = {
  startMs: START,
  expiryMs: EXPIRY,
  direction: 'CALL',
  entry: ENTRY,
  settled: undefined,
};
const second = (offset: number) => START + offset * 1000;
/** A price each second of these, so many steps of twice the mid above the entry. */
const walk = (from: number, to: number, step: (offset: number) => number = () => 0) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const offset = from + index;
    return [second(offset), ENTRY + step(offset)] as const;
  });
const draw = (scene: Partial<RaceScene>, line: readonly (readonly [number, number])[], offset: number) =>
  racePicture({ ...SCENE, ...scene }, line, START + offset * 1000, FRESH, undefined);

test('half of the signal stands before its start, on the scale of the signal: 30 s and 60 s of a minute', () => {
  expect(raceX(SCENE, START - 30_000)).toBeCloseTo(0, 12);
  expect(raceX(SCENE, START)).toBe(START_X);
  expect(raceX(SCENE, EXPIRY)).toBe(1);
  const short = { startMs: START, expiryMs: START + 5_000 };
  expect(raceX(short, START - 2_500)).toBeCloseTo(0, 12);
  expect(raceX(short, START + 5_000)).toBe(1);
});

describe('the distance', () => {
  test.each([
    ['CALL', 14, 0.7],
    ['CALL', -10, -0.5],
    ['PUT', -10, 0.5],
    ['PUT', 14, -0.7],
    ['PUT', 0, 0],
  ] as const)(
    'of a %s with the price %i from its entry is %f pips: + is ahead for both',
    (direction, move, ahead) => {
      expect(
        draw(
          { direction },
          walk(-30, 18, () => move),
          18,
        ).ahead,
      ).toBe(ahead);
    },
  );
});

describe('the states', () => {
  const line = walk(-61, 70, (offset) => offset % 7);
  test.each([
    ['before', -1, {}],
    ['running', 18, {}],
    ['entering', 1, { entry: undefined }],
    ['settling', 60, {}],
    ['settled', 62, { settled: { outcome: 'won', exit: ENTRY + 18 } }],
    ['none', 18, { direction: undefined, entry: undefined }],
  ] as const)('%s', (state, offset, change) => {
    expect(draw(change, line, offset).state).toBe(state);
  });

  test('stopped, once the last price is too old: the line ends at it, and the dot is hollow there', () => {
    const picture = draw({}, walk(-61, 5), 36);
    expect(picture.state).toBe('stopped');
    expect(picture.dot).toMatchObject({ x: raceX(SCENE, START + 5_000), form: 'waiting' });
    expect(picture.line.flat().at(-1)?.[0]).toBe(raceX(SCENE, START + 5_000));
    expect(picture.say).toEqual({ at: 'bottom' });
  });

  test('a price stands until it is too old: the dot goes on with the clock', () => {
    const picture = draw({}, walk(-61, 5), 15);
    expect(picture.dot).toMatchObject({ x: raceX(SCENE, START + 15_000), form: 'live' });
  });

  test('the dot never passes the expiry, and wears the outcome there', () => {
    expect(draw({}, line, 63).dot).toMatchObject({ x: raceX(SCENE, EXPIRY), form: 'waiting' });
    const lost = draw({ settled: { outcome: 'lost', exit: ENTRY - 12 } }, line, 63);
    expect(lost.dot).toMatchObject({ x: raceX(SCENE, EXPIRY), form: 'lost' });
    const lastX = lost.line.flat().at(-1)?.[0] ?? Number.NaN;
    expect(lastX).toBeLessThanOrEqual(raceX(SCENE, EXPIRY));
  });

  test('without any price there is no dot and nothing is ahead', () => {
    expect(draw({ entry: undefined }, [], 18)).toMatchObject({
      dot: undefined,
      ahead: undefined,
      line: [],
    });
  });
});

test('a lost feed is a gap, not a line', () => {
  const line = [...walk(-61, -25), ...walk(-5, 10)];
  const { line: strokes } = draw({}, line, 10);
  expect(strokes).toHaveLength(2);
  expect(strokes[0]?.at(-1)?.[0]).toBe(raceX(SCENE, START - 25_000));
  expect(strokes[1]?.[0]?.[0]).toBe(raceX(SCENE, START - 5_000));
});

test('the side that wins is washed: above the entry for CALL, below it for PUT', () => {
  const line = walk(-61, 18);
  const call = draw({}, line, 18);
  expect(call.wash?.top).toBe(0);
  expect(call.wash?.bottom).toBe(call.entryY);
  expect(draw({ direction: 'PUT' }, line, 18).wash).toMatchObject({ bottom: 1 });
  expect(draw({ entry: undefined }, line, 18).wash).toBeUndefined();
});

test('the exit is bound to the entry at the expiry, and no words say again what the head row says', () => {
  const line = walk(-31, 60, () => 6);
  expect(draw({}, line, 59).bracket).toBeUndefined();
  const { bracket, entryY, dot, say } = draw({ settled: { outcome: 'won', exit: ENTRY + 18 } }, line, 62);
  expect(bracket).toEqual({ from: entryY, to: dot?.y });
  expect(dot?.x).toBe(1);
  expect(say).toBeUndefined();
  const nothing = draw({ settled: { outcome: 'void', exit: undefined } }, line, 80);
  expect([nothing.bracket, nothing.say]).toEqual([undefined, { at: 'bottom' }]);
});

test('between the expiry and its price, words do not cover the line', () => {
  const line = walk(-31, 61, () => 6);
  expect(draw({}, line, 61).say).toEqual({ at: 'bottom' });
  expect(draw({ direction: 'PUT' }, line, 61).say).toEqual({ at: 'top' });
});

test.each([
  [60, 'far'],
  [3, 'near'],
  [-3, 'near'],
  [0, 'near'],
])('the tags of the axis never lie on each other: a price %i steps from its entry', (move) => {
  const { tags, entryY, dot } = draw(
    {},
    walk(-31, 18, (at) => (at < 0 ? -at : move)),
    18,
  );
  const [entry = Number.NaN, price = Number.NaN] = [tags.entry, tags.price];
  expect(Math.abs(entry - price)).toBeGreaterThanOrEqual(0.11 - 1e-9);
  expect(entry).toBe(entryY);
  if (move !== 0) expect(price < entry, 'the side of the price').toBe((dot?.y ?? 0) < entry);
});

test('a price that no longer stands has no tag', () => {
  const { tags, price } = draw({}, walk(-31, 5), 36);
  expect([tags.price, price]).toEqual([undefined, undefined]);
});

test('everything that is drawn lies in the picture, a pip on each side of the entry included', () => {
  const moves = fc.array(fc.integer({ min: -200, max: 200 }), { minLength: 122, maxLength: 122 });
  fc.assert(
    fc.property(
      moves,
      fc.integer({ min: -60, max: 60 }),
      fc.constantFrom('CALL', 'PUT'),
      (steps, offset, direction) => {
        const prices = walk(-61, 60, (at) => steps[at + 61] ?? 0).filter(([at]) => at <= second(offset));
        const { line, dot, range, say, entryY, ahead, isSayWashed } = draw({ direction }, prices, offset);
        for (const [x, y] of [...line.flat(), ...(dot ? [[dot.x, dot.y] as const] : [])]) {
          // The first price may be from shortly before.
          expect(x).toBeGreaterThan(-0.02);
          expect(x).toBeLessThanOrEqual(1);
          expect(y).toBeGreaterThan(0);
          expect(y).toBeLessThan(1);
        }
        expect(range.high).toBeGreaterThan(ENTRY + PIP);
        expect(range.low).toBeLessThan(ENTRY - PIP);
        if (say === undefined || !('y' in say)) return;
        if (say.at === 'right') expect(say.x, 'before the line of the expiry').toBeLessThan(0.63);
        expect(say.y).toBeGreaterThanOrEqual(0.26);
        expect(say.y).toBeLessThanOrEqual(0.84);
        expect(Math.abs(say.y - (entryY ?? 2)), 'from the entry line').toBeGreaterThanOrEqual(0.149);
        if (ahead === undefined || ahead === 0) expect(isSayWashed, 'no side is ahead').toBe(false);
        else expect(isSayWashed, 'on the side that wins').toBe(ahead > 0);
      },
    ),
  );
});

test.each([
  ['CALL', 0.26],
  ['PUT', 0.84],
] as const)('where the words reach what the side of %s says, they take its place', (direction, y) => {
  const way = direction === 'CALL' ? 1 : -1;
  const far = walk(-31, 45, (at) => (at < 40 ? 0 : way * 40));
  expect(draw({ direction }, far, 45)).toMatchObject({ say: { at: 'left', y }, saysSide: false });
  const near = walk(-31, 18, (at) => (at < 0 ? 0 : -way * 30));
  expect(draw({ direction }, near, 18).saysSide).toBe(true);
  // Beside a dot that is as high as words go, they end where the label does.
  const ahead = walk(-31, 19, (at) => (at < 0 ? 0 : way * 7));
  expect(draw({ direction }, ahead, 19)).toMatchObject({ say: { at: 'right' }, saysSide: true });
});

test.each([-1, 1])('a new range leaves a price at its end (%i) room to go on before the next', (way) => {
  const { dot } = draw(
    {},
    walk(-61, 30, (offset) => way * 6 * Math.max(0, offset)),
    30,
  );
  expect(dot?.y).toBeGreaterThan(0.14);
  expect(dot?.y).toBeLessThan(0.86);
});

test('the range stays until the dot would leave its middle 80 %', () => {
  const first = draw({}, walk(-61, 10), 10);
  const { high, low } = first.range;
  const next = (move: number) =>
    racePicture(SCENE, [...walk(-61, 10), [second(11), ENTRY + move]], START + 11_000, FRESH, first.range)
      .range;
  expect(next(Math.floor((high - ENTRY) * 0.7))).toBe(first.range);
  expect(next(Math.ceil((high - ENTRY) * 0.95)).high).toBeGreaterThan(high);
  expect(next(-Math.ceil((ENTRY - low) * 0.95)).low).toBeLessThan(low);
});

test('the words turn to the left of a dot that is far on', () => {
  const line = walk(-61, 60, () => 1);
  expect(draw({}, line, 10).say).toMatchObject({ at: 'right' });
  expect(draw({}, line, 40).say).toMatchObject({ at: 'left' });
});

test('on a wide screen they have room right of the dot for longer', () => {
  const line = walk(-61, 60, () => 1);
  const at = (offset: number) =>
    racePicture(SCENE, line, second(offset), FRESH, undefined, (range) => range, 'wide').say;
  expect(at(30)).toMatchObject({ at: 'right' });
  expect(at(42)).toMatchObject({ at: 'left' });
});

test('without a signal the words stand in the lower corner where the line leaves no room by the dot', () => {
  const wild = walk(-61, 45, (at) => (at % 2 === 0 ? 40 : -40));
  expect(draw({ direction: undefined, entry: undefined }, wild, 45).say).toEqual({ at: 'bottom' });
});

describe('the words left of the dot', () => {
  /** Half of the words' height. */
  const HALF = 0.14;
  const lineUnder = ({ line, dot }: RacePicture) =>
    line.flat().filter(([x]) => dot !== undefined && x >= dot.x - 0.36);

  test.each([
    ['without a signal', undefined],
    ['with one', 'CALL'],
  ] as const)('stand above or below a line that is level, %s', (_name, direction) => {
    const scene = direction === undefined ? { direction, entry: undefined } : { direction };
    const picture = draw(
      scene,
      walk(-61, 45, (at) => (at < 0 ? at : 6)),
      45,
    );
    const { say, dot } = picture;
    if (say === undefined || !('y' in say) || dot === undefined)
      throw new Error('there are no words beside the dot');
    expect(say.at).toBe('left');
    for (const [, y] of lineUnder(picture)) expect(Math.abs(y - say.y)).toBeGreaterThanOrEqual(HALF - 1e-9);
  });

  test('stand by the dot where the line leaves no room', () => {
    const { say, dot } = draw(
      {},
      walk(-61, 45, (at) => (at % 2 === 0 ? 40 : -40)),
      45,
    );
    expect(say).toEqual({ at: 'left', x: dot?.x, y: 0.84 });
  });
});
