import { epochMs } from '../../core/time/instant.ts';
import type { Config } from '../../server/platform/config.ts';
import { findLedger } from '../../server/ledger/ledger-rows.ts';
import { ForbiddenTargetError, webhookTargets } from '../../server/alerts/address-guard.ts';
import { checkTarget } from '../../server/alerts/outbound-client.ts';
import { openServerSecret } from '../../server/platform/server-secret.ts';
import {
  insertWebhook,
  listDeadLetters,
  type ListedWebhook,
  listWebhooks,
  removeWebhook,
  replayWebhook,
} from '../../server/alerts/webhook-rows.ts';
import { isWebhookSecret, newWebhookSecret } from '../../server/alerts/webhook-signature.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { CliError } from '../exit-codes.ts';
import { isoTime } from '../iso-time.ts';
import { readLines } from '../read-lines.ts';
import { formatTable } from '../table.ts';
import { withDatabase } from '../with-accounts.ts';

export interface AddFlags {
  readonly secretStdin?: boolean;
}
export interface ReplayFlags {
  readonly from: number;
  readonly ledger: string;
}

const MOST_DEAD_LISTED = 1_000;

/** `webhook add`: shows a secret that was drawn, this once. */
export async function addWebhook(
  { io, output }: CommandContext,
  text: string,
  { secretStdin = false }: AddFlags,
): Promise<Ending> {
  const { id, url, secret } = await withDatabase(output, 'webhook add', async ({ db, config, signal }) => {
    const target = await requireTarget(text, config);
    const given = secretStdin ? requireSecret((await readLines(io, 1, signal))[0] ?? '') : newWebhookSecret();
    const now = epochMs(Date.now());
    const added = await insertWebhook(db, { url: target, secret: given }, serverSecret(config), now);
    return { id: added, url: target, secret: given };
  });
  await output.result({ webhook: { id, url, ...(!secretStdin && { secret }) } }, () =>
    [
      `Webhook ${id} gets everything from now on: ${url}`,
      ...(secretStdin ? [] : [`Its secret, shown this once: ${secret}`]),
    ].join('\n'),
  );
  return 'ok';
}

/** `webhook list`. */
export async function showWebhooks({ output }: CommandContext): Promise<Ending> {
  const webhooks = await withDatabase(output, 'webhook list', ({ db, config }) =>
    listWebhooks(db, serverSecret(config)),
  );
  const documents = webhooks.map((webhook) => ({
    id: webhook.id,
    url: webhook.url,
    created: isoTime(webhook.createdMs),
    delivered: webhook.deliveredMs === undefined ? null : isoTime(webhook.deliveredMs),
    waiting: webhook.waiting,
    dead: webhook.dead,
    state: stateOf(webhook),
  }));
  await output.result({ webhooks: documents }, () =>
    documents.length === 0
      ? 'There is no webhook.'
      : formatTable(
          [
            { heading: 'ID', cell: ({ id }) => String(id), right: true },
            { heading: 'WAITING', cell: ({ waiting }) => String(waiting), right: true },
            { heading: 'DEAD', cell: ({ dead }) => String(dead), right: true },
            { heading: 'DELIVERED', cell: ({ delivered }) => delivered ?? '' },
            { heading: 'STATE', cell: ({ state }) => state },
            { heading: 'ADDRESS', cell: ({ url }) => url },
          ],
          documents,
        ),
  );
  return 'ok';
}

/** `webhook remove`. */
export async function dropWebhook({ output }: CommandContext, id: number): Promise<Ending> {
  const isRemoved = await withDatabase(output, 'webhook remove', async ({ db }) => removeWebhook(db, id));
  if (!isRemoved) throw missing(id);
  await output.result({ webhook: { id } }, () => `Webhook ${id} is removed.`);
  return 'ok';
}

/** `webhook replay`. */
export async function sendAgain(
  { output }: CommandContext,
  id: number,
  { from, ledger: name }: ReplayFlags,
): Promise<Ending> {
  const events = await withDatabase(output, 'webhook replay', async ({ db }) => {
    const ledger = await findLedger(db, name);
    if (ledger === undefined) throw new CliError('not_found', `There is no ledger ${name}.`);
    return replayWebhook(db, id, ledger.id, from);
  });
  if (events === undefined) throw missing(id);
  await output.result({ webhook: { id, waiting: events } }, () =>
    events === 1 ? 'One message is sent again.' : `${events.toLocaleString('en')} messages are sent again.`,
  );
  return 'ok';
}

/** `webhook dead`. */
export async function showDeadLetters({ output }: CommandContext): Promise<Ending> {
  const letters = await withDatabase(output, 'webhook dead', ({ db }) =>
    listDeadLetters(db, MOST_DEAD_LISTED),
  );
  const documents = letters.map(({ failedMs, ...letter }) => ({ ...letter, failed: isoTime(failedMs) }));
  await output.result({ dead: documents }, () =>
    documents.length === 0
      ? 'No message was given up.'
      : formatTable(
          [
            { heading: 'WEBHOOK', cell: ({ webhook }) => String(webhook), right: true },
            { heading: 'LEDGER', cell: ({ ledger }) => ledger },
            { heading: 'INDEX', cell: ({ index }) => String(index), right: true },
            { heading: 'TYPE', cell: ({ type }) => type },
            { heading: 'GIVEN UP', cell: ({ failed }) => failed },
            { heading: 'WHY', cell: ({ problem }) => problem },
          ],
          documents,
        ),
  );
  return 'ok';
}

function stateOf({ isReadable, isGone, problem, failures }: ListedWebhook): string {
  if (!isReadable) return "sealed with another server's secret";
  if (isGone) return 'gone (410); a replay starts it again';
  return failures === 0 ? 'ok' : `${failures} failed: ${problem ?? ''}`;
}

async function requireTarget(text: string, config: Config): Promise<string> {
  try {
    return (await checkTarget(text, webhookTargets(config.webhookAllow))).href;
  } catch (error) {
    if (error instanceof ForbiddenTargetError) throw new CliError('usage', error.message);
    throw new CliError('usage', `The host of ${text} cannot be found: ${(error as Error).message}.`);
  }
}

function requireSecret(line: string): string {
  const secret = line.trim();
  if (isWebhookSecret(secret)) return secret;
  throw new CliError(
    'usage',
    'The secret on stdin must be whsec_ and 24 to 64 bytes in base64.',
    'Leave --secret-stdin out to have one drawn.',
  );
}

function serverSecret({ authSecret, dataDir }: Config) {
  return openServerSecret(authSecret, dataDir);
}

function missing(id: number): CliError {
  return new CliError('not_found', `There is no webhook ${id}.`, 'npx pipcast webhook list shows them.');
}
