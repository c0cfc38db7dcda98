import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { SignalFacts } from '../../core/alerts/alert-facts.ts';
import { EVENT_TYPES, type EventType } from '../../core/alerts/ledger-events.ts';
import { confidenceText } from '../../core/engine/confidence-text.ts';
import { breakEvenRate, type VerdictCode } from '../../core/record/verdict.ts';
import type { Outcome } from '../../core/signals/ledger-entry.ts';
import { isWebhookSecret, webhookProblem } from '../../server/alerts/webhook-signature.ts';
import { readAtMost } from '../../server/platform/read-at-most.ts';
import { SECOND_MS } from '../../core/time/instant.ts';
import { printable } from '../../server/platform/printable.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { misuse } from '../exit-codes.ts';
import { interruptible, readLines, serveUntilStopped } from '../terminal.ts';

export interface RelayOptions {
  readonly secret: string;
  readonly payout: number;
  readonly post: (text: string) => Promise<SendResult>;
  readonly now: () => number;
  /** Called with one line for the operator. */
  readonly onEvent: (line: string) => void;
}

interface Answer {
  readonly status: number;
  readonly retryAfterS?: number;
}

/** Pipcast's messages have a few hundred bytes. */
const MOST_BODY_BYTES = 16_384;
const REQUEST_LIMIT_MS = 10_000;
/** A repetition comes soon after the first one, except in a replay, where it is intended. */
const MOST_REMEMBERED = 10_000;

/**
 * A receiver of webhooks that passes each message on once. It has no queue: what cannot be passed on now is refused, and Pipcast sends it again,
 * in order.
 */
export function createRelayServer(options: RelayOptions): Server {
  /** The result of each message, under way or done, so that a repetition waits for the first one. */
  const passed = new Map<string, Promise<Answer>>();
  return createServer({ requestTimeout: REQUEST_LIMIT_MS }, async (request, response) => {
    const { status, retryAfterS } = await receive(options, passed, request);
    if (retryAfterS !== undefined) response.setHeader('retry-after', retryAfterS);
    response.writeHead(status).end();
  });
}

async function receive(
  options: RelayOptions,
  passed: Map<string, Promise<Answer>>,
  request: IncomingMessage,
): Promise<Answer> {
  const { secret, now, onEvent } = options;
  if (request.method !== 'POST') return { status: 405 };
  const body = await readBody(request);
  if (body === undefined) return { status: 413 };
  const problem = webhookProblem(secret, request.headers, now(), body);
  if (problem !== undefined) {
    onEvent(`refused a message: ${problem}`);
    return { status: 401 };
  }
  const id = request.headers['webhook-id'] as string;
  const known = passed.get(id);
  if (known !== undefined) return known;
  const work = passOn(options, body);
  passed.set(id, work);
  const given = await work;
  // A message that was not forwarded comes again.
  if (given.status !== 204) passed.delete(id);
  const [oldest] = passed.keys();
  if (passed.size > MOST_REMEMBERED && oldest !== undefined) passed.delete(oldest);
  return given;
}

async function passOn({ payout, post, now, onEvent }: RelayOptions, body: string): Promise<Answer> {
  let text: string | undefined;
  try {
    text = messageText(body, payout, now());
  } catch {
    onEvent('a message of the right signature could not be read');
    return { status: 400 };
  }
  if (text === undefined) return { status: 204 };
  const result = await post(text);
  if (result.kind === 'sent') return { status: 204 };
  onEvent(result.kind === 'wait' ? `Telegram asks to wait ${result.seconds} s` : result.problem);
  return result.kind === 'wait' ? { status: 429, retryAfterS: result.seconds } : { status: 502 };
}

/** Undefined when it is too long, or breaks off. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const body = await readAtMost(request as AsyncIterable<Uint8Array>, MOST_BODY_BYTES).catch(() => undefined);
  return body?.toString('utf8');
}

interface Message {
  readonly type: EventType;
  /** As far as there is something of it in a message of its type. */
  readonly data: SignalFacts & {
    readonly expiryMs: number;
    readonly outcome: Outcome;
    readonly verdict: VerdictCode;
    /** The description of prices that are not live. */
    readonly label: string | null;
  };
}

/**
 * The text of a message's body; undefined when there is nothing to say: a signal that is over, or a type that is not known here. Throws a
 * SyntaxError when the body is not JSON.
 */
function messageText(body: string, payout: number, nowMs: number): string | undefined {
  const message = JSON.parse(body) as Message;
  const { type, data } = message;
  if (!EVENT_TYPES.includes(type)) return undefined;
  if (type === 'signal.recorded' && nowMs >= data.expiryMs) return undefined;
  const text = sentence(message, payout);
  return data.label === null ? text : `[${data.label}] ${text}`;
}

const OUTCOME_TEXTS: Readonly<Record<Outcome, string>> = {
  won: 'won',
  lost: 'lost',
  unchanged: 'unchanged: stakes are refunded',
  void: 'void: it has no outcome',
};

const VERDICT_TEXTS: Readonly<Record<VerdictCode, string>> = {
  'too-few': 'too few signals to judge',
  'no-edge': 'no edge is shown',
  above: 'above break-even, so far',
  below: 'below break-even',
};

/** `payout` is that of a won stake of 1, above 0. */
function sentence({ type, data: facts }: Message, payout: number): string {
  switch (type) {
    case 'signal.recorded': {
      const [measured, need] = [facts.confidence, 100 * breakEvenRate(payout)].map(confidenceText);
      return `${facts.pair} ${facts.direction}, ${facts.timeframe}, ${measured} measured, you need ${need}`;
    }
    case 'signal.settled':
      return `${facts.pair} ${facts.direction}, ${facts.timeframe}: ${OUTCOME_TEXTS[facts.outcome]}`;
    case 'feed.lost':
      return 'Prices have stopped. There are no signals until prices are back.';
    case 'feed.back':
      return 'Prices are back.';
    case 'market.open':
      return 'The market is open.';
    case 'record.verdict':
      return `The record's verdict has changed, at a payout of 80%: ${VERDICT_TEXTS[facts.verdict]}.`;
  }
}

type SendResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly problem: string };

/** Shorter than the time that Pipcast waits for an answer. */
const ANSWER_LIMIT_MS = 10 * SECOND_MS;
/** The wait where Telegram asks for one and gives no time. */
const USUAL_WAIT_S = 30;

/**
 * Posts a text as it is, without a preview of links, in a chat: https://core.telegram.org/bots/api#sendmessage. `api` has no slash at its
 * end. Never throws; the token is in no problem's words.
 */
export async function postTelegram(
  { api, token, chat }: { readonly api: string; readonly token: string; readonly chat: string },
  text: string,
): Promise<SendResult> {
  try {
    const response = await fetch(`${api}/bot${token}/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat_id: chat, text, link_preview_options: { is_disabled: true } }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    return resultOf(response.status, (await response.json().catch(() => ({}))) as TelegramAnswer);
  } catch {
    return { kind: 'failed', problem: 'Telegram does not answer' };
  }
}

interface TelegramAnswer {
  readonly ok?: boolean;
  readonly description?: string;
  readonly parameters?: { readonly retry_after?: number };
}

function resultOf(status: number, { ok, description, parameters }: TelegramAnswer): SendResult {
  if (ok === true) return { kind: 'sent' };
  if (status === 429) return { kind: 'wait', seconds: parameters?.retry_after ?? USUAL_WAIT_S };
  return { kind: 'failed', problem: `Telegram answers ${status}: ${description ?? 'nothing'}` };
}

export interface RelayFlags {
  readonly port: number;
  readonly host: string;
  readonly chat: string;
  readonly payout: number;
  readonly secretsStdin?: boolean;
  readonly api: string;
}

/** `pipcast relay telegram`: forwards webhooks until it is stopped. */
export async function relayTelegram(
  { io, output }: CommandContext,
  { port, host, chat, payout, secretsStdin = false, api }: RelayFlags,
): Promise<Ending> {
  return interruptible(async (signal): Promise<Ending> => {
    const { TELEGRAM_BOT_TOKEN, WEBHOOK_SECRET } = io.env;
    const [token = '', secret = ''] = secretsStdin
      ? await readLines(io, 2, signal)
      : [TELEGRAM_BOT_TOKEN, WEBHOOK_SECRET];
    requireSecrets(token, secret);
    const server = createRelayServer({
      secret,
      payout,
      post: (text) => postTelegram({ api, token, chat }, text),
      now: Date.now,
      onEvent: (line) => output.note(printable(line)),
    });
    return serveUntilStopped('relay', server, { host, port }, signal, (url) =>
      output.result({ url: `${url}/`, chat }, () => `listens on ${url}/`),
    );
  });
}

function requireSecrets(token: string, secret: string): void {
  const where = 'Set TELEGRAM_BOT_TOKEN and WEBHOOK_SECRET, or give both on stdin with --secrets-stdin.';
  if (!/^\d+:[\w-]{20,}$/.test(token))
    throw misuse('There is no token of a Telegram bot, such as 123456:ABC…', where);
  if (!isWebhookSecret(secret)) throw misuse('There is no secret of a webhook, whsec_…', where);
}
