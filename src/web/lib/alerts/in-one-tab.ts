import { SECOND_MS } from '../../../core/time/instant.ts';

/** By then the signal has reached each tab, or it is no longer new. */
const OTHERS_HEAR_WITHIN_MS = 10 * SECOND_MS;

/**
 * Gives an alert in the first of this browser's tabs that comes with its name. A tab that was not touched yet can give none, and does
 * not keep the others from it; where pages cannot know of each other (no secure context), each gives its own.
 */
export async function inOneTab(name: string, give: () => void): Promise<void> {
  const { locks, userActivation } = navigator as Partial<Navigator>;
  if (locks === undefined || userActivation?.hasBeenActive !== true) return give();
  await locks.request(`alert ${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    give();
    await new Promise((resolve) => {
      setTimeout(resolve, OTHERS_HEAR_WITHIN_MS);
    });
  });
}
