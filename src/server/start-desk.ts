import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { EpochMs } from '../core/kit/time.ts';
import { SECOND_MS } from '../core/kit/time.ts';
import { openServerSecret } from './auth/server-secret.ts';
import type { Config } from './config.ts';
import { isDatabaseUnavailable } from './db/database-error.ts';
import { createDesk, type Desk } from './desk/desk.ts';
import type { DeskFigures } from './desk/desk-figures.ts';
import { LedgerDamagedError, LedgerTakenError } from './ledger/ledger-errors.ts';
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
  /** Hears of the ledger and the desk as soon as they work. */
  readonly onOpen?: (ledger: OpenedLedger, desk: Desk) => void | Promise<void>;
}

export interface RunningDesk {
  /** Issues nothing more, ends the feeds and lets another server write the ledger. */
  stop(): Promise<void>;
}

/** How soon the ledger is tried again when another server writes it or the database does not answer. */
const TRY_AGAIN_MS = 10 * SECOND_MS;

/**
 * Opens the ledger, then the desk on it, then the market, and shows all that. Returns at once: what is missing is tried again
 * until it is there, while the rest of the server works and the API says why there are no market signals.
 */
export function startDesk(options: DeskOptions): RunningDesk {
  const { log, market, api, figures } = options;
  let timer: NodeJS.Timeout | undefined;
  let isStopping = false;
  let parts: { readonly ledger: OpenedLedger; readonly desk: Desk } | undefined;
  let opening: Promise<void> = Promise.resolve();

  async function open(): Promise<void> {
    let ledger: OpenedLedger | undefined;
    try {
      ledger = await openLedger(ledgerOptions(options));
      const desk = createDesk({ market, ledger, random, log, figures });
      await desk.start();
      parts = { ledger, desk };
      await options.onOpen?.(ledger, desk);
      await api.open({ market, ledger, desk });
      market.start();
    } catch (error) {
      if (parts === undefined) await ledger?.close();
      const reason = reasonOf(error);
      api.close(reason);
      log.error({ err: error }, `no market signals: ${reason}`);
      if (!isStopping && isTemporary(error)) timer = setTimeout(tryToOpen, TRY_AGAIN_MS);
    }
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
      api.close('The server is stopping. Try again in a moment.');
      await market.stop();
      await parts?.desk.stop();
      await parts?.ledger.close();
    },
  };
}

function ledgerOptions({ config, db, log, market, now }: DeskOptions) {
  const secret = openServerSecret(config.authSecret, config.dataDir);
  return {
    db,
    log,
    name: ledgerName(market, now()),
    label: market.label,
    originHost: originHost(config, secret.id),
    secret,
    now,
  };
}

/** Live prices have one ledger for ever; every replay and every synthetic run has its own. */
function ledgerName({ kind }: Market, startedAt: EpochMs): string {
  if (kind === 'live') return 'live';
  return `${kind}-${new Date(startedAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`;
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
  return error instanceof LedgerTakenError || isDatabaseUnavailable(error);
}

/** One plain sentence for traders; what the operator has to know is in the log. */
function reasonOf(error: unknown): string {
  if (error instanceof LedgerTakenError) return error.message;
  if (error instanceof LedgerDamagedError)
    return 'The ledger of market signals is damaged. Nothing is added to it until the operator has looked.';
  if (isDatabaseUnavailable(error)) return 'The database does not answer, so nothing can be recorded.';
  return 'Market signals could not be started. The log of the server says why.';
}
