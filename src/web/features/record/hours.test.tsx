import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { setLanguage } from '../../lib/catalogue.ts';
import { hourBlocks, Hours } from './hours.tsx';

test('names the block that a coin equals least often, which need not be the one with the highest rate', () => {
  const block = (hour: number, settled: number, won: number) => ({ weekday: 4, hour, settled, won });
  render(<Hours blocks={hourBlocks([block(4, 100, 68), block(7, 300, 201)])} />);
  expect(screen.getByText(/^Right in 100/).textContent).toContain(
    'Of 2 blocks one looks good: Thu 07: 67 right.',
  );
});

test('in Bengali the blocks have Bengali digits', () => {
  const inWords = { direction: 'ltr', message: () => undefined } as const;
  setLanguage({ ...inWords, locale: 'bn' });
  onTestFinished(() => setLanguage({ ...inWords, locale: 'en-GB' }));
  render(<Hours blocks={hourBlocks([{ weekday: 4, hour: 4, settled: 100, won: 68 }])} />);
  expect(screen.getByText('৬৮')).toBeTruthy();
});
