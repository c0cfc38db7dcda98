import { expect, test } from 'vitest';
import { encryptPush, MOST_PUSH_BYTES } from './push-service.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');
/** https://www.rfc-editor.org/rfc/rfc8291#appendix-A */
const KEYS = {
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
};

test('a message is encrypted as in the example of RFC 8291', () => {
  const sent = encryptPush('When I grow up, I want to be a watermelon', KEYS, {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  });
  expect(sent.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('two messages share neither salt nor key, the longest one fits and a longer one is refused', () => {
  const [one, other] = [encryptPush('x', KEYS), encryptPush('x', KEYS)];
  expect(one.subarray(0, 16)).not.toEqual(other.subarray(0, 16));
  expect(one.subarray(21, 86)).not.toEqual(other.subarray(21, 86));
  expect(encryptPush('x'.repeat(MOST_PUSH_BYTES), KEYS)).toHaveLength(4_096);
  expect(() => encryptPush('x'.repeat(MOST_PUSH_BYTES + 1), KEYS)).toThrow(RangeError);
});
