import type { ReactNode } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { HomeHeader } from './home-header.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { shellTexts } from './shell-texts.ts';
import { usePage } from './use-page.ts';

interface PlainPageProps {
  readonly email: string;
  readonly title: string;
  /** What is said in place of the view when it throws. */
  readonly stopped: string;
  readonly children: ReactNode;
}

/** A page with one view in it, for those who are signed in: header, the view, and in the footer who is signed in. */
export function PlainPage({ email, title, stopped, children }: PlainPageProps) {
  const main = usePage(title);
  return (
    <div className="page">
      <a className="skip-link" href="#main">
        {shellTexts.skip}
      </a>
      <HomeHeader email={email} />
      <OfflineBanner />
      <main ref={main} id="main" tabIndex={-1} className="wrap main">
        <ErrorBoundary title={stopped}>{children}</ErrorBoundary>
      </main>
      <footer className="foot">
        <div className="wrap">
          <p className="foot__user">{shellTexts.signedInAs({ email })}</p>
        </div>
      </footer>
    </div>
  );
}
