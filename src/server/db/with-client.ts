import { Client, type ClientConfig } from 'pg';

/** Runs `work` on a connection of its own, and ends that afterwards. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config);
  // A connection that is lost between two queries reports it here; the next query reports it too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
