import { epochMs } from '../core/time/instant.ts';
import { isUuid } from '../server/auth/access-tokens.ts';
import { requireAccount } from '../server/auth/accounts.ts';
import { listEvents, TRADER_EVENTS } from '../server/auth/security-events.ts';
import { misuse } from './exit-codes.ts';
import type { CommandContext, Ending } from './command-context.ts';
import { documentTable, isoTime } from './output.ts';
import { withAccounts } from './with-accounts.ts';

export interface AuditOptions {
  readonly account?: string;
  readonly what?: string;
  readonly refused?: boolean;
  readonly limit: number;
}

export async function audit({ output }: CommandContext, options: AuditOptions): Promise<Ending> {
  const what = options.what === undefined ? undefined : requireWhat(options.what);
  const events = await withAccounts(output, 'audit', async ({ db, event }) => {
    if (options.account !== undefined) event.account = await accountId(db, options.account);
    return listEvents(db, {
      account: event.account,
      what,
      refused: options.refused,
      limit: options.limit,
    });
  });
  const documents = events.map(({ id: _id, atMs, ...event }) => ({
    at: new Date(atMs).toISOString(),
    ...event,
  }));
  const rows = events.map(({ atMs, what: kind, result, account, email, operator, admin, ip }) => ({
    time: isoTime(atMs),
    what: kind,
    result,
    account: email ?? account,
    operator: operator ?? admin,
    address: ip,
  }));
  return output.result({ events: documents }, () => documentTable(rows) ?? 'There is no such event.');
}

/** An ID is taken as it is: the events of an account that was removed are still there. */
async function accountId(db: Parameters<typeof requireAccount>[0], emailOrId: string): Promise<string> {
  return isUuid(emailOrId) ? emailOrId : (await requireAccount(db, emailOrId, epochMs(Date.now()))).id;
}

function requireWhat(what: string): string {
  const isCommand = /^(user [a-z-]+( on| off)?|webhook [a-z]+|audit)$/.test(what);
  if (isCommand || TRADER_EVENTS.some((each) => each === what)) return what;
  throw misuse(
    `${JSON.stringify(what)} is no kind of event: ${TRADER_EVENTS.join(', ')}, or a command such as "user add".`,
  );
}
