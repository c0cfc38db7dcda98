import { type ReactNode, use } from 'react';
import { SimulatedTag } from '../../ui/tag.tsx';
import { DrawsContext } from './draws-context.ts';
import { texts } from './texts.ts';

/** A confidence never stands without the words that say what it is worth. */
export function SimulatedConfidence({ children }: { readonly children: ReactNode }) {
  const draws = use(DrawsContext);
  return (
    <>
      <div className="signal__line">
        {children}
        <SimulatedTag />
      </div>
      <p className="signal__note">{texts.drawnAtRandom}</p>
      {draws === undefined ? null : <p className="signal__draws">{draws}</p>}
    </>
  );
}
