import type { ReactNode } from 'react';

/** A part of a card that scrolls in itself, by keyboard too. */
export function ScrollRegion({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="check__scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
