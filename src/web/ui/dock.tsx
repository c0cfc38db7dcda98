import type { ReactNode } from 'react';
import './dock.css';

/** Where a screen's one button stands: in its place, on phones docked at the foot of the window. */
export function Dock({ children }: { readonly children: ReactNode }) {
  return <div className="dock">{children}</div>;
}
