import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Session } from '../../lib/session/session.ts';
import { SessionContext } from '../../lib/session/session-context.ts';
import { DrawRecord, OtherRight } from './draw-record.tsx';

afterEach(() => vi.unstubAllGlobals());

async function shown(
  label: string | null,
  settled: number,
  rate: number | null,
  content = <DrawRecord drawn={90} />,
) {
  const arm = { settled, rate };
  const answer = vi.fn(async () => Response.json({ label, controlArm: arm, engineArm: arm }));
  vi.stubGlobal('fetch', answer);
  const session = { accessToken: async () => 'token', subscribe: () => () => {} } as unknown as Session;
  const { container } = render(<SessionContext value={session}>{content}</SessionContext>);
  await waitFor(() => expect(answer).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve, 0));
  return container;
}

it('says how often draws were right and of how many, from 1,000 on', async () => {
  const container = await shown(null, 1_746, 0.4983);
  const figure = await screen.findByText('right 50 in 100');
  expect(figure.tagName).toBe('B');
  expect(container.textContent).toContain('Draws like this were right 50 in 100 (1,746 draws).');
});

it('stands as solid "right 50" beside the hollow "drawn 90"', async () => {
  const container = await shown(null, 1_746, 0.4983);
  await screen.findByText('right 50');
  expect(container.querySelectorAll('.gauge i')).toHaveLength(3);
  expect(screen.getByText('drawn 90')).toBeDefined();
});

it.each([
  ['fewer than 1,000', null, 999, 0.5],
  ['a replay', 'replay 2014-05-08', 5_000, 0.5],
  ['none settled', null, 0, null],
])('shows what was drawn alone for %s', async (_, label, settled, rate) => {
  expect((await shown(label, settled, rate)).textContent).toBe('drawn 90');
});

it('says beside it what the measured source came to and what a stake needs, once there is a rate', async () => {
  const container = await shown(null, 1_836, 0.507, <OtherRight />);
  expect(container.textContent).toContain('each is scored: right 51 in 100. You need 56.');
});

it.each([
  ['a replay', 'replay 2014-05-08', 1_836],
  ['fewer than 30 signals', null, 29],
])('says no figure of the measured source for %s', async (_, label, settled) => {
  expect((await shown(label, settled, 0.507, <OtherRight />)).textContent).not.toMatch(/\d/);
});

it('asks for the record once for both', async () => {
  await shown(
    null,
    1_836,
    0.507,
    <>
      <DrawRecord drawn={90} />
      <OtherRight />
    </>,
  );
  expect(screen.getByText('right 51')).toBeDefined();
  expect(screen.getByText(/You need 56/)).toBeDefined();
});
