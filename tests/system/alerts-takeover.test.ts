import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { NO_ALERTS } from '../../src/core/alerts/alert-rules.ts';
import type { AlertReport } from '../../src/core/wire/alerts.ts';
import { startPushService } from '../server/push/push-support.ts';
import { startReceiver } from '../server/webhooks/webhook-support.ts';
import { startOwnPostgres } from '../support/throwaway-postgres.ts';
import { type Cluster, type ClusterNode, startCluster } from './support/cluster.ts';
import { ask, PATIENT } from './support/cluster-traders.ts';
import { ownServers } from './support/own-servers.ts';
import { pipcastJson } from './support/pipcast-command.ts';

const SECRET = 'a secret that all servers share, long enough';
const BEFORE_DECISION_MS = 1_500;
const NOT_SENT = expect.stringMatching(/^(?:unknown|failed)$/);

const servers = ownServers();

test('when the server that sends alerts is killed, the next one tells a webhook everything, in order, and a trader everything but what was under way, nothing twice', async () => {
  const { cluster, db, receiver, pushService } = await start();
  const first = await cluster.desk();
  const [second] = cluster.nodes.filter((node) => node !== first) as [ClusterNode];
  const pushed = async (count: number) => {
    await expect.poll(() => new Set(pushService.tags).size, PATIENT).toBe(count);
  };
  const ids = () => receiver.messages.map(({ headers }) => String(headers['webhook-id']));

  // Under way at the kill: the trader's two, and the webhook's last, however often it is tried again until then.
  pushService.answers.set('/trader', 'hang');
  const hanging = Array<'hang'>(50).fill('hang');
  receiver.answers.push(204, ...hanging);
  await loseFeedBeforeDecision(cluster, second, db);
  await pushed(2);
  await expect.poll(() => receiver.answers.length, PATIENT).toBeLessThan(hanging.length);
  const underWay = ids().at(-1);
  first.server.process.kill('SIGKILL');
  await first.server.ended;
  pushService.answers.clear();
  receiver.answers.length = 0;
  await loseFeed(db);
  await cluster.desk([second]);
  await ask(cluster, second);
  await pushed(4);

  // To the trader each at most once, by the same tag.
  expect(pushService.tags).toEqual([...new Set(pushService.tags)]);
  const types = pushService.tags.map((tag) => tag.split(' ')[2]);
  expect(types).toEqual(['feed.lost', 'feed.back', 'feed.lost', 'feed.back']);

  // The log does not say that the first two were sent; they may have failed before the kill.
  await expect.poll(() => results(cluster, second), PATIENT).toEqual(['sent', 'sent', NOT_SENT, NOT_SENT]);

  // To the webhook each at least once: what was under way came again, by the same ID, and nothing else.
  const delivered = () => [...new Set(ids())].map((id) => id.slice(id.indexOf('_') + 1));
  const toTell = async () => {
    const places = await eventPlaces(db);
    return places.slice(places.indexOf(delivered()[0] as string));
  };
  await expect.poll(async () => delivered().join() === (await toTell()).join(), PATIENT).toBe(true);
  expect(delivered().filter((place) => place.endsWith('feed-lost'))).toHaveLength(2);
  const again = ids().filter((id, at, all) => all.indexOf(id) < at);
  expect([...new Set(again)]).toEqual([underWay]);
});

async function start() {
  const postgres = await startOwnPostgres({ max_connections: '100', timezone: 'UTC' });
  onTestFinished(() => postgres.stop());
  const [receiver, pushService] = [await startReceiver(), await startPushService()];
  onTestFinished(async () => void (await Promise.all([receiver.stop(), pushService.stop()])));
  const db = new Pool({ connectionString: postgres.url });
  // Its connections may outlive its end by a moment, and the database's.
  db.on('error', () => undefined);
  onTestFinished(() => db.end());
  const settings = { PIPCAST_WEBHOOK_ALLOW: '127.0.0.1', PIPCAST_TEST_PUSH_SERVICE: pushService.origin };
  const cluster = await startCluster(2, {
    databaseUrl: postgres.url,
    folder: servers.folder(),
    start: servers.start,
    settings,
  });
  await ask(cluster, await cluster.desk());
  const env = { ...settings, DATABASE_URL: postgres.url, PIPCAST_AUTH_SECRET: SECRET };
  await pipcastJson(servers.folder(), ['webhook', 'add', receiver.url], env);
  await expect.poll(() => hasPrices(db), PATIENT).toBe(true);
  await send(cluster, 'POST', '/devices', pushService.subscribe('trader'));
  await send(cluster, 'PUT', '/rules', { ...NO_ALERTS, feed: true, mostPerHour: 60 });
  return { cluster, db, receiver, pushService };
}

async function send({ nodes: [node], token }: Cluster, method: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await node?.fetch(`/api/alerts${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer?.status).toBe(200);
}

/** What became of the trader's alerts, the newest first. */
async function results({ token }: Cluster, node: ClusterNode): Promise<string[]> {
  const answer = await node.fetch('/api/alerts', { headers: { authorization: `Bearer ${token}` } });
  const { log } = (await answer.json()) as AlertReport;
  return log.map(({ result }) => result);
}

/**
 * Made-up prices are lost only where a busy machine is late with them: this stores what a decision without them would be reported as, with
 * the last entry that was looked at. The next decision says that they are back.
 */
async function loseFeed(db: Pool): Promise<void> {
  await db.query(
    `insert into alert_events (ledger, index, type, at_ms, data)
     select ledger, next_index - 1, 'feed.lost', $1, '{}' from alert_places
     on conflict do nothing`,
    [Date.now()],
  );
}

/** Entries have been looked at; under load, the first decisions may come before the first quotes, and are reported too. */
async function hasPrices(db: Pool): Promise<boolean> {
  const { rows } = await db.query<{ type: string | null }>(
    `select (select type from alert_events where type like 'feed.%' order by id desc limit 1) as type from alert_places`,
  );
  return rows.length > 0 && rows[0]?.type !== 'feed.lost';
}

/** The sender gives up a push without an answer after 4 s, and leaves that device alone: the second one begins before. */
async function loseFeedBeforeDecision(cluster: Cluster, node: ClusterNode, db: Pool): Promise<void> {
  let leftMs = 0;
  while (leftMs < BEFORE_DECISION_MS) {
    const { decidesMs } = await ask(cluster, node);
    leftMs = decidesMs - Date.now();
    await sleep(Math.max(0, leftMs - BEFORE_DECISION_MS));
  }
  await loseFeed(db);
}

/** Of all events, in the order of telling. */
async function eventPlaces(db: Pool): Promise<string[]> {
  const { rows } = await db.query<{ place: string }>(
    `select index || '_' || replace(type, '.', '-') as place from alert_events order by id`,
  );
  return rows.map(({ place }) => place);
}
