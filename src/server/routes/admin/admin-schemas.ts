import { z } from 'zod';
import {
  ACCOUNT_STATES,
  type AdminAccount,
  type AdminAccountDetails,
  type AdminAccountPage,
  type AdminEventPage,
  type AdminNewKey,
  type AdminSelf,
  type AdminSite,
} from '../../../core/wire/admin.ts';
import { feedReportSchema } from '../market/market-schemas.ts';

const instant = z.number().int().meta({ description: 'ms since 1970' });

/** What the database can look for: it has no NUL. */
const searched = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u, 'must not have control characters');

export const selfBody: z.ZodType<AdminSelf> = z.object({
  id: z.string(),
  email: z.string(),
  hostedUrl: z.string().nullable().meta({ description: 'The hosted project that has the accounts, if any.' }),
  hasSecondFactor: z.boolean().meta({ description: 'Whether a code is asked for at each step-up.' }),
});

export const accountBody: z.ZodType<AdminAccount> = z
  .object({
    id: z.uuid(),
    email: z.string(),
    name: z.string().nullable(),
    traderId: z.string().nullable(),
    state: z.enum(ACCOUNT_STATES),
    isAdmin: z.boolean(),
    sessions: z.number().int(),
    createdMs: instant,
    lastSignInMs: instant.nullable(),
    lastSeenMs: instant.nullable().meta({
      description: 'When a session was last opened or renewed, which an open page does every hour.',
    }),
    keyRequestedMs: instant.nullable().meta({ description: 'Since when the trader waits for a new key.' }),
  })
  .meta({ id: 'AdminAccount' });

export const accountsQuery = z.object({
  find: searched.default('').meta({ description: 'Occurs in the address, trader ID or name.' }),
  waiting: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true: only those whose traders wait for a new key.' }),
  after: z
    .string()
    .regex(/^\d{1,15}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    .optional()
    .meta({ description: 'The `next` of the page before.' }),
});

export const accountPageBody: z.ZodType<AdminAccountPage> = z.object({
  accounts: z.array(accountBody),
  total: z.number().int(),
  next: z.string().nullable(),
});

export const newAccountBody = z.object({
  email: z.string().max(320),
  traderId: z.string().max(200).optional(),
  name: z.string().max(200).optional(),
});

export const newKeyBody: z.ZodType<AdminNewKey> = z.object({
  account: accountBody,
  key: z.string().meta({ description: 'Stored nowhere and said this once.' }),
});

export const codeBody = z.object({
  code: z.string().min(1).max(100).meta({ description: 'Of the authenticator app, or a recovery code.' }),
});

export const accountParams = z.object({ id: z.uuid() });
export const sessionParams = z.object({ id: z.uuid(), session: z.uuid() });

export const detailsBody: z.ZodType<AdminAccountDetails> = z.object({
  account: accountBody,
  sessions: z.array(
    z.object({
      id: z.uuid(),
      createdMs: instant,
      usedMs: instant,
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
      isThis: z.boolean(),
    }),
  ),
  streams: z.array(z.object({ node: z.string(), count: z.number().int() })),
});

export const eventsQuery = z.object({
  account: z.uuid().optional(),
  what: z
    .string()
    .regex(/^[a-z_ -]{1,40}$/)
    .optional()
    .meta({ description: 'Such as sign_in, or a command: user add.' }),
  refused: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true: only what was refused or failed.' }),
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .meta({ description: 'The `next` of the page before.' }),
});

export const eventPageBody: z.ZodType<AdminEventPage> = z.object({
  events: z.array(
    z.object({
      id: z.number().int(),
      atMs: instant,
      what: z.string(),
      result: z.string(),
      account: z.string().nullable(),
      email: z.string().nullable(),
      operator: z.string().nullable(),
      ip: z.string().nullable(),
    }),
  ),
  next: z.number().int().nullable(),
});

const nodeBody = z.object({
  name: z.string(),
  version: z.string(),
  schema: z.string().meta({ description: 'The newest migration that it knows.' }),
  startedMs: instant,
  isDraining: z.boolean(),
  isDesk: z.boolean(),
  isWarm: z.boolean().meta({ description: 'Whether the desk could run here now, with enough history.' }),
  connections: z.number().int().meta({ description: 'Open connections of clients, streams included.' }),
  lagMs: z.number().nullable().meta({ description: 'The age of the last prices that it shows.' }),
  feed: feedReportSchema.nullable(),
  historyMs: z
    .number()
    .nullable()
    .meta({ description: 'How far back the prices go that the engine has, of the pair with the fewest.' }),
  streamCount: z.number().int(),
  accountCount: z.number().int(),
  streams: z.array(z.object({ account: z.string(), email: z.string().nullable(), count: z.number().int() })),
});

export const siteBody: z.ZodType<AdminSite> = z.object({
  keyRequests: z.number().int().nullable().meta({ description: 'Traders who wait for a new key.' }),
  nodes: z.array(nodeBody),
  desk: z.object({ term: z.number().int(), expiresMs: instant }).nullable(),
  ledger: z
    .object({
      name: z.string(),
      origin: z.string(),
      size: z.number().int(),
      checkpoint: z.string().meta({ description: 'The newest, a signed note.' }),
      openSignals: z.number().int(),
      findings: z.object({
        overdueSignals: z.number().int(),
        silentMinutes: z.number().int(),
        wrongEntries: z.number().int(),
      }),
      witnesses: z.array(
        z.object({
          name: z.string(),
          last: z.object({ size: z.number().int(), atMs: instant }).nullable(),
        }),
      ),
    })
    .nullable(),
});
