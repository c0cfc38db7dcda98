import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeRecordApi } from '../../../../tests/support/fake-record.ts';
import { SettledTable } from './settled-table.tsx';

it('hands out what the filters let through, with times in the zone of the reader', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const file = vi.fn(async () => new Blob(['']));
  render(<SettledTable api={fakeRecordApi({ file })} ledger="live" engine="fade-logit-2" />);
  fireEvent.change(screen.getByRole('combobox', { name: 'Outcome' }), { target: { value: 'lost' } });
  for (const format of ['CSV', 'JSON'])
    await act(async () => fireEvent.click(screen.getByRole('button', { name: format })));
  const filters = { ledger: 'live', engine: 'fade-logit-2', outcome: 'lost' };
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(file.mock.calls).toEqual([
    ['csv', filters, zone],
    ['json', filters, zone],
  ]);
});
