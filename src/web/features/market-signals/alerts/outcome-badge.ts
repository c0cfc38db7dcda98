import { useEffect } from 'react';

const unseen = new Set<string>();

/** Counts the outcomes that came while the page was hidden on the icon of the installed app, until the page is looked at. */
export function OutcomeBadge({ settledId }: { readonly settledId: string | undefined }) {
  useEffect(() => {
    if (settledId === undefined || !document.hidden) return;
    unseen.add(settledId);
    void navigator.setAppBadge?.(unseen.size);
  }, [settledId]);
  useEffect(() => {
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      forget();
    };
  }, []);
  return null;
}

function look(): void {
  if (!document.hidden) forget();
}

/** Also at a sign-out, of which a hidden page may be notified. */
function forget(): void {
  if (unseen.size === 0) return;
  unseen.clear();
  void navigator.clearAppBadge?.();
}
