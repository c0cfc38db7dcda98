import { useMemo } from 'react';
import { LabView } from '../features/lab/lab-view.tsx';
import { useConfig } from './config-context.ts';
import { PageFrame } from './page-frame.tsx';
import { useReader } from './use-reader.ts';
import { texts as uiTexts } from '../ui/texts.ts';

export function LabPage() {
  const { publicPrices, authUrl } = useConfig();
  const { email, api } = useReader();
  const isSignedIn = email !== undefined;
  const apis = useMemo(() => {
    // With accounts of a hosted project this server stores nothing for them.
    const isOwn = new URL(authUrl, location.origin).origin === location.origin;
    return {
      account: isOwn && isSignedIn ? api : undefined,
      prices: isSignedIn || publicPrices ? api : undefined,
    };
  }, [isSignedIn, publicPrices, authUrl, api]);
  return (
    <PageFrame email={email} title={uiTexts.lab} worksOffline>
      <LabView apis={apis} />
    </PageFrame>
  );
}
