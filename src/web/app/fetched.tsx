import { type ReactNode, useDeferredValue } from 'react';
import type { LazyPart } from '../lib/lazy-part.ts';
import { useStore } from '../lib/store.ts';
import { Notice } from '../ui/notice.tsx';
import { texts as uiTexts } from '../ui/texts.ts';
import { Header, Menu } from './header.tsx';
import { usePage } from './use-page.ts';

interface FetchedProps<Page> {
  readonly page: LazyPart<Page>;
  readonly children: (page: Page) => ReactNode;
}

export function Fetched<Page>({ page, children }: FetchedProps<Page>) {
  const { part, hasFailed } = useStore(page);
  // A page that has just loaded is drawn in short tasks.
  const drawn = useDeferredValue(part);
  if (part !== undefined && part === drawn) return children(part);
  if (!hasFailed) return <Loading />;
  return <DidNotLoad onRetry={page.retry} />;
}

function DidNotLoad({ onRetry }: { readonly onRetry: () => void }) {
  const main = usePage(uiTexts.didNotLoad);
  return (
    <div className="page">
      <Header>
        <Menu />
      </Header>
      <main ref={main} tabIndex={-1}>
        <Notice className="alone" hint={uiTexts.checkConnection} onRetry={onRetry} />
      </main>
    </div>
  );
}

/** The same words stand in index.html, before there is an app. */
export function Loading() {
  return <output className="loading">{uiTexts.loading}</output>;
}
