import type { Pool } from 'pg';
import { mergedTries } from '../../../core/lab/merged-tries.ts';
import {
  type LabTries,
  labTries,
  MOST_BY_HAND,
  MOST_LAB_PRICES,
  MOST_SWEEPS,
  triedInBrowser,
} from '../../../core/wire/lab-tries.ts';
import { inTransaction } from '../../db/database-pool.ts';
import { type Access, userIdOf } from '../access.ts';
import { badRequest } from '../http-error.ts';
import { type TypedApp, errorAnswers, guarded } from '../typed-app.ts';
import { execute, queryRows } from '../../platform/sql.ts';

const BODY_LIMIT_BYTES = 256 * 1024;

/** Serves `/api/lab-tries`: what a trader tried in the Lab, in whichever browser. */
export function serveLabTries(
  app: TypedApp,
  {
    db,
    access: { signedIn, takes },
  }: { readonly db: Pool; readonly access: Pick<Access, 'signedIn' | 'takes'> },
): void {
  app.put(
    '/api/lab-tries',
    {
      ...guarded('lab', [signedIn, takes(5)], {
        summary:
          "Adds what was tried in one browser to the account's tries on these prices, and answers all of them",
        body: triedInBrowser,
        response: { 200: labTries, ...errorAnswers(400, 401, 413, 429, 503) },
      }),
      bodyLimit: BODY_LIMIT_BYTES,
    },
    async (request) => {
      const { prices, ...tries } = request.body;
      const all = await addTries(db, userIdOf(request), prices, tries);
      if (all === undefined) throw badRequest('An account keeps no more tries than these.');
      return all;
    },
  );
}

/** With what the account has; undefined, and nothing changed, where that is more than an account keeps. */
async function addTries(
  db: Pool,
  userId: string,
  prices: string,
  tries: LabTries,
): Promise<LabTries | undefined> {
  return inTransaction(db, async (client) => {
    // Serialises two browsers of one account.
    await execute(client)`select from users where id = ${userId} for no key update`;
    const rows = await queryRows<{ prices: string; tries: LabTries }>(client)`
      select prices, case when prices = ${prices} then tries end as tries from lab_tries
      where user_id = ${userId}`;
    const known = rows.find((row) => row.prices === prices);
    const all = known === undefined ? tries : mergedTries(known.tries, tries);
    const isTooMany =
      (known === undefined && rows.length >= MOST_LAB_PRICES) ||
      all.byHand.length > MOST_BY_HAND ||
      all.sweeps.length > MOST_SWEEPS;
    if (isTooMany) return undefined;
    await execute(client)`insert into lab_tries (user_id, prices, tries)
      values (${userId}, ${prices}, ${JSON.stringify(all)})
      on conflict (user_id, prices) do update set tries = excluded.tries`;
    return all;
  });
}
