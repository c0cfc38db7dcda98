import { type ReactNode, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useSession, useSessionState } from '../lib/session/session-context.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { RiskNote } from '../ui/risk-note.tsx';
import { useConfig } from './config-context.ts';
import { HomeHeader } from './home-header.tsx';
import { HomeLink } from './home-link.tsx';
import { LanguageField } from './language-field.tsx';
import { Loading } from './loading.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { OpenSignal } from './open-signal.tsx';
import { checkLedger } from '../features/record/check-ledger.ts';
import { createRecordApi } from '../features/record/record-api.ts';
import { type ApiClient, createApiClient } from '../lib/api-client.ts';
import { RecordView } from '../features/record/record-view.tsx';
import { StoryView } from '../features/record/story-view.tsx';
import { signalOfPath } from './record-path.ts';
import { askingFor, currentPage, SignInFirst } from './sign-in-first.tsx';
import { ThemeButton } from './theme-button.tsx';
import { usePage } from './use-page.ts';
import { shellTexts } from './shell-texts.ts';

/** The record of the market signals, or one signal of it: for signed-in traders, and for every visitor where it is public. */
export function RecordPage() {
  const session = useSessionState();
  const { publicRecord } = useConfig();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed-in') return <SignedInRecord email={session.email} />;
  return publicRecord ? <PublicRecord /> : <SignInFirst />;
}

function SignedInRecord({ email }: { readonly email: string }) {
  const session = useSession();
  const [api] = useState(() => createApiClient({ getToken: session.accessToken }));
  return (
    <Page
      header={<HomeHeader email={email} />}
      footer={<p className="foot__user">{shellTexts.signedInAs({ email })}</p>}
    >
      <Record client={api} Open={OpenSignal} />
    </Page>
  );
}

/** For readers who are not signed in, where the record is public. */
const publicClient = createApiClient({});

function PublicRecord() {
  return (
    <Page
      header={
        <header className="top">
          <div className="wrap">
            <HomeLink />
            <span className="top__push" />
            <LanguageField />
            <ThemeButton />
            <Link href="/auth" state={askingFor(currentPage())} className="btn btn--line btn--small">
              {shellTexts.signIn}
            </Link>
          </div>
        </header>
      }
    >
      <Record client={publicClient} />
    </Page>
  );
}

function Page({
  header,
  footer,
  children,
}: {
  readonly header: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}) {
  const main = usePage(shellTexts.record);
  return (
    <div className="page">
      <a className="skip-link" href="#main">
        {shellTexts.skip}
      </a>
      {header}
      <OfflineBanner />
      <main ref={main} id="main" tabIndex={-1} className="wrap main">
        <ErrorBoundary title={shellTexts.recordStopped}>{children}</ErrorBoundary>
      </main>
      <footer className="foot">
        <div className="wrap">
          <RiskNote />
          {footer}
        </div>
      </footer>
    </div>
  );
}

interface RecordProps {
  readonly client: ApiClient;
  /** Shows a signal that is still open, to those who may see it. */
  readonly Open?: typeof OpenSignal;
}

function Record({ client, Open }: RecordProps) {
  const [path] = useLocation();
  const [api] = useState(() => createRecordApi(client));
  const id = signalOfPath(path);
  const ledger = new URLSearchParams(useSearch()).get('ledger') ?? undefined;
  if (id !== undefined) return <StoryView key={id} {...{ api, id, ledger, Open }} />;
  return <RecordView api={api} checkLedger={(name) => checkLedger(client, name)} />;
}
