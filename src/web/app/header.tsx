import type { ReactNode } from 'react';
import { toggleTheme, useTheme } from '../lib/theme.ts';
import { Icon } from '../ui/icon.tsx';
import { HomeLink } from './home-link.tsx';
import { LanguageField } from './language-field.tsx';
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

/** The browser's own popover, which Escape and a click outside close. */
export function Menu({
  name,
  children,
  end,
}: {
  readonly name?: string;
  readonly children?: ReactNode;
  readonly end?: ReactNode;
}) {
  const isDark = useTheme() === 'dark';
  return (
    <>
      <button type="button" className="btn btn--line btn--small top__menu" popoverTarget="account">
        {name === undefined ? null : (
          <span className="top__wide" dir="ltr">
            {name}
          </span>
        )}
        <span className="hidden-text">{shellTexts.menu}</span>
        <Icon name="menu" />
      </button>
      <div id="account" popover="auto" className="account">
        {children}
        <LanguageField />
        <button type="button" className="btn" onClick={toggleTheme}>
          <Icon name={isDark ? 'sun' : 'moon'} />
          {isDark ? shellTexts.lightTheme : shellTexts.darkTheme}
        </button>
        {end}
      </div>
    </>
  );
}
