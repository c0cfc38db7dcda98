import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Session } from '../../lib/session/session.ts';
import { SessionContext } from '../../lib/session/session-context.ts';
import { DrawRecord } from './draw-record.tsx';

afterEach(() => vi.unstubAllGlobals());

async function shown(label: string | null, settled: number, rate: number | null) {
  const answer = vi.fn(async () => Response.json({ label, controlArm: { settled, rate } }));
  vi.stubGlobal('fetch', answer);
  const session = { accessToken: async () => 'token' } as unknown as Session;
  const { container } = render(
    <SessionContext value={session}>
      <DrawRecord drawn={90} />
    </SessionContext>,
  );
  await waitFor(() => expect(answer).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve, 0));
  return container;
}

it('says how often draws were right and of how many, from 1,000 on', async () => {
  await shown(null, 1_746, 0.4983);
  expect(await screen.findByText('Draws like this were right 50 in 100 (1,746 draws).')).toBeDefined();
});

it('stands as solid "right 50" beside the hollow "drawn 90"', async () => {
  const container = await shown(null, 1_746, 0.4983);
  await screen.findByText('right 50');
  expect(container.querySelectorAll('.draw-gauge i')).toHaveLength(3);
  expect(screen.getByText('drawn 90')).toBeDefined();
});

it.each([
  ['fewer than 1,000', null, 999, 0.5],
  ['a replay', 'replay 2014-05-08', 5_000, 0.5],
  ['none settled', null, 0, null],
])('shows what was drawn alone for %s', async (_, label, settled, rate) => {
  expect((await shown(label, settled, rate)).textContent).toBe('drawn 90');
});
