import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRelayServer, postTelegram } from '../../../src/operator/relay/relay-server.ts';
import { listenHere, type LocalServer } from '../../support/local-server.ts';
import { runHere } from '../../support/run-here.ts';
import { newWebhookSecret, signWebhook } from '../../../src/server/alerts/webhook-signature.ts';

const SECRET = newWebhookSecret();
const TOKEN = '123456:AAExampleExampleExample';
const NOW_MS = 1_800_000_000_000;
const SIGNAL = {
  index: 7,
  ledger: 'live',
  label: null,
  pair: 'EUR/USD',
  direction: 'CALL',
  timeframe: '1min',
  confidence: 51.24,
  expiryMs: NOW_MS + 61_000,
};

let servers: LocalServer[];
/** What the fake of https://core.telegram.org/bots/api was sent, and what it answers next; ok after that. */
let posted: { path: string; body: unknown }[];
let answers: { status: number; body: object }[];
let events: string[];
let relay: string;

beforeEach(async () => {
  [posted, answers, events] = [[], [], []];
  const api = await listenHere(async (request, response) => {
    posted.push({ path: request.url ?? '', body: await json(request) });
    const { status, body } = answers.shift() ?? { status: 200, body: { ok: true, result: {} } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const own = await listenHere(
    createRelayServer({
      secret: SECRET,
      payout: 0.8,
      post: (text) => postTelegram({ api: api.origin, token: TOKEN, chat: '@channel' }, text),
      now: () => NOW_MS,
      onEvent: (line) => events.push(line),
    }),
  );
  relay = own.origin;
  servers = [own, api];
});
afterEach(async () => {
  for (const server of servers) await server.stop();
});

async function deliver(type: string, data: object, { id = `m_${type}`, secret = SECRET } = {}) {
  const body = JSON.stringify({ type, timestamp: '2026-11-20T18:46:53.040Z', data });
  const answer = await fetch(relay, {
    method: 'POST',
    headers: { ...signWebhook(secret, id, NOW_MS, body) },
    body,
  });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
}

const texts = () => posted.map(({ body }) => (body as { text: string }).text);

test('a signal is posted in the chat in the words of its card', async () => {
  expect(await deliver('signal.recorded', SIGNAL)).toMatchObject({ status: 204 });
  expect(posted).toEqual([
    {
      path: `/bot${TOKEN}/sendMessage`,
      body: {
        chat_id: '@channel',
        text: 'EUR/USD CALL, 1min, 51.2% measured, you need 55.6%',
        link_preview_options: { is_disabled: true },
      },
    },
  ]);
});

test.each([
  ['signal.settled', { ...SIGNAL, outcome: 'lost' }, 'EUR/USD CALL, 1min: lost'],
  ['feed.lost', { label: null }, 'Prices have stopped. There are no signals until prices are back.'],
  ['feed.back', { label: null }, 'Prices are back.'],
  ['market.open', { label: null }, 'The market is open.'],
  [
    'record.verdict',
    { label: null, verdict: 'no-edge' },
    "The record's verdict has changed, at a payout of 80%: no edge is shown.",
  ],
  [
    'signal.recorded',
    { ...SIGNAL, label: 'made-up prices' },
    '[made-up prices] EUR/USD CALL, 1min, 51.2% measured, you need 55.6%',
  ],
])('%s says what there is to say', async (type, data, text) => {
  await deliver(type, data);
  expect(texts()).toEqual([text]);
});

test('a signal that is over is taken and not posted, and so is what is not known', async () => {
  expect(await deliver('signal.recorded', { ...SIGNAL, expiryMs: NOW_MS })).toMatchObject({ status: 204 });
  expect(await deliver('something.new', {})).toMatchObject({ status: 204 });
  expect(posted).toEqual([]);
});

describe('a message', () => {
  test('that comes again is posted once, also while the first one is under way', async () => {
    const same = { id: 'm_1' };
    await Promise.all([1, 2, 3].map(() => deliver('signal.recorded', SIGNAL, same)));
    expect(await deliver('signal.recorded', SIGNAL, same)).toMatchObject({ status: 204 });
    expect(posted).toHaveLength(1);
  });

  test('of another sender, or no message at all, is refused', async () => {
    expect(await deliver('signal.recorded', SIGNAL, { secret: newWebhookSecret() })).toMatchObject({
      status: 401,
    });
    expect((await fetch(relay, { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await fetch(relay, { method: 'POST', body: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await fetch(relay)).status).toBe(405);
    expect(posted).toEqual([]);
  });

  test('that Telegram does not take now comes again after as long as it asks', async () => {
    answers.push({
      status: 429,
      body: {
        ok: false,
        error_code: 429,
        description: 'Too Many Requests: retry after 17',
        parameters: { retry_after: 17 },
      },
    });
    expect(await deliver('market.open', { label: null })).toEqual({ status: 429, retryAfter: '17' });
    expect(await deliver('market.open', { label: null })).toMatchObject({ status: 204 });
    expect(texts()).toEqual(['The market is open.', 'The market is open.']);
  });

  test('that Telegram refuses is refused, with its reason and without the token', async () => {
    answers.push({
      status: 403,
      body: { ok: false, error_code: 403, description: 'Forbidden: bot was kicked' },
    });
    expect(await deliver('market.open', { label: null })).toMatchObject({ status: 502 });
    expect(events).toEqual(['Telegram answers 403: Forbidden: bot was kicked']);
    expect(events.join()).not.toContain(TOKEN);
  });
});

test.each([
  ['', 'There is no token'],
  [`${TOKEN}\n`, 'There is no secret'],
  [`nonsense\n${SECRET}\n`, 'There is no token'],
])('the command refuses to start without its two secrets', async (input, why) => {
  const args = ['relay', 'telegram', '--port', '0', '--chat', '@channel', '--secrets-stdin'];
  expect(await runHere(args, input)).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
});
