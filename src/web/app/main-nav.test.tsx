import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MainNav } from './main-nav.tsx';

it.each([
  ['/', 'Signals'],
  ['/record', 'Record'],
  ['/record/5f9d7a52-0000-4000-8000-000000000000', 'Record'],
])('at %s it says that %s is in view, and nothing else', (path, name) => {
  history.replaceState(null, '', path);
  render(<MainNav />);
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined();
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(current.map((link) => link.textContent)).toEqual([name]);
});

it('leads to each page', () => {
  render(<MainNav />);
  const targets = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(targets).toEqual([
    ['Signals', '/'],
    ['Record', '/record'],
    ['Check', '/check'],
    ['Lab', '/lab'],
  ]);
});
