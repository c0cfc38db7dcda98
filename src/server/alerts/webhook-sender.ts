import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Counter } from 'prom-client';
import { type BackOff, backOffMs } from '../../core/time/back-off.ts';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { type Tail, tail } from '../db/tail.ts';
import { readEventsAfter, type StoredEvent } from './event-rows.ts';
import { type OutboundAnswer, type OutboundClient, retryAfterMs } from './outbound-client.ts';
import { counterBy } from '../platform/metrics.ts';
import type { ServerSecret } from '../platform/server-secret.ts';
import {
  type DueLetter,
  dueLetters,
  type DueWebhook,
  dueWebhooks,
  keepAside,
  keepDelivered,
  keepFailed,
  keepLetter,
  keepPassed,
  removeLetter,
  type Tried,
} from './webhook-rows.ts';
import { signWebhook } from './webhook-signature.ts';

export interface WebhookSenderOptions {
  readonly db: Pool;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  readonly secret: ServerSecret;
  readonly client: Pick<OutboundClient, 'post'>;
  readonly messages: WebhookMessages;
  readonly now: () => EpochMs;
  readonly pace?: WebhookPace;
}

export type WebhookMessages = Counter<'result'>;

export function countWebhookMessages(): WebhookMessages {
  return counterBy(
    'pipcast_webhook_messages_total',
    'Messages to webhooks: tries that delivered or failed, messages set aside for later, and given up after a day.',
    'result',
    ['delivered', 'failed', 'aside', 'dead'],
  );
}

export interface WebhookPace {
  /** How soon new webhooks, replays and retries are noticed. */
  readonly lookMs: number;
  readonly backOff: BackOff;
  /** After so many tries it is set aside: the next ones must not wait for it. */
  readonly mostTries: number;
  /** For messages that were set aside. */
  readonly againBackOff: BackOff;
  /** How long a message that was set aside is retried. */
  readonly giveUpMs: number;
}

/** Twelve tries take about half an hour. A day in all is what Standard Webhooks advises. */
export const PACE: WebhookPace = {
  lookMs: SECOND_MS,
  backOff: { firstMs: SECOND_MS, longestMs: 10 * MINUTE_MS },
  mostTries: 12,
  againBackOff: { firstMs: 30 * MINUTE_MS, longestMs: 4 * HOUR_MS },
  giveUpMs: DAY_MS,
};
/** The longest wait that a receiver may ask for. */
const LONGEST_RETRY_AFTER_MS = HOUR_MS;
const BATCH = 50;

/** Delivers the ledger's events to the webhooks: to each in order, all in parallel. Runs in the server that writes the ledger. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #pace: WebhookPace;
  readonly #stop = new AbortController();
  /** By webhook; `again` for a retry of a message that was set aside. */
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #looks: Tail;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#pace = options.pace ?? PACE;
    this.#looks = tail({
      read: () => this.#look(),
      onFailure: (error, isFirst) => {
        if (isFirst) options.log.error({ err: error }, 'the webhooks could not be read');
      },
      everyMs: this.#pace.lookMs,
    });
    this.wake();
  }

  wake(): void {
    void this.#looks.look();
  }

  /** Aborts requests under way: the next server sends them again. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#looks.stop();
    await Promise.all(this.#underWay.values());
  }

  async #look(): Promise<void> {
    const { db, secret, now } = this.#options;
    // Webhooks with a message under way are skipped: their state is out of date once it is done.
    const busy = new Set(this.#underWay.keys());
    const start = (name: string, work: () => Promise<void>) => {
      if (!busy.has(name) && !this.#stop.signal.aborted) this.#underWay.set(name, this.#run(name, work));
    };
    for (const webhook of await dueWebhooks(db, secret, now()))
      start(`${webhook.id}`, () => this.#deliver(webhook));
    for (const letter of await dueLetters(db, secret, now()))
      start(`${letter.webhook.id} again`, () => this.#deliverAgain(letter));
  }

  /** Looks again once the work is done; after an error, with the next look. */
  async #run(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#underWay.delete(name);
      this.wake();
    } catch (error) {
      this.#underWay.delete(name);
      this.#options.log.error({ err: error, webhook: name }, 'a webhook failed');
    }
  }

  /** Delivers a batch, one after the other, until one fails. Later events are looked for next. */
  async #deliver(webhook: DueWebhook): Promise<void> {
    const { db, now, messages } = this.#options;
    const { id, types } = webhook;
    let { place, failures } = webhook;
    let passed = place;
    for (const event of await readEventsAfter(db, place, BATCH)) {
      if (types?.includes(event.type) === false) {
        passed = event.id;
        continue;
      }
      if (passed > place && !(await keepPassed(db, { id, place, event: passed }))) return;
      place = passed = Math.max(passed, place);
      const problem = await this.#send(webhook, event);
      if (this.#stop.signal.aborted) return;
      const tried = { id, place, event: event.id };
      if (problem !== undefined) return this.#failed({ ...webhook, failures }, tried, problem);
      if (!(await keepDelivered(db, tried, now()))) return;
      messages.inc({ result: 'delivered' });
      place = passed = event.id;
      failures = 0;
    }
    if (passed > place) await keepPassed(db, { id, place, event: passed });
  }

  async #failed(
    { id, failures }: DueWebhook,
    tried: Tried,
    { text, waitMs, isGone }: Problem,
  ): Promise<void> {
    const { db, log, now, messages } = this.#options;
    const { mostTries, backOff, againBackOff } = this.#pace;
    const tries = failures + 1;
    messages.inc({ result: 'failed' });
    if (tries >= mostTries && !isGone) {
      messages.inc({ result: 'aside' });
      log.warn({ webhook: id, problem: text }, 'a webhook message is set aside, to be tried again for a day');
      const retryMs = now() + Math.max(waitMs, backOffMs(1, againBackOff, Math.random()));
      return keepAside(db, tried, { problem: text, retryMs }, now());
    }
    if (tries === 1 || isGone)
      log.warn(
        { webhook: id, problem: text },
        isGone ? 'a webhook is gone' : 'a webhook does not take messages',
      );
    const retryMs = now() + Math.max(waitMs, backOffMs(tries, backOff, Math.random()));
    await keepFailed(db, tried, { problem: text, retryMs, isGone });
  }

  async #deliverAgain(letter: DueLetter): Promise<void> {
    const { db, log, now, messages } = this.#options;
    const [event] = await readEventsAfter(db, letter.event - 1, 1);
    if (event === undefined) return;
    const problem = await this.#send(letter.webhook, event);
    if (this.#stop.signal.aborted) return;
    messages.inc({ result: problem === undefined ? 'delivered' : 'failed' });
    if (problem === undefined) return removeLetter(db, letter, now());
    const { text, waitMs } = problem;
    const retryMs =
      now() + Math.max(waitMs, backOffMs(letter.tries + 1, this.#pace.againBackOff, Math.random()));
    const isOver = now() - letter.failedMs >= this.#pace.giveUpMs;
    await keepLetter(db, letter, text, isOver ? undefined : retryMs);
    if (!isOver) return;
    messages.inc({ result: 'dead' });
    log.warn(
      { webhook: letter.webhook.id, event: event.id, problem: text },
      'a webhook message was given up',
    );
  }

  /** Why the receiver did not take the event; undefined when it did. */
  async #send(
    { url, secret }: Pick<DueWebhook, 'url' | 'secret'>,
    event: StoredEvent,
  ): Promise<Problem | undefined> {
    const { client, now } = this.#options;
    const { id, body } = webhookMessage(event, now());
    const headers = { 'content-type': 'application/json', ...signWebhook(secret, id, now(), body) };
    try {
      return problemOf(await client.post({ url, headers, body, signal: this.#stop.signal }), now());
    } catch (error) {
      return { text: error instanceof Error ? error.message : String(error), waitMs: 0, isGone: false };
    }
  }
}

interface Problem {
  readonly text: string;
  /** The wait that the receiver asks for. */
  readonly waitMs: number;
  readonly isGone: boolean;
}

function problemOf({ status, headers }: OutboundAnswer, nowMs: number): Problem | undefined {
  if (status >= 200 && status < 300) return undefined;
  const text =
    status >= 300 && status < 400
      ? `answers ${status}: redirects are not followed, add the webhook with its final address`
      : `answers ${status}`;
  const waitMs = Math.min(LONGEST_RETRY_AFTER_MS, retryAfterMs(headers, nowMs) ?? 0);
  return { text, waitMs, isGone: status === 410 };
}

/** The message of an event. docs/alerts.md describes each type. */
function webhookMessage(event: StoredEvent, nowMs: number) {
  const { type, index, ledger, label, origin, atMs } = event;
  const ledgerHash = createHash('sha256').update(origin).digest('hex').slice(0, 16);
  return {
    // The same at every try and replay.
    id: `${ledgerHash}_${index}_${type.replace('.', '-')}`,
    body: JSON.stringify({
      type,
      timestamp: new Date(atMs).toISOString(),
      data: { index, ledger, label, ...factsOf(event, nowMs) },
    }),
  };
}

/** The entry's facts, without prices: those stand in the ledger, where they can be verified. */
function factsOf({ entry, signal, data }: StoredEvent, nowMs: number): object {
  if (signal === undefined) return data;
  const { id, mode, source, pair, timeframe, direction, confidence, engine, decidedMs, startMs, expiryMs } =
    signal;
  const card = { mode, source, pair, timeframe, direction, confidence, engine, decidedMs, startMs, expiryMs };
  return {
    signal: id,
    ...card,
    ...(entry.kind === 'settled'
      ? { outcome: entry.outcome, reason: entry.reason ?? null }
      : { expired: nowMs >= expiryMs }),
  };
}
