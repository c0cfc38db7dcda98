import type { ComponentProps } from 'react';
import { Card } from './card.tsx';

interface BodyCardProps extends ComponentProps<typeof Card> {
  readonly bodyClassName?: string;
}

/** A card with room around its content. */
export function BodyCard({ bodyClassName = '', children, ...card }: BodyCardProps) {
  return (
    <Card {...card}>
      <div className={`card__body ${bodyClassName}`}>{children}</div>
    </Card>
  );
}
