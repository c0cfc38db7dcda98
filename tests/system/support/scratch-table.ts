import { prepareCluster } from '../../../src/server/db/embedded-cluster.ts';
import { withClient } from '../../../src/server/db/database-pool.ts';

/**
 * Creates a table for a test in a running embedded database, unless it is there: as the role that owns the schema, because the
 * server's own role may create none.
 */
export async function createScratchTable(dataDir: string, name: string, columns: string): Promise<void> {
  const { login } = await prepareCluster(dataDir);
  await withClient({ ...login('pipcast_owner'), database: 'pipcast' }, (owner) =>
    owner.query(
      `CREATE TABLE IF NOT EXISTS ${name} (${columns}); GRANT SELECT, INSERT, UPDATE, DELETE ON ${name} TO pipcast`,
    ),
  );
}
