import { Client, type ClientBase, type ClientConfig, type Pool } from 'pg';

/** Runs `work` in one transaction on one connection; an error rolls it back. */
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
    // Closing the connection rolls back too, also when the connection itself failed.
    client.release(!isUsable);
    throw error;
  }
}

export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = quietClient(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** An unconnected client for the database that the pool's next connection would use. */
export function clientBeside(db: Pool, config: ClientConfig): Client {
  return quietClient({ ...configBeside(db), keepAlive: true, ...config });
}

/** The options of the pool's next connection. */
export function configBeside({ options }: Pool): ClientConfig {
  // The pool makes its password non-enumerable, so that spreading alone would omit it.
  const { password } = options;
  return { ...options, ...(password !== undefined && { password }) };
}

/** The failing query reports the error; an error event without a listener would end the process. */
function quietClient(config: ClientConfig): Client {
  const client = new Client(config);
  client.on('error', () => {});
  return client;
}
