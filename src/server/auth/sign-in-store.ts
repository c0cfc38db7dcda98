import type { Pool } from 'pg';
import { createGatherer } from './gatherer.ts';
import { openSessions, type SignInChange } from './sessions.ts';
import type { User } from './user.ts';
import { findUserByEmail, findUsersByEmail } from './user-store.ts';

/** What a sign-in asks of the database: the account before its password is checked, and the session after. */
export interface SignInStore {
  /** The account of an address as `lookupEmail` gave it. */
  findUser(email: string): Promise<User | undefined>;
  /** Opens the session on disk and answers the user as signed in; undefined when the account changed meanwhile. */
  openSession(change: SignInChange): Promise<User | undefined>;
}

/** Requests that come together arrive within this. Meanwhile, passwords that wait keep the cores busy. */
const READ_WAIT_MS = 4;

/** Little beside the wait for a password check that whoever signs in just had, and a few checks long. */
const WRITE_WAIT_MS = 20;

const LARGEST_GROUP = 64;

/** `isBusy`: whether passwords wait to be checked, so that reading an account later delays nobody. */
export function createSignInStore(db: Pool, isBusy: () => boolean): SignInStore {
  const load = { isBusy, largestGroup: LARGEST_GROUP };
  return {
    findUser: createGatherer({
      ...load,
      maxWaitMs: READ_WAIT_MS,
      one: (email: string) => findUserByEmail(db, email),
      async many(emails) {
        const found = await findUsersByEmail(db, emails);
        return new Map(emails.map((email) => [email, found.get(email)]));
      },
    }),
    openSession: createGatherer({
      ...load,
      maxWaitMs: WRITE_WAIT_MS,
      async one(change: SignInChange) {
        return (await openSessions(db, [change], 'wait')).get(change.session.id);
      },
      async many(changes) {
        // One of each account: a statement changes a row once.
        const ofUser = new Map(changes.map((change) => [change.userId, change]));
        const opened = await openSessions(db, [...ofUser.values()], 'skip');
        return new Map(
          changes.flatMap((change) => {
            const user = opened.get(change.session.id);
            return user === undefined ? [] : [[change, user]];
          }),
        );
      },
    }),
  };
}
