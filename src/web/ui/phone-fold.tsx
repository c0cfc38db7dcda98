import { type ReactNode, useState } from 'react';
import { useMedia } from '../lib/media.ts';
import { Opens } from './opens.tsx';
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
    <Opens
      className={className}
      summary={summary}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        // A change of the width reports itself too.
        if (open !== isOpen) setChosen(open);
      }}
    >
      {children}
    </Opens>
  );
}
