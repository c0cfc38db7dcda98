import type { CSSProperties, ReactNode } from 'react';
import { texts } from './texts.ts';
import './ring.css';

interface RingProps {
  /** Number of pips: one for each second. */
  readonly total: number;
  /** Pips still lit. They go out clockwise from the top. */
  readonly left: number;
  /** What stands inside; the digits are the truth, the ring is decoration. */
  readonly children: ReactNode;
}

export function Ring({ total, left, children }: RingProps) {
  'use memo';
  const style = { '--n': total, '--left': left, '--pip': pipWidth(total) } as CSSProperties;
  return (
    <div className="ring" role="timer" style={style}>
      <RingPips className="ring__off" total={total} />
      <RingPips className="ring__on" total={total} />
      {children}
    </div>
  );
}

interface RingSecondsProps {
  readonly says: 'expiresIn' | 'startsIn' | 'decidesIn';
  readonly seconds: number;
}

/** `Expires in 42s`, for the inside of a ring. */
export function RingSeconds({ says, seconds }: RingSecondsProps) {
  'use memo';
  return (
    <p>
      {texts[says]({
        seconds,
        b: <b />,
        small: <small />,
      })}
    </p>
  );
}

/** A ring that counts nothing. */
export function UnlitRing({ total, children }: { readonly total: number; readonly children?: ReactNode }) {
  return (
    <Ring total={total} left={0}>
      <p>{children}</p>
    </Ring>
  );
}

function RingPips({ className, total }: { className: string; total: number }) {
  return (
    <svg className={className} viewBox="0 0 200 200" aria-hidden="true">
      <circle cx="100" cy="100" r="94" pathLength={total} />
    </svg>
  );
}

/** Fewer pips are larger, so that every ring carries about the same ink. In units of the 200-wide drawing. */
function pipWidth(total: number): number {
  if (total <= 5) return 12;
  if (total <= 10) return 10;
  if (total <= 15) return 9;
  return total <= 30 ? 7 : 5.4;
}
