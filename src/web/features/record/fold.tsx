import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';

interface FoldProps {
  readonly label: string;
  /** What is in it, in a few words. */
  readonly hint: string;
  /** It holds nothing yet: its line says so, and it does not open. */
  readonly isEmpty?: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A part of a page that is folded until it is asked for; its owner remembers whether it is open. */
export function Fold({ label, hint, isEmpty = false, isOpen, onToggle, children }: FoldProps) {
  if (isEmpty)
    return (
      <p className="fold fold--empty">
        {label}
        <span>{hint}</span>
      </p>
    );
  return (
    <details className="fold opens" open={isOpen}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          onToggle();
        }}
      >
        {label}
        <span>{hint}</span>
        <Icon name="chevron" />
      </summary>
      <div className="fold__body">{isOpen ? children : null}</div>
    </details>
  );
}
