import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type BackOff, backOffMs } from '../../core/time/back-off.ts';
import { type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { readEventsAfter, type ToldEvent } from './event-rows.ts';
import { type OutboundAnswer, type OutboundClient, retryAfterMs } from './outbound-client.ts';
import type { ServerSecret } from '../platform/server-secret.ts';
import type { WebhookFigures } from './webhook-figures.ts';
import { webhookMessage } from './webhook-message.ts';
import {
  type DueWebhook,
  dueWebhooks,
  keepDead,
  keepDelivered,
  keepFailed,
  type Tried,
} from './webhook-rows.ts';
import { signWebhook } from './webhook-signature.ts';

export interface WebhookSenderOptions {
  readonly db: Pool;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  readonly secret: ServerSecret;
  readonly client: Pick<OutboundClient, 'post'>;
  readonly figures: WebhookFigures;
  readonly now: () => EpochMs;
  /** Tests have less time. */
  readonly pace?: WebhookPace;
}

/** How often and how long a message is tried. */
export interface WebhookPace {
  /** How soon new webhooks, replays and retries are noticed. */
  readonly lookMs: number;
  readonly backOff: BackOff;
  /** Then it is a dead letter. */
  readonly mostTries: number;
}

/** Twelve tries take about half an hour. */
const PACE: WebhookPace = {
  lookMs: SECOND_MS,
  backOff: { firstMs: SECOND_MS, longestMs: 10 * MINUTE_MS },
  mostTries: 12,
};
/** A receiver may ask for this long a wait at most. */
const LONGEST_RETRY_AFTER_MS = HOUR_MS;
const BATCH = 50;

/** Hands the events of the ledger over to the webhooks: to each in order, all at the same time. Runs in the server that writes the ledger. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #pace: WebhookPace;
  readonly #stop = new AbortController();
  readonly #underWay = new Map<number, Promise<void>>();
  #looking: Promise<void> | undefined;
  readonly #timer: NodeJS.Timeout;
  #hasNews = false;
  #isAway = false;

  /** Starts at once. */
  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#pace = options.pace ?? PACE;
    this.#timer = setInterval(() => this.wake(), this.#pace.lookMs).unref();
    this.wake();
  }

  /** There may be something to send. */
  wake(): void {
    this.#hasNews = true;
    if (this.#stop.signal.aborted || this.#looking !== undefined) return;
    this.#hasNews = false;
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined;
      if (this.#hasNews) this.wake();
    });
  }

  /** Requests under way are broken off: the next server sends them again. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#looking;
    await Promise.all(this.#underWay.values());
  }

  async #look(): Promise<void> {
    const { db, secret, now, log } = this.#options;
    // What is read of a webhook that is being told is old by the time it is used.
    const busy = new Set(this.#underWay.keys());
    try {
      for (const webhook of await dueWebhooks(db, secret, now())) {
        if (busy.has(webhook.id) || this.#stop.signal.aborted) continue;
        this.#underWay.set(webhook.id, this.#tell(webhook));
      }
      this.#isAway = false;
    } catch (error) {
      // Once: it is tried again every second.
      if (!this.#isAway) log.error({ err: error }, 'the webhooks could not be read');
      this.#isAway = true;
    }
  }

  /** There may be more to tell once it is done; after an error it is looked for with the next look. */
  async #tell(webhook: DueWebhook): Promise<void> {
    try {
      await this.#deliver(webhook);
      this.#underWay.delete(webhook.id);
      this.wake();
    } catch (error) {
      this.#underWay.delete(webhook.id);
      this.#options.log.error({ err: error, webhook: webhook.id }, 'a webhook failed');
    }
  }

  /** A batch, one after the other, until one fails. What comes behind it is looked for next. */
  async #deliver(webhook: DueWebhook): Promise<void> {
    const { db, now } = this.#options;
    let { place, failures } = webhook;
    for (const event of await readEventsAfter(db, place, BATCH)) {
      const problem = await this.#send(webhook, event);
      if (this.#stop.signal.aborted) return;
      const tried = { id: webhook.id, place, event: event.id };
      if (problem !== undefined) return this.#failed({ ...webhook, failures }, tried, problem);
      if (!(await keepDelivered(db, tried, now()))) return;
      this.#options.figures.delivered += 1;
      place = event.id;
      failures = 0;
    }
  }

  async #failed(
    { id, failures }: DueWebhook,
    tried: Tried,
    { text, waitMs, isGone }: Problem,
  ): Promise<void> {
    const { db, log, now, figures } = this.#options;
    const tries = failures + 1;
    figures.failed += 1;
    if (tries >= this.#pace.mostTries && !isGone) {
      figures.dead += 1;
      log.warn({ webhook: id, problem: text }, 'a webhook message was given up after its last try');
      return keepDead(db, tried, text, now());
    }
    if (tries === 1 || isGone)
      log.warn(
        { webhook: id, problem: text },
        isGone ? 'a webhook is gone' : 'a webhook does not take messages',
      );
    const retryMs = now() + Math.max(waitMs, backOffMs(tries, this.#pace.backOff, Math.random()));
    await keepFailed(db, tried, { problem: text, retryMs, isGone });
  }

  /** Why the receiver did not take the event; undefined when it did. */
  async #send({ url, secret }: DueWebhook, event: ToldEvent): Promise<Problem | undefined> {
    const { client, now } = this.#options;
    const { id, body } = webhookMessage(event);
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
  /** How long the receiver asks to be left alone. */
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
