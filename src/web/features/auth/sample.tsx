import { DirectionFace } from '../../ui/direction-face.tsx';
import { MeasuredTag, SimulatedTag } from '../../ui/tag.tsx';
import { texts } from './texts.ts';
import './auth.css';

interface SampleProps {
  /** Who may read the record of market signals; undefined where there are only simulated ones. */
  readonly record: 'public' | 'closed' | undefined;
}

/** What a signal looks like, and that the same word is a random draw or a measured lean. */
export function Sample({ record }: SampleProps) {
  return (
    <section className="card sample" aria-labelledby="sample-heading">
      <div className="apart">
        <h2 id="sample-heading">{texts.willSee}</h2>
        <p className="hint">{texts.sample}</p>
      </div>
      <div className="sample__row">
        <DirectionFace shows="CALL" />
        <div>
          <p className="sample__pair">EUR/USD</p>
          <p className="sample__word">CALL</p>
        </div>
      </div>
      {record === undefined ? null : <p className="note">{texts.eitherOfTwo}</p>}
      <div className="kinds">
        <div>
          <SimulatedTag />
          <p className="note">{texts.sampleSimulated}</p>
        </div>
        {record === undefined ? null : (
          <div>
            <MeasuredTag />
            <p className="note">{texts.sampleMeasured({ record })}</p>
          </div>
        )}
      </div>
    </section>
  );
}
