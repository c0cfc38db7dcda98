import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { RecordSummary } from '../../core/wire/record.ts';
import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import { type Config, type SessionLife, sessionLifeOf } from '../platform/config.ts';
import { followEvents } from './follow-events.ts';
import type { OpenedLedger } from '../ledger/open-ledger.ts';
import { pushTargets, type Targets, webhookTargets } from './address-guard.ts';
import { OutboundClient } from './outbound-client.ts';
import { countPushes, type Pushes, PushSender, type PushSenderOptions } from './push-sender.ts';
import { PushService } from './push-service.ts';
import { openVapidKey } from './vapid-key.ts';
import { openServerSecret } from '../platform/server-secret.ts';
import { type WebhookMessages, WebhookSender } from './webhook-sender.ts';

export interface AlertsOptions {
  readonly config: Config;
  readonly db: Pool;
  readonly log: FastifyBaseLogger;
  readonly now: () => EpochMs;
  readonly webhookMessages: WebhookMessages;
  /** The part for pushes to traders; undefined where the accounts are kept elsewhere. */
  readonly push: Omit<PushSenderOptions, 'db' | 'log' | 'now' | 'drawUser'> | undefined;
  readonly summary: (ledger: string) => Promise<{ readonly body: Buffer } | undefined>;
}

const WEBHOOK_ANSWER_LIMIT_MS = 15 * SECOND_MS;

/** Sends webhooks and alerts for the entries of a ledger that this server writes, until the returned function is called. */
export function startAlerts(ledger: OpenedLedger, options: AlertsOptions): () => Promise<void> {
  const { config, db, log, now, webhookMessages: messages, push } = options;
  const client = new OutboundClient({
    targets: webhookTargets(config.webhookAllow),
    timeoutMs: WEBHOOK_ANSWER_LIMIT_MS,
  });
  const secret = openServerSecret(config.authSecret, config.dataDir);
  const sender = new WebhookSender({ db, log, secret, client, messages, now });
  const pushes = push && new PushSender({ ...push, db, log, now, drawUser: randomUUID });
  const unfollow = followEvents(ledger, {
    db,
    log,
    record: async () => {
      const summary = await options.summary(ledger.name);
      return summary && (JSON.parse(summary.body.toString()) as RecordSummary);
    },
    onEvents: () => {
      sender.wake();
      pushes?.wake();
    },
  });
  return async () => {
    await unfollow();
    await Promise.all([sender.stop(), pushes?.stop()]);
    client.close();
  };
}

/** What pushes of this server go through. */
export interface OpenedPush {
  readonly service: PushService;
  readonly pushes: Pushes;
  /** In the form that browsers take. */
  readonly publicKey: string;
  readonly secretId: string;
  readonly sessionLife: SessionLife;
  readonly targets: Targets;
  close(): void;
}

const PUSH_ANSWER_LIMIT_MS = 4 * SECOND_MS;
const MOST_CONNECTIONS_PER_SERVICE = 256;
/** Push services want a contact of the operator; a site without an address has none. */
const NO_SUBJECT = 'mailto:operator@example.com';

/** Opens the key that push services know this server by, made at the first start. */
export async function openPush(config: Config, db: Pool, now: () => EpochMs): Promise<OpenedPush> {
  const targets = pushTargets(config.pushServices, config.testPushService);
  const client = new OutboundClient({
    targets,
    timeoutMs: PUSH_ANSWER_LIMIT_MS,
    mostConnections: MOST_CONNECTIONS_PER_SERVICE,
  });
  const secret = openServerSecret(config.authSecret, config.dataDir);
  const subject = config.publicUrl?.startsWith('https://') === true ? config.publicUrl : NO_SUBJECT;
  const vapid = await openVapidKey(db, secret, subject, now());
  return {
    service: new PushService({ client, vapid, now }),
    pushes: countPushes(),
    publicKey: vapid.publicKey,
    secretId: secret.id,
    sessionLife: sessionLifeOf(config),
    targets,
    close: () => client.close(),
  };
}
