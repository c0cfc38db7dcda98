import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AlertFacts, AlertMessage } from '../../../src/core/alerts/alert-facts.ts';
import { listenHere } from '../../support/local-server.ts';

/** A push as its browser reads it. */
export interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly message: AlertMessage;
}

/** A push service (RFC 8030) with browsers, which answers 201, or as the test says for a browser. */
export interface FakePushService {
  readonly origin: string;
  readonly pushes: ReceivedPush[];
  /** The tags of all pushes that came, taken or not. */
  readonly tags: string[];
  /** By the path of a browser. */
  readonly answers: Map<string, number | 'hang'>;
  /** The subscription of a new browser, as it gives it. */
  subscribe(name: string): { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The pushes, in order. */
  pushed(): (readonly [path: string, facts: AlertFacts])[];
  /** Forgets all of it, and every browser. */
  clear(): void;
  stop(): Promise<void>;
}

export async function startPushService(): Promise<FakePushService> {
  const pushes: ReceivedPush[] = [];
  const tags: string[] = [];
  const answers = new Map<string, number | 'hang'>();
  const browsers = new Map<string, (body: Buffer) => string>();
  const { origin, stop } = await listenHere(async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? '';
    const answer = answers.get(path) ?? 201;
    const read = browsers.get(path);
    if (read !== undefined) {
      const message: AlertMessage = JSON.parse(read(body));
      tags.push(message.tag);
      if (answer === 201) pushes.push({ path, headers: request.headers, message });
    }
    if (answer === 'hang') return;
    response.writeHead(answer, answer === 429 ? { 'retry-after': '120' } : {}).end();
  });
  return {
    origin,
    pushes,
    tags,
    answers,
    subscribe: (name) => {
      const { keys, read } = newBrowser();
      browsers.set(`/${name}`, read);
      return { endpoint: `${origin}/${name}`, keys };
    },
    pushed: () => pushes.map(({ path, message }) => [path, message.facts]),
    clear: () => {
      for (const list of [pushes, tags]) list.length = 0;
      for (const map of [answers, browsers]) map.clear();
    },
    stop,
  };
}

/** The keys of a browser, and how it reads what is sent for it: RFC 8291 from the other side. */
function newBrowser() {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: own.getPublicKey().toString('base64url'), auth: auth.toString('base64url') };
  const read = (body: Buffer) => {
    const salt = body.subarray(0, 16);
    const theirs = body.subarray(21, 21 + body.readUInt8(20));
    const sealed = body.subarray(21 + theirs.length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]);
    const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(theirs), auth, info, 32));
    const derive = (what: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length));
    const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return text.subarray(0, text.lastIndexOf(2)).toString();
  };
  return { keys, read };
}
