import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SaveMenu } from './save-report.tsx';

it('says that nothing was saved where the rows are not to be had any more', async () => {
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  render(
    <SaveMenu
      report={{ current: document.createElement('div') }}
      onRows={async () => undefined}
      fragment={undefined}
      picture={undefined}
    />,
  );
  fireEvent.click(screen.getByLabelText('with the rows'));
  fireEvent.click(screen.getByText('Save this report'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/so nothing was saved/);
  expect(save).not.toHaveBeenCalled();
});
