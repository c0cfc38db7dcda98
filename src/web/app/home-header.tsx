import { type MouseEvent, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { MarketClock } from '../features/market/market-hours.tsx';
import { useSession } from '../lib/session/session-context.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ErrorBoundary } from '../ui/notice.tsx';
import { texts as uiTexts } from '../ui/texts.ts';
import { showToast } from '../ui/toasts.ts';
import { useConfig } from './config-context.ts';
import { Header, Menu } from './header.tsx';
import { introductionAsked } from './introduction-asked.ts';
import { MainNav } from './main-nav.tsx';
import { shellTexts } from './shell-texts.ts';
import { askingFor } from './sign-in-first.tsx';

/** For signed-in traders: one row at every width; the rest is in the menu. */
export function HomeHeader({ email }: { readonly email: string }) {
  const { market } = useConfig();
  const alerts = (
    <Link href="/alerts" className="btn btn--icon" aria-label={uiTexts.alerts}>
      <Icon name="bell" />
      <span className="account__name">{uiTexts.alerts}</span>
    </Link>
  );
  return (
    <Header nav={market ? <MainNav /> : null}>
      <ErrorBoundary>
        <MarketClock />
      </ErrorBoundary>
      <span className="top__wide">{alerts}</span>
      <Menu
        name={email.replace(/@.*/, '')}
        end={
          <span className="top__narrow">
            <SignOutButton />
          </span>
        }
      >
        <span className="top__user" dir="ltr">
          {email}
        </span>
        <span className="top__narrow">{alerts}</span>
        {market ? <HelpButton /> : null}
      </Menu>
      <span className="top__wide">
        <SignOutButton />
      </span>
    </Header>
  );
}

/** For readers who came by a link: the pages that they may read. */
export function OpenHeader() {
  const { market, publicRecord } = useConfig();
  const [path] = useLocation();
  const search = useSearch();
  const nav = <MainNav has={(page) => (page === 'record' ? market && publicRecord : page !== 'signals')} />;
  return (
    <Header nav={nav}>
      <Menu />
      <Link
        href="/auth"
        state={askingFor(search === '' ? path : `${path}?${search}`)}
        className="btn btn--line btn--small"
      >
        {uiTexts.signIn}
      </Link>
    </Header>
  );
}

/** Shows the first visit's steps again, on the page that they explain. */
function HelpButton() {
  const [path, goTo] = useLocation();
  function handleClick({ currentTarget }: MouseEvent) {
    currentTarget.closest<HTMLElement>('[popover]')?.hidePopover?.();
    introductionAsked.set(true);
    if (path !== '/') goTo('/');
  }
  return (
    <button type="button" className="btn" onClick={handleClick}>
      <Icon name="help" />
      {shellTexts.introduction}
    </button>
  );
}

function SignOutButton() {
  const session = useSession();
  const [, goTo] = useLocation();
  const [isBusy, setBusy] = useState(false);

  async function handleClick() {
    setBusy(true);
    const { isServerReached } = await session.signOut();
    // A page that needs no account stays.
    if (location.pathname !== '/auth') goTo('/auth', { replace: true });
    if (isServerReached) return;
    showToast(
      {
        title: shellTexts.signedOutHere,
        text: shellTexts.serverNotReached,
      },
      'lasting',
    );
  }

  return (
    <Button
      look="line"
      size="small"
      onClick={() => void handleClick()}
      aria-disabled={isBusy}
      disabled={isBusy}
    >
      {shellTexts.signOut}
    </Button>
  );
}
