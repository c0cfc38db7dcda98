import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { growthRefusal, readRequest, type WitnessedLog } from '../../core/log/witness.ts';
import { sha256, verifyEd25519 } from '../../server/ledger/ed25519.ts';
import { readAtMost } from '../../server/platform/read-at-most.ts';
import { openWitnessKey, type WitnessKey } from './witness-key.ts';
import { WitnessState } from './witness-state.ts';
import { sameBytes } from '../../core/log/bytes.ts';
import { parseVerifierKey } from '../../core/log/checkpoint.ts';
import { cosignerKeyText } from '../../core/log/cosignature.ts';
import { printable } from '../../server/platform/printable.ts';
import { misuse } from '../exit-codes.ts';
import { interruptible, serveUntilStopped } from '../terminal.ts';
import type { CommandContext, Ending } from '../command-context.ts';

export interface WitnessOptions {
  readonly logs: readonly WitnessedLog[];
  readonly key: WitnessKey;
  readonly state: WitnessState;
  readonly nowS: () => number;
  /** Hears, in one line, of what the operator should know. */
  readonly onEvent: (line: string) => void;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
}

/** 63 hashes and a checkpoint with 16 signatures of 5 kB, in base64. */
const MOST_BODY_BYTES = 131_072;
const REQUEST_LIMIT_MS = 10_000;
const MOST_CONNECTIONS = 256;
/** As C2SP tlog-witness names it. */
const SIZE_TYPE = 'text/x.tlog.size';
const TEXT = 'text/plain; charset=utf-8';

/** A witness of logs over HTTP as C2SP tlog-witness asks: `POST /add-checkpoint` and `GET /<origin hash>/checkpoint`. */
export function createWitnessServer(options: WitnessOptions): Server {
  const server = createServer({ requestTimeout: REQUEST_LIMIT_MS }, (request, response) => {
    answer(options, request).then(
      (given) => send(response, given),
      (error: unknown) => {
        options.onEvent(`error: ${error instanceof Error ? error.message : String(error)}`);
        send(response, { status: 500, body: 'The witness could not store what it would have signed.\n' });
      },
    );
  });
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

async function answer(options: WitnessOptions, request: IncomingMessage): Promise<Answer> {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  if (path === '/add-checkpoint') {
    if (request.method !== 'POST') return { status: 405, body: 'Send a POST.\n' };
    const body = await readBody(request);
    if (typeof body !== 'string') return body;
    return addCheckpoint(options, body);
  }
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? [];
  const found = options.state.all().find(({ head }) => originHash(head.origin) === hash);
  if (found === undefined) return { status: 404, body: 'There is nothing at this address.\n' };
  if (request.method !== 'GET') return { status: 405, body: 'Send a GET.\n' };
  return { status: 200, body: found.note };
}

async function addCheckpoint(
  { logs, key, state, nowS, onEvent }: WitnessOptions,
  body: string,
): Promise<Answer> {
  const request = await readRequest(body, logs, sha256, verifyEd25519);
  if ('status' in request) return { status: request.status, body: `${request.problem}\n` };
  const { head, text, signatures } = request;
  // From here on nothing waits: no other request is judged before this one is stored.
  const refusal = growthRefusal(request, state.latest(head.origin)?.head, sha256);
  if (refusal !== undefined) {
    if (refusal.conflict !== undefined)
      onEvent(`refused a signed checkpoint: ${refusal.conflict}: ${JSON.stringify(request.checkpoint)}`);
    return {
      status: refusal.status,
      body: `${refusal.problem}\n`,
      ...(refusal.status === 409 && { type: SIZE_TYPE }),
    };
  }
  const line = key.cosign(text, nowS());
  state.keep(head, `${text}\n${signatures}${line}`);
  return { status: 200, body: line };
}

async function readBody(request: IncomingMessage): Promise<string | Answer> {
  const body = await readAtMost(request as AsyncIterable<Uint8Array>, MOST_BODY_BYTES);
  if (body === undefined) return { status: 413, body: `Send at most ${MOST_BODY_BYTES} bytes.\n` };
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return { status: 400, body: 'the request is not UTF-8\n' };
  }
}

function originHash(origin: string): string {
  return createHash('sha256').update(origin).digest('hex');
}

function send(response: ServerResponse, { status, body, type = TEXT }: Answer): void {
  response
    .writeHead(status, { 'content-type': type, ...(status === 413 && { connection: 'close' }) })
    .end(body);
}

export interface WitnessFlags {
  readonly port: number;
  readonly host: string;
  readonly state: string;
  readonly key: string;
  readonly name?: string;
  /** `VKEY` or `VKEY ORIGIN`. */
  readonly log: readonly string[];
}

/** `pipcast witness`: cosigns the checkpoints of logs until it is stopped. Prints its own vkey once it listens. */
export async function witnessCommand({ output }: CommandContext, flags: WitnessFlags): Promise<Ending> {
  const logs = logsOf(flags.log);
  const key = openWitnessKey(flags.key, flags.name);
  refuseOwnKey(logs, key);
  const state = await WitnessState.open(flags.state, key.verifier);
  return interruptible(async (signal): Promise<Ending> => {
    const server = createWitnessServer({
      logs,
      key,
      state,
      nowS: () => Math.floor(Date.now() / 1000),
      onEvent: (line) => output.note(printable(line)),
    });
    const vkey = cosignerKeyText(sha256, key.verifier);
    const followed = logs.map(({ origin }) => ({ origin, size: state.latest(origin)?.head.size ?? null }));
    return serveUntilStopped('witness', server, flags, signal, async (url) => {
      await output.result({ vkey, url, logs: followed }, () => vkey);
      for (const { origin, size } of followed)
        output.note(
          printable(`${origin}: ${size === null ? 'nothing cosigned yet' : `cosigned up to ${size}`}`),
        );
      output.note(`listens on ${url}; the line above is this witness's key for policies`);
    });
  });
}

function logsOf(texts: readonly string[]): WitnessedLog[] {
  const keys = texts.map((text) => {
    const [, vkey = '', origin] = /^(\S+)(?: (.+))?$/.exec(text) ?? [];
    const key = parseVerifierKey(sha256, vkey);
    if (key === undefined)
      throw misuse(
        `This is not the key of a log: ${text}`,
        'It has the form name+id+key. Behind a space you can give the origin, where it is not the name of the key.',
      );
    return { key, origin: origin ?? key.name };
  });
  // A log whose key was changed has several.
  const origins = [...new Set(keys.map(({ origin }) => origin))];
  return origins.map((origin) => ({
    origin,
    keys: keys.filter((each) => each.origin === origin).map(({ key }) => key),
  }));
}

/** Under one key the words of the log and those of the witness could be taken for each other. */
function refuseOwnKey(logs: readonly WitnessedLog[], { verifier }: WitnessKey): void {
  for (const { origin, keys } of logs)
    if (keys.some(({ publicKey }) => sameBytes(publicKey, verifier.publicKey)))
      throw misuse(`The log ${origin} has the key of this witness.`, 'Give each its own key.');
}
