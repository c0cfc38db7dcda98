import type { ReactNode } from 'react';
import { Opens } from './opens.tsx';
import './report.css';

interface FoldProps {
  readonly label: string;
  /** What is inside, in a few words. */
  readonly hint?: ReactNode;
  /** Whether it is empty: its line says so, and it does not open. */
  readonly isEmpty?: boolean;
  /** Of an owner that remembers it: what is closed is then not drawn. */
  readonly isOpen?: boolean;
  readonly onToggle?: () => void;
  readonly children?: ReactNode;
}

/** A folded part of a page; a region by its name. */
export function Fold({ label, hint, isEmpty = false, isOpen, onToggle, children }: FoldProps) {
  const line = (
    <span className="apart">
      <h2>{label}</h2>
      {hint === undefined ? null : <span className="hint">{hint}</span>}
    </span>
  );
  if (isEmpty) return <div className="fold fold--empty">{line}</div>;
  return (
    <section className="fold" aria-label={label}>
      <Opens
        summary={line}
        open={isOpen}
        onToggle={({ currentTarget: { open } }) => {
          if (open !== isOpen) onToggle?.();
        }}
      >
        {isOpen === false ? null : <div className="fold__body">{children}</div>}
      </Opens>
    </section>
  );
}
