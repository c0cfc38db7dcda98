import { z } from 'zod';
import { SCORED_PAIRS } from '../market/instruments.ts';
import { direction, epochMs, outcome, pair, sent, timeframe } from './fields.ts';

/** The year 2100. */
const FAR_MS = 4_102_444_800_000;
const minute = z.number().int().min(0).max(1_439);
const deviceName = z
  .string()
  .regex(/^[\w-]{43}$/)
  .meta({
    description: 'SHA-256 of the address of a browser, base64url. The address itself lets others push.',
  });

export const alertRules = sent(
  z.strictObject({
    signals: z.boolean().meta({ description: "P-Special's." }),
    pairs: z.array(pair).max(SCORED_PAIRS.length),
    leastConfidence: z.number().min(0).max(100).meta({ description: 'Percent; no alert for signals below.' }),
    aboveBreakEven: z.boolean(),
    payout: z.number().min(1).max(100).meta({ description: 'Percent of the stake.' }),
    outcomes: z.boolean().meta({ description: 'Of the signals that the trader had an alert for.' }),
    feed: z.boolean(),
    marketOpen: z.boolean(),
    verdict: z.boolean(),
    sessionEnd: z.boolean(),
    device: z.union([z.enum(['last-used', 'all']), deviceName]).meta({
      description:
        'Where alerts go: to the browser that was used last, to all, or to the one of this name. Where the service of one fails, the next one follows.',
    }),
    quiet: z.object({ from: minute, to: minute }).nullable().meta({
      description: 'Minutes of the day in `zone`; across midnight where `from` is the later one. Null: none.',
    }),
    zone: z.string().max(60).meta({ description: 'Name of a time zone, such as `Asia/Karachi`.' }),
    mostPerHour: z.number().int().min(1).max(60).meta({ description: 'Outcomes and tests do not count.' }),
    snoozedUntilMs: z.number().int().min(0).max(FAR_MS).meta({ description: '0: not snoozed.' }),
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

const label = z.string().nullable().meta({ description: 'What the prices were when they were not live.' });
const card = {
  label,
  signal: z.uuid().meta({ description: 'Its ID, which its story has in its address.' }),
  pair,
  direction,
  timeframe,
  confidence: z.number().meta({ description: 'Percent.' }),
};

/** What an alert of the server says, in codes and numbers: its reader's browser makes the sentence (src/web/lib/alerts/alert-words.ts). */
export const sentFacts = sent(
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('signal.recorded'),
      ...card,
      needed: z.number().meta({ description: "Percent: what breaks even at the reader's payout." }),
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
      isIdle: z.boolean().meta({ description: 'It ends because it was not used: a visit before keeps it.' }),
    }),
  ]),
);
export type SentFacts = z.infer<typeof sentFacts>;

const alertResult = z.enum(['sent', 'failed', 'unknown', ...HOLD_REASONS]).meta({
  description:
    'Sent, or why not. `unknown`: it was handed to its push service, or was about to be; so it stays where the server was killed before it had the answer.',
});
export type AlertResult = z.infer<typeof alertResult>;

const loggedAlert = sent(z.object({ atMs: epochMs, facts: sentFacts, result: alertResult }));
export type LoggedAlert = z.infer<typeof loggedAlert>;

export const alertDevices = sent(z.object({ devices: z.array(deviceName) }));
export type AlertDevices = z.infer<typeof alertDevices>;

export const alertReport = sent(
  z.object({
    publicKey: z.string().meta({ description: 'For PushManager.subscribe, as applicationServerKey.' }),
    rules: alertRules,
    devices: z.array(deviceName),
    log: z.array(loggedAlert).meta({ description: 'The last week, the newest first.' }),
  }),
);
export type AlertReport = z.infer<typeof alertReport>;

/** A subscription as `PushSubscription.toJSON()` writes it. */
export const pushSubscription = sent(
  z.object({
    endpoint: z.url().max(1_000),
    keys: z.object({
      p256dh: z.base64url().max(100).meta({ description: 'An uncompressed point of P-256.' }),
      auth: z.base64url().max(100).meta({ description: '16 bytes.' }),
    }),
  }),
);

export const countedSignals = sent(z.object({ signals: z.number().int() }));
export const testResult = sent(z.object({ sent: z.number().int(), failed: z.number().int() }));
