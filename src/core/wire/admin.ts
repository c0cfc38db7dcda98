import type { FeedReport } from './market.ts';

/** What /api/admin says to the screen of operators. Instants are ms since 1970; what there is none of is null. */

/** needs_key: imported without a password or a confirmed address, so that only a new key lets its trader in. */
export const ACCOUNT_STATES = ['active', 'disabled', 'needs_key'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Accounts and events come by so many. */
export const ADMIN_PAGE = 50;

/** Who asks, and what can be done here. */
export interface AdminSelf {
  readonly id: string;
  readonly email: string;
  /** Where the accounts are: null: on this server; else the address of the hosted project, where they are managed. */
  readonly hostedUrl: string | null;
  /** Whether a code is asked for at each step-up. */
  readonly hasSecondFactor: boolean;
}

export interface AdminAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly traderId: string | null;
  readonly state: AccountState;
  readonly isAdmin: boolean;
  readonly sessions: number;
  readonly createdMs: number;
  readonly lastSignInMs: number | null;
  /** When a session was last opened or renewed, which an open page does every hour. */
  readonly lastSeenMs: number | null;
  /** Since when the trader waits for a new key. */
  readonly keyRequestedMs: number | null;
}

export interface AdminAccountPage {
  readonly accounts: readonly AdminAccount[];
  readonly total: number;
  /** Ask for the accounts behind these with it; null when there are none. */
  readonly next: string | null;
}

/** An account's key, which is stored nowhere and said this once. */
export interface AdminNewKey {
  readonly account: AdminAccount;
  readonly key: string;
}

export interface AdminSession {
  readonly id: string;
  readonly createdMs: number;
  /** When it was opened or last renewed. */
  readonly usedMs: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** The one that asks. */
  readonly isThis: boolean;
}

export interface AdminAccountDetails {
  readonly account: AdminAccount;
  /** The one used last first. */
  readonly sessions: readonly AdminSession[];
  /** The nodes that send the account the market now. */
  readonly streams: readonly StreamsOnNode[];
}

export interface AdminEvent {
  readonly id: number;
  readonly atMs: number;
  /** `sign_in`, or a command, such as `user add`. */
  readonly what: string;
  /** `ok`, or the code of the refusal. */
  readonly result: string;
  /** The ID of the account that it was about. */
  readonly account: string | null;
  /** The address that the account has now. */
  readonly email: string | null;
  /** Who did it where it was not the account's owner: a user of the operating system, or an admin's address or ID. */
  readonly operator: string | null;
  readonly ip: string | null;
}

export interface AdminEventPage {
  readonly events: readonly AdminEvent[];
  readonly next: number | null;
}

/** What one node of the site says of itself. */
export interface NodeReport {
  readonly name: string;
  readonly version: string;
  /** The newest migration that it knows. */
  readonly schema: string;
  readonly startedMs: number;
  /** Whether it is about to stop. */
  readonly isDraining: boolean;
  /** Whether the desk runs here. */
  readonly isDesk: boolean;
  /** Whether the desk could run here now without an abstention for want of history. */
  readonly isWarm: boolean;
  /** Open connections of clients, those of streams included. */
  readonly connections: number;
  /** The age of the last prices that it shows; null where it has none. */
  readonly lagMs: number | null;
  /** Null where the market signals are switched off. */
  readonly feed: FeedReport | null;
  /** How far back the prices go that the engine has, of the pair with the fewest; null without prices. */
  readonly historyMs: number | null;
  /** Open market streams, and the accounts that have them. */
  readonly streamCount: number;
  readonly accountCount: number;
  /** Of the accounts with the most streams. */
  readonly streams: readonly StreamsOfAccount[];
}

export interface StreamsOnNode {
  readonly node: string;
  readonly count: number;
}

export interface StreamsOfAccount {
  readonly account: string;
  readonly count: number;
}

/** A node's report as the screen gets it. */
export interface AdminNode extends Omit<NodeReport, 'streams'> {
  /** With the addresses where they are known. */
  readonly streams: readonly (StreamsOfAccount & { readonly email: string | null })[];
}

export interface AdminLedger {
  readonly name: string;
  readonly origin: string;
  readonly size: number;
  /** The newest checkpoint, a signed note. */
  readonly checkpoint: string;
  readonly openSignals: number;
  readonly findings: {
    readonly overdueSignals: number;
    readonly silentMinutes: number;
    readonly wrongEntries: number;
  };
  readonly witnesses: readonly AdminWitness[];
}

export interface AdminWitness {
  readonly name: string;
  /** What it cosigned last; null: nothing of this ledger. */
  readonly last: { readonly size: number; readonly atMs: number } | null;
}

/** The whole of the site: its nodes, the desk's lease and the ledger. */
export interface AdminSite {
  /** How many traders wait for a new key; null where a hosted project has the accounts. */
  readonly keyRequests: number | null;
  readonly nodes: readonly AdminNode[];
  /** Who may write the ledger; null where no desk ever ran. */
  readonly desk: { readonly term: number; readonly expiresMs: number } | null;
  readonly ledger: AdminLedger | null;
}
