import type { ReactNode } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { RiskNote } from '../ui/risk-note.tsx';
import { HomeHeader, OpenHeader } from './home-header.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { shellTexts } from './shell-texts.ts';
import { usePage } from './use-page.ts';

interface PageFrameProps {
  /** Who is signed in; undefined for a reader who is not. */
  readonly email: string | undefined;
  readonly title: string;
  /** Shown in place of the view when it throws. */
  readonly stopped: string;
  /** Does not need the server, and says nothing when it is away. */
  readonly worksOffline?: boolean;
  readonly hasRiskNote?: boolean;
  readonly children: ReactNode;
}

/** A page with one view in it: header, the view, and a footer. */
export function PageFrame({ email, title, stopped, worksOffline, hasRiskNote, children }: PageFrameProps) {
  const main = usePage(title);
  return (
    <div className="page">
      <a className="skip-link" href="#main">
        {shellTexts.skip}
      </a>
      {email === undefined ? <OpenHeader /> : <HomeHeader email={email} />}
      {worksOffline ? null : <OfflineBanner />}
      <main ref={main} id="main" tabIndex={-1} className="wrap main">
        <ErrorBoundary title={stopped}>{children}</ErrorBoundary>
      </main>
      <footer className="foot">
        <div className="wrap">{hasRiskNote ? <RiskNote /> : null}</div>
      </footer>
    </div>
  );
}
