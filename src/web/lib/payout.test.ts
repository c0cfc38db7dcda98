import { act, renderHook } from '@testing-library/react';
import type { ChangeEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { parsePayout } from './payout.ts';

afterEach(() => {
  localStorage.clear();
  vi.resetModules();
});

test.each([
  ['80', 80],
  [' 92.5 % ', 92.5],
  ['92,5', 92.5],
  ['৯২.৫', 92.5],
  ['1', 1],
  ['100', 100],
  ['0', undefined],
  ['100.5', undefined],
  ['180', undefined],
  ['-80', undefined],
  ['8e1', undefined],
  ['', undefined],
  ['eighty', undefined],
])('a typed payout "%s" is %s', (text, percent) => {
  expect(parsePayout(text)).toBe(percent);
});

test('a field for it refuses what is none, and forgets that when it is left', async () => {
  const { usePayoutInput } = await import('./payout.ts');
  const { result } = renderHook(() => usePayoutInput());
  const type = (value: string) =>
    act(() => result.current.inputProps.onChange({ target: { value } } as ChangeEvent<HTMLInputElement>));
  type('92,5');
  expect(result.current).toMatchObject({ percent: 92.5, problem: undefined, inputProps: { value: '92,5' } });
  type('180');
  expect(result.current).toMatchObject({ percent: 92.5, problem: 'Enter a payout from 1 to 100%' });
  act(() => result.current.inputProps.onBlur());
  expect(result.current).toMatchObject({ problem: undefined, inputProps: { value: '92.5' } });
});

test('is remembered in the browser, and a broken memory is 80', async () => {
  const first = await import('./payout.ts');
  const shown = renderHook(() => first.usePayout());
  expect(shown.result.current).toBe(80);
  act(() => first.setPayout(92));
  expect(shown.result.current).toBe(92);
  vi.resetModules();
  const second = await import('./payout.ts');
  expect(renderHook(() => second.usePayout()).result.current).toBe(92);
  localStorage.setItem('pipcast.payout', '900');
  vi.resetModules();
  const third = await import('./payout.ts');
  expect(renderHook(() => third.usePayout()).result.current).toBe(80);
});
