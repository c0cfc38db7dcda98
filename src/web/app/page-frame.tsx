import type { ReactNode } from 'react';
import { ErrorBoundary } from '../ui/notice.tsx';
import { texts as uiTexts } from '../ui/texts.ts';
import { HomeHeader, OpenHeader } from './home-header.tsx';
import { shellTexts } from './shell-texts.ts';
import { usePage } from './use-page.ts';
import { formatLocalClock, localZoneName } from '../lib/formats.ts';
import { useConnection } from '../lib/session/session-context.ts';
import { Pip } from '../ui/tag.tsx';

interface PageFrameProps {
  /** The address of the signed-in trader; undefined for other readers. */
  readonly email: string | undefined;
  readonly title: string;
  /** The page works without the server, and shows no banner when it is away. */
  readonly worksOffline?: boolean;
  /** At the foot of a phone, where the card with the link is far up. */
  readonly recordLink?: ReactNode;
  readonly children: ReactNode;
}

export function PageFrame({ email, title, worksOffline, recordLink, children }: PageFrameProps) {
  const main = usePage(title);
  return (
    <div className="page">
      <a className="skip-link" href="#main">
        {shellTexts.skip}
      </a>
      {email === undefined ? <OpenHeader /> : <HomeHeader email={email} />}
      {worksOffline ? null : <OfflineBanner />}
      <main ref={main} id="main" tabIndex={-1} className="wrap main">
        <ErrorBoundary>{children}</ErrorBoundary>
      </main>
      <footer className="foot hint">
        <div className="wrap apart">
          {recordLink === undefined ? null : <p className="foot__record">{recordLink}</p>}
          <p className="risk">{uiTexts.risk}</p>
        </div>
      </footer>
    </div>
  );
}

/** Says that the server does not answer, and since when. The signals are drawn in the browser and go on. */
function OfflineBanner() {
  const { lostAt } = useConnection();
  return (
    <output className="banner" aria-live="polite">
      {lostAt === undefined ? null : (
        <span className="wrap">
          <Pip isOn={false} />
          <span>
            {shellTexts.offline({ b: <b />, time: formatLocalClock(lostAt), zone: localZoneName(lostAt) })}
          </span>
        </span>
      )}
    </output>
  );
}
