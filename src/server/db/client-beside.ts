import { Client, type ClientConfig, type Pool } from 'pg';

/** A connection of one's own, not connected yet, to the database that the pool's next connection would go to. */
export function clientBeside(db: Pool, config: ClientConfig): Client {
  // The pool hides its password from being listed, so that spreading alone would leave it out.
  const { password } = db.options;
  const client = new Client({
    ...db.options,
    ...(password !== undefined && { password }),
    keepAlive: true,
    ...config,
  });
  // The query that fails reports it; an error event without a listener would end the process.
  client.on('error', () => {});
  return client;
}
