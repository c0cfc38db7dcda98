import { expect, test } from 'vitest';
import { abstentionWords } from './decision-texts.ts';

test('every code has its text, and a code of another version stands for itself', () => {
  expect(abstentionWords('undecided')).toBe('No clear lean (under 50.2%)');
  expect(abstentionWords('no-feed')).toBe('No live prices');
  expect(abstentionWords('of-a-later-version')).toBe('of-a-later-version');
  expect(abstentionWords('constructor')).toBe('constructor');
});
