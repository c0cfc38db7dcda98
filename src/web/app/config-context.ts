import { createContext, use } from 'react';
import type { PublicConfig } from '../../core/wire/public-config.ts';

export const ConfigContext = createContext<PublicConfig | undefined>(undefined);

/** The operator's configuration. Throws outside a ConfigContext. */
export function useConfig(): PublicConfig {
  const config = use(ConfigContext);
  if (config === undefined) throw new Error('useConfig needs a ConfigContext above it');
  return config;
}
