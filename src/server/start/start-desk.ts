import { randomBytes } from 'node:crypto';
import type { NoMarketReason } from '../../core/wire/market.ts';
import { SECOND_MS } from '../../core/time/instant.ts';
import { openServerSecret } from '../platform/server-secret.ts';
import type { Config } from '../platform/config.ts';
import { isDatabaseUnavailable } from '../platform/database-error.ts';
import { databaseRequests } from '../desk/database-requests.ts';
import { Desk } from '../desk/desk.ts';
import { voidAbandonedRuns, findAbandonedRuns } from '../ledger/void-abandoned-runs.ts';
import { LedgerUnavailableError } from '../ledger/ledger.ts';
import { LedgerDamagedError, LedgerTakenError } from '../ledger/ledger-errors.ts';
import { fileMarks } from '../ledger/ledger-marks.ts';
import { type OpenedLedger, openLedger } from '../ledger/open-ledger.ts';
import { leaseEndsInMs } from '../ledger/writer-connection.ts';
import { BeatWriter } from '../market/beat-writer.ts';
import type { ShownPrices } from '../market/market.ts';
import type { MarketSource } from '../market/market-source.ts';
import { nextRun } from '../market/market-run.ts';
import { MarketView, type MarketViewDeps } from './market-view.ts';

export interface DeskOptions extends MarketViewDeps {
  readonly config: Config;
  readonly source: MarketSource;
  /** Called with the ledger that this node writes once all that is on it works; the function that it returns is called when it does not any more. */
  readonly onLead?: (ledger: OpenedLedger) => () => void | Promise<void>;
}

export interface RunningDesk {
  /** Issues nothing more, ends the feeds, lets another node have the desk, and shows nothing any more. */
  stop(): Promise<void>;
  /** What this node shows of the market. */
  readonly market: ShownPrices;
}

/** How soon the desk is tried for again at the latest. */
const TRY_AGAIN_MS = SECOND_MS;
/** What nodes are told when the desk is free. */
const DESK_TOPIC = 'desk';

/** What runs while this node has the desk, in the order in which it is ended. */
interface Parts {
  market?: { stop(): Promise<void> };
  desk?: Desk;
  beats?: BeatWriter;
  ends: (() => void | Promise<void>)[];
  ledger?: OpenedLedger;
}

/**
 * Shows the market of this database, and runs its desk whenever no other node does: the ledger, the desk on it, and the prices. Returns at
 * once: what is missing is tried again until it is there, while the rest of the node works and the API says why there are no market
 * signals. A node that loses the desk goes on to show what the next one says.
 */
// oxlint-disable-next-line max-lines-per-function -- One state: whether this node has the desk.
export function startDesk(options: DeskOptions): RunningDesk {
  const { db, log, core, source, figures, notices, now } = options;
  const view = new MarketView(options);
  let wakeUp = () => {};
  let isStopping = false;
  let parts: Parts = { ends: [] };
  let said: string | undefined;
  figures.isLeader = () => parts.desk !== undefined;
  figures.isWarm = () => core.isWarm;
  figures.term = () => (parts.desk === undefined ? 0 : (parts.ledger?.term() ?? 0));
  figures.isListening = () => notices.isListening;
  figures.entriesBehind = () => view.entriesBehind();
  figures.beatAgeMs = () => view.beatAgeMs;
  /** Resolves when this node is to lose the desk it has, with the reason. */
  let lose: (reason: Error) => void = () => {};

  async function run(): Promise<void> {
    await view.ready();
    if (options.config.desk === 'never') {
      await view.follow().catch(() => undefined);
      return;
    }
    while (!isStopping) {
      try {
        const lost = new Promise<Error>((resolve) => {
          lose = resolve;
        });
        await lead();
        said = undefined;
        const reason = await lost;
        if (isStopping) break;
        throw reason;
      } catch (error) {
        await endParts();
        if (!(await goOn(error))) return;
      }
    }
  }

  async function lead(): Promise<void> {
    const { ledger: name, heardMs } = await nextRun(db, source, now());
    const beginsAnew = heardMs === undefined && source.kind !== 'live';
    const ledger = await openOwn(name);
    if (beginsAnew) core.forget();
    const market = source.open(core, heardMs);
    parts.market = market;
    const requests = databaseRequests(db, name);
    const desk = new Desk({ market, ledger, requests, random, log, figures });
    await desk.start(heardMs);
    parts.desk = desk;
    parts.beats = new BeatWriter({ db, log, core, market, ledger: name, writer: ledger.writer, beginsAnew });
    await parts.beats.beat();
    parts.ends.push(await view.lead(market, ledger));
    const end = options.onLead?.(ledger);
    if (end !== undefined) parts.ends.push(end);
    market.start();
  }

  /** The ledger of this run; before it is written, signals that runs before it left open are ended. */
  async function openOwn(name: string): Promise<OpenedLedger> {
    const ledgerOptions = ledgerOptionsOf(options);
    const openThis = async () => {
      const ledger = await openLedger({
        ...ledgerOptions,
        name,
        label: source.label,
        onLost: (reason) => lose(reason),
      });
      parts.ledger = ledger;
      return ledger;
    };
    const ledger = await openThis();
    const runs = await findAbandonedRuns(db, name);
    if (runs.length === 0) return ledger;
    // They are written under the same lease.
    await ledger.close();
    await voidAbandonedRuns(runs, (each) => openLedger({ ...ledgerOptions, ...each }), log);
    return openThis();
  }

  /** Shows what there is without the desk, and waits until it may be had. Whether that makes sense. */
  async function goOn(why: unknown): Promise<boolean> {
    if (isStopping) return false;
    const reason = reasonOf(why);
    say(reason, why);
    const isPassing = reason === 'no-desk' || reason === 'database-lost';
    if (reason === 'no-desk' || (isPassing && view.isOpen)) await view.follow().catch(() => undefined);
    else view.close(reason);
    if (!isPassing) return false;
    await wait(why);
    return true;
  }

  /** Until the lease ends, is given up, or some time has passed. */
  async function wait(why: unknown): Promise<void> {
    const endsInMs =
      causeOf(why) instanceof LedgerTakenError ? await leaseEndsInMs(db).catch(() => undefined) : undefined;
    const waitMs = Math.min(Math.max(endsInMs ?? TRY_AGAIN_MS, 0) + 20, TRY_AGAIN_MS);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isStopping) wakeUp();
    });
  }

  /** Once each: what is tried every second would fill the log. That another node has the desk is no error at all. */
  function say(reason: NoMarketReason, error: unknown): void {
    if (reason === said) return;
    said = reason;
    const cause = causeOf(error);
    if (cause instanceof LedgerTakenError) log.info(cause.message);
    else log.error({ err: error }, `no market signals: ${reason}`);
  }

  async function endParts(): Promise<void> {
    const { market, desk, beats, ends, ledger } = parts;
    parts = { ends: [] };
    await market?.stop();
    await desk?.stop();
    await beats?.stop();
    const ending = Promise.all(ends.map((end) => end()));
    // What follows the ledger may take its time; another node need not wait for it.
    await ledger?.close();
    await ending;
  }

  const unlisten = notices.listen(DESK_TOPIC, { onNotice: () => wakeUp(), onListening: () => {} });
  const running = run();
  return {
    market: view.market,
    async stop() {
      isStopping = true;
      unlisten();
      lose(new Error('the node stops'));
      wakeUp();
      await running;
      view.close('stopping');
      await endParts();
      await view.stop();
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

/** What tells this ledger from all others: the site's name, or where it has none, one that belongs to its secret. */
function originHost({ publicUrl }: Config, secretId: string): string {
  if (publicUrl !== undefined) return new URL(publicUrl).host;
  return `${Buffer.from(secretId).toString('hex').slice(0, 16)}.invalid`;
}

function random(): number {
  return randomBytes(4).readUInt32LE();
}

/** What is behind a ledger that cannot be written, where that is more than a database that does not answer. */
function causeOf(error: unknown): unknown {
  const cause = error instanceof LedgerUnavailableError ? error.cause : undefined;
  return cause instanceof LedgerTakenError || cause instanceof LedgerDamagedError ? cause : error;
}

/** For the API; what the operator has to know is in the log. */
function reasonOf(error: unknown): NoMarketReason {
  const cause = causeOf(error);
  if (cause instanceof LedgerTakenError) return 'no-desk';
  if (cause instanceof LedgerDamagedError) return 'ledger-damaged';
  // Also when it went away again behind the ledger that was just opened.
  if (cause instanceof LedgerUnavailableError || isDatabaseUnavailable(cause)) return 'database-lost';
  return 'start-failed';
}
