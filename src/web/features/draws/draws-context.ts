import { createContext, type ReactNode } from 'react';

/** What the record says beside simulated signals. */
interface Draws {
  /** What a drawn confidence, in percent, was worth: how often such draws were right. */
  readonly line: (drawn: number | undefined) => ReactNode;
  /** What the measured source came to. */
  readonly otherSource: ReactNode;
}

/** Undefined where nothing is recorded. */
export const DrawsContext = createContext<Draws | undefined>(undefined);
