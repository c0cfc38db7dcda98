import { type ComponentProps, type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';
import { useMedia } from '../lib/media.ts';
import './card.css';

interface OpensProps extends ComponentProps<'details'> {
  /** The line that opens it. */
  readonly summary: ReactNode;
}

/** What a press on its line opens: every fold has the same mark. The browser itself opens it, also before any script is there. */
export function Opens({ summary, className = '', children, ...details }: OpensProps) {
  return (
    <details {...details} className={`opens ${className}`}>
      <summary>
        {summary}
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  );
}

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
