import type { CSSProperties, ReactNode, Ref } from 'react';
import { percentPlace } from './picture.tsx';
import './gauge.css';

export interface GaugeMark {
  /** Where it stands on the line: 0 is its left end, 1 its right. */
  readonly at: number;
  /** Measured is solid and drawn at random dashed; what is compared with is a line. */
  readonly form: 'solid' | 'drawn' | 'need' | 'coin';
  readonly text: ReactNode;
}

/** Marks on one line, over `dashed` of which nothing was measured. The words beside it say the same. */
export function Gauge({
  marks,
  dashed,
  ref,
}: {
  readonly marks: readonly GaugeMark[];
  readonly dashed?: readonly [number, number];
  readonly ref?: Ref<HTMLDivElement>;
}) {
  return (
    <div ref={ref} className="gauge" dir="ltr" aria-hidden="true">
      {dashed === undefined ? null : (
        <i
          className="gauge__dashed"
          style={{ left: percentPlace(dashed[0]), right: percentPlace(1 - dashed[1]) }}
        />
      )}
      {marks.map(({ at, form }) => (
        <i key={form} className={`gauge__${form}`} style={{ left: percentPlace(at) }} />
      ))}
      {marks.map(({ at, form, text }) => (
        <span
          key={form}
          data-form={form}
          className={form === 'solid' || marks.length === 1 ? '' : 'roomy'}
          style={{ '--at': at } as CSSProperties}
        >
          {text}
        </span>
      ))}
    </div>
  );
}
