import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TokensCard } from './tokens-card.tsx';

const TOKEN = { id: '11111111-1111-4111-8111-111111111111', name: 'my bot', createdMs: 0, usedMs: null };

test('a token is made by its name, shown with a warning that it is this once, and ended', async () => {
  const api = {
    tokens: async () => ({ tokens: [] }),
    makeToken: vi.fn(async () => ({ token: 'pipcast_secret', tokens: [TOKEN] })),
    endToken: vi.fn(async () => ({ tokens: [] })),
  };
  render(<TokensCard api={api} />);
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of the program' }), {
    target: { value: 'my bot' },
  });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Make a token' })));
  expect(api.makeToken).toHaveBeenCalledWith('my bot');
  expect(screen.getByRole('status').textContent).toContain(
    'Copy it now. It is shown only once.pipcast_secret',
  );
  expect(screen.getByRole('listitem').textContent).toContain('my botNever used');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'End: my bot' })));
  expect(api.endToken).toHaveBeenCalledWith(TOKEN.id);
  expect(screen.queryByText('pipcast_secret')).toBeNull();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('why a token is not made is said at its name', async () => {
  const api = {
    tokens: async () => ({ tokens: [TOKEN] }),
    makeToken: async () => {
      throw new Error('You have 5 tokens. End one of them first.');
    },
    endToken: vi.fn(),
  };
  render(<TokensCard api={api} />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'one more' } });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Make a token' })));
  expect(screen.getByText('You have 5 tokens. End one of them first.')).toBeDefined();
});
