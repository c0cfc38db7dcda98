import { cardTexts } from './card-texts.ts';

/** Which of the two signal cards, and what its prices are: "Replay of 8 May 2014", null for live ones. */
export interface CardPlace {
  readonly mode: 'special' | 'bot';
  readonly priceLabel: string | null;
}

/** The region's name and its heading. */
export function placeTexts({ mode }: CardPlace): { readonly label: string; readonly heading: string } {
  return mode === 'special'
    ? { label: cardTexts.currentSignal, heading: cardTexts.currentSignal }
    : { label: cardTexts.latestBotSignal, heading: cardTexts.latestSignal };
}
