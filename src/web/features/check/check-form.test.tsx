import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CheckForm } from './check-form.tsx';
import type { CheckSource } from './check-worker.ts';
import { wholeOf } from '../../lib/typed-digits.ts';

test('of three numbers the one that cannot be is marked, and nothing is judged with it', () => {
  const given: CheckSource[] = [];
  render(
    <CheckForm
      isBusy={false}
      refusal={undefined}
      onOurs={undefined}
      onCancel={() => undefined}
      onSource={(source) => given.push(source)}
    />,
  );
  const labels = ['Won', 'Of', 'Payout, %'];
  const check = (...numbers: string[]) => {
    const fields = labels.map((label) => screen.getByLabelText(label));
    for (const [at, field] of fields.entries()) fireEvent.change(field, { target: { value: numbers[at] } });
    fireEvent.submit(screen.getByRole('button', { name: 'Check' }));
    return labels.filter((_, at) => fields[at]?.getAttribute('aria-invalid') === 'true');
  };
  expect(check('70', '60', '80')).toEqual(['Won']);
  expect(check('37', 'sixty', '80')).toEqual(['Of']);
  expect(check('37', '60', 'much')).toEqual(['Payout, %']);
  expect(given).toEqual([]);
  expect(check('37', '60', '80')).toEqual([]);
  expect(given).toEqual([{ kind: 'counts', won: 37, of: 60 }]);
});

test('a count that is typed may have groups and the digits of its language, and no part of a whole one', () => {
  expect(['1200', '1,200', '1.200', '1 200', '1,00,000', '১,২০০', '३७', '٣٧', '۳۷'].map(wholeOf)).toEqual([
    1_200, 1_200, 1_200, 1_200, 100_000, 1_200, 37, 37, 37,
  ]);
  expect(['10.5', '10,50', '1,2', '12345678', ''].map(wholeOf)).toEqual(Array(5).fill(undefined));
});
