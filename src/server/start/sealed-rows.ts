import type { FastifyBaseLogger } from 'fastify';
import type { ClientBase, Pool } from 'pg';
import { Gauge } from 'prom-client';
import { PUSH_SEAL_NAME } from '../alerts/push-service.ts';
import { seal, type ServerSecret, unseal } from '../platform/server-secret.ts';
import { execute, executeOne, queryRow, queryRows, raw } from '../platform/sql.ts';

/** Rows that stop working when the server's secret changes, until they are resealed. Signing keys are replaced instead. */
export interface SealedRows {
  readonly webhooks: number;
  /** Browsers that take pushes, by the push key that they know. */
  readonly browsers: number;
  readonly secondFactors: number;
}

/** Counts the rows that are sealed with other secrets than this server's. */
export async function sealedElsewhere(db: Pool | ClientBase, { id }: ServerSecret): Promise<SealedRows> {
  const row = await queryRow<SealedRows>(db)`select (select count(*)::int from webhooks
    where secret_id <> ${id}) as webhooks,
    (select count(*)::int from push_subscriptions where secret_id <> ${id}) as browsers,
    (select count(*)::int from second_factors where secret_id <> ${id}) as "secondFactors"`;
  return row as SealedRows;
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
    const rows = await queryRows<{ key: unknown; name: string; sealed: Buffer }>(client)`
      select ${raw(key)} as key, ${raw(sealName)} as name, sealed_secret as sealed from ${raw(table)}
      where secret_id = ${from.id} for update`;
    for (const row of rows)
      await execute(client)`
        update ${raw(table)} set secret_id = ${to.id}, sealed_secret = ${again(row.sealed, row.name)}
        where ${raw(key)} = ${row.key}`;
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
  const key = await queryRow<{ sealed: Buffer; created_at: Date }>(client)`
    select sealed_private_key as sealed, created_at from push_keys where secret_id = ${from.id} for update`;
  if (key === undefined) return 0;
  const isStored = await executeOne(client)`
    insert into push_keys (secret_id, sealed_private_key, created_at)
    values (${to.id}, ${again(key.sealed, PUSH_SEAL_NAME)}, ${key.created_at})
    on conflict (secret_id) do update
    set sealed_private_key = excluded.sealed_private_key, created_at = excluded.created_at
    where not exists (select from push_subscriptions where secret_id = ${to.id})`;
  if (!isStored) return 0;
  const browsers = await execute(client)`
    update push_subscriptions set secret_id = ${to.id} where secret_id = ${from.id}`;
  await execute(client)`delete from push_keys where secret_id = ${from.id}`;
  return browsers;
}
