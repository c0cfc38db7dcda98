import type { ComponentProps, ReactNode } from 'react';
import './button.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look: 'primary' | 'line';
  readonly size?: 'full' | 'small';
  readonly children: ReactNode;
  /** Shown with three pips instead of the children while the action is under way; the button then does nothing, and keeps its width and focus. */
  readonly busyLabel?: string | undefined;
}

export function Button({ look, size, children, busyLabel, onClick, ...rest }: ButtonProps) {
  const isBusy = busyLabel !== undefined;
  return (
    <button
      type="button"
      {...rest}
      className={`btn btn--${look} ${size === undefined ? '' : `btn--${size}`}`}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? (
        <>
          {/* Boxes, not a drawing: a browser animates those without the page's own thread. */}
          <span className="busy" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {busyLabel}
        </>
      ) : (
        children
      )}
    </button>
  );
}

/** A button that is a drawing, with a name for screen readers. */
export function IconButton({
  label,
  children,
  ...rest
}: ComponentProps<'button'> & { readonly label: string }) {
  return (
    <button type="button" {...rest} className="btn btn--icon" aria-label={label}>
      {children}
    </button>
  );
}
