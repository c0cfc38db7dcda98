import { createContext, type ReactNode } from 'react';

/** What stands beside each simulated confidence: how often such draws were right. Undefined where nothing is recorded. */
export const DrawsContext = createContext<ReactNode>(undefined);
