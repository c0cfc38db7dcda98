import { describe, expect, test } from 'vitest';
import { scriptedDecisions, scriptedSignal } from '../../../tests/support/scripted-market.ts';
import { chooseSpecial, roundVerdicts } from '../../server/desk/draft-round.ts';

const NOW_MS = 1_517_821_200_000;
const signal = (pair: string, confidence: number) => scriptedSignal(NOW_MS, '1min', { pair, confidence });
const nothing = () => undefined;

describe('the special signal', () => {
  test('is the one with the highest confidence', () => {
    const signals = [signal('EUR/USD', 51.2), signal('EUR/JPY', 54.01), signal('USD/CAD', 54)];
    const verdicts = roundVerdicts(scriptedDecisions(NOW_MS, '1min', signals), nothing);
    expect(chooseSpecial(verdicts)?.pair).toBe('EUR/JPY');
  });

  test('of equals is the first in the order of the pairs, whatever order the decisions come in', () => {
    const signals = [signal('USD/CAD', 52), signal('USD/JPY', 52)];
    expect(chooseSpecial(roundVerdicts(signals, nothing))?.pair).toBe('USD/JPY');
  });

  test('is none of a pair that something speaks against', () => {
    const signals = [signal('EUR/USD', 51), signal('EUR/JPY', 54)];
    const verdicts = roundVerdicts(signals, (pair) => (pair === 'EUR/JPY' ? 'feeds-disagree' : undefined));
    expect(chooseSpecial(verdicts)?.pair).toBe('EUR/USD');
    expect(verdicts.get('EUR/JPY')).toBe('feeds-disagree');
  });

  test('is none when no pair signals', () => {
    expect(chooseSpecial(roundVerdicts(scriptedDecisions(NOW_MS, '1min'), nothing))).toBeUndefined();
  });
});

test("the engine's own reason comes before the desk's, and a pair that was never quoted is stale", () => {
  const [, ...others] = scriptedDecisions(NOW_MS, '1min', [], 'thin');
  const verdicts = roundVerdicts(others, () => 'feeds-disagree');
  expect(verdicts.get('USD/JPY')).toBe('thin');
  expect(verdicts.get('EUR/USD')).toBe('feeds-disagree');
  expect(roundVerdicts(others, nothing).get('EUR/USD')).toBe('stale');
});
