import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Shares } from './shares.ts';

it('knows who has the most after any coming and going', () => {
  const step = fc.record({
    isAdded: fc.boolean(),
    owner: fc.constantFrom('a', 'b', 'c', 'd'),
    thing: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const shares = new Shares<number>();
      const expected = new Map<string, Set<number>>();
      for (const { isAdded, owner, thing } of steps) {
        const own = expected.get(owner) ?? new Set();
        expected.set(owner, own);
        if (isAdded) own.add(thing);
        else own.delete(thing);
        shares[isAdded ? 'add' : 'remove'](owner, thing);
        const most = Math.max(...Array.from(expected.values(), ({ size }) => size));
        expect(shares.largest().size).toBe(most);
        for (const [name, things] of expected) expect([...shares.of(name)]).toEqual([...things]);
      }
    }),
  );
});
