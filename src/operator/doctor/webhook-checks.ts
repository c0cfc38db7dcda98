import type { Pool } from 'pg';
import { hasWriter } from '../../server/ledger/writer-connection.ts';
import { sealedElsewhere, sealedText } from '../../server/start/sealed-rows.ts';
import type { Config } from '../../server/platform/config.ts';
import { openServerSecret, type ServerSecret, secretText } from '../../server/platform/server-secret.ts';
import { listWebhooks } from '../../server/alerts/webhook-rows.ts';
import { type CheckResult, note, ok, problem, skipped } from './check.ts';

/** More waiting messages than a short absence of a receiver explains. */
const MANY_WAITING = 20;

const NO_SECRET = skipped('there is no secret of the server');

/** The secret of the server as far as there is one: opening that of a server without one would make it. */
export function presentSecret({
  authSecret,
  dataDir,
}: Pick<Config, 'authSecret' | 'dataDir'>): ServerSecret | undefined {
  const secret = secretText(authSecret, dataDir);
  return secret === undefined ? undefined : openServerSecret(secret, dataDir);
}

/** Whether something is sealed with a secret that this server does not have. */
export async function checkSealed(db: Pool, secret: ServerSecret | undefined): Promise<CheckResult> {
  if (secret === undefined) return NO_SECRET;
  const found = sealedText(await sealedElsewhere(db, secret));
  if (found === undefined) return ok('everything that is sealed opens');
  return problem(
    `${found}: sealed with another secret, and silent`,
    'Bring the former secret back, or stop the server and run: npx pipcast reseal',
  );
}

/** Whether each webhook takes its messages. No address is shown: it may hold a token. */
export async function checkWebhooks(db: Pool, secret: ServerSecret | undefined): Promise<CheckResult> {
  if (secret === undefined) return NO_SECRET;
  const webhooks = await listWebhooks(db, secret);
  if (webhooks.length === 0) return ok('none');
  const total = `${webhooks.length} in all`;
  const gone = webhooks.filter(({ isGone }) => isGone);
  if (gone.length > 0)
    return note(
      `${total}; gone (410): ${numbers(gone)}`,
      'Remove them, or start them again with npx pipcast webhook replay.',
    );
  const failing = webhooks.filter(
    ({ isPaused, failures, again, waiting }) =>
      !isPaused && (failures > 0 || again > 0 || waiting > MANY_WAITING),
  );
  const dead = webhooks.filter((webhook) => webhook.dead > 0);
  if (failing.length > 0 && (await hasWriter(db)))
    return note(`${total}; not taking messages: ${numbers(failing)}`, 'npx pipcast webhook list says why.');
  if (dead.length > 0)
    return note(`${total}; with dead letters: ${numbers(dead)}`, 'npx pipcast webhook dead lists them.');
  return ok(`${total}, all take their messages`);
}

function numbers(webhooks: readonly { readonly id: number }[]): string {
  return webhooks.map(({ id }) => id).join(', ');
}
