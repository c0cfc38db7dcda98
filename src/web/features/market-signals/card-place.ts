import type { ReactNode } from 'react';
import { signalWords } from '../../ui/signal-texts.ts';

/** The card's mode, and the label of its prices: `replay 2014-05-08`, null for live ones. */
export interface CardPlace {
  readonly mode: 'special' | 'bot';
  readonly priceLabel: string | null;
  readonly today?: ReactNode;
  /** Its title where it is not the mode's own card. */
  readonly title?: string;
}

/** The region's name and its heading. */
export function placeTexts({ mode, title }: CardPlace): { readonly label: string; readonly heading: string } {
  if (title !== undefined) return { label: title, heading: title };
  return mode === 'special'
    ? { label: signalWords.currentSignal, heading: signalWords.currentSignal }
    : { label: signalWords.latestBotSignal, heading: signalWords.latestSignal };
}
