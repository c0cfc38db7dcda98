import { type ReactNode, useState } from 'react';
import { useMedia } from '../lib/media.ts';
import { Icon } from './icon.tsx';
import './card.css';

interface PhoneFoldProps {
  readonly className: string;
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** Folded on phones, until the reader opens or folds it. */
export function PhoneFold({ className, summary, children }: PhoneFoldProps) {
  const isPhone = useMedia('(width < 40em)');
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? !isPhone;
  return (
    <details
      className={`${className} opens`}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        // A change of the width reports itself too.
        if (open !== isOpen) setChosen(open);
      }}
    >
      <summary>
        {summary}
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  );
}

interface FoldCardProps {
  readonly label: string;
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A card that is folded on phones. */
export function FoldCard({ label, aside, className = '', children }: FoldCardProps) {
  return (
    <section className={`card ${className}`} aria-label={label}>
      <PhoneFold
        className="fold-card"
        summary={
          <>
            <h2>{label}</h2>
            {aside === undefined ? null : <small>{aside}</small>}
          </>
        }
      >
        {children}
      </PhoneFold>
    </section>
  );
}
