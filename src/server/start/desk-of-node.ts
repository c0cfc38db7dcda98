import { randomBytes } from 'node:crypto';
import { SECOND_MS } from '../../core/time/instant.ts';
import { LedgerDamagedError, LedgerTakenError, LedgerUnavailableError } from '../ledger/ledger.ts';
import { MOST_CLOCK_ERROR_MS } from '../db/nodes.ts';
import { BeatWriter, nextRun } from '../market/market-beats.ts';
import type { MarketSource } from '../market/market-core.ts';
import type { ServerSecret } from '../platform/server-secret.ts';
import type { Config } from '../platform/config.ts';
import { isDatabaseUnavailable } from '../platform/database-error.ts';
import { databaseRequests } from '../desk/signal-requests.ts';
import { Desk } from '../desk/desk.ts';
import type { DeskState, DeskFigures } from '../desk/desk-status.ts';
import { fileMarks } from '../ledger/ledger-marks.ts';
import { type OpenedLedger, openLedger } from '../ledger/open-ledger.ts';
import { leaseEndsInMs } from '../ledger/writer-connection.ts';
import { MarketView, type MarketViewDeps } from './market-view.ts';

export interface DeskOptions extends MarketViewDeps {
  readonly figures: DeskFigures;
  readonly config: Config;
  readonly secret: ServerSecret;
  readonly source: MarketSource;
  /** How far this computer's clock is ahead of the database's, in ms. */
  readonly clockAheadMs: () => number;
  readonly hasOthers: () => boolean;
  /** Called with the ledger that this node writes once the desk on it works; the returned function is called when it stops. */
  readonly onLead: (ledger: OpenedLedger) => () => void | Promise<void>;
}

/** Longest time between two tries for the desk. */
const TRY_AGAIN_MS = SECOND_MS;
/** After so long without the database the traders of this node are sent to another one. */
const CUT_OFF_MS = 5 * SECOND_MS;
/** The notice to nodes that the desk is free. */
const DESK_TOPIC = 'desk';

class ClockWrongError extends Error {
  override readonly name = 'ClockWrongError';

  constructor(aheadMs: number) {
    const seconds = (Math.abs(aheadMs) / SECOND_MS).toFixed(1);
    super(
      `This computer's clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: the desk does not run here until they agree within 2 s. Let both follow a time server.`,
    );
  }
}

/** What runs while this node has the desk, in the order in which it is stopped. */
interface Parts {
  market?: { stop(): Promise<void> };
  desk?: Desk;
  beats?: BeatWriter;
  ends: (() => void | Promise<void>)[];
  ledger?: OpenedLedger;
}

/**
 * Shows the market of this database, and once started runs its desk whenever no other node does: the ledger, the desk on it, and the
 * prices. A node that loses the desk goes on to show what the next one says.
 */
// oxlint-disable-next-line max-lines-per-function -- One state: whether this node has the desk.
export function createDesk(options: DeskOptions) {
  const { db, log, core, source, figures, notices, now, clockAheadMs } = options;
  const view = new MarketView(options);
  let wakeUp = () => {};
  let isStopping = false;
  let parts: Parts = { ends: [] };
  let state: DeskState = 'starting';
  /** Resolves when this node is to lose the desk it has, with the reason. */
  let lose: (reason: Error) => void = () => {};

  async function run(): Promise<void> {
    await view.ready();
    if (options.config.desk === 'never') {
      state = 'follows';
      await view.follow().catch(() => undefined);
      return;
    }
    while (!isStopping) {
      try {
        const lost = new Promise<Error>((resolve) => {
          lose = resolve;
        });
        await lead();
        state = 'leads';
        const reason = await lost;
        if (isStopping) break;
        throw reason;
      } catch (error) {
        if (state === 'leads') state = 'starting';
        await endParts();
        if (!(await goOn(error))) return;
      }
    }
  }

  async function lead(): Promise<void> {
    if (isClockWrong()) throw new ClockWrongError(clockAheadMs());
    const { ledger: name, lastBeatMs } = await nextRun(db, source, now());
    const startsOver = lastBeatMs === undefined && source.kind !== 'live';
    const ledger = await openLedger({
      ...ledgerOptionsOf(options),
      name,
      label: source.label,
      onLost: (reason) => lose(reason),
    });
    parts.ledger = ledger;
    if (startsOver) core.forget();
    const market = source.open(core, lastBeatMs, now);
    parts.market = market;
    const requests = databaseRequests(db, name);
    const random = () => randomBytes(4).readUInt32LE();
    const desk = new Desk({ market, ledger, requests, engine: core.engine, random, log, figures });
    await desk.start(lastBeatMs);
    parts.desk = desk;
    parts.beats = new BeatWriter({ db, log, core, market, ledger: name, writer: ledger.writer, startsOver });
    await parts.beats.beat();
    parts.ends.push(await view.lead(market, ledger));
    parts.ends.push(options.onLead(ledger));
    market.start();
  }

  /** Shows the market without the desk, and waits for the desk. False where waiting is useless. */
  async function goOn(why: unknown): Promise<boolean> {
    if (isStopping) return false;
    const next = stateAfter(why);
    say(next, why);
    state = next;
    if (next === 'ledger-damaged') {
      view.close(next);
      return false;
    }
    if (!view.isOpen && (next === 'database-lost' || next === 'start-failed')) view.close(next);
    if (view.isOpen || next !== 'database-lost') await view.follow().catch(() => undefined);
    await wait(why);
    return true;
  }

  function isClockWrong(): boolean {
    return Math.abs(clockAheadMs()) > MOST_CLOCK_ERROR_MS;
  }

  function lookAround(): void {
    if (state === 'leads' && isClockWrong()) lose(new ClockWrongError(clockAheadMs()));
    if (view.silentMs > CUT_OFF_MS && options.hasOthers()) view.cutOff();
  }

  /** Waits until the lease ends, is given up, or some time has passed. */
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

  /** Logs each state once: it is tried every second. That another node has the desk is no error. */
  function say(next: DeskState, error: unknown): void {
    if (next === state) return;
    const cause = causeOf(error);
    if (cause instanceof LedgerTakenError) log.info(cause.message);
    else log.error({ err: error }, `this node cannot have the desk: ${next}`);
  }

  async function endParts(): Promise<void> {
    const { market, desk, beats, ends, ledger } = parts;
    parts = { ends: [] };
    // A failure must not stop the others: a ledger that stays open would renew the lease for ever.
    const ended = async (end: () => unknown) => {
      try {
        await end();
      } catch (error) {
        log.error({ err: error }, 'a part of the desk did not end as it should');
      }
    };
    await ended(() => market?.stop());
    await ended(() => desk?.stop());
    await ended(() => beats?.stop());
    const ending = Promise.all(ends.map(ended));
    // What follows the ledger may be slow; another node need not wait for it.
    await ended(() => ledger?.close());
    await ending;
  }

  const unlisten = notices.listen(DESK_TOPIC, { onNotice: () => wakeUp(), onListening: () => {} });
  const looks = setInterval(lookAround, SECOND_MS).unref();
  let running = Promise.resolve();
  return {
    market: view.market,
    // Without the ledger's connection it decides nothing, and another node may have the desk at any moment.
    state: () => (state === 'leads' && parts.ledger?.term() === undefined ? 'database-lost' : state),
    isCutOff: () => view.isCutOff,
    clockAheadMs,
    isWarm: () => core.isWarm,
    term: () => (parts.desk === undefined ? 0 : (parts.ledger?.term() ?? 0)),
    isListening: () => notices.isListening,
    entriesBehind: () => view.entriesBehind(),
    beatAgeMs: () => view.beatAgeMs,
    openSignals: () => parts.desk?.openSignals ?? 0,
    /**
     * Runs the desk whenever no other node does. Returns at once: what is missing is tried again until it is there, while the rest of the
     * node works and the API says why there are no market signals.
     */
    start() {
      running = run();
    },
    /** Issues nothing more, ends the feeds, lets another node have the desk, and shows nothing any more. */
    async stop() {
      isStopping = true;
      clearInterval(looks);
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

function ledgerOptionsOf({ config, secret, db, log, now }: DeskOptions) {
  const marks = fileMarks(config.dataDir);
  return { db, log, originHost: originHost(config, secret.id), secret, marks, now };
}

/** Identifies this ledger: the site's name, or without one a name derived from the secret. */
function originHost({ publicUrl }: Config, secretId: string): string {
  if (publicUrl !== undefined) return new URL(publicUrl).host;
  return `${Buffer.from(secretId).toString('hex').slice(0, 16)}.invalid`;
}

/** The cause of a ledger that cannot be written, where it is more than a silent database. */
function causeOf(error: unknown): unknown {
  const cause = error instanceof LedgerUnavailableError ? error.cause : undefined;
  return cause instanceof LedgerTakenError || cause instanceof LedgerDamagedError ? cause : error;
}

function stateAfter(error: unknown): DeskState {
  const cause = causeOf(error);
  if (cause instanceof LedgerTakenError) return 'follows';
  if (cause instanceof ClockWrongError) return 'clock-wrong';
  if (cause instanceof LedgerDamagedError) return 'ledger-damaged';
  // Also when the database failed again after the ledger was opened.
  if (cause instanceof LedgerUnavailableError || isDatabaseUnavailable(cause)) return 'database-lost';
  return 'start-failed';
}
