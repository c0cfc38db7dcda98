import { z } from 'zod';
import { epochMs, sent } from './fields.ts';
import { feedReport } from './market.ts';

/** What /api/admin takes and answers, for the screen of operators. What there is none of is null. */

/** Accounts and events come by so many. */
export const ADMIN_PAGE = 50;

const count = z.number().int();
const name = z.string().max(200);
const yesOrNo = z.enum(['true', 'false']).default('false');
const streamsOnNode = z.object({ node: z.string(), count });
const streamsOfAccount = z.object({ account: z.string(), count });

export const adminSelf = sent(
  z.object({
    id: z.string(),
    email: z.string(),
    hostedUrl: z
      .string()
      .nullable()
      .meta({ description: 'The hosted project that has the accounts, if any.' }),
    hasSecondFactor: z.boolean().meta({ description: 'Whether a code is asked for at each step-up.' }),
  }),
);
export type AdminSelf = z.infer<typeof adminSelf>;

export const adminAccount = sent(
  z
    .object({
      id: z.uuid(),
      email: z.string(),
      name: z.string().nullable(),
      traderId: z.string().nullable(),
      state: z.enum(['active', 'disabled', 'needs_key']).meta({
        description:
          'needs_key: imported without a password or a confirmed address, so that only a new key lets its trader in.',
      }),
      isAdmin: z.boolean(),
      sessions: count,
      createdMs: epochMs,
      lastSignInMs: epochMs.nullable(),
      lastSeenMs: epochMs.nullable().meta({
        description: 'When a session was last opened or renewed, which an open page does every hour.',
      }),
      keyRequestedMs: epochMs.nullable().meta({ description: 'Since when the trader waits for a new key.' }),
    })
    .meta({ id: 'AdminAccount' }),
);
export type AdminAccount = z.infer<typeof adminAccount>;
export type AccountState = AdminAccount['state'];

export const accountsQuery = sent(
  z.object({
    // What the database can search for: it has no NUL.
    find: name
      .regex(/^\P{Cc}*$/u, 'must not have control characters')
      .default('')
      .meta({ description: 'Occurs in the address, trader ID or name.' }),
    waiting: yesOrNo.meta({ description: 'true: only those whose traders wait for a new key.' }),
    after: z
      .string()
      .regex(/^\d{1,15}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
      .optional()
      .meta({ description: 'The `next` of the page before.' }),
  }),
);

export const adminAccountPage = sent(
  z.object({ accounts: z.array(adminAccount), total: count, next: z.string().nullable() }),
);
export type AdminAccountPage = z.infer<typeof adminAccountPage>;

export const newAccount = sent(
  z.object({ email: z.string().max(320), traderId: name.optional(), name: name.optional() }),
);
export type NewAccount = z.infer<typeof newAccount>;

export const adminNewKey = sent(
  z.object({
    account: adminAccount,
    key: z.string().meta({ description: 'Stored nowhere and said this once.' }),
  }),
);
export type AdminNewKey = z.infer<typeof adminNewKey>;

export const confirmation = sent(
  z.object({
    code: z.string().min(1).max(100).meta({ description: 'Of the authenticator app, or a recovery code.' }),
  }),
);

export const adminAccountDetails = sent(
  z.object({
    account: adminAccount,
    sessions: z
      .array(
        z.object({
          id: z.uuid(),
          createdMs: epochMs,
          usedMs: epochMs.meta({ description: 'When it was opened or last renewed.' }),
          ip: z.string().nullable(),
          userAgent: z.string().nullable(),
          isThis: z.boolean().meta({ description: 'The one that asks.' }),
        }),
      )
      .meta({ description: 'The one used last first.' }),
    streams: z.array(streamsOnNode).meta({ description: 'The nodes that send the account the market now.' }),
  }),
);
export type AdminAccountDetails = z.infer<typeof adminAccountDetails>;
export type AdminSession = AdminAccountDetails['sessions'][number];
export type StreamsOnNode = AdminAccountDetails['streams'][number];

export const eventsQuery = sent(
  z.object({
    account: z.uuid().optional(),
    what: z
      .string()
      .regex(/^[a-z_ -]{1,40}$/)
      .optional()
      .meta({ description: 'Such as sign_in, or a command: user add.' }),
    refused: yesOrNo.meta({ description: 'true: only what was refused or failed.' }),
    before: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional()
      .meta({ description: 'The `next` of the page before.' }),
  }),
);

export const adminEventPage = sent(
  z.object({
    events: z.array(
      z.object({
        id: count,
        atMs: epochMs,
        what: z.string().meta({ description: '`sign_in`, or a command, such as `user add`.' }),
        result: z.string().meta({ description: '`ok`, or the code of the refusal.' }),
        account: z.string().nullable().meta({ description: 'The ID of the account that it was about.' }),
        email: z.string().nullable().meta({ description: 'The address that the account has now.' }),
        operator: z.string().nullable().meta({
          description:
            "Who did it where it was not the account's owner: a user of the operating system, or an admin's address or ID.",
        }),
        ip: z.string().nullable(),
      }),
    ),
    next: count.nullable(),
  }),
);
export type AdminEventPage = z.infer<typeof adminEventPage>;
export type AdminEvent = AdminEventPage['events'][number];

const nodeReport = z.object({
  name: z.string(),
  version: z.string(),
  schema: z.string().meta({ description: 'The newest migration that it knows.' }),
  startedMs: epochMs,
  isDraining: z.boolean().meta({ description: 'Whether it is about to stop.' }),
  isDesk: z.boolean().meta({ description: 'Whether the desk runs here.' }),
  isWarm: z.boolean().meta({ description: 'Whether the desk could run here now, with enough history.' }),
  connections: count.meta({ description: 'Open connections of clients, streams included.' }),
  lagMs: z.number().nullable().meta({ description: 'The age of the last prices that it shows.' }),
  feed: feedReport.nullable().meta({ description: 'Null where the market signals are switched off.' }),
  historyMs: z
    .number()
    .nullable()
    .meta({ description: 'How far back the prices go that the engine has, of the pair with the fewest.' }),
  streamCount: count,
  accountCount: count,
  streams: z.array(streamsOfAccount).meta({ description: 'Of the accounts with the most.' }),
});
const sentReport = sent(nodeReport);
export type NodeReport = z.infer<typeof sentReport>;

export const adminSite = sent(
  z.object({
    keyRequests: count.nullable().meta({ description: 'Traders who wait for a new key.' }),
    nodes: z.array(
      nodeReport.extend({ streams: z.array(streamsOfAccount.extend({ email: z.string().nullable() })) }),
    ),
    desk: z.object({ term: count, expiresMs: epochMs }).nullable(),
    ledger: z
      .object({
        name: z.string(),
        origin: z.string(),
        size: count,
        checkpoint: z.string().meta({ description: 'The newest, a signed note.' }),
        openSignals: count,
        findings: z.object({ overdueSignals: count, silentMinutes: count, wrongEntries: count }),
        witnesses: z.array(
          z.object({
            name: z.string(),
            last: z
              .object({ size: count, atMs: epochMs })
              .nullable()
              .meta({ description: 'What it cosigned last of this ledger.' }),
          }),
        ),
      })
      .nullable(),
  }),
);
export type AdminSite = z.infer<typeof adminSite>;
export type AdminNode = AdminSite['nodes'][number];
export type AdminLedger = NonNullable<AdminSite['ledger']>;
