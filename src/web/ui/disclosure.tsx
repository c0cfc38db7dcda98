import { type ReactNode, useId, useState } from 'react';
import './disclosure.css';

/** A few words that show more at a hover, a tap or a key. Escape and a look elsewhere close it. */
export function Disclosure({
  summary,
  children,
}: {
  readonly summary: ReactNode;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <span className="disclosure">
      <button
        type="button"
        className="disclosure__summary"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return;
          event.preventDefault();
          setOpen(false);
        }}
      >
        {summary}
      </button>
      <div id={id} className="disclosure__more">
        {children}
      </div>
    </span>
  );
}
