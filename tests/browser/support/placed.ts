import type { Page } from 'playwright-core';

/** Waits until parts that follow the sizes of others, such as labels beside each other, have followed; whatever clock the page has. */
export function placed(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        // It is called after the observers that are there already, before the next frame.
        const observer = new ResizeObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body);
      }),
  );
}
