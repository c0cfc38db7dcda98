import { createHash } from 'node:crypto';
import type { Config } from './config.ts';

/** The header of `/healthz` that says which installation of this computer answers. */
export const INSTALLATION_HEADER = 'x-pipcast-installation';

/** The same for everything that uses one data directory; tells nothing of where it is. */
export function installationId({ dataDir }: Pick<Config, 'dataDir'>): string {
  return createHash('sha256').update(`pipcast installation ${dataDir}`).digest('base64url').slice(0, 16);
}
