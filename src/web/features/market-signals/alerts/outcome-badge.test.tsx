import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { setPageHidden } from '../../../../../tests/support/page-visibility.ts';
import { OutcomeBadge } from './signal-alerts.tsx';

test('counts each outcome that comes while the page is hidden, and none once it is looked at', () => {
  const setAppBadge = vi.fn(async () => {});
  const clearAppBadge = vi.fn(async () => {});
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { setAppBadge, clearAppBadge }));
  const { rerender } = render(<OutcomeBadge settledId="seen" />);
  expect(setAppBadge).not.toHaveBeenCalled();
  setPageHidden(true);
  for (const settledId of ['a', undefined, 'a', 'b']) rerender(<OutcomeBadge settledId={settledId} />);
  expect(setAppBadge.mock.calls).toEqual([[1], [1], [2]]);
  expect(clearAppBadge).not.toHaveBeenCalled();
  setPageHidden(false);
  expect(clearAppBadge).toHaveBeenCalledOnce();
  rerender(<OutcomeBadge settledId="c" />);
  setPageHidden(true);
  rerender(<OutcomeBadge settledId="d" />);
  expect(setAppBadge.mock.calls.at(-1)).toEqual([1]);
  setPageHidden(false);
  vi.unstubAllGlobals();
});
