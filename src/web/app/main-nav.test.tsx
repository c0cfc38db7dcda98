import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PUBLIC_CONFIG } from '../../../tests/support/public-config.ts';
import { ConfigContext } from './config-context.ts';
import { OpenHeader } from './home-header.tsx';
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

it.each([
  [{ market: true, publicRecord: true }, ['/record', '/check', '/lab']],
  [{ market: true, publicRecord: false }, ['/check', '/lab']],
  [{ market: false, publicRecord: true }, ['/check', '/lab']],
])('leads a visitor who is not signed in to the open pages: %o', (settings, pages) => {
  render(
    <ConfigContext value={{ ...PUBLIC_CONFIG, ...settings }}>
      <OpenHeader />
    </ConfigContext>,
  );
  const nav = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(nav.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(pages);
});
