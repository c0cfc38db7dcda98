import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Disclosure } from './disclosure.tsx';

function open() {
  render(<Disclosure summary="14:32:00 CET">more</Disclosure>);
  const button = screen.getByRole('button', { name: '14:32:00 CET' });
  const isOpen = () => {
    const more = document.getElementById(button.getAttribute('aria-controls') ?? '');
    expect(more?.textContent).toBe(button.getAttribute('aria-expanded') === 'true' ? 'more' : undefined);
    return more !== null;
  };
  return { button, isOpen };
}

it('opens at a press, closes at the next, at Escape, when the focus leaves and at a touch elsewhere', () => {
  const { button, isOpen } = open();
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
  fireEvent.click(button);
  fireEvent.pointerDown(button);
  expect(isOpen()).toBe(true);
  fireEvent.pointerDown(document.body);
  expect(isOpen()).toBe(false);
});

it('opens under a mouse, stays when it is pressed as well, and a finger that lands does not open it twice', () => {
  const { button, isOpen } = open();
  const words = button.parentElement as HTMLElement;
  fireEvent.pointerEnter(words, { pointerType: 'mouse' });
  expect(isOpen()).toBe(true);
  fireEvent.pointerLeave(words);
  expect(isOpen()).toBe(false);
  fireEvent.pointerEnter(words, { pointerType: 'mouse' });
  fireEvent.click(button);
  fireEvent.pointerLeave(words);
  expect(isOpen()).toBe(true);
  fireEvent.click(button);
  expect(isOpen()).toBe(false);
  fireEvent.pointerEnter(words, { pointerType: 'touch' });
  expect(isOpen()).toBe(false);
});
