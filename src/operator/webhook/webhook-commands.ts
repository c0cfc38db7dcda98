import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { EVENT_TYPES, type EventType } from '../../core/alerts/ledger-events.ts';
import { type EpochMs, epochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { Config } from '../../server/platform/config.ts';
import { findLedger } from '../../server/ledger/ledger-rows.ts';
import { ForbiddenTargetError, webhookTargets } from '../../server/alerts/address-guard.ts';
import { checkTarget, OutboundClient } from '../../server/alerts/outbound-client.ts';
import { openServerSecret } from '../../server/platform/server-secret.ts';
import {
  type DueWebhook,
  findWebhook,
  insertWebhook,
  listDeadLetters,
  type ListedWebhook,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  retryLetter,
  rotateSecret,
  setPaused,
  setTypes,
} from '../../server/alerts/webhook-rows.ts';
import { isWebhookSecret, newWebhookSecret, signWebhook } from '../../server/alerts/webhook-signature.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { CliError, failed, misuse } from '../exit-codes.ts';
import { documentTable, isoTime, number } from '../output.ts';
import { readLines } from '../terminal.ts';
import { withDatabase } from '../with-accounts.ts';

export interface SecretFlags {
  readonly secretStdin?: boolean;
}
const MOST_DEAD_LISTED = 1_000;
const TEST_LIMIT_MS = 15 * SECOND_MS;

/** `webhook add`: shows a secret that was drawn, this once. */
export async function addWebhook(
  { io, output }: CommandContext,
  text: string,
  { secretStdin = false, types = 'all' }: SecretFlags & { readonly types?: string },
): Promise<Ending> {
  const only = requireTypes(types);
  const { id, url, secret } = await withDatabase(output, 'webhook add', async ({ db, config, signal }) => {
    const target = await requireTarget(text, config);
    const given = await readSecret(io, secretStdin, signal);
    const added = await insertWebhook(
      db,
      { url: target, secret: given, types: only },
      serverSecret(config),
      now(),
    );
    return { id: added, url: target, secret: given };
  });
  return output.result({ webhook: { id, url, ...(!secretStdin && { secret }) } }, () =>
    [
      `Webhook ${id} gets ${only?.join(', ') ?? 'everything'} from now on: ${url}`,
      ...(secretStdin ? [] : [`Its secret, shown this once: ${secret}`]),
    ].join('\n'),
  );
}

/** `webhook list`. */
export async function showWebhooks({ output }: CommandContext): Promise<Ending> {
  const webhooks = await withDatabase(output, 'webhook list', ({ db, config }) =>
    listWebhooks(db, serverSecret(config)),
  );
  const documents = webhooks.map((webhook) => ({
    id: webhook.id,
    waiting: webhook.waiting,
    again: webhook.again,
    dead: webhook.dead,
    delivered: webhook.deliveredMs && isoTime(webhook.deliveredMs),
    created: isoTime(webhook.createdMs),
    types: webhook.types ?? 'all',
    state: stateOf(webhook),
    url: webhook.url,
  }));
  return output.result({ webhooks: documents }, () => documentTable(documents) ?? 'There is no webhook.');
}

async function change(
  { output }: CommandContext,
  what: string,
  id: number,
  work: (db: Pool) => Promise<boolean>,
  document: object,
  text: string,
): Promise<Ending> {
  await withDatabase(output, `webhook ${what}`, async ({ db }) => {
    if (!(await work(db))) throw missing(id);
  });
  return output.result({ webhook: { id, ...document } }, () => text);
}

/** `webhook remove`. */
export function dropWebhook(context: CommandContext, id: number): Promise<Ending> {
  return change(context, 'remove', id, (db) => removeWebhook(db, id), {}, `Webhook ${id} is removed.`);
}

/** `webhook types`: which events it gets from here on. */
export async function chooseTypes(context: CommandContext, id: number, list: string): Promise<Ending> {
  const only = requireTypes(list);
  const types = only ?? 'all';
  const text = `Webhook ${id} gets ${only?.join(', ') ?? 'everything'}.`;
  return change(context, 'types', id, (db) => setTypes(db, id, only), { types }, text);
}

/** `webhook pause`. */
export function pauseWebhook(context: CommandContext, id: number): Promise<Ending> {
  const text = `Webhook ${id} is paused: what comes waits for npx pipcast webhook resume ${id}.`;
  return change(context, 'pause', id, (db) => setPaused(db, id, true), { paused: true }, text);
}

/** `webhook resume`. */
export function resumeWebhook(context: CommandContext, id: number): Promise<Ending> {
  const text = `Webhook ${id} goes on where it was paused.`;
  return change(context, 'resume', id, (db) => setPaused(db, id, false), { paused: false }, text);
}

/** `webhook test`: from here, at once, whatever waits. */
export async function testWebhook({ output }: CommandContext, id: number): Promise<Ending> {
  const answer = await withDatabase(output, 'webhook test', async ({ db, config, signal }) => {
    const { url, secret } = await requireWebhook(db, id, config);
    const client = new OutboundClient({
      targets: webhookTargets(config.webhookAllow),
      timeoutMs: TEST_LIMIT_MS,
    });
    const body = JSON.stringify({
      type: 'webhook.test',
      timestamp: new Date().toISOString(),
      data: { webhook: id },
    });
    const headers = {
      'content-type': 'application/json',
      ...signWebhook(secret, `test_${randomUUID()}`, Date.now(), body),
    };
    try {
      const { status } = await client.post({ url, headers, body, signal });
      return { isTaken: status >= 200 && status < 300, text: `answers ${status}` };
    } catch (error) {
      return { isTaken: false, text: (error as Error).message };
    } finally {
      client.close();
    }
  });
  if (!answer.isTaken) throw failed(`Webhook ${id} did not take the test: ${answer.text}.`);
  return output.result(
    { webhook: { id, answer: answer.text } },
    () => `Webhook ${id} took it: ${answer.text}.`,
  );
}

/** `webhook rotate`: a new secret; for a day messages are signed with both. */
export async function changeSecret(
  { io, output }: CommandContext,
  id: number,
  { secretStdin = false }: SecretFlags,
): Promise<Ending> {
  const secret = await withDatabase(output, 'webhook rotate', async ({ db, config, signal }) => {
    const webhook = await requireWebhook(db, id, config);
    const given = await readSecret(io, secretStdin, signal);
    await rotateSecret(db, webhook, given, serverSecret(config), now());
    return given;
  });
  return output.result({ webhook: { id, ...(!secretStdin && { secret }) } }, () =>
    [
      `Webhook ${id} has a new secret. For a day its messages are signed with the old one as well.`,
      ...(secretStdin ? [] : [`The new secret, shown this once: ${secret}`]),
    ].join('\n'),
  );
}

/** `webhook retry`: one message of `webhook dead`. */
export async function retryMessage({ output }: CommandContext, id: number, event: number): Promise<Ending> {
  await withDatabase(output, 'webhook retry', async ({ db }) => {
    if (!(await retryLetter(db, id, event, now())))
      throw new CliError(
        'not_found',
        `Webhook ${id} has no message ${event} to try again.`,
        'npx pipcast webhook dead lists them; one that is gone (410) takes none before a replay.',
      );
  });
  return output.result({ webhook: { id, event } }, () => `Message ${event} is tried again, for a day.`);
}

/** `webhook replay`. */
export async function sendAgain(
  { output }: CommandContext,
  id: number,
  { from, ledger: name }: { readonly from: number; readonly ledger: string },
): Promise<Ending> {
  const events = await withDatabase(output, 'webhook replay', async ({ db }) => {
    const ledger = await findLedger(db, name);
    if (ledger === undefined) throw new CliError('not_found', `There is no ledger ${name}.`);
    const waiting = await replayWebhook(db, id, ledger.id, from);
    if (waiting === undefined) throw missing(id);
    return waiting;
  });
  return output.result({ webhook: { id, waiting: events } }, () =>
    events === 1 ? 'One message is sent again.' : `${number(events)} messages are sent again.`,
  );
}

/** `webhook dead`. */
export async function showDeadLetters({ output }: CommandContext): Promise<Ending> {
  const letters = await withDatabase(output, 'webhook dead', ({ db }) =>
    listDeadLetters(db, MOST_DEAD_LISTED),
  );
  const documents = letters.map(({ failedMs, retryMs, ...letter }) => ({
    ...letter,
    failed: isoTime(failedMs),
    retry: retryMs && isoTime(retryMs),
  }));
  return output.result(
    { dead: documents },
    () => documentTable(documents) ?? 'No message was set aside or given up.',
  );
}

function stateOf({ isReadable, isGone, isPaused, problem, failures }: ListedWebhook): string {
  if (!isReadable) return "sealed with another server's secret";
  if (isPaused) return 'paused';
  if (isGone) return 'gone (410); a replay starts it again';
  return failures === 0 ? 'ok' : `${failures} failed: ${problem ?? ''}`;
}

async function requireTarget(text: string, config: Config): Promise<string> {
  try {
    return (await checkTarget(text, webhookTargets(config.webhookAllow))).href;
  } catch (error) {
    if (error instanceof ForbiddenTargetError) throw misuse(error.message);
    throw misuse(`The host of ${text} cannot be found: ${(error as Error).message}.`);
  }
}

/** Undefined: all. */
function requireTypes(text: string): readonly EventType[] | undefined {
  if (text === 'all') return undefined;
  const types = text.split(',').map((type) => type.trim());
  const wrong = types.find((type) => !EVENT_TYPES.includes(type as EventType));
  if (wrong === undefined) return types as EventType[];
  throw misuse(`There is no type "${wrong}".`, `all, or of ${EVENT_TYPES.join(', ')}, separated by commas.`);
}

async function requireWebhook(db: Pool, id: number, config: Config): Promise<DueWebhook> {
  const webhook = await findWebhook(db, id, serverSecret(config), now());
  if (webhook === undefined) throw missing(id);
  return webhook;
}

async function readSecret(
  io: CommandContext['io'],
  fromStdin: boolean,
  signal: AbortSignal,
): Promise<string> {
  if (!fromStdin) return newWebhookSecret();
  const secret = ((await readLines(io, 1, signal))[0] ?? '').trim();
  if (isWebhookSecret(secret)) return secret;
  throw misuse(
    'The secret on stdin must be whsec_ and 24 to 64 bytes in base64.',
    'Leave --secret-stdin out to have one drawn.',
  );
}

function now(): EpochMs {
  return epochMs(Date.now());
}

function serverSecret({ authSecret, dataDir }: Config) {
  return openServerSecret(authSecret, dataDir);
}

function missing(id: number): CliError {
  return new CliError('not_found', `There is no webhook ${id}.`, 'npx pipcast webhook list shows them.');
}
