import type { Pool } from 'pg';
import { DAY_MS, type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { Config } from '../platform/config.ts';
import { pushTargets, type Targets } from './address-guard.ts';
import { OutboundClient } from './outbound-client.ts';
import { countPushes, type Pushes } from './push-sender.ts';
import { PushService } from './push-service.ts';
import { openVapidKey } from './vapid-key.ts';
import { openServerSecret } from '../platform/server-secret.ts';

/** What pushes of this server go through. */
export interface OpenedPush {
  readonly service: PushService;
  readonly pushes: Pushes;
  /** As browsers take it. */
  readonly publicKey: string;
  readonly secretId: string;
  readonly sessionMaxAgeMs: number;
  /** Where push services may be. */
  readonly targets: Targets;
  close(): void;
}

const PUSH_ANSWER_LIMIT_MS = 4 * SECOND_MS;
const MOST_CONNECTIONS_PER_SERVICE = 256;
/** Push services want a way to reach the operator; a site without an address has none. */
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
    sessionMaxAgeMs: config.sessionDays * DAY_MS,
    targets,
    close: () => client.close(),
  };
}
