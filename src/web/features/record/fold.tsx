import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';

interface FoldProps {
  readonly label: string;
  /** A summary in a few words. */
  readonly hint: string;
  /** Whether it is empty: its line says so, and it does not open. */
  readonly isEmpty?: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A folded part of a page; its owner remembers whether it is open. */
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
