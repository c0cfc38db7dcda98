import type { FastifyBaseLogger } from 'fastify';
import type { ClientBase, Pool } from 'pg';
import { Gauge } from 'prom-client';
import { PUSH_SEAL_NAME } from '../alerts/push-service.ts';
import { seal, type ServerSecret, unseal } from '../platform/server-secret.ts';

/** Rows that stop working when the server's secret changes, until they are resealed. Signing keys are replaced instead. */
export interface SealedRows {
  readonly webhooks: number;
  /** Browsers that take pushes, by the push key that they know. */
  readonly browsers: number;
  readonly secondFactors: number;
}

/** Counts the rows that are sealed with other secrets than this server's. */
export async function sealedElsewhere(db: Pool | ClientBase, { id }: ServerSecret): Promise<SealedRows> {
  const { rows } = await db.query<SealedRows>(
    `select (select count(*)::int from webhooks where secret_id <> $1) as webhooks,
            (select count(*)::int from push_subscriptions where secret_id <> $1) as browsers,
            (select count(*)::int from second_factors where secret_id <> $1) as "secondFactors"`,
    [id],
  );
  return rows[0] as SealedRows;
}

/** A sentence on them; undefined when there is none. */
export function sealedText({ webhooks, browsers, secondFactors }: SealedRows): string | undefined {
  const parts = [
    [webhooks, 'webhook'],
    [browsers, 'browser that takes alerts', 'browsers that take alerts'],
    [secondFactors, 'second factor'],
  ] as const;
  const text = parts
    .filter(([count]) => count > 0)
    .map(([count, one, more = `${one}s`]) => `${count} ${count === 1 ? one : more}`);
  return text.length === 0 ? undefined : text.join(', ');
}

/** Reports at a start what is sealed with another secret; the metric follows it. */
export async function watchSealedRows(
  db: Pool,
  server: ServerSecret,
  log: FastifyBaseLogger,
): Promise<Gauge> {
  const found = sealedText(await sealedElsewhere(db, server));
  if (found !== undefined)
    log.warn(
      `${found}: sealed with another secret of the server, and silent until npx pipcast reseal seals them with this one.`,
    );
  const gauge: Gauge = new Gauge({
    name: 'pipcast_sealed_elsewhere',
    help: 'Webhooks, browsers that take alerts and second factors that are sealed with another secret of the server.',
    labelNames: ['what'],
    registers: [],
    // While the database is away, the last figures stay.
    collect: async () => {
      const rows = await sealedElsewhere(db, server).catch(() => ({}));
      for (const [what, count] of Object.entries(rows)) gauge.set({ what }, count);
    },
  });
  return gauge;
}

/** In a transaction: reseals rows from the secret `from` to `to`, and returns their numbers. */
export async function reseal(client: ClientBase, from: ServerSecret, to: ServerSecret): Promise<SealedRows> {
  const again = (sealed: Buffer, name: string) =>
    seal(unseal(sealed, from.sealingKey, name), to.sealingKey, name);
  const each = async (table: string, key: string, sealName: string): Promise<number> => {
    const { rows } = await client.query<{ key: unknown; name: string; sealed: Buffer }>(
      `select ${key} as key, ${sealName} as name, sealed_secret as sealed from ${table} where secret_id = $1 for update`,
      [from.id],
    );
    for (const row of rows)
      await client.query(`update ${table} set secret_id = $2, sealed_secret = $3 where ${key} = $1`, [
        row.key,
        to.id,
        again(row.sealed, row.name),
      ]);
    return rows.length;
  };
  return {
    webhooks: await each('webhooks', 'id', 'url'),
    browsers: await resealPushKey(client, from, to, again),
    secondFactors: await each('second_factors', 'user_id', 'user_id::text'),
  };
}

/** Browsers know one push key: where some know the new one already, both cannot go on, and those of the old one stay as they are. */
async function resealPushKey(
  client: ClientBase,
  from: ServerSecret,
  to: ServerSecret,
  again: (sealed: Buffer, name: string) => Buffer,
): Promise<number> {
  const { rows } = await client.query<{ sealed: Buffer; created_at: Date }>(
    'select sealed_private_key as sealed, created_at from push_keys where secret_id = $1 for update',
    [from.id],
  );
  if (rows[0] === undefined) return 0;
  const { rowCount } = await client.query(
    `insert into push_keys (secret_id, sealed_private_key, created_at) values ($1, $2, $3)
     on conflict (secret_id) do update set sealed_private_key = excluded.sealed_private_key, created_at = excluded.created_at
     where not exists (select from push_subscriptions where secret_id = $1)`,
    [to.id, again(rows[0].sealed, PUSH_SEAL_NAME), rows[0].created_at],
  );
  if (rowCount === 0) return 0;
  const moved = await client.query('update push_subscriptions set secret_id = $2 where secret_id = $1', [
    from.id,
    to.id,
  ]);
  await client.query('delete from push_keys where secret_id = $1', [from.id]);
  return moved.rowCount ?? 0;
}
