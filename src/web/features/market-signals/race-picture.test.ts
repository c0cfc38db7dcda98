import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PIP } from '../../../core/market/pips.ts';
import { type RacePicture, racePicture, type RaceScene, raceX } from './race-picture.ts';

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
  before: undefined,
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

test('61 s before the start stand left, 64 s after it right, whatever the timeframe', () => {
  expect(raceX(SCENE, START - 61_000)).toBe(0);
  expect(raceX(SCENE, START + 64_000)).toBe(1);
  const short = { startMs: START, expiryMs: START + 5_000 };
  expect(raceX(short, START)).toBeCloseTo(raceX(SCENE, START), 12);
  expect(raceX(short, START + 5_000)).toBeCloseTo(raceX(SCENE, EXPIRY), 12);
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
    expect(picture.during.flat().at(-1)?.[0]).toBe(raceX(SCENE, START + 5_000));
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
    expect(lost.say).toEqual({ at: 'top' });
    const lastX = lost.during.flat().at(-1)?.[0] ?? Number.NaN;
    expect(lastX).toBeLessThanOrEqual(raceX(SCENE, EXPIRY));
  });

  test('without any price there is no dot and nothing is ahead', () => {
    expect(draw({ entry: undefined }, [], 18)).toMatchObject({
      dot: undefined,
      ahead: undefined,
      during: [],
    });
  });
});

test('a lost feed is a gap, not a line', () => {
  const line = [...walk(-61, -40), ...walk(-20, 10)];
  const { before, during } = draw({}, line, 10);
  expect(before).toHaveLength(2);
  expect(before[0]?.at(-1)?.[0]).toBe(raceX(SCENE, START - 40_000));
  expect(before[1]?.[0]?.[0]).toBe(raceX(SCENE, START - 20_000));
  expect(during).toHaveLength(1);
});

test('the line before and the line during meet at the start', () => {
  const { before, during } = draw({}, [...walk(-61, -3, (offset) => offset), ...walk(2, 9)], 9);
  expect(before.flat().at(-1)).toEqual(during.flat()[0]);
  expect(during.flat()[0]?.[0]).toBe(raceX(SCENE, START));
});

test('the side that wins is washed: above the entry for CALL, below it for PUT, from start to expiry', () => {
  const line = walk(-61, 18);
  const call = draw({}, line, 18);
  expect(call.wash).toMatchObject({ left: raceX(SCENE, START), right: raceX(SCENE, EXPIRY), top: 0 });
  expect(call.wash?.bottom).toBe(call.entryY);
  expect(draw({ direction: 'PUT' }, line, 18).wash).toMatchObject({ bottom: 1 });
  expect(draw({ entry: undefined }, line, 18).wash).toBeUndefined();
});

test('the signal before keeps its side and its outcome in the left half', () => {
  const before = {
    direction: 'PUT',
    startMs: START - 60_000,
    expiryMs: START,
    entry: ENTRY - 8,
    exit: ENTRY,
    outcome: 'lost',
  } as const;
  const picture = draw({ before }, walk(-61, 18), 18);
  expect(picture.washBefore).toMatchObject({ right: raceX(SCENE, START), bottom: 1 });
  expect(picture.dotBefore?.outcome).toBe('lost');
  expect(draw({ before: { ...before, outcome: undefined } }, walk(-61, 18), 18).dotBefore).toBeUndefined();
});

test('everything that is drawn lies in the picture, a pip on each side of the entry included', () => {
  const moves = fc.array(fc.integer({ min: -200, max: 200 }), { minLength: 122, maxLength: 122 });
  fc.assert(
    fc.property(
      moves,
      fc.integer({ min: -60, max: 60 }),
      fc.constantFrom('CALL', 'PUT'),
      (steps, offset, direction) => {
        const line = walk(-61, 60, (at) => steps[at + 61] ?? 0).filter(([at]) => at <= second(offset));
        const { before, during, dot, range, say, entryY } = draw({ direction }, line, offset);
        for (const [x, y] of [
          ...before.flat(),
          ...during.flat(),
          ...(dot ? [[dot.x, dot.y] as const] : []),
        ]) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(1);
          expect(y).toBeGreaterThan(0);
          expect(y).toBeLessThan(1);
        }
        expect(range.high).toBeGreaterThan(ENTRY + PIP);
        expect(range.low).toBeLessThan(ENTRY - PIP);
        // The words are a quarter of the width on a phone, and the expiry is at 0.968.
        if (say.at === 'right') expect(say.x, 'before the line of the expiry').toBeLessThan(0.67);
        if ('y' in say) {
          expect(say.y).toBeGreaterThanOrEqual(0.35);
          expect(say.y).toBeLessThanOrEqual(0.82);
          const isByLabel = dot !== undefined && entryY !== undefined && dot.y > entryY === say.y < entryY;
          if (dot !== undefined && entryY !== undefined && dot.y !== entryY)
            expect(say.y > entryY, 'on the side of the dot').toBe(dot.y > entryY);
          expect(Math.abs(say.y - (entryY ?? 2)), 'from the entry line').toBeGreaterThanOrEqual(
            isByLabel ? 0.229 : 0.149,
          );
        }
      },
    ),
  );
});

test('the words take the place of what the side says, on its edge and where they reach down to it', () => {
  const dip = walk(-61, 45, (at) => (at % 2 === 0 ? 40 : -40));
  const [call, put] = (['CALL', 'PUT'] as const).map((direction) => draw({ direction }, dip, 45));
  expect(put?.say).toMatchObject({ at: 'left', y: 0.82 });
  expect([call?.saysSide, put?.saysSide]).toEqual([true, false]);
  const high = walk(-61, 18, (at) => (at < 0 ? 0 : 30));
  expect(draw({ direction: 'PUT' }, high, 18).saysSide).toBe(true);
  const settling = walk(-61, 60, () => 30);
  expect(draw({ direction: 'CALL' }, settling, 61)).toMatchObject({ say: { at: 'bottom' }, saysSide: true });
  expect(draw({ direction: 'PUT' }, settling, 61)).toMatchObject({ say: { at: 'bottom' }, saysSide: false });
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

test('the words turn to the left of a dot that is far on, and keep away from the entry line', () => {
  const line = walk(-61, 60, () => 1);
  const early = draw({}, line, 10).say;
  const late = draw({}, line, 40).say;
  expect(early).toMatchObject({ at: 'right' });
  expect(late).toMatchObject({ at: 'left' });
  const { entryY } = draw({}, line, 10);
  expect('y' in early && entryY !== undefined ? Math.abs(early.y - entryY) : 0).toBeGreaterThanOrEqual(0.149);
});

describe('the words left of the dot', () => {
  /** Half of the words' height. */
  const HALF = 0.12;
  const lineUnder = ({ before, during, dot }: RacePicture) =>
    [...before, ...during].flat().filter(([x]) => dot !== undefined && x >= dot.x - 0.34);

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
    if (!('y' in say) || dot === undefined) throw new Error('there are no words beside the dot');
    expect(say.at).toBe('left');
    for (const [, y] of lineUnder(picture)) expect(Math.abs(y - say.y)).toBeGreaterThanOrEqual(HALF - 1e-9);
  });

  test('stand by the dot where the line leaves no room', () => {
    const { say, dot } = draw(
      {},
      walk(-61, 45, (at) => (at % 2 === 0 ? 40 : -40)),
      45,
    );
    expect(say).toEqual({ at: 'left', x: dot?.x, y: 0.82 });
  });
});
