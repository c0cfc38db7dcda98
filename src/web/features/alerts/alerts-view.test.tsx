import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isAnyAlertOn } from '../../lib/alerts/alert-settings.ts';
import { PageCard } from './alerts-view.tsx';

const giveAlert = vi.hoisted(() => vi.fn());
vi.mock('../../lib/alerts/give-alert.ts', () => ({ giveAlert }));

test('the switches are off, kept in this browser, and play what they switch on', () => {
  render(<PageCard />);
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Sound for a new signal' });
  expect([box.checked, isAnyAlertOn()]).toEqual([false, false]);
  fireEvent.click(box);
  expect(giveAlert.mock.calls).toEqual([['sound', 'CALL']]);
  expect([box.checked, isAnyAlertOn(), localStorage.getItem('pipcast.alerts')]).toEqual([
    true,
    true,
    'sound',
  ]);
  fireEvent.click(box);
  expect([isAnyAlertOn(), localStorage.getItem('pipcast.alerts')]).toEqual([false, '']);
});
