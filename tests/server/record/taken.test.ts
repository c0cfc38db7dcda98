import type { QueryResult } from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tradesTextReader } from '../../../src/core/check/reading/read-trades.ts';
import { fixedClock } from '../../../src/core/time/wall-clock.ts';
import { epochMs } from '../../../src/core/time/instant.ts';
import type { TakenSignals } from '../../../src/core/wire/record.ts';
import { createAccount, removeAccount } from '../../../src/server/auth/accounts.ts';
import { createAccess } from '../../../src/server/routes/access.ts';
import { serveTaken } from '../../../src/server/routes/record/serve-taken.ts';
import { apiApp } from '../../support/api-app.ts';
import { drawnStories } from './drawn-stories.ts';
import { recordedLedger } from './recorded-ledger.ts';

const on = recordedLedger();
const stories = drawnStories(7, 40);
let deskMs = 0;
let count = 0;
let me: string;
let other: string;

beforeEach(async () => {
  await on.append(stories);
  count += 1;
  const add = (name: string) =>
    createAccount(on.db, { email: `${name}-${count}@example.com` } as never, epochMs(0));
  me = (await add('me')).account.id;
  other = (await add('other')).account.id;
});

async function call(userId: string, method: 'GET' | 'PUT' | 'DELETE', path = '') {
  const app = apiApp();
  const access = createAccess({
    identify: async (id) => ({ id: id ?? '', email: '' }),
    now: () => epochMs(0),
    record: 'signed-in',
    rateLimit: 'off',
  });
  serveTaken(app, {
    db: on.db,
    access,
    ledger: () => on.ledger.name,
    deskNow: () => epochMs(deskMs),
    now: () => epochMs(0),
  });
  const answer = await app.inject({ method, url: `/api/taken${path}`, headers: { authorization: userId } });
  await app.close();
  return answer;
}

/** Takes a signal so long after its start. */
async function take(at: number, delayMs: number, userId = me) {
  const { signal } = stories[at] as (typeof stories)[number];
  deskMs = signal.startMs + delayMs;
  return call(userId, 'PUT', `/${signal.id}`);
}

describe('the signals that a trader took', () => {
  it('come newest first, with how late they were taken and how they ended', async () => {
    await take(3, 1_400);
    await take(5, -700);
    const answer = (await take(9, 2_000)).json<TakenSignals>();
    expect(answer.total).toBe(3);
    expect(
      answer.signals.map(({ id, delayMs, outcome, lateOutcome }) => ({ id, delayMs, outcome, lateOutcome })),
    ).toEqual(
      [
        [9, 2_000],
        [5, 0],
        [3, 1_400],
      ].map(([at = 0, delayMs]) => {
        const { signal, settled } = stories[at] as (typeof stories)[number];
        const lateOutcome = settled.enteredLate?.outcome ?? null;
        return { id: signal.id, delayMs, outcome: settled.outcome, lateOutcome };
      }),
    );
    expect((await call(me, 'GET')).json()).toEqual(answer);
  });

  it('keep what was said first, and can be taken back', async () => {
    await take(3, 1_000);
    expect((await take(3, 3_000)).json<TakenSignals>().signals).toMatchObject([{ delayMs: 1_000 }]);
    const path = `/${stories[3]?.signal.id}`;
    expect((await call(me, 'DELETE', path)).json()).toMatchObject({ total: 0, signals: [] });
    expect((await call(me, 'DELETE', path)).statusCode).toBe(404);
  });

  it('are that trader’s alone, and gone with the account', async () => {
    await take(3, 1_000);
    await take(4, 1_000, other);
    expect((await call(other, 'GET')).json()).toMatchObject({ total: 1 });
    await removeAccount(on.db, me, epochMs(0));
    const { rows } = await on.db.query('select user_id from taken_signals where user_id in ($1, $2)', [
      me,
      other,
    ]);
    expect(rows).toEqual([{ user_id: other }]);
  });

  it.each([
    ['that is over', () => take(3, 60_000 * 60)],
    ['that never was', () => call(me, 'PUT', '/5f0a4a58-6a0c-4b4e-9d0c-0a4f7c1b2d3e')],
  ])('cannot be one %s', async (_, ask) => {
    expect((await ask()).statusCode).toBe(404);
    expect((await call(me, 'GET')).json()).toMatchObject({ total: 0 });
  });

  it('are listed up to 1,000 and counted beyond, and are whole in the files', async () => {
    const more = drawnStories(8, 990, undefined, 80);
    await on.ledger.append(more.flatMap(({ entries }) => entries));
    await on.db.query(
      `insert into taken_signals (user_id, ledger, index, delay_ms, taken_at)
       select $1, ledger, index, 0, now() from ledger_entries join ledgers l on l.id = ledger
       where l.name = $2 and kind = 'signal'`,
      [me, on.ledger.name],
    );
    const { total, signals } = (await call(me, 'GET')).json<TakenSignals>();
    const reads = vi.spyOn(on.db, 'query');
    const lines = (await call(me, 'GET', '.json')).json<{ id: string }[]>();
    const ids = [...stories, ...more].map(({ signal }) => signal.id);
    expect([total, signals.length, lines.length]).toEqual([1_030, 1_000, 1_030]);
    const answers = await Promise.all(reads.mock.results.map(({ value }) => value as Promise<QueryResult>));
    expect(answers.map(({ rowCount }) => rowCount)).toEqual([1_000, 30]);
    expect(signals.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 1_000));
    expect(lines.map(({ id }) => id)).toEqual(ids);
  });

  it('are files of the settled ones, which the check reads as they ended', async () => {
    for (let at = 0; at < stories.length; at += 1) await take(at, 900);
    const csv = await call(me, 'GET', '.csv');
    expect(csv.headers['content-disposition']).toContain(`pipcast-taken-${on.ledger.name}.csv`);
    const lines = (await call(me, 'GET', '.json')).json<{ id: string; entered_after_ms: number }[]>();
    expect(lines.map(({ id }) => id)).toEqual(stories.map(({ signal }) => signal.id));
    expect(lines.every(({ entered_after_ms: ms }) => ms === 900)).toBe(true);
    for (const file of [csv.body, (await call(me, 'GET', '.json')).body]) {
      const { trades } = tradesTextReader(file)({ payout: 0.8, clock: fixedClock('UTC', 0) });
      const read = (result: string) => trades.filter((trade) => trade.outcome === result).length;
      const ended = (outcome: string) => stories.filter(({ settled }) => settled.outcome === outcome).length;
      expect([read('won'), read('lost')]).toEqual([ended('won'), ended('lost')]);
    }
  });
});
