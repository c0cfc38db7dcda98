import { describe, expect, it } from 'vitest';
import { confidenceText, recordedConfidence } from './confidence-text.ts';

describe('a confidence', () => {
  it.each([
    [50, '50.0%'],
    [50.05, '50.1%'],
    [50.24, '50.2%'],
    [50.25, '50.3%'],
    [51.05, '51.1%'],
    [64.96, '65.0%'],
  ])('of %f reads %s: one decimal, halves upwards', (percent, text) => {
    expect(confidenceText(percent)).toBe(text);
  });

  it('reads the same before and after it is recorded', () => {
    for (let hundredThousandths = 50_000; hundredThousandths <= 65_000; hundredThousandths += 7) {
      const percent = hundredThousandths / 1000 + 0.0003;
      expect(confidenceText(percent)).toBe(confidenceText(recordedConfidence(percent)));
    }
  });
});
