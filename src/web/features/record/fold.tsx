import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';

interface FoldProps {
  readonly label: string;
  /** What is in it, in a few words. */
  readonly hint: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A part of a page that is folded until it is asked for; its owner remembers whether it is open. */
export function Fold({ label, hint, isOpen, onToggle, children }: FoldProps) {
  return (
    <details className="fold opens" open={isOpen}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          onToggle();
        }}
      >
        <Icon name="chevron" />
        {label}
        <span>{hint}</span>
      </summary>
      <div className="fold__body">{isOpen ? children : null}</div>
    </details>
  );
}
