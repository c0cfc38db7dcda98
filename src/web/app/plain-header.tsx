import type { ReactNode } from 'react';
import { toggleTheme, useTheme } from '../lib/theme.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { HomeLink } from './home-link.tsx';
import { shellTexts } from './shell-texts.ts';

/** The bar at the top of every page: the brand, the ways between the pages, and at its end what the page has for its reader. */
export function Header({ nav, children }: { readonly nav?: ReactNode; readonly children: ReactNode }) {
  return (
    <header className="top">
      <div className="wrap">
        <HomeLink />
        {nav}
        <span className="top__push" />
        {children}
      </div>
    </header>
  );
}

/** For pages that are the same for every reader. */
export function PlainHeader() {
  return (
    <Header>
      <ThemeButton />
    </Header>
  );
}

function ThemeButton() {
  const isDark = useTheme() === 'dark';
  const label = isDark ? shellTexts.lightTheme : shellTexts.darkTheme;
  return (
    <IconButton label={label} onClick={toggleTheme}>
      <Icon name={isDark ? 'sun' : 'moon'} />
    </IconButton>
  );
}
