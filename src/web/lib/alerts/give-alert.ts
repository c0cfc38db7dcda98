import type { Direction } from '../../../core/market/direction.ts';

/** Plays or moves; what does it is fetched at the first time. Where it does not come, there is nothing to hear. */
export async function giveAlert(alert: 'sound' | 'vibration', direction: Direction): Promise<void> {
  try {
    const chime = await import('./signal-chime.ts');
    chime[alert](direction);
  } catch {
    // The line is down: the signal is on the page anyway.
  }
}
