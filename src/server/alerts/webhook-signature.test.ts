import { describe, expect, test } from 'vitest';
import { isWebhookSecret, newWebhookSecret, signWebhook, webhookProblem } from './webhook-signature.ts';

/** The example of the standard's own libraries: https://github.com/standard-webhooks/standard-webhooks */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const AT_MS = 1_614_265_330_000;
const BODY = '{"test": 2432232314}';
const SIGNED = { ...signWebhook(SECRET, ID, AT_MS, BODY) };

test("a signature is the one of the standard's example", () => {
  expect(SIGNED).toEqual({
    'webhook-id': ID,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

describe('a message', () => {
  test('of the sender is no problem, also beside signatures of other keys and versions', () => {
    for (const laterMs of [-300_000, 0, 300_000])
      expect(webhookProblem(SECRET, SIGNED, AT_MS + laterMs, BODY)).toBeUndefined();
    const several = `v1a,AAAA v1,AAAA ${SIGNED['webhook-signature']}`;
    expect(webhookProblem(SECRET, { ...SIGNED, 'webhook-signature': several }, AT_MS, BODY)).toBeUndefined();
  });

  test.each([
    ['another body', SIGNED, 0, `${BODY} `, 'signature is wrong'],
    ['another id', { ...SIGNED, 'webhook-id': 'msg_2' }, 0, BODY, 'signature is wrong'],
    ['another time', { ...SIGNED, 'webhook-timestamp': '1614265331' }, 0, BODY, 'signature is wrong'],
    ['no signature of version 1', { ...SIGNED, 'webhook-signature': 'v2,AA' }, 0, BODY, 'signature is wrong'],
    ['a missing header', { 'webhook-id': ID }, 0, BODY, 'missing'],
    ['more than five minutes of age', SIGNED, 300_001, BODY, '5 minutes'],
    ['a time to come', SIGNED, -300_001, BODY, '5 minutes'],
  ])('with %s is refused', (_what, headers, laterMs, body, why) => {
    expect(webhookProblem(SECRET, headers, AT_MS + laterMs, body)).toContain(why);
  });
});

test('a secret that is drawn is one, and any of 24 to 64 bytes; texts that are short, long or not base64 are none', () => {
  const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`;
  expect([23, 24, 64, 65].map((bytes) => isWebhookSecret(secretOf(bytes)))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isWebhookSecret(newWebhookSecret())).toBe(true);
  expect(newWebhookSecret()).not.toBe(newWebhookSecret());
  for (const wrong of [
    '',
    'whsec_',
    'whsec_AAAA',
    `whsec_${'A'.repeat(88)}`,
    SECRET.slice(6),
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2La a5w',
  ])
    expect(isWebhookSecret(wrong)).toBe(false);
});
