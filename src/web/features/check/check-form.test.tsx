import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CheckForm } from './check-form.tsx';
import type { CheckSource } from './check-messages.ts';

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
