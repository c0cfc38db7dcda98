import type { ReactNode } from 'react';
import './card.css';

interface CardProps {
  /** The region's name, and the heading unless another is given. */
  readonly label: string;
  readonly heading?: string;
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A titled card; a region of the page by its name. */
export function Card({ label, heading = label, aside, className = '', children }: CardProps) {
  return (
    <section className={`card ${className}`} aria-label={label}>
      <div className="card__head apart">
        <h2>{heading}</h2>
        {aside === undefined ? null : <p>{aside}</p>}
      </div>
      {children}
    </section>
  );
}

/** A card with room around its content. */
export function BodyCard({
  bodyClassName = '',
  children,
  ...card
}: CardProps & { readonly bodyClassName?: string }) {
  return (
    <Card {...card}>
      <div className={`card__body ${bodyClassName}`}>{children}</div>
    </Card>
  );
}

/** A name and its value, as one line of a `dl`. */
export function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
