import { z } from 'zod';
import { SCORED_PAIRS } from '../market/instruments.ts';
import { direction, epochMs, outcome, pair, sent, sentObject, timeframe } from './fields.ts';

/** The year 2100. */
const FAR_MS = 4_102_444_800_000;
const minute = z.int().min(0).max(1_439);
const deviceName = z
  .string()
  .regex(/^[\w-]{43}$/)
  .describe('SHA-256 of the address of a browser, base64url. The address itself lets others push.');

export const alertRules = sent(
  z.strictObject({
    signals: z.boolean().describe("P-Special's."),
    pairs: z.array(pair).max(SCORED_PAIRS.length),
    leastConfidence: z.number().min(0).max(100).describe('Percent; no alert for signals below.'),
    aboveBreakEven: z.boolean(),
    payout: z.number().min(1).max(100).describe('Percent of the stake.'),
    outcomes: z.boolean().describe('Of the signals that the trader had an alert for.'),
    feed: z.boolean(),
    marketOpen: z.boolean(),
    verdict: z.boolean(),
    sessionEnd: z.boolean(),
    device: z
      .union([z.enum(['last-used', 'all']), deviceName])
      .describe(
        'Where alerts go: to the browser that was used last, to all, or to the one of this name. Where the service of one fails, the next one follows.',
      ),
    quiet: z
      .object({ from: minute, to: minute })
      .nullable()
      .describe('Minutes of the day in `zone`; across midnight where `from` is the later one. Null: none.'),
    zone: z.string().max(60).describe('Name of a time zone, such as `Asia/Karachi`.'),
    mostPerHour: z.int().min(1).max(60).describe('Outcomes and tests do not count.'),
    snoozedUntilMs: z.int().min(0).max(FAR_MS).describe('0: not snoozed.'),
  }),
);
export type AlertRules = z.infer<typeof alertRules>;

/** Why an alert that a trader wants is not sent now. */
export const HOLD_REASONS = [
  'late',
  'snoozed',
  'quiet-hours',
  'hourly-limit',
  'service-busy',
  'no-device',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

const label = z.string().nullable().describe('What the prices were when they were not live.');
const card = {
  label,
  signal: z.uuid().describe('Its ID, which its story has in its address.'),
  pair,
  direction,
  timeframe,
  confidence: z.number().describe('Percent.'),
};

/** What an alert of the server says, in codes and numbers: its reader's browser makes the sentence (src/web/lib/alerts/alert-words.ts). */
export const sentFacts = sent(
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('signal.recorded'),
      ...card,
      needed: z.number().describe("Percent: what breaks even at the reader's payout."),
      startMs: epochMs,
    }),
    z.object({ type: z.literal('signal.settled'), ...card, outcome }),
    z.object({
      type: z.literal('record.verdict'),
      label,
      verdict: z.enum(['too-few', 'above', 'below', 'no-edge']),
      payout: z.number(),
    }),
    z.object({ type: z.enum(['feed.lost', 'feed.back', 'market.open', 'test']), label }),
    z.object({
      type: z.literal('session.end'),
      label,
      endsMs: epochMs,
      isIdle: z.boolean().describe('It ends because it was not used: a visit before keeps it.'),
    }),
  ]),
);
export type SentFacts = z.infer<typeof sentFacts>;

const alertResult = z
  .enum(['sent', 'failed', 'unknown', ...HOLD_REASONS])
  .describe(
    'Sent, or why not. `unknown`: it was handed to its push service, or was about to be; so it stays where the server was killed before it had the answer.',
  );
export type AlertResult = z.infer<typeof alertResult>;

const loggedAlert = sentObject({ atMs: epochMs, facts: sentFacts, result: alertResult });
export type LoggedAlert = z.infer<typeof loggedAlert>;

export const alertDevices = sentObject({ devices: z.array(deviceName) });
export type AlertDevices = z.infer<typeof alertDevices>;

export const alertReport = sentObject({
  publicKey: z.string().describe('For PushManager.subscribe, as applicationServerKey.'),
  rules: alertRules,
  devices: z.array(deviceName),
  log: z.array(loggedAlert).describe('The last week, the newest first.'),
});
export type AlertReport = z.infer<typeof alertReport>;

/** A subscription as `PushSubscription.toJSON()` writes it. */
export const pushSubscription = sentObject({
  endpoint: z.url().max(1_000),
  keys: z.object({
    p256dh: z.base64url().max(100).describe('An uncompressed point of P-256.'),
    auth: z.base64url().max(100).describe('16 bytes.'),
  }),
});

export const countedSignals = sentObject({ signals: z.int() });
export const testResult = sentObject({ sent: z.int(), failed: z.int() });
