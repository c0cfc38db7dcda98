import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { MarketClock } from '../features/market/market-clock.tsx';
import { useSession } from '../lib/session/session-context.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Icon } from '../ui/icon.tsx';
import { showToast } from '../ui/toasts.ts';
import { texts as uiTexts } from '../ui/texts.ts';
import { useConfig } from './config-context.ts';
import { HomeLink } from './home-link.tsx';
import { introductionAsked } from './introduction-asked.ts';
import { LanguageField } from './language-field.tsx';
import { MainNav } from './main-nav.tsx';
import { ThemeButton } from './theme-button.tsx';
import { shellTexts } from './shell-texts.ts';

/**
 * The brand, the pages where there is more than one, the market clock, and what is the account's. On phones that is a menu:
 * the browser's own popover, which Escape and a look elsewhere close. A browser without popovers shows it in the header.
 */
export function HomeHeader({ email }: { readonly email: string }) {
  const { market } = useConfig();
  return (
    <header className="top top--clock">
      <div className="wrap">
        <HomeLink />
        {market ? <MainNav /> : null}
        <span className="top__push" />
        <ErrorBoundary title={shellTexts.clockStopped}>
          <MarketClock />
        </ErrorBoundary>
        {market ? <HelpButton /> : null}
        <IconButton label={shellTexts.menu} popoverTarget="account">
          <Icon name="menu" />
        </IconButton>
        <div id="account" popover="auto" className="account">
          <AlertsLink />
          <ThemeButton />
          <LanguageField />
          <span className="top__user" dir="ltr">
            {email}
          </span>
          <SignOutButton />
        </div>
      </div>
    </header>
  );
}

/** Shows the first visit's steps again, on the page that they explain. */
function HelpButton() {
  const [path, goTo] = useLocation();
  function handleClick() {
    introductionAsked.set(true);
    if (path !== '/') goTo('/');
  }
  return (
    <IconButton label={shellTexts.introduction} onClick={handleClick}>
      <Icon name="help" />
    </IconButton>
  );
}

function AlertsLink() {
  return (
    <Link href="/alerts" className="btn btn--icon" aria-label={uiTexts.alerts}>
      <Icon name="bell" />
      <span className="account__name">{uiTexts.alerts}</span>
    </Link>
  );
}

function SignOutButton() {
  const session = useSession();
  const [isBusy, setBusy] = useState(false);

  async function handleClick() {
    setBusy(true);
    const { isServerTold } = await session.signOut();
    if (isServerTold) return;
    showToast(
      {
        title: shellTexts.signedOutHere,
        text: shellTexts.serverNotTold,
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
