import { z } from 'zod';
import type { AlertFacts } from '../../../core/alerts/alert-facts.ts';
import type { AlertDevices, AlertReport } from '../../../core/alerts/alert-report.ts';
import { type AlertRules, HOLD_REASONS } from '../../../core/alerts/alert-rules.ts';
import { SCORED_PAIRS } from '../../../core/market/instruments.ts';
import { DAY_MS } from '../../../core/time/instant.ts';
import { isPushKey } from '../../alerts/encrypt-push.ts';
import { canonicalZone } from '../../alerts/minute-of-day.ts';

const minute = z.number().int().min(0).max(1_439);

/** Kept by its canonical name. */
const zone = z
  .string()
  .max(60)
  .refine((name) => canonicalZone(name) !== undefined, 'is no time zone');

/** The rules as a browser sends them. */
export const rulesBody = z.strictObject({
  signals: z.boolean(),
  pairs: z.array(z.enum(SCORED_PAIRS)).max(SCORED_PAIRS.length),
  leastConfidence: z.number().min(0).max(100),
  aboveBreakEven: z.boolean(),
  payout: z.number().min(1).max(100).meta({ description: 'Percent of the stake.' }),
  outcomes: z.boolean(),
  feed: z.boolean(),
  marketOpen: z.boolean(),
  verdict: z.boolean(),
  sessionEnd: z.boolean(),
  quiet: z
    .object({ from: minute, to: minute })
    .nullable()
    .meta({ description: 'Minutes of the day in `zone`.' }),
  zone,
  mostPerHour: z.number().int().min(1).max(60),
  snoozedUntilMs: z.number().int().min(0).max(Date.UTC(2100, 0)).meta({ description: '0: not snoozed.' }),
}) satisfies z.ZodType<AlertRules>;

function base64url(bytes: number) {
  return z
    .string()
    .regex(/^[\w-]+$/)
    .transform((text) => Buffer.from(text, 'base64url'))
    .refine(({ length }) => length === bytes, `must be ${bytes} bytes in base64url`);
}

/** A subscription as `PushSubscription.toJSON()` writes it. */
export const subscriptionBody = z.object({
  endpoint: z.url().max(1_000),
  keys: z.object({
    p256dh: base64url(65).refine(isPushKey, 'must be an uncompressed point of P-256'),
    auth: base64url(16),
  }),
});

export const endpointBody = z.object({ endpoint: z.string().max(1_000) });

/** What an alert says, by its type; made by this server, so that it is not taken apart again. */
const facts = z
  .looseObject({ type: z.string(), label: z.string().nullable() })
  .meta({ description: 'A type, codes and numbers.' }) as unknown as z.ZodType<AlertFacts>;

const devices = z
  .array(z.string())
  .readonly()
  .meta({ description: 'SHA-256 of the address of each browser, base64url.' });

export const devicesBody: z.ZodType<AlertDevices> = z.object({ devices });

export const alertsBody: z.ZodType<AlertReport> = z.object({
  publicKey: z.string().meta({ description: 'For PushManager.subscribe, as applicationServerKey.' }),
  rules: rulesBody,
  devices,
  log: z.array(
    z.object({
      atMs: z.number(),
      facts,
      result: z
        .enum(['sent', 'failed', 'unknown', ...HOLD_REASONS])
        .meta({ description: 'Sent, or why not; unknown: it may have been sent.' }),
    }),
  ),
});

/** How far back the count of a rule looks. */
export const COUNTED_MS = 7 * DAY_MS;
