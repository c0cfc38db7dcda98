import type { ReactNode } from 'react';
import { SimulatedTag } from '../../ui/tag.tsx';
import { texts } from './texts.ts';

/** A confidence never stands without the words that say what it is worth. */
export function SimulatedConfidence({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <div className="signal__line">
        {children}
        <SimulatedTag />
      </div>
      <p className="signal__note">{texts.drawnAtRandom}</p>
    </>
  );
}
