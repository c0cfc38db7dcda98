import { lookup as resolve, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { SECOND_MS } from '../../core/time/instant.ts';
import { hostOf, type Targets } from './address-guard.ts';

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
}

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Uint8Array;
  readonly signal?: AbortSignal;
}

export interface OutboundOptions {
  readonly targets: Targets;
  /** From the socket, its address look-up included, to the end of the answer. */
  readonly timeoutMs: number;
  /** Connections to one host at a time; they are kept for the next requests. Undefined: as many as there are requests. */
  readonly mostConnections?: number;
}

const MOST_ANSWER_BYTES = 4_096;

/**
 * Sends requests to addresses that others have chosen. The address of each connection is held against the private ranges, whatever
 * the name given before; redirects are not followed.
 */
export class OutboundClient {
  readonly #options: OutboundOptions;
  readonly #agents: { readonly 'http:': http.Agent; readonly 'https:': https.Agent };

  constructor(options: OutboundOptions) {
    this.#options = options;
    const agent = {
      keepAlive: true,
      maxSockets: options.mostConnections ?? Number.POSITIVE_INFINITY,
      scheduling: 'fifo',
      lookup: guardedLookup(options.targets),
    } as const;
    this.#agents = { 'http:': new http.Agent(agent), 'https:': new https.Agent(agent) };
  }

  /**
   * Posts a body, and waits for the end of the answer, whose text is dropped.
   * @throws ForbiddenTargetError, or an Error when there is no answer in time.
   */
  async post({ url, headers, body, signal }: OutboundRequest): Promise<OutboundAnswer> {
    const { targets, timeoutMs } = this.#options;
    const target = targets.require(url);
    const isTls = target.protocol === 'https:';
    const request = (isTls ? https : http).request(target, {
      method: 'POST',
      agent: isTls ? this.#agents['https:'] : this.#agents['http:'],
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      ...(signal && { signal }),
    });
    let limit: NodeJS.Timeout | undefined;
    // A timer: an AbortSignal for each of thousands of requests takes as long as the request.
    request.once('socket', () => {
      limit = setTimeout(
        () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)),
        timeoutMs,
      );
    });
    try {
      return await new Promise<OutboundAnswer>((answer, reject) => {
        request.on('error', reject);
        request.on('response', (response) => {
          drain(response).then(
            () => answer({ status: response.statusCode ?? 0, headers: response.headers }),
            reject,
          );
        });
        request.end(body);
      });
    } finally {
      clearTimeout(limit);
    }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}

/** Resolves the host of a target, as a connection would, so that a mistake shows at once. Throws what a connection would. */
export async function checkTarget(text: string, targets: Targets): Promise<URL> {
  const url = targets.require(text);
  const host = hostOf(url);
  if (isIP(host) !== 0) return url;
  await new Promise<void>((done, reject) => {
    guardedLookup(targets)(host, { all: true }, (error) => (error === null ? done() : reject(error)));
  });
  return url;
}

/** The wait that a receiver asks for, in ms, given in seconds or as a date; undefined where it gives none. */
export function retryAfterMs(
  { 'retry-after': text = '' }: http.IncomingHttpHeaders,
  nowMs: number,
): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

/** One forbidden address of a name forbids the name: which one is connected to would be chance. */
function guardedLookup(targets: Targets): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) return done(error, '');
      try {
        for (const { address } of addresses) targets.requireAddress(host.toLowerCase(), address);
      } catch (forbidden) {
        return done(forbidden as Error, '');
      }
      if (options.all === true) return done(null, addresses);
      const [first] = addresses;
      if (first === undefined) return done(new Error(`${host} has no address`), '');
      done(null, first.address, first.family);
    });
  };
}

/** Reads an answer to its end, or to the limit. Listeners: to iterate takes a tenth of a push. */
function drain(response: http.IncomingMessage): Promise<void> {
  return new Promise((done, reject) => {
    let length = 0;
    response.on('data', (part: Buffer) => {
      length += part.length;
      if (length < MOST_ANSWER_BYTES) return;
      done();
      response.destroy();
    });
    response.on('end', done);
    response.on('error', reject);
  });
}
