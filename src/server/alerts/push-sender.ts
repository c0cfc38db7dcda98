import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Counter } from 'prom-client';
import { type AlertMessage, lateAfterMs } from '../../core/alerts/alert-facts.ts';
import { holdReason, wantsEvent } from '../../core/alerts/alert-rules.ts';
import { VERDICT_PAYOUT } from '../../core/alerts/ledger-events.ts';
import { breakEvenRate } from '../../core/record/verdict.ts';
import { type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import type { AlertResult, AlertRules, SentFacts } from '../../core/wire/alerts.ts';
import { type Tail, tail } from '../db/tail.ts';
import type { SessionLife } from '../platform/config.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import { counterBy } from '../platform/metrics.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import { readEventsAfter, type StoredEvent } from './event-rows.ts';
import {
  type AlertedUser,
  claimAlerts,
  type DeviceFilter,
  dropDevices,
  endingSessions,
  keepResults,
  movePushPlace,
  type PushDevice,
  readAlertedUsers,
  readPushPlace,
  removeOldAlerts,
  restDevices,
} from './push-rows.ts';
import type { PushMessage, PushResult, PushService } from './push-service.ts';

export interface PushSenderOptions {
  readonly db: Pool;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly service: Pick<PushService, 'send'>;
  readonly pushes: Pushes;
  readonly now: () => EpochMs;
  /** Draws a user ID at random, existing or not. */
  readonly drawUser: () => string;
  readonly secretId: string;
  readonly sessionLife: SessionLife;
}

/** Results of pushes since this server started; `held`: held back by the trader's own rules. */
export type Pushes = Counter<'result'>;

export function countPushes(): Pushes {
  return counterBy(
    'pipcast_pushes_total',
    'Pushes to traders, by what became of them; held: by rules of their own.',
    'result',
    ['sent', 'gone', 'wait', 'failed', 'held'],
  );
}

/** Traders that are handled at a time: no other request waits for long. */
const USERS_AT_ONCE = 500;
const MOST_UNDER_WAY = 256;
/** Older events are not sent. */
const NEWS_MS = 10 * MINUTE_MS;
const LOOK_AGAIN_MS = 10 * SECOND_MS;
/** How soon the log has a push service's answer. */
const STORE_WITHIN_MS = 250;
const NO_USER = '00000000-0000-0000-0000-000000000000';
const LAST_USER = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Sends the ledger's events to the traders who want them, each at most once, on the devices that they have chosen. Runs in
 * the server that writes the ledger.
 */
export class PushSender {
  readonly #options: PushSenderOptions;
  readonly #underWay = new Set<Promise<void>>();
  /** Answers of push services that are not stored yet. */
  readonly #answered: { readonly id: number; readonly result: PushResult }[] = [];
  readonly #over: { readonly userId: string; readonly key: string; readonly result: 'sent' | 'failed' }[] =
    [];
  readonly #looks: Tail;
  readonly #cleaning: NodeJS.Timeout;
  readonly #store = oneAtATime(() => this.#storeAnswered());
  #storingSoon: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: PushSenderOptions) {
    this.#options = options;
    const { db, now } = options;
    this.#looks = tail({
      read: () => this.#look(),
      onFailure: (error, isFirst) => {
        if (isFirst) options.log.error({ err: error }, 'alerts could not be sent to traders');
      },
      everyMs: LOOK_AGAIN_MS,
    });
    this.#cleaning = setInterval(() => void removeOldAlerts(db, now()).catch(() => {}), HOUR_MS).unref();
    this.wake();
  }

  wake(): void {
    void this.#looks.look();
  }

  /** Resolves once nothing is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#cleaning);
    await this.#looks.stop();
    await Promise.all(this.#underWay);
    await this.#store();
  }

  async #look(): Promise<void> {
    const { db } = this.#options;
    let place = await readPushPlace(db);
    for (;;) {
      const events = await readEventsAfter(db, place, USERS_AT_ONCE);
      if (events.length === 0) break;
      for (const event of events) {
        if (this.#isStopped || !(await this.#tell(event))) return;
        await movePushPlace(db, place, event.id);
        place = event.id;
      }
    }
    await this.#tellEndingSessions();
  }

  /** At any hour: the device gets nothing more after it. */
  async #tellEndingSessions(): Promise<void> {
    const { db, now, secretId, sessionLife } = this.#options;
    for (const { session, userId, endsMs, isIdle, device } of await endingSessions(db, {
      secretId,
      now: now(),
      sessionLife,
    })) {
      // A session that was used after its alert, and is idle again, ends at another instant.
      const key = `session ${session} ${endsMs}`;
      const facts = { type: 'session.end', endsMs, isIdle, label: null } as const;
      const claimed = await claimAlerts(db, key, now(), [{ userId, facts, result: 'unknown' }]);
      if (!claimed.has(userId)) continue;
      await this.#reach([device], false, { tag: key, lateMs: endsMs, facts }, userId);
    }
  }

  /** False when the server stopped before all were alerted: the next one goes on, and alerts each trader once. */
  async #tell(event: StoredEvent): Promise<boolean> {
    const { db, now, secretId, sessionLife } = this.#options;
    if (now() - event.atMs > NEWS_MS) return true;
    const signalKey = event.signal === undefined ? '' : `signal ${event.signal.id}`;
    // From a trader drawn at random to the last, then from the first to that one: no trader is always the last.
    const from = this.#options.drawUser();
    const usersAfter = (after: string, upTo: string) => {
      const filter: DeviceFilter = { secretId, now: now(), sessionLife };
      return readAlertedUsers(db, filter, { after, upTo, limit: USERS_AT_ONCE, signalKey });
    };
    for (const [after, upTo] of [
      [from, LAST_USER],
      [NO_USER, from],
    ] as const) {
      let users = await usersAfter(after, upTo);
      for (;;) {
        const last = users.length < USERS_AT_ONCE ? undefined : users.at(-1);
        const next = last && usersAfter(last.userId, upTo);
        // Read while these are sent; its failure counts where it is awaited.
        next?.catch(() => {});
        await this.#tellSome(event, users);
        if (next === undefined) break;
        if (this.#isStopped) return false;
        users = await next;
      }
    }
    return true;
  }

  async #tellSome(event: StoredEvent, users: readonly AlertedUser[]): Promise<void> {
    const { db, now, pushes } = this.#options;
    const key =
      event.type === 'signal.recorded'
        ? `signal ${event.signal?.id}`
        : `${event.ledger} ${event.index} ${event.type}`;
    const wanted = users.filter(({ rules, wasSignalSent }) => wantsEvent(rules, event, wasSignalSent));
    if (wanted.length === 0) return;
    const at = now();
    const alerts = wanted.map((user) => ({ ...user, ...decide(event, user, at) }));
    const claimed = await claimAlerts(db, key, at, alerts);
    for (const { userId, rules, devices, result, facts } of alerts) {
      if (!claimed.has(userId)) continue;
      if (result !== 'unknown') pushes.inc({ result: 'held' });
      else {
        while (this.#underWay.size >= MOST_UNDER_WAY) await Promise.race(this.#underWay);
        const rested = devices.filter(({ isRested }) => isRested);
        const named = rested.filter(({ name }) => name === rules.device);
        const inOrder = [...new Set([...named, ...rested])];
        const alert = { tag: key, lateMs: lateOf(event), facts };
        const work: Promise<void> = this.#reach(inOrder, rules.device === 'all', alert, userId).finally(() =>
          this.#underWay.delete(work),
        );
        this.#underWay.add(work);
        await turn();
      }
    }
  }

  /** Sends to all, or to one after the other until one takes it or it is late. */
  async #reach(
    devices: readonly PushDevice[],
    toAll: boolean,
    alert: AlertMessage,
    userId: string,
  ): Promise<void> {
    const { now } = this.#options;
    const sent: Promise<boolean>[] = [];
    for (const device of devices) {
      // Encryption takes some tenths of a millisecond: other work of the server comes in between.
      await turn();
      if (sent.length > 0 && now() > alert.lateMs) break;
      const isTaken = this.#send(device, pushMessage(alert, now()));
      sent.push(isTaken);
      if (!toAll && (await isTaken)) break;
    }
    const isSent = (await Promise.all(sent)).includes(true);
    this.#over.push({ userId, key: alert.tag, result: isSent ? 'sent' : 'failed' });
    this.#storingSoon ??= setTimeout(() => void this.#store(), STORE_WITHIN_MS);
  }

  async #send(device: PushDevice, message: PushMessage): Promise<boolean> {
    const { service, pushes } = this.#options;
    const result = await service.send(device, message);
    pushes.inc({ result: result.kind });
    this.#answered.push({ id: device.id, result });
    return result.kind === 'sent';
  }

  /** Many at once: thousands of small writes would delay sign-ins. Never rejects. */
  async #storeAnswered(): Promise<void> {
    clearTimeout(this.#storingSoon);
    this.#storingSoon = undefined;
    const { db, log } = this.#options;
    const answered = this.#answered.splice(0);
    const over = this.#over.splice(0);
    const gone = answered.flatMap(({ id, result }) => (result.kind === 'gone' ? id : []));
    const rests = answered.flatMap(({ id, result }) =>
      result.kind === 'wait' ? { id, untilMs: result.untilMs } : [],
    );
    try {
      if (over.length > 0) await keepResults(db, over);
      if (gone.length > 0) await dropDevices(db, gone);
      if (rests.length > 0) await restDevices(db, rests);
    } catch (error) {
      log.error({ err: error }, 'what became of pushes could not be stored');
    }
  }
}

function decide(
  event: StoredEvent,
  { rules, devices, sentLastHour }: AlertedUser,
  nowMs: EpochMs,
): { facts: SentFacts; result: AlertResult } {
  const moment = {
    nowMs,
    minuteOfDay: minuteOfDay(nowMs, rules.zone),
    // An outcome does not count: its signal did.
    sentLastHour: event.type === 'signal.settled' ? 0 : sentLastHour,
    hasDevice: devices.length > 0,
    isServiceBusy: devices.length > 0 && devices.every(({ isRested }) => !isRested),
    lateMs: lateOf(event),
  };
  return {
    facts: factsOf(event, rules),
    result: holdReason(rules, moment) ?? 'unknown',
  };
}

/** Until when an alert is of use. */
function lateOf({ type, signal, atMs }: StoredEvent): number {
  return type === 'signal.recorded' && signal !== undefined ? lateAfterMs(signal) : atMs + NEWS_MS;
}

function factsOf({ type, label, signal, entry, data }: StoredEvent, { payout }: AlertRules): SentFacts {
  switch (type) {
    case 'signal.recorded':
    case 'signal.settled': {
      if (signal === undefined) throw new Error(`an event ${type} has no signal`);
      const { id, pair, direction, timeframe, confidence, startMs } = signal;
      const card = { label, signal: id, pair, direction, timeframe, confidence };
      return entry.kind === 'settled'
        ? { ...card, type: 'signal.settled', outcome: entry.outcome }
        : { ...card, type: 'signal.recorded', needed: 100 * breakEvenRate(payout / 100), startMs };
    }
    case 'record.verdict':
      return { label, type, verdict: data.verdict ?? 'too-few', payout: VERDICT_PAYOUT };
    default:
      return { label, type };
  }
}

/** The browser drops what comes later than `lateMs`; so does its service. docs/alerts.md says what is in it. */
export function pushMessage(alert: AlertMessage, nowMs: EpochMs): PushMessage {
  return {
    text: JSON.stringify(alert),
    ttlS: Math.max(0, Math.ceil((alert.lateMs - nowMs) / SECOND_MS)),
    topic: alert.tag.replaceAll(/[^\w-]/g, '').slice(-32),
  };
}

/** By canonical names: some hundred zones, and the offsets that can be named (`+05:30`). */
const clocks = new BoundedMap<string, Intl.DateTimeFormat>(1_000);

/** Minutes since midnight in a time zone, 0 to 1,439, by its canonical name. Throws a RangeError when the platform does not know it. */
function minuteOfDay(now: EpochMs, zone: string): number {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(zone, clock);
  }
  const [hour = 0, minute = 0] = clock.format(now).split(':').map(Number);
  return 60 * hour + minute;
}

/** The one name of a time zone, which has many spellings; undefined when the platform does not know it. */
export function canonicalZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
