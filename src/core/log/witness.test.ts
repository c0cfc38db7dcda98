import { describe, expect, test } from 'vitest';
import { ed25519, sha256 } from '../../../tests/support/log-crypto.ts';
import { fromBase64 } from './bytes.ts';
import { parseVerifierKey, type TreeHead } from './checkpoint.ts';
import {
  addCheckpointText,
  growthRefusal,
  parseAddCheckpoint,
  readRequest,
  type WitnessedLog,
} from './witness.ts';

/** Requests of the tests of litewitness, https://github.com/FiloSottile/torchwood/tree/main/cmd/litewitness/testdata. */
const ORIGIN = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562';
const SIGSUM: WitnessedLog = {
  origin: ORIGIN,
  keys: [
    {
      name: ORIGIN,
      publicKey: new Uint8Array(
        Buffer.from('ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f', 'hex'),
      ),
    },
  ],
};
const SUMDB_KEY = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
const leaf = (number: number) => Buffer.from([42, number, ...Array(30).fill(0)]).toString('base64');
const note = (size: number, root: string, signature: string) =>
  `${ORIGIN}\n${size}\n${root}\n\n— ${ORIGIN} ${signature}\n`;
const NOTES = {
  1: note(
    1,
    leaf(0),
    'UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=',
  ),
  3: note(
    3,
    'RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=',
    'UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=',
  ),
  5: note(
    5,
    'QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=',
    'UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=',
  ),
};
const FROM_1_TO_3 = [leaf(1), leaf(2)];
const FROM_3_TO_5 = [leaf(2), leaf(3), 'wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=', leaf(4)];
const FORGED = note(
  3,
  'RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=',
  'UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6gw=',
);

const body = (oldSize: number, proof: readonly string[], checkpoint: string) =>
  ['old ' + String(oldSize), ...proof, '', checkpoint].join('\n');

/** The status of the answer of a witness that knows a tree of this size. */
async function statusOf(text: string, latest?: TreeHead, logs = [SIGSUM]): Promise<number | TreeHead> {
  const request = await readRequest(text, logs, sha256, ed25519);
  if ('status' in request) return request.status;
  return growthRefusal(request, latest, sha256)?.status ?? request.head;
}

const head = (size: 1 | 3 | 5): TreeHead => ({
  origin: ORIGIN,
  size,
  root: fromBase64(NOTES[size].split('\n')[2] ?? '') as Uint8Array,
});

describe('a witness answers another implementation as the specification says', () => {
  test.each([
    ['the first checkpoint', body(0, [], NOTES[1]), undefined, 1],
    ['a grown tree', body(1, FROM_1_TO_3, NOTES[3]), head(1), 3],
    ['a tree that grew from an odd size', body(3, FROM_3_TO_5, NOTES[5]), head(3), 5],
    ['the same tree again', body(5, [], NOTES[5]), head(5), 5],
  ] as const)('%s is cosigned', async (_what, text, latest, size) => {
    expect(await statusOf(text, latest)).toEqual(head(size));
  });

  test.each([
    ['a wrong signature', 403, body(1, FROM_1_TO_3, FORGED), head(1)],
    [
      'no signature of a known key',
      403,
      body(1, FROM_1_TO_3, NOTES[3].replace(`— ${ORIGIN}`, '— other')),
      head(1),
    ],
    ['an unknown log', 404, body(1, FROM_1_TO_3, NOTES[3].replaceAll('e562', 'e563')), head(1)],
    ['no proof', 422, body(1, [], NOTES[3]), head(1)],
    ['a wrong proof', 422, body(1, [leaf(1), leaf(9)], NOTES[3]), head(1)],
    ['a proof of another size', 422, body(1, [...FROM_1_TO_3, leaf(3)], NOTES[3]), head(1)],
    ['a proof from an empty tree', 422, body(0, [leaf(1)], NOTES[3]), undefined],
    ['a proof from a tree to itself', 422, body(3, [leaf(1)], NOTES[3]), head(3)],
    ['another root of the same size', 409, body(3, [], NOTES[3]), { ...head(3), root: head(5).root }],
    ['an old size that is not the last one', 409, body(1, FROM_1_TO_3, NOTES[5]), head(3)],
    ['an old size of zero', 409, body(0, [], NOTES[5]), head(5)],
    ['a first request with an old size', 409, body(1, FROM_1_TO_3, NOTES[3]), undefined],
    ['an old size above the new one', 400, body(5, [], NOTES[3]), head(5)],
    [
      'an old size with a zero in front',
      400,
      body(1, FROM_1_TO_3, NOTES[3]).replace('old 1', 'old 01'),
      head(1),
    ],
    ['64 hashes', 400, body(1, Array<string>(64).fill(leaf(1)), NOTES[3]), head(1)],
    ['a hash of 31 bytes', 400, body(1, [leaf(1).slice(4)], NOTES[3]), head(1)],
    ['a checkpoint without its last newline', 400, body(1, FROM_1_TO_3, NOTES[3].slice(0, -1)), head(1)],
    ['a checkpoint of two lines', 400, body(0, [], `${ORIGIN}\n1\n\n— a AAAAAAA=\n`), undefined],
    ['nothing', 400, '', undefined],
  ] as const)('%s is answered with %i', async (_what, status, text, latest) => {
    expect(await statusOf(text, latest)).toBe(status);
  });

  test('a refusal for the size names the size that is known', async () => {
    const request = await readRequest(body(1, FROM_1_TO_3, NOTES[5]), [SIGSUM], sha256, ed25519);
    if ('status' in request) throw new Error(request.problem);
    expect(growthRefusal(request, head(3), sha256)).toEqual({ status: 409, problem: '3' });
  });

  test('a refusal of another root of the same size says that there are two', async () => {
    const request = await readRequest(body(3, [], NOTES[3]), [SIGSUM], sha256, ed25519);
    if ('status' in request) throw new Error(request.problem);
    expect(growthRefusal(request, { ...head(3), root: head(5).root }, sha256)).toEqual({
      status: 409,
      problem: '3',
      conflict: 'this witness has cosigned another root of the same size',
    });
  });

  test('an empty tree has the hash of nothing as its root', async () => {
    const empty = { ...SIGNED, head: { origin: ORIGIN, size: 0, root: sha256(new Uint8Array()) } };
    expect(growthRefusal(empty, undefined, sha256)).toBeUndefined();
    const other = { ...empty, head: { ...empty.head, root: head(1).root } };
    expect(growthRefusal(other, undefined, sha256)?.status).toBe(422);
  });
});

const SIGNED = { oldSize: 0, proof: [], checkpoint: '', text: '', signatures: '' };

test("a log whose origin has spaces and is not its key's name is followed: the Go checksum database", async () => {
  const key = parseVerifierKey(sha256, SUMDB_KEY);
  if (key === undefined) throw new Error('no key');
  const text = body(
    0,
    [],
    'go.sum database tree\n35225469\nvt5T6GaLCXvyHFl9VUvvItR43XZxfLgftEcTyO3eJCQ=\n\n' +
      '— sum.golang.org Az3grpukl5AXaVfYkLiDGORx/DN2nlcS5kZHR5uYOBV2KA2HgXpD+gu9HHONebHLAyaKbbTM75QTtPydhKCExixSfwQ=\n',
  );
  expect(await statusOf(text, undefined, [{ origin: 'go.sum database tree', keys: [key] }])).toMatchObject({
    size: 35_225_469,
  });
});

test('signatures of others are passed over and not kept', async () => {
  const text = body(0, [], `${NOTES[1]}— witness.example CMp+6LWBU0anHGH5aNDTJkH/\n`);
  const request = await readRequest(text, [SIGSUM], sha256, ed25519);
  expect(request).toMatchObject({ signatures: `${NOTES[1].split('\n\n')[1]}` });
});

test('a request is read as it was written', () => {
  const request = {
    oldSize: 3,
    proof: FROM_3_TO_5.map((hash) => fromBase64(hash) as Uint8Array),
    checkpoint: NOTES[5],
  };
  expect(addCheckpointText(request)).toBe(body(3, FROM_3_TO_5, NOTES[5]));
  expect(parseAddCheckpoint(addCheckpointText(request))).toEqual(request);
});
