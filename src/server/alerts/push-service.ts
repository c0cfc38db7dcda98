import { type EpochMs, HOUR_MS, MINUTE_MS } from '../../core/time/instant.ts';
import { encryptPush, isPushKey, type PushKeys } from './encrypt-push.ts';
import { type OutboundAnswer, type OutboundClient, retryAfterMs } from './outbound-client.ts';
import type { VapidKey } from './vapid-key.ts';

/** A browser that takes pushes, by the address that it gave. */
export interface PushTarget extends PushKeys {
  readonly endpoint: string;
}

/** The result of a push; `gone`: the browser takes no more; `wait`: its service asks for a pause. */
export type PushResult =
  | { readonly kind: 'sent' | 'gone' | 'failed' }
  | { readonly kind: 'wait'; readonly untilMs: number };

export interface PushMessage {
  readonly text: string;
  /** How long the service may keep it for a browser that is away, s. */
  readonly ttlS: number;
  /** A newer one of the same topic replaces it: at most 32 letters of base64url. */
  readonly topic: string;
}

export interface PushServiceOptions {
  readonly client: Pick<OutboundClient, 'post'>;
  readonly vapid: VapidKey;
  readonly now: () => EpochMs;
}

const USUAL_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = HOUR_MS;
/** After so many failures in a row a service gets no requests for a minute: a hanging one must not delay the others. */
const MOST_FAILURES = 20;

const ENCRYPTED = { 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream' };
const TOO_LONG = 413;

/** Hands pushes to the services of browsers (RFC 8030). */
export class PushService {
  readonly #options: PushServiceOptions;
  readonly #failures = new Map<string, { count: number; untilMs: number }>();
  /** By origin: the last authorization with which it took a push. */
  readonly #taken = new Map<string, string>();

  constructor(options: PushServiceOptions) {
    this.#options = options;
  }

  /** Never throws. */
  async send({ endpoint, ...keys }: PushTarget, { text, ttlS, topic }: PushMessage): Promise<PushResult> {
    const { client, vapid, now } = this.#options;
    // The fault is the browser's, not its service's.
    if (!isPushKey(keys.p256dh)) return { kind: 'gone' };
    const { origin } = new URL(endpoint);
    const failures = this.#failures.get(origin) ?? { count: 0, untilMs: 0 };
    if (now() < failures.untilMs) return { kind: 'failed' };
    const encrypted = encryptPush(text, keys);
    const authorization = vapid.authorization(origin, now());
    const post = (content: { readonly body: Uint8Array; readonly headers: Record<string, string> }) =>
      client.post({
        url: endpoint,
        headers: { authorization, ttl: ttlS, topic, urgency: 'high', ...content.headers },
        body: content.body,
      });
    try {
      let answer = await post({ body: encrypted, headers: ENCRYPTED });
      // Without a message the browser still says that there is an alert.
      if (answer.status === TOO_LONG) answer = await post({ body: new Uint8Array(), headers: {} });
      this.#failures.delete(origin);
      const result = resultOf(answer, now(), this.#taken.get(origin) === authorization);
      if (result.kind === 'sent') keep(this.#taken, origin, authorization);
      return result;
    } catch {
      failures.count += 1;
      if (failures.count % MOST_FAILURES === 0) failures.untilMs = now() + MINUTE_MS;
      keep(this.#failures, origin, failures);
      return { kind: 'failed' };
    }
  }
}

/** There are a handful of services, but a trader could name other hosts beneath their domains without end. */
function keep<T>(byOrigin: Map<string, T>, origin: string, value: T): void {
  if (byOrigin.size > 1_000) byOrigin.clear();
  byOrigin.set(origin, value);
}

/** A service refuses our key (403) for one browser, whose subscription is of another key, or for all, as when our clock is wrong. */
function resultOf({ status, headers }: OutboundAnswer, nowMs: number, isKeyGood: boolean): PushResult {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410 || status === TOO_LONG) return { kind: 'gone' };
  if (status === 403 && isKeyGood) return { kind: 'gone' };
  if (status !== 429) return { kind: 'failed' };
  const waitMs = retryAfterMs(headers, nowMs) ?? USUAL_WAIT_MS;
  return { kind: 'wait', untilMs: nowMs + Math.min(waitMs, LONGEST_WAIT_MS) };
}
