import { createContext, type ReactNode } from 'react';

/** Shows what a drawn confidence, in percent, was worth: how often such draws were right. Undefined where nothing is recorded. */
export const DrawsContext = createContext<((drawn: number | undefined) => ReactNode) | undefined>(undefined);
