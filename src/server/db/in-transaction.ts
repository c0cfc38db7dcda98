import { Client, type ClientBase, type ClientConfig, type Pool } from 'pg';

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

/** Runs `work` on a connection of its own, and ends that afterwards. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = quietClient(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A connection of one's own, not connected yet, to the database that the pool's next connection would go to. */
export function clientBeside(db: Pool, config: ClientConfig): Client {
  return quietClient({ ...configBeside(db), keepAlive: true, ...config });
}

/** How to connect to the database that the pool's next connection would go to. */
export function configBeside({ options }: Pool): ClientConfig {
  // The pool hides its password from being listed, so that spreading alone would leave it out.
  const { password } = options;
  return { ...options, ...(password !== undefined && { password }) };
}

/** The query that fails reports it; an error event without a listener would end the process. */
function quietClient(config: ClientConfig): Client {
  const client = new Client(config);
  client.on('error', () => {});
  return client;
}
