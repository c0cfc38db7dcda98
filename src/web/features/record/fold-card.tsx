import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import '../../ui/card.css';

const NARROW = '(width < 40em)';

/** A card of secondary figures: open where there is room, folded on phones, by its heading. */
export function FoldCard({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const [isOpen] = useState(() => !matchMedia(NARROW).matches);
  return (
    <details className={`card fold-card opens ${className}`} open={isOpen}>
      <summary className="card__head">
        <h2>{label}</h2>
        <Icon name="chevron" />
      </summary>
      <div className="card__body">{children}</div>
    </details>
  );
}
