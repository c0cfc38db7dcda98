import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LuckDots } from './luck-dots.tsx';

it('draws each dot at its own rate where the rates have room beside each other', () => {
  const rates = [0.21, 0.5, 0.79];
  const looks = ['engine', 'coin', 'need'] as const;
  const { container } = render(
    <LuckDots
      label="luck"
      dots={rates}
      marks={rates.map((at, index) => ({ look: looks[index] as (typeof looks)[number], at, label: '' }))}
    />,
  );
  const placesOf = (part: string) =>
    [...container.querySelectorAll<HTMLElement>(part)].map((one) =>
      Number.parseFloat(one.style.getPropertyValue('--at')),
    );
  const marks = placesOf('.bell__mark');
  for (const [index, left] of placesOf('.bell__dots').entries())
    expect(left).toBeCloseTo(marks[index] ?? 0, 1);
  expect(marks).toHaveLength(3);
});

it('has as many dots as there are rates, equal ones above each other', () => {
  const { container } = render(
    <LuckDots label="luck" dots={[0.4, 0.5, 0.5, 0.5, 0.6]} marks={[{ look: 'need', at: 0.7, label: '' }]} />,
  );
  const columns = [...container.querySelectorAll<HTMLElement>('.bell__dots')];
  expect(columns.map(({ style }) => style.getPropertyValue('--count'))).toEqual(['1', '3', '1']);
  const bell = container.querySelector<HTMLElement>('.bell');
  expect(bell?.style.getPropertyValue('--most')).toBe('3');
});
