import { createECDH, randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { epochMs, HOUR_MS, MINUTE_MS } from '../../core/time/instant.ts';
import { createPushService } from './push-service.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 12);
const TARGET = {
  endpoint: 'https://push.example.com/1',
  p256dh: createECDH('prime256v1').generateKeys(),
  auth: randomBytes(16),
};
const MESSAGE = { text: '{}', ttlS: 60, topic: 'x' };

function service() {
  let nowMs = NOW_MS;
  const post = vi.fn(async () => ({ status: 201, headers: {}, text: '' }));
  const vapid = { publicKey: '', authorization: () => 'vapid t=x, k=y' };
  const pushes = createPushService({ client: { post }, vapid, now: () => epochMs(nowMs) });
  return {
    post,
    send: (endpoint = TARGET.endpoint, p256dh = TARGET.p256dh) =>
      pushes.send({ ...TARGET, endpoint, p256dh }, MESSAGE),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test.each([
  [201, {}, { kind: 'sent' }],
  [204, {}, { kind: 'sent' }],
  [404, {}, { kind: 'gone' }],
  [413, {}, { kind: 'gone' }],
  [403, {}, { kind: 'failed' }],
  [410, {}, { kind: 'gone' }],
  [500, {}, { kind: 'failed' }],
  [301, {}, { kind: 'failed' }],
  [429, { 'retry-after': '120' }, { kind: 'wait', untilMs: NOW_MS + 2 * MINUTE_MS }],
  [
    429,
    { 'retry-after': new Date(NOW_MS + 2 * MINUTE_MS).toUTCString() },
    { kind: 'wait', untilMs: NOW_MS + 2 * MINUTE_MS },
  ],
  [429, { 'retry-after': '7200' }, { kind: 'wait', untilMs: NOW_MS + HOUR_MS }],
  [429, { 'retry-after': 'soon' }, { kind: 'wait', untilMs: NOW_MS + MINUTE_MS }],
  [429, {}, { kind: 'wait', untilMs: NOW_MS + MINUTE_MS }],
])('a service that answers %i with %j has the result %j', async (status, headers, result) => {
  const { post, send } = service();
  post.mockResolvedValue({ status, headers, text: '' });
  expect(await send()).toEqual(result);
});

test('after 20 failures one after the other a service is asked nothing for a minute, and others are', async () => {
  const { post, send, pass } = service();
  const fail = async (times: number) => {
    post.mockRejectedValue(new Error('no answer'));
    for (let time = 0; time < times; time += 1) expect(await send()).toEqual({ kind: 'failed' });
  };
  await fail(19);
  post.mockResolvedValue({ status: 201, headers: {}, text: '' });
  expect(await send()).toEqual({ kind: 'sent' });
  await fail(20);
  post.mockResolvedValue({ status: 201, headers: {}, text: '' });
  expect(await send()).toEqual({ kind: 'failed' });
  expect(post).toHaveBeenCalledTimes(40);
  expect(await send('https://other.example.com/1')).toEqual({ kind: 'sent' });
  pass(MINUTE_MS);
  expect(await send()).toEqual({ kind: 'sent' });
});

test('a browser that refuses the key is gone where its service has taken the same key for another one', async () => {
  const { post, send } = service();
  expect(await send()).toEqual({ kind: 'sent' });
  post.mockResolvedValue({ status: 403, headers: {}, text: '' });
  expect(await send()).toEqual({ kind: 'gone' });
  expect(await send('https://other.example.com/1')).toEqual({ kind: 'failed' });
});

test('a service for which the message is too long gets the push without one', async () => {
  const { post, send } = service();
  post.mockResolvedValueOnce({ status: 413, headers: {}, text: '' });
  expect(await send()).toEqual({ kind: 'sent' });
  expect(post).toHaveBeenLastCalledWith({
    url: TARGET.endpoint,
    headers: { authorization: 'vapid t=x, k=y', ttl: 60, topic: 'x', urgency: 'high' },
    body: new Uint8Array(),
  });
});

test('a browser whose key is no point of the curve is gone, and its service is not closed for others', async () => {
  const { post, send } = service();
  for (let time = 0; time < 40; time += 1)
    expect(await send(TARGET.endpoint, Buffer.alloc(65, 4))).toEqual({ kind: 'gone' });
  expect(await send()).toEqual({ kind: 'sent' });
  expect(post).toHaveBeenCalledTimes(1);
});
