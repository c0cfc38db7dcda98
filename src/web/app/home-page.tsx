import { AboutUs } from '../features/about/about-us.tsx';
import { MarketHours } from '../features/market/market-hours.tsx';
import { SignalsPanel } from '../features/signals/signals-panel.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { RiskNote } from '../ui/risk-note.tsx';
import { useConfig } from './config-context.ts';
import { HomeHeader } from './home-header.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { usePage } from './use-page.ts';

/** The signals, for whoever is signed in. */
export function HomePage({ email }: { readonly email: string }) {
  const { brand, contact } = useConfig();
  const main = usePage('Signals');
  return (
    <div className="page">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <HomeHeader email={email} />
      <OfflineBanner />
      <main ref={main} id="main" tabIndex={-1} className="wrap main">
        <h1 className="hidden-text">Signals</h1>
        <ErrorBoundary part="The signals">
          <SignalsPanel
            marketHours={
              <ErrorBoundary part="The market hours">
                <MarketHours />
              </ErrorBoundary>
            }
            about={
              <ErrorBoundary part="The contact card">
                <AboutUs brand={brand} contact={contact} />
              </ErrorBoundary>
            }
          />
        </ErrorBoundary>
      </main>
      <footer className="foot">
        <div className="wrap">
          <RiskNote />
          <p className="foot__user">Signed in as {email}</p>
        </div>
      </footer>
    </div>
  );
}
