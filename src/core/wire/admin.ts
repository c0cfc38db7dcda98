import { z } from 'zod';
import { epochMs, sent, sentObject } from './fields.ts';
import { feedReport } from './market.ts';

/** What /api/admin takes and answers, for the screen of operators. What there is none of is null. */

/** Accounts and events come by so many. */
export const ADMIN_PAGE = 50;

const count = z.int();
const name = z.string().max(200);
const yesOrNo = z.enum(['true', 'false']).default('false');
const streamsOnNode = z.object({ node: z.string(), count });
const streamsOfAccount = z.object({ account: z.string(), count });

export const adminSelf = sentObject({
  id: z.string(),
  email: z.string(),
  hostedUrl: z.string().nullable().describe('The hosted project that has the accounts, if any.'),
  hasSecondFactor: z.boolean().describe('Whether a code is asked for at each step-up.'),
});
export type AdminSelf = z.infer<typeof adminSelf>;

export const adminAccount = sentObject({
  id: z.uuid(),
  email: z.string(),
  name: z.string().nullable(),
  traderId: z.string().nullable(),
  state: z
    .enum(['active', 'disabled', 'needs_key'])
    .describe(
      'needs_key: imported without a password or a confirmed address, so that only a new key lets its trader in.',
    ),
  isAdmin: z.boolean(),
  sessions: count,
  createdMs: epochMs,
  lastSignInMs: epochMs.nullable(),
  lastSeenMs: epochMs
    .nullable()
    .describe('When a session was last opened or renewed, which an open page does every hour.'),
  keyRequestedMs: epochMs.nullable().describe('Since when the trader waits for a new key.'),
}).meta({ id: 'AdminAccount' });
export type AdminAccount = z.infer<typeof adminAccount>;

export const accountsQuery = sentObject({
  // What the database can search for: it has no NUL.
  find: name
    .regex(/^\P{Cc}*$/u, 'must not have control characters')
    .default('')
    .describe('Occurs in the address, trader ID or name.'),
  waiting: yesOrNo.describe('true: only those whose traders wait for a new key.'),
  after: z
    .string()
    .regex(/^\d{1,15}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    .optional()
    .describe('The `next` of the page before.'),
});

export const adminAccountPage = sentObject({
  accounts: z.array(adminAccount),
  total: count,
  next: z.string().nullable(),
});
export type AdminAccountPage = z.infer<typeof adminAccountPage>;

export const newAccount = sentObject({
  email: z.string().max(320),
  traderId: name.optional(),
  name: name.optional(),
});
export type NewAccount = z.infer<typeof newAccount>;

export const adminNewKey = sentObject({
  account: adminAccount,
  key: z.string().describe('Stored nowhere and said this once.'),
});
export type AdminNewKey = z.infer<typeof adminNewKey>;

export const confirmation = sentObject({
  code: z.string().min(1).max(100).describe('Of the authenticator app, or a recovery code.'),
});

export const adminAccountDetails = sentObject({
  account: adminAccount,
  sessions: z
    .array(
      z.object({
        id: z.uuid(),
        createdMs: epochMs,
        usedMs: epochMs.describe('When it was opened or last renewed.'),
        ip: z.string().nullable(),
        userAgent: z.string().nullable(),
        isThis: z.boolean().describe('The one that asks.'),
      }),
    )
    .describe('The one used last first.'),
  streams: z.array(streamsOnNode).describe('The nodes that send the account the market now.'),
});
export type AdminAccountDetails = z.infer<typeof adminAccountDetails>;
export type AdminSession = AdminAccountDetails['sessions'][number];
export type StreamsOnNode = AdminAccountDetails['streams'][number];

export const eventsQuery = sentObject({
  account: z.uuid().optional(),
  what: z
    .string()
    .regex(/^[a-z_ -]{1,40}$/)
    .optional()
    .describe('Such as sign_in, or a command: user add.'),
  refused: yesOrNo.describe('true: only what was refused or failed.'),
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('The `next` of the page before.'),
});

export const adminEventPage = sentObject({
  events: z.array(
    z.object({
      id: count,
      atMs: epochMs,
      what: z.string().describe('`sign_in`, or a command, such as `user add`.'),
      result: z.string().describe('`ok`, or the code of the refusal.'),
      account: z.string().nullable().describe('The ID of the account that it was about.'),
      email: z.string().nullable().describe('The address that the account has now.'),
      operator: z
        .string()
        .nullable()
        .describe(
          "Who did it where it was not the account's owner: a user of the operating system, or an admin's address or ID.",
        ),
      ip: z.string().nullable(),
    }),
  ),
  next: count.nullable(),
});
export type AdminEventPage = z.infer<typeof adminEventPage>;
export type AdminEvent = AdminEventPage['events'][number];

const nodeReport = z.object({
  name: z.string(),
  version: z.string(),
  schema: z.string().describe('The newest migration that it knows.'),
  startedMs: epochMs,
  isDraining: z.boolean().describe('Whether it is about to stop.'),
  isDesk: z.boolean().describe('Whether the desk runs here.'),
  isWarm: z.boolean().describe('Whether the desk could run here now, with enough history.'),
  connections: count.describe('Open connections of clients, streams included.'),
  lagMs: z.number().nullable().describe('The age of the last prices that it shows.'),
  feed: feedReport.nullable().describe('Null where the market signals are switched off.'),
  historyMs: z
    .number()
    .nullable()
    .describe('How far back the prices go that the engine has, of the pair with the fewest.'),
  streamCount: count,
  accountCount: count,
  streams: z.array(streamsOfAccount).describe('Of the accounts with the most.'),
});
const sentReport = sent(nodeReport);
export type NodeReport = z.infer<typeof sentReport>;

export const adminSite = sentObject({
  keyRequests: count.nullable().describe('Traders who wait for a new key.'),
  nodes: z.array(
    nodeReport.extend({ streams: z.array(streamsOfAccount.extend({ email: z.string().nullable() })) }),
  ),
  ledger: z
    .object({
      name: z.string(),
      origin: z.string(),
      size: count,
      checkpoint: z.string().describe('The newest, a signed note.'),
      openSignals: count,
      findings: z.object({
        overdueSignals: count,
        silentMinutes: count,
        wrongEntries: count.describe('Missing, unreadable, or contradicted by the columns beside them.'),
      }),
      witnesses: z.array(
        z.object({
          name: z.string(),
          last: z
            .object({ size: count, atMs: epochMs })
            .nullable()
            .describe('What it cosigned last of this ledger.'),
        }),
      ),
    })
    .nullable(),
});
export type AdminSite = z.infer<typeof adminSite>;
export type AdminNode = AdminSite['nodes'][number];
export type AdminLedger = NonNullable<AdminSite['ledger']>;
