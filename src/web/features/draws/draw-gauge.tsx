import type { CSSProperties, ReactNode } from 'react';
import { formatCount } from '../../lib/figures.ts';
import { texts } from './texts.ts';

interface DrawGaugeProps {
  /** In percent. */
  readonly drawn: number;
  /** How many of 100 such draws were right, and the words for it; undefined before that is known. */
  readonly right?: { readonly inHundred: number; readonly words: ReactNode };
}

/** On one line from 40 to 100: hollow what was drawn, solid what such draws came to. The words beside it say the same. */
export function DrawGauge({ drawn, right }: DrawGaugeProps) {
  const style = { '--drawn': drawn, '--right': right?.inHundred } as CSSProperties;
  return (
    <div className="draw-gauge" dir="ltr" style={style} aria-hidden="true">
      {right === undefined ? null : (
        <>
          <i className="draw-gauge__gap" />
          <i className="draw-gauge__right" />
          <b>{right.words}</b>
        </>
      )}
      <i className="draw-gauge__drawn" />
      <span>{texts.drawnMark({ percent: formatCount(drawn) })}</span>
    </div>
  );
}
