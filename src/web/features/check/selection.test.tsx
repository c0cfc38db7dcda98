import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { claimedFigures } from '../../../../tests/support/claimed-figures.ts';
import { madeUpTrades } from '../../../../tests/support/made-up-trades.ts';
import { whatIsKnown } from '../../../core/check/how-many-more.ts';
import { ALONE, type Selection } from '../../../core/check/luck.ts';
import type { GroupPicture } from '../../../core/check/pictures.ts';
import { GroupsFold } from './group-card.tsx';
import { HowManyMoreCard } from './how-many-more-card.tsx';

const PAIRS: GroupPicture = {
  by: 'pair',
  hours: 1,
  groups: [],
  best: { value: 'EUR/USD', chance: 0.01, of: 2 },
};

const selected = (selection: Partial<Selection>): Selection => ({ ...ALONE, ...selection });

test.each([
  [{}, 'Best: EUR/USD. The best of 2 coins does as well once in 100 tries.'],
  [{ lookedAt: 20 }, 'Best: EUR/USD. The best of 40 coins does as well once in 5 tries.'],
  [
    { part: 'stretch-5' },
    'Best: EUR/USD. The best of 2 coins does as well 3 times in 10, in the best part of a longer record.',
  ],
] as const)('the best group of what was chosen as %j is held against all of it', (selection, said) => {
  render(<GroupsFold groups={[PAIRS]} needed={0.5} against="coin" selection={selected(selection)} />);
  expect(screen.getAllByText(said)).not.toEqual([]);
});

test('it takes more trades to know of the best of many', () => {
  const figures = claimedFigures(70, 100, 0.8);
  const known = whatIsKnown(figures, madeUpTrades(1, 100));
  const card = (selection: Partial<Selection>) => (
    <HowManyMoreCard figures={figures} more={known} selection={selected(selection)} />
  );
  const { container, rerender } = render(card({}));
  expect(container.textContent).toContain('Enough trades to tell');
  rerender(card({ lookedAt: 1_000 }));
  expect(container.textContent).not.toContain('Enough trades to tell');
  expect(container.textContent).toContain('36 more, against a coin');
});

test('where signals have no end, the rate that is compared with a coin is the one at worst', () => {
  const figures = claimedFigures(70, 100, 0.8);
  const more = whatIsKnown(figures, madeUpTrades(1, 100), { unresolved: 60 });
  const { container } = render(<HowManyMoreCard figures={figures} more={more} selection={ALONE} />);
  expect(container.textContent).toContain('No number of trades tells 43.8% from a coin');
});
