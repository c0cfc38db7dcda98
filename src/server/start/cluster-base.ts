import type { PoolConfig } from 'pg';
import { epochMs } from '../../core/time/instant.ts';
import { createDemoAccount } from '../auth/accounts.ts';
import { openEmbeddedDatabase } from '../db/open-database.ts';
import { createLogger } from '../routes/site/logger.ts';
import { openServerSecret, secretText } from '../platform/server-secret.ts';

export { problemLine } from '../platform/start-error.ts';

/** Starts the embedded PostgreSQL of a folder, for several nodes, with a demo account and a secret; an aborted signal ends the wait for it. */
export async function openClusterBase(folder: string, signal: AbortSignal) {
  const log = createLogger('warn', process.stderr);
  const database = await openEmbeddedDatabase(folder, log, { role: 'server', signal });
  const demo = await createDemoAccount(database.pool, epochMs(Date.now()));
  openServerSecret(undefined, folder);
  return {
    /** The settings by which a node finds it. */
    env: {
      DATABASE_URL: urlOf(database.pool.options),
      DATABASE_OWNER_URL: urlOf(database.ownerLogin),
      PIPCAST_AUTH_SECRET: secretText(undefined, folder) as string,
    },
    demo,
    close: () => database.close(),
  };
}

function urlOf({ host = '', port, user, password, database }: PoolConfig): string {
  const url = new URL(`postgresql://${user}:${password}@localhost:${port}/${database}`);
  url.searchParams.set('host', host);
  return url.href;
}
