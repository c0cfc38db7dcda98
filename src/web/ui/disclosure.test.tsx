import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Disclosure } from './disclosure.tsx';

it('opens at a press, closes at the next, at Escape and when the focus leaves', () => {
  render(<Disclosure summary="14:32:00 CET">more</Disclosure>);
  const button = screen.getByRole('button', { name: '14:32:00 CET' });
  const isOpen = () => button.getAttribute('aria-expanded') === 'true';
  expect(isOpen()).toBe(false);
  fireEvent.click(button);
  expect(isOpen()).toBe(true);
  fireEvent.click(button);
  expect(isOpen()).toBe(false);
  fireEvent.click(button);
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(isOpen()).toBe(false);
  fireEvent.click(button);
  fireEvent.blur(button);
  expect(isOpen()).toBe(false);
  expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.textContent).toBe('more');
});
