import type { BrowserContext, Page } from 'playwright-core';

/** What one request of a visit brought, as it came over the wire. */
export interface Transfer {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
  readonly encoding: string | undefined;
}

/** Writes down every answer of the page with its size as it came over the wire. */
export function recordTransfers(page: Page): () => Promise<Transfer[]> {
  const transfers: Promise<Transfer>[] = [];
  page.on('requestfinished', (request) => {
    const measure = async () => {
      const response = await request.response();
      const { responseBodySize } = await request.sizes();
      return {
        path: new URL(request.url()).pathname,
        type: request.resourceType(),
        bytes: responseBodySize,
        encoding: response?.headers()['content-encoding'],
      };
    };
    const transfer = measure();
    // A page that is closed meanwhile is asked for nothing.
    transfer.catch(() => {});
    transfers.push(transfer);
  });
  return () => Promise.all(transfers);
}

/** Adds up the layout shifts of a page from its first byte on. */
export async function recordLayoutShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: string[] = [];
    const take = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & {
        value: number;
        sources?: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        const names = entry.sources?.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.outerHTML : (node?.textContent ?? 'what is gone');
          return `${name.slice(0, 80)} from ${previousRect.y} to ${currentRect.y}`;
        });
        shifts.push(`${entry.value.toFixed(4)} ${names?.join(' | ')}`);
      }
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    // An observer tells of a frame that was drawn; animation frames may be in the hand of a clock that stands still.
    const nextFrame = () =>
      new Promise<void>((resolve) => {
        const drawn = new IntersectionObserver(() => {
          drawn.disconnect();
          resolve();
        });
        drawn.observe(document.documentElement);
      });
    const shiftsSoFar = async () => {
      // What changed by now is drawn with the first frame, and its shift is known at the second.
      await nextFrame();
      await nextFrame();
      take(observer.takeRecords());
      return shifts;
    };
    Object.assign(window, { shiftsSoFar });
  });
}

/** The layout shifts of all that has changed so far, each with what moved. */
export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { shiftsSoFar: () => Promise<string[]> }).shiftsSoFar());

/**
 * Loads a page that is shown again where its typeface came too late for it, as on a busy computer (src/web/app/boot.ts): heights
 * are those of Geist.
 */
export async function showInGeist(page: Page): Promise<void> {
  const isLate = () =>
    page.evaluate(() => document.documentElement.style.getPropertyValue('--typeface') !== '');
  while (await isLate()) {
    await page.reload();
    await page.getByRole('main').waitFor();
  }
}
