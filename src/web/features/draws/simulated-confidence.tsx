import { type ReactNode, use } from 'react';
import { SimulatedTag } from '../../ui/tag.tsx';
import { DrawGauge } from './draw-gauge.tsx';
import { DrawsContext } from './draws-context.ts';
import { texts } from './texts.ts';

interface SimulatedConfidenceProps {
  /** In percent; undefined while nothing is drawn. */
  readonly drawn?: number;
  readonly children: ReactNode;
}

/** A confidence never stands without the words that say what it is worth. */
export function SimulatedConfidence({ drawn, children }: SimulatedConfidenceProps) {
  const draws = use(DrawsContext);
  return (
    <>
      <div className="signal__line">
        {children}
        <SimulatedTag />
      </div>
      <p className="signal__note">{texts.drawnAtRandom}</p>
      {draws === undefined ? <DrawGauge drawn={drawn} /> : draws.line(drawn)}
    </>
  );
}
