import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

interface CheckCardProps {
  readonly label: string;
  readonly aside?: ReactNode;
  /** How many of the twelve columns it takes. */
  readonly wide: 5 | 7 | 12;
  readonly className?: string;
  readonly children: ReactNode;
}

interface CheckFoldProps {
  readonly label: string;
  /** What is found inside, in the line of the closed fold. */
  readonly finding?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the report that is closed at first; a region of the page by its name. */
export function CheckFold({ label, finding, children }: CheckFoldProps) {
  return (
    <section className="check__fold" aria-label={label}>
      <details>
        <summary>
          <h2>{label}</h2>
          {finding === undefined ? null : <span className="hint">{finding}</span>}
        </summary>
        <div className="card__body">{children}</div>
      </details>
    </section>
  );
}

/** A card of the report. */
export function CheckCard({ label, aside, wide, className = '', children }: CheckCardProps) {
  return (
    <Card label={label} aside={aside} className={`check__wide${wide} ${className}`}>
      <div className="card__body">{children}</div>
    </Card>
  );
}
