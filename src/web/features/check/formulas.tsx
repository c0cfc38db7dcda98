import type { ReactNode } from 'react';
import { texts } from './texts.ts';

/** The names of a card's formulas and its n, on tap; their sources are in docs/check.md. */
export function Formulas({ children }: { readonly children: ReactNode }) {
  return (
    <details className="check__formulas">
      <summary>{texts.howCounted}</summary>
      <p>{children}</p>
    </details>
  );
}
