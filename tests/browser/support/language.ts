import type { BrowserContext, Page } from 'playwright-core';
import { inject } from 'vitest';
import { createAccount } from './accounts.ts';
import type { OpenVisit } from './visit.ts';

/** Chooses as the header's menu does, before the first visit. */
export function chosen(locale: string, url: string) {
  return (context: BrowserContext) => context.addCookies([{ name: 'pipcast.language', value: locale, url }]);
}

/** The home page of a market in a language. */
export async function openHome(visit: OpenVisit, locale: string, data?: object): Promise<Page> {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url, data);
  const { page } = await visit('/', { session, url, before: chosen(locale, url) });
  await page.locator('section.signal').first().waitFor();
  return page;
}
