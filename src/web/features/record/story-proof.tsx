import { useState } from 'react';
import type { RecordStory } from '../../../core/wire/record.ts';
import { formatCount } from '../../lib/figures.ts';
import { SaveButton } from './exports.tsx';
import { Fold } from './fold.tsx';
import { formatInstant } from './record-format.ts';
import { texts } from './story-texts.ts';

interface StoryProofProps {
  readonly story: RecordStory;
  /** Fetches the proof as a file to keep. */
  readonly onProof: () => Promise<Blob>;
}

/** What the ledger holds of a signal, and the way from there to the signed checkpoint. */
export function StoryProof({ story, onProof }: StoryProofProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="card c12" aria-label={texts.proof}>
      <Fold
        label={texts.proof}
        hint={texts.proofHint({ count: story.entries.length })}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      >
        <p className="proof__lead">{texts.proofText({ code: <code /> })}</p>
        <p>
          <SaveButton name={`pipcast-${story.row.id}.tlog-proof`} load={onProof}>
            {texts.save}
          </SaveButton>
        </p>
        <p className="proof__lead">{texts.ledger({ ledger: story.ledger, count: story.size })}</p>
        {story.entries.map(({ index, entry, leafHash, path }) => (
          <details key={index} className="twin">
            <summary>
              {texts.entry({ index: formatCount(index), kind: entry.kind, time: formatInstant(entry.atMs) })}
            </summary>
            <pre className="proof__text">{JSON.stringify(entry, undefined, 2)}</pre>
            <p>{texts.leafHash}</p>
            <pre className="proof__text">{leafHash}</pre>
            <p>{texts.path}</p>
            <pre className="proof__text">{path.length === 0 ? texts.isRoot : path.join('\n')}</pre>
          </details>
        ))}
        <details className="twin">
          <summary>{texts.checkpoint}</summary>
          <pre className="proof__text">{story.checkpoint}</pre>
        </details>
      </Fold>
    </section>
  );
}
