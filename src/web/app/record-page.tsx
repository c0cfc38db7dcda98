import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSession, useSessionState } from '../lib/session/session-context.ts';
import { useConfig } from './config-context.ts';
import { Loading } from './fetched.tsx';
import { PageFrame } from './page-frame.tsx';
import { checkLedger } from '../features/record/check-ledger.ts';
import { createRecordApi } from '../features/record/record-api.ts';
import { type ApiClient, createApiClient } from '../lib/api-client.ts';
import { RecordView } from '../features/record/record-view.tsx';
import { StoryView } from '../features/record/story-view.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import { shellTexts } from './shell-texts.ts';
import type { OpenStoryProps } from '../features/market-signals/open-story.tsx';
import { createLazyPart } from '../lib/lazy-part.ts';
import { useStore } from '../lib/store.ts';

/** The record of the market signals, or one signal: for signed-in traders, and for every visitor where it is public. */
export function RecordPage() {
  const session = useSessionState();
  const { publicRecord } = useConfig();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed-in') return <SignedInRecord email={session.email} />;
  return publicRecord ? <Record email={undefined} client={publicClient} /> : <SignInFirst />;
}

function SignedInRecord({ email }: { readonly email: string }) {
  const session = useSession();
  const [api] = useState(() => createApiClient({ getToken: session.accessToken }));
  return <Record email={email} client={api} Open={OpenSignal} />;
}

const publicClient = createApiClient({});

interface RecordProps {
  readonly email: string | undefined;
  readonly client: ApiClient;
  /** Shows a signal that is still open, to those who may see it. */
  readonly Open?: typeof OpenSignal;
}

function Record({ email, client, Open }: RecordProps) {
  const id = useLocation()[0].split('/')[2];
  const [api] = useState(() => createRecordApi(client, email === undefined ? undefined : client));
  const ledger = new URLSearchParams(useSearch()).get('ledger') ?? undefined;
  return (
    <PageFrame email={email} title={shellTexts.record} hasRiskNote>
      {id === undefined ? (
        <RecordView api={api} checkLedger={(name) => checkLedger(client, name)} />
      ) : (
        <StoryView key={id} {...{ api, id, ledger, Open }} />
      )}
    </PageFrame>
  );
}

const openStory = createLazyPart(() =>
  import('../features/market-signals/open-story.tsx').then((module) => module.OpenStory),
);

/** A signal that is not in the record yet, from the market's stream. Its code is fetched when there is one. */
function OpenSignal(props: OpenStoryProps) {
  const { part: OpenStory, hasFailed } = useStore(openStory);
  if (hasFailed) return props.missing;
  return OpenStory === undefined ? props.loading : <OpenStory {...props} />;
}
