import type { ClientBase, Pool } from 'pg';

/** Does the work in one transaction on one connection. Whatever it throws takes everything back. */
export async function inTransaction<T>(db: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await db.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    const isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    );
    // Closing the connection rolls back too, also when it is the connection that failed.
    client.release(!isUsable);
    throw error;
  }
}
