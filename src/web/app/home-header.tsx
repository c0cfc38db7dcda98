import { useState } from 'react';
import { MarketClock } from '../features/market/market-clock.tsx';
import { useSession } from '../lib/session/session-context.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { showToast } from '../ui/toasts.ts';
import { useConfig } from './config-context.ts';
import { HomeLink } from './home-link.tsx';
import { MainNav } from './main-nav.tsx';
import { ThemeButton } from './theme-button.tsx';
import { shellTexts } from './shell-texts.ts';

/** The brand, the pages where there is more than one, the market clock, and the way out. */
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
        <ThemeButton />
        <span className="top__user" dir="ltr">
          {email}
        </span>
        <SignOutButton />
      </div>
    </header>
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
