import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from './notice.tsx';

it('keeps a failure inside its part and starts that part again on request', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let isBroken = true;
  function Part() {
    if (isBroken) throw new Error('broken');
    return <p>works</p>;
  }
  render(
    <>
      <ErrorBoundary>
        <Part />
      </ErrorBoundary>
      <p>the rest</p>
    </>,
  );
  expect(screen.getByRole('alert').textContent).toContain('This part of the page stopped working');
  expect(screen.getByText('the rest')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('alert')).toBeDefined();
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('works')).toBeDefined();
});
