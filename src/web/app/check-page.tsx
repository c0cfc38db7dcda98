import { MINUTE_MS } from '../../core/time/instant.ts';
import { CheckView } from '../features/check/check-view.tsx';
import { useConfig } from './config-context.ts';
import { PageFrame } from './page-frame.tsx';
import { shellTexts } from './shell-texts.ts';
import { useReader } from './use-reader.ts';

/** The check of any track record, for every visitor; works offline too. */
export function CheckPage() {
  const { market, publicRecord, publicPrices } = useConfig();
  const { email, api } = useReader();
  const isSignedIn = email !== undefined;
  const recordFile = () =>
    api.ask('/api/record/signals.csv?zone=UTC', (answer) => answer.blob(), { timeoutMs: 2 * MINUTE_MS });
  return (
    <PageFrame email={email} title={shellTexts.checkTitle} worksOffline>
      <CheckView
        onOurs={market && (isSignedIn || publicRecord) ? recordFile : undefined}
        pricesApi={isSignedIn || publicPrices ? api : undefined}
      />
    </PageFrame>
  );
}
