import { expect, it, vi } from 'vitest';

it('makes no formatter while the page loads: each costs as much as the rest of its module', async () => {
  const made = (['DateTimeFormat', 'NumberFormat'] as const).map((name) => vi.spyOn(Intl, name));
  await Promise.all([
    import('./app.tsx'),
    import('./record-page.tsx'),
    import('../features/market-signals/market-panel.tsx'),
  ]);
  expect(made.map((one) => one.mock.calls)).toEqual([[], []]);
});
