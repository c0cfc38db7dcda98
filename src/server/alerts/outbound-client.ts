import { lookup as resolve, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AllowedTargets, isListed, mayConnect } from './address-guard.ts';

/** What a target answered. */
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

/** A target lies in a network that requests may not reach; the message says which and what to do. */
export class ForbiddenTargetError extends Error {
  override readonly name = 'ForbiddenTargetError';
}

export interface OutboundOptions {
  readonly allowed: AllowedTargets;
  /** From the connection to the end of the answer. */
  readonly timeoutMs: number;
  /** Connections to one host at a time; they are kept for the next requests. */
  readonly mostConnections: number;
}

/** A longer answer ends its connection. */
const MOST_ANSWER_BYTES = 4_096;

/**
 * Sends requests to addresses that others have chosen. The address of each connection is held against the private ranges, whatever
 * the name said before; redirects are not followed.
 */
export class OutboundClient {
  readonly #options: OutboundOptions;
  readonly #agents: { readonly 'http:': http.Agent; readonly 'https:': https.Agent };

  constructor(options: OutboundOptions) {
    this.#options = options;
    const agent = {
      keepAlive: true,
      maxSockets: options.mostConnections,
      scheduling: 'fifo',
      lookup: guardedLookup(options.allowed),
    } as const;
    this.#agents = { 'http:': new http.Agent(agent), 'https:': new https.Agent(agent) };
  }

  /**
   * Posts a body, and waits for the end of the answer, whose text is dropped.
   * @throws ForbiddenTargetError, or an Error when there is no answer in time.
   */
  async post({ url, headers, body, signal }: OutboundRequest): Promise<OutboundAnswer> {
    const { allowed, timeoutMs } = this.#options;
    const target = requireTarget(url, allowed);
    const isTls = target.protocol === 'https:';
    const request = (isTls ? https : http).request(target, {
      method: 'POST',
      agent: isTls ? this.#agents['https:'] : this.#agents['http:'],
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      ...(signal && { signal }),
    });
    // A timer: an AbortSignal for each of thousands of requests takes as long as the request.
    const limit = setTimeout(
      () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
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

  /** Ends the connections that are kept. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}

/**
 * The target of an address that requests may be sent to: https to a public host, anything to one that is allowed. Names are resolved
 * only when a connection is made.
 * @throws ForbiddenTargetError.
 */
export function requireTarget(text: string, allowed: AllowedTargets): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ForbiddenTargetError('The address must start with https://.');
  if (url.username !== '' || url.password !== '')
    throw new ForbiddenTargetError('The address must not contain a user name or password.');
  const host = hostOf(url);
  if (isIP(host) !== 0 && !mayConnect(host, host, allowed)) throw forbidden(host, host);
  if (url.protocol === 'http:' && !isListed(host, host, allowed))
    throw new ForbiddenTargetError(
      'The address must start with https://; plain http:// is for hosts in PIPCAST_WEBHOOK_ALLOW.',
    );
  return url;
}

/** Resolves the host of a target, as a connection would, so that a mistake shows at once. Throws what a connection would. */
export async function checkTarget(text: string, allowed: AllowedTargets): Promise<URL> {
  const url = requireTarget(text, allowed);
  const host = hostOf(url);
  if (isIP(host) !== 0) return url;
  await new Promise<void>((done, reject) => {
    guardedLookup(allowed)(host, { all: true }, (error) => (error === null ? done() : reject(error)));
  });
  return url;
}

/** The host as it is looked up: small letters, no brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** One forbidden address among those of a name forbids the name: which one is connected to would be chance. */
function guardedLookup(allowed: AllowedTargets): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) return done(error, '');
      const wrong = addresses.find(({ address }) => !mayConnect(host.toLowerCase(), address, allowed));
      if (wrong !== undefined) return done(forbidden(host, wrong.address), '');
      if (options.all === true) return done(null, addresses);
      const [first] = addresses;
      if (first === undefined) return done(new Error(`${host} has no address`), '');
      done(null, first.address, first.family);
    });
  };
}

function forbidden(host: string, address: string): ForbiddenTargetError {
  const where = host === address ? host : `${host} (${address})`;
  return new ForbiddenTargetError(
    `${where} is not an address of the public Internet. List it in PIPCAST_WEBHOOK_ALLOW if it is meant.`,
  );
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
