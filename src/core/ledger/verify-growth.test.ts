import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkpointText, signedNote } from './checkpoint.ts';
import { verifyGrowth } from './verify-growth.ts';

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const pair = generateKeyPairSync('ed25519');
const KEY = {
  name: 'signals.example.com/ledger/live',
  publicKey: new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
};
const noteOf = (origin: string) => {
  const text = checkpointText({ origin, size: 3, root: sha256(new Uint8Array([7])) });
  return signedNote(text, sha256, KEY, sign(null, Buffer.from(text), pair.privateKey));
};
const REPLAY = noteOf('signals.example.com/ledger/replay');
const LIVE = noteOf(KEY.name);

/** Every signature holds here: what is told apart is what was signed. */
const growth = (since: string, latest: string) =>
  verifyGrowth({
    source: { checkpoint: async () => latest, tile: async () => new Uint8Array() },
    key: KEY,
    sha256,
    ed25519: () => true,
    since,
  });

test.each([
  ['saved', REPLAY, LIVE],
  ['latest', LIVE, REPLAY],
])(
  'a %s checkpoint of another ledger is refused, though its signature holds',
  async (_which, since, latest) => {
    const { problems } = await growth(since, latest);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain('it is of signals.example.com/ledger/replay, not of');
  },
);
