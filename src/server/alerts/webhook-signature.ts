import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../core/time/instant.ts';

const PREFIX = 'whsec_';
/** What the specification allows. */
const KEY_BYTES = { least: 24, most: 64, drawn: 32 };
/** A message that was signed longer ago, or later than this, may be a repetition by an eavesdropper. */
const TOLERANCE_MS = 5 * MINUTE_MS;

/** A new secret, drawn at random. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(KEY_BYTES.drawn).toString('base64');
}

/** Whether a text is a secret: `whsec_` and the base64 of 24 to 64 bytes. */
export function isWebhookSecret(text: string): boolean {
  if (!text.startsWith(PREFIX) || !/^[A-Za-z0-9+/]+={0,2}$/.test(text.slice(PREFIX.length))) return false;
  const { length } = keyOf(text);
  return length >= KEY_BYTES.least && length <= KEY_BYTES.most;
}

/**
 * The headers of a message that is signed with a secret, or with several that are separated by spaces:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signWebhook(secrets: string, id: string, nowMs: number, body: string) {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets
    .split(' ')
    .map((secret) => `v1,${signature(secret, id, timestamp, body).toString('base64')}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** Why a message is not one of the sender who has the secret, in words; undefined when it is. */
export function webhookProblem(
  secret: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  nowMs: number,
  body: string,
): string | undefined {
  const [id, timestamp, signatures] = (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const).map(
    (name) => headers[name],
  );
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string')
    return 'a header of the signature is missing';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(nowMs - Number(timestamp) * 1000) > TOLERANCE_MS)
    return 'it was signed more than 5 minutes ago, or the clocks differ';
  const expected = signature(secret, id, timestamp, body);
  const isSigned = signatures.split(' ').some((part) => {
    const given = part.startsWith('v1,') ? Buffer.from(part.slice(3), 'base64') : Buffer.alloc(0);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? undefined : 'the signature is wrong';
}

function signature(secret: string, id: string, timestamp: string, body: string): Buffer {
  return createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest();
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}
