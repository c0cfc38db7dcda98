import { Badge } from '../../ui/tag.tsx';

/** Which of the two signal cards, and what its prices are: "Replay of 8 May 2014", null for live ones. */
export interface CardPlace {
  readonly mode: 'special' | 'bot';
  readonly priceLabel: string | null;
}

const PLACES = {
  special: { label: 'Current signal', heading: 'Current signal', className: '' },
  bot: { label: 'Latest P-BOT signal', heading: 'Latest signal', className: 'signal--bot c8' },
} as const;

/** The region's name, heading and looks of a market card. */
export function placeProps({ mode, priceLabel }: CardPlace, className = '') {
  const place = PLACES[mode];
  return {
    label: place.label,
    heading: (
      <>
        {place.heading}
        {priceLabel === null ? null : <Badge>{priceLabel}</Badge>}
      </>
    ),
    className: `signal--market ${place.className} ${className}`,
  };
}
