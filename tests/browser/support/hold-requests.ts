import type { Page } from 'playwright-core';

/** Keeps the page's requests to these addresses waiting until the returned function is called; then they go on. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
