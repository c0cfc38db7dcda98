import type { BrowserContext, Page } from 'playwright-core';

/**
 * Records what live regions announce to a screen reader: give it as `before` of a visit, then ask `announced`.
 * A region that is there from the start says nothing until its text changes.
 */
export async function recordAnnouncements(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const spoken: { text: string; live: string }[] = [];
    Object.assign(window, { spoken });
    const liveness = (element: Element | null): string | undefined => {
      const region = element?.closest('[aria-live], [role=status], [role=alert], [role=log], [role=timer]');
      if (!region) return undefined;
      const role = region.getAttribute('role');
      const stated = region.getAttribute('aria-live');
      return stated ?? (role === 'alert' ? 'assertive' : role === 'timer' ? 'off' : 'polite');
    };
    const observer = new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        // What is taken away is not spoken: aria-relevant is "additions text" unless a page says otherwise.
        if (type === 'childList' && addedNodes.length === 0) continue;
        const element = target instanceof Element ? target : target.parentElement;
        const live = liveness(element);
        if (!live || live === 'off' || element?.closest('[aria-hidden=true]')) continue;
        const added = [...addedNodes].map((node) => node.textContent ?? '').join('');
        const text = (addedNodes.length > 0 ? added : (target.textContent ?? '')).trim();
        if (text !== '') spoken.push({ text, live });
      }
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** What was announced so far, in order. */
export async function announced(page: Page): Promise<{ text: string; live: string }[]> {
  return page.evaluate(() => (window as unknown as { spoken: { text: string; live: string }[] }).spoken);
}
