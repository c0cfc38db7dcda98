import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { NoMarketReason } from '../core/protocol/market-protocol.ts';
import type { EpochMs } from '../core/time/instant.ts';
import { SECOND_MS } from '../core/time/instant.ts';
import { openServerSecret } from './secret/server-secret.ts';
import type { Config } from './config/config.ts';
import { isDatabaseUnavailable } from './db/database-error.ts';
import { BotRequests } from './desk/bot-requests.ts';
import { databaseRequests } from './desk/database-requests.ts';
import { Desk } from './desk/desk.ts';
import type { DeskFigures } from './desk/desk-figures.ts';
import { voidAbandonedRuns, findAbandonedRuns } from './ledger/void-abandoned-runs.ts';
import { LedgerUnavailableError } from './ledger/ledger.ts';
import { LedgerDamagedError, LedgerTakenError } from './ledger/ledger-errors.ts';
import { fileMarks } from './ledger/ledger-marks.ts';
import { type OpenedLedger, openLedger } from './ledger/open-ledger.ts';
import type { Market } from './market/market.ts';
import type { MarketApi } from './stream/serve-market-api.ts';

export interface DeskOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly db: Pool;
  /** Not started yet. */
  readonly market: Market;
  readonly api: MarketApi;
  readonly now: () => EpochMs;
  /** Where the desk counts what it does. */
  readonly figures: DeskFigures;
  /** Called with the ledger once all that is on it works; the function that it returns is called when this server no longer writes it. */
  readonly onOpen?: (ledger: OpenedLedger) => (() => void | Promise<void>) | undefined;
}

export interface RunningDesk {
  /** Issues nothing more, ends the feeds and lets another server write the ledger. */
  stop(): Promise<void>;
}

/** How soon the ledger is tried again when another server writes it or the database does not answer. */
const TRY_AGAIN_MS = SECOND_MS;

/**
 * Opens the ledger, then the desk on it, then the market, and shows all that. Returns at once: what is missing is tried again
 * until it is there, while the rest of the server works and the API says why there are no market signals. So it is when another
 * server takes the ledger over while this one has lost its connection: this one gives way and waits for its turn again.
 */
export function startDesk(options: DeskOptions): RunningDesk {
  const { log, market, api, figures } = options;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let parts: { ledger?: OpenedLedger; desk?: Desk; close?: () => void | Promise<void> } = {};
  figures.isLeader = () => parts.desk !== undefined;
  let opening: Promise<void> = Promise.resolve();
  let said: string | undefined;
  // One for the whole run, however often it is opened: a replay goes on where it was.
  const name = ledgerName(market, options.now());

  async function open(): Promise<void> {
    try {
      const ledger = await openOwn();
      const requests = databaseRequests(options.db, ledger.name);
      const desk = new Desk({ market, ledger, requests, random, log, figures });
      parts = { ledger, desk };
      await desk.start();
      const asked = new BotRequests({ market, ledger, requests, figures });
      await api.open({ market, ledger, requests: asked });
      const close = options.onOpen?.(ledger);
      parts = { ledger, desk, ...(close && { close }) };
      market.start();
      said = undefined;
    } catch (error) {
      await end(error);
    }
  }

  /** The ledger of this run; before it is written, signals that runs before it left open are ended. */
  async function openOwn(): Promise<OpenedLedger> {
    const ledgerOptions = ledgerOptionsOf(options);
    const openThis = async () => {
      const ledger = await openLedger({ ...ledgerOptions, name, label: market.label, onLost: onLedgerLost });
      parts = { ledger };
      return ledger;
    };
    const ledger = await openThis();
    const runs = await findAbandonedRuns(options.db, name);
    if (runs.length === 0) return ledger;
    // They are written under the same lease.
    await closeParts();
    await voidAbandonedRuns(runs, (run) => openLedger({ ...ledgerOptions, ...run }), log);
    return openThis();
  }

  /** The ledger is lost: no entry is shown from here on, and what is under way is ended first. */
  function onLedgerLost(reason: Error): void {
    if (isStopping) return;
    api.close(reasonOf(reason));
    opening = opening.then(() => (parts.ledger === undefined ? undefined : end(reason)));
  }

  async function end(error: unknown): Promise<void> {
    const reason = reasonOf(error);
    api.close(reason);
    // The lease would keep the next attempt out, and every other server.
    await closeParts();
    say(reason, error);
    if (!isStopping && isTemporary(error)) timer = setTimeout(tryToOpen, TRY_AGAIN_MS);
  }

  /** Once each: what is tried every second would fill the log. That another server is the desk is no error at all. */
  function say(reason: NoMarketReason, error: unknown): void {
    if (reason === said) return;
    said = reason;
    const cause = causeOf(error);
    if (cause instanceof LedgerTakenError) log.info(`no market signals: ${cause.message}`);
    else log.error({ err: error }, `no market signals: ${reason}`);
  }

  async function closeParts(): Promise<void> {
    const { ledger, desk, close } = parts;
    parts = {};
    await desk?.stop();
    await close?.();
    await ledger?.close();
  }

  function tryToOpen(): void {
    opening = open();
  }

  tryToOpen();
  return {
    async stop() {
      isStopping = true;
      await opening;
      clearTimeout(timer);
      api.close('stopping');
      await market.stop();
      await closeParts();
    },
  };
}

function ledgerOptionsOf({ config, db, log, now }: DeskOptions) {
  const secret = openServerSecret(config.authSecret, config.dataDir);
  return {
    db,
    log,
    originHost: originHost(config, secret.id),
    secret,
    marks: fileMarks(config.dataDir),
    now,
  };
}

/** Live prices have one ledger for ever; every replay and every synthetic run has its own, also of two that begin in one second. */
function ledgerName({ kind }: Market, startedAt: EpochMs): string {
  if (kind === 'live') return 'live';
  const at = new Date(startedAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `${kind}-${at}-${randomBytes(4).toString('hex')}`;
}

/** What tells this ledger from all others: the site's name, or where it has none, one that belongs to its secret. */
function originHost({ publicUrl }: Config, secretId: string): string {
  if (publicUrl !== undefined) return new URL(publicUrl).host;
  return `${Buffer.from(secretId).toString('hex').slice(0, 16)}.invalid`;
}

function random(): number {
  return randomBytes(4).readUInt32LE();
}

function isTemporary(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof LedgerTakenError || isAway(cause);
}

/** What is behind a ledger that cannot be written, where that is more than a database that does not answer. */
function causeOf(error: unknown): unknown {
  const cause = error instanceof LedgerUnavailableError ? error.cause : undefined;
  return cause instanceof LedgerTakenError || cause instanceof LedgerDamagedError ? cause : error;
}

/** Also when it went away again behind the ledger that was just opened. */
function isAway(error: unknown): boolean {
  return error instanceof LedgerUnavailableError || isDatabaseUnavailable(error);
}

/** For the API; what the operator has to know is in the log. */
function reasonOf(error: unknown): NoMarketReason {
  const cause = causeOf(error);
  if (cause instanceof LedgerTakenError) return 'other-server';
  if (cause instanceof LedgerDamagedError) return 'ledger-damaged';
  if (isAway(cause)) return 'database-lost';
  return 'start-failed';
}
