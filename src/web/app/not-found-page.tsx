import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { Die } from '../ui/die.tsx';
import { HomeLink } from './home-link.tsx';
import { ThemeButton } from './theme-button.tsx';
import { usePage } from './use-page.ts';

/** Any address that is no page of the app. */
export function NotFoundPage() {
  const main = usePage('Page not found');
  const [path] = useLocation();
  const logged = useRef<string>(undefined);

  useEffect(() => {
    if (logged.current === path) return;
    logged.current = path;
    // oxlint-disable-next-line no-console -- specified: an unknown route is logged in the browser's console
    console.error(`404: there is no page at ${path}`);
  }, [path]);

  return (
    <div className="page">
      <header className="top">
        <div className="wrap">
          <HomeLink />
          <span className="top__push" />
          <ThemeButton />
        </div>
      </header>
      <main ref={main} tabIndex={-1} className="lost">
        <div className="lost__dice" aria-hidden="true">
          <Die value={4} className="lost__die" />
          <Die value={0} className="lost__die" />
          <Die value={4} className="lost__die" />
        </div>
        <h1>Oops! Page not found</h1>
        <p>Nothing is published at this address.</p>
        <Link href="/" className="btn btn--primary">
          Return to Home
        </Link>
      </main>
    </div>
  );
}
