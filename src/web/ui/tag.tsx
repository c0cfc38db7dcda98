import type { ReactNode } from 'react';
import { texts } from './texts.ts';
import './tag.css';

/** Dashed: the figure beside it was drawn at random. */
export function SimulatedTag() {
  return (
    <span className="tag tag--simulated">
      <DieIcon />
      {texts.simulated}
    </span>
  );
}

export function Badge({ children }: { readonly children: ReactNode }) {
  return <span className="tag tag--badge">{children}</span>;
}

/** A die beside words that say what was drawn at random. */
export function DieIcon() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <rect x="2" y="2" width="12" height="12" rx="3" />
      <g fill="currentColor" stroke="none">
        <circle cx="5.4" cy="5.4" r="1.05" />
        <circle cx="10.6" cy="5.4" r="1.05" />
        <circle cx="8" cy="8" r="1.05" />
        <circle cx="5.4" cy="10.6" r="1.05" />
        <circle cx="10.6" cy="10.6" r="1.05" />
      </g>
    </svg>
  );
}

/** Solid: the figure beside it was measured on market prices. */
export function MeasuredTag() {
  return (
    <span className="tag">
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2 11.5 6 7.5l3 2.5 5-6" />
      </svg>
      {texts.measured}
    </span>
  );
}

/** A filled pip for what is open or chosen, a hollow one for what is not. Always beside words that say so. */
export function Pip({ isOn }: { readonly isOn: boolean }) {
  return <span className={isOn ? 'pip' : 'pip pip--off'} aria-hidden="true" />;
}

/** The places of the pips, and of which values each is. */
const PIPS = [
  { x: 50, y: 50, of: [1, 3] },
  { x: 29, y: 71, of: [2, 3, 4] },
  { x: 71, y: 29, of: [2, 3, 4] },
  { x: 29, y: 29, of: [4] },
  { x: 71, y: 71, of: [4] },
];

/** The face of a die, 0 to 4. Decoration. */
export function Die({ value, className }: { readonly value: 0 | 1 | 2 | 3 | 4; readonly className: string }) {
  return (
    <svg className={className} viewBox="0 0 100 100" fill="currentColor" aria-hidden="true">
      {PIPS.filter(({ of }) => of.includes(value)).map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="10" />
      ))}
    </svg>
  );
}
