import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSessionState } from '../lib/session/session-context.ts';
import { useConfig } from './config-context.ts';
import { Loading } from './fetched.tsx';
import { PageFrame } from './page-frame.tsx';
import { checkLedger } from '../features/record/ledger-check.tsx';
import { createRecordApi } from '../features/record/record-api.ts';
import type { ApiClient } from '../lib/api-client.ts';
import { RecordView } from '../features/record/record-view.tsx';
import { StoryView } from '../features/record/story-view.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import { useReader } from './use-reader.ts';
import type { OpenStoryProps } from '../features/market-signals/market-panel.tsx';
import { createLazyPart } from '../lib/lazy-part.ts';
import { useStore } from '../lib/store.ts';
import { texts as uiTexts } from '../ui/texts.ts';

/** The record of the market signals, or one signal: for signed-in traders, and for every visitor where it is public. */
export function RecordPage() {
  const session = useSessionState();
  const { publicRecord } = useConfig();
  const { email, api } = useReader();
  if (session.status === 'loading') return <Loading />;
  if (email === undefined && !publicRecord) return <SignInFirst />;
  return <Record key={email} email={email} client={api} />;
}

interface RecordProps {
  readonly email: string | undefined;
  readonly client: ApiClient;
}

function Record({ email, client }: RecordProps) {
  const id = useLocation()[0].split('/')[2];
  const own = email === undefined ? undefined : client;
  const [api] = useState(() => createRecordApi(client, own));
  const ledger = new URLSearchParams(useSearch()).get('ledger') ?? undefined;
  return (
    <PageFrame email={email} title={uiTexts.record}>
      {id === undefined ? (
        <RecordView api={api} checkLedger={(name) => checkLedger(client, name)} />
      ) : (
        <StoryView key={id} {...{ api, id, ledger, Open: own && OpenSignal }} />
      )}
    </PageFrame>
  );
}

const openStory = createLazyPart(() =>
  import('../features/market-signals/market-panel.tsx').then((module) => module.OpenStory),
);

/** A signal that is not in the record yet, from the market's stream. Its code is fetched when there is one. */
function OpenSignal(props: OpenStoryProps) {
  const { part: OpenStory, hasFailed } = useStore(openStory);
  if (hasFailed) return props.missing;
  return OpenStory === undefined ? props.loading : <OpenStory {...props} />;
}
