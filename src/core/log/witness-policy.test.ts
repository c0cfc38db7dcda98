import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ed25519, newSigner, sha256 } from '../../../tests/support/log-crypto.ts';
import { checkpointText, parseNote, signedNote, verifierKeyText } from './checkpoint.ts';
import { cosignatureLine, cosignedBytes, cosignerKeyText } from './cosignature.ts';
import { isQuorum, leastWitnesses, parsePolicy, type WitnessPolicy, witnessedBy } from './witness-policy.ts';

const keyOf = (seed: string, name = seed) => ({ name, publicKey: sha256(Buffer.from(seed)) });
const vkey = (seed: string, name?: string) => cosignerKeyText(sha256, keyOf(seed, name));
const logKey = (seed: string) => verifierKeyText(sha256, keyOf(seed));

const parse = (text: string | Buffer) => parsePolicy(sha256, Buffer.from(text));
function policyOf(text: string): WitnessPolicy {
  const policy = parse(text);
  if (typeof policy === 'string') throw new Error(policy);
  return policy;
}
function isEnough(policy: WitnessPolicy, names: readonly string[]): boolean {
  return isQuorum(policy, new Set(policy.witnesses.filter(({ name }) => names.includes(name))));
}
const witnesses = (...names: string[]) => names.map((name) => `witness ${name} ${vkey(name)}\n`).join('');

/** The example of https://c2sp.org/tlog-policy, with keys. */
const EXAMPLE = `log ${logKey('example.com/log')}

${witnesses('X1', 'X2', 'X3')}group X-witnesses 2 X1 X2 X3

${witnesses('Y1', 'Y2', 'Y3')}group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

describe('the example of the specification', () => {
  const policy = policyOf(EXAMPLE);
  test.each([
    [['X1', 'X3', 'Y2'], true],
    [['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'], true],
    [['X1', 'X2', 'X3'], false],
    [['X1', 'Y1', 'Y2', 'Y3'], false],
    [[], false],
  ] as const)('%j is a quorum: %s', (names, isOne) => {
    expect(isEnough(policy, names)).toBe(isOne);
  });

  test('takes three witnesses at least', () => {
    expect(leastWitnesses(policy)).toBe(3);
    expect(policy.logs.map(({ key }) => key.name)).toEqual(['example.com/log']);
  });
});

test('comments, empty lines, tabs and addresses are read; the quorum may be a single witness', () => {
  const policy = policyOf(
    `# the witnesses of 2026\n\n \t# and more\n\twitness\tw1  ${vkey('w1')}\thttps://w1.example/prefix \nquorum w1\n`,
  );
  expect(policy.witnesses).toMatchObject([{ name: 'w1', url: 'https://w1.example/prefix' }]);
  expect(isEnough(policy, ['w1'])).toBe(true);
  expect(isEnough(policy, [])).toBe(false);
});

test('the quorum none is met without a witness', () => {
  const policy = policyOf('quorum none\n');
  expect([isEnough(policy, []), leastWitnesses(policy)]).toEqual([true, 0]);
});

test('names are octets: those that are no UTF-8 are distinguished, those that are UTF-8 are shown', () => {
  const line = (name: Buffer, seed: string) =>
    Buffer.concat([Buffer.from('witness '), name, Buffer.from(` ${vkey(seed)}\n`)]);
  const [one, other] = [Buffer.from([0xe4]), Buffer.from([0xe5])];
  const file = Buffer.concat([
    line(one, 'a'),
    line(other, 'b'),
    Buffer.from(`witness K\u00f6ln ${vkey('c', 'k\u00f6ln.example')}\nquorum `),
    other,
    Buffer.from('\n'),
  ]);
  const policy = parsePolicy(sha256, file);
  if (typeof policy === 'string') throw new Error(policy);
  expect(policy.witnesses[2]).toMatchObject({ name: 'Köln', key: { name: 'köln.example' } });
  expect(isQuorum(policy, new Set(policy.witnesses.slice(1, 2)))).toBe(true);
  expect(isQuorum(policy, new Set(policy.witnesses.slice(0, 1)))).toBe(false);
});

describe('a policy is refused, with its line,', () => {
  const three = witnesses('a', 'b', 'c');
  test.each([
    ['without a quorum', three, 'it has no quorum line'],
    ['cut off', `${three}quorum a`, 'line 4 does not end with a newline'],
    ['with two quorums', `${three}quorum a\nquorum a\n`, 'line 5: there is a quorum line above'],
    ['with an unknown quorum', `${three}quorum d\n`, 'line 4: d is not defined on a line above'],
    ['with a quorum before its group', `${three}quorum g\ngroup g any a\n`, 'line 4: g is not defined'],
    ['with a group of itself', `${three}group g any g\nquorum g\n`, 'line 4: g is not defined'],
    ['with a member twice', `${three}group g 2 a a\nquorum g\n`, 'line 4: a is a member already'],
    [
      'with a member of two groups',
      `${three}group g any a b\ngroup h any b c\nquorum h\n`,
      'line 5: b is a member',
    ],
    ['with none as a member', `${three}group g any none\nquorum g\n`, 'line 4: none is not defined'],
    ['with the name none', `witness none ${vkey('n')}\nquorum none\n`, 'line 1: the name none is taken'],
    ['with a name twice', `${three}group a any b\nquorum a\n`, 'line 4: the name a is taken'],
    [
      'with a threshold of 0',
      `${three}group g 0 a\nquorum g\n`,
      'line 4: 0 is not all, any or a number from 1 to 1',
    ],
    ['with a threshold above its members', `${three}group g 3 a b\nquorum g\n`, 'from 1 to 2'],
    ['with a threshold of 1.5', `${three}group g 1.5 a b\nquorum g\n`, 'line 4: 1.5 is not'],
    ['with an empty group', `${three}group g any\nquorum g\n`, 'line 4: it is not: group'],
    [
      'with a witness twice',
      `${three}witness d ${vkey('a', 'other.name')}\nquorum a\n`,
      'line 4: another witness has this key',
    ],
    [
      'with a log twice',
      `log ${logKey('l')}\nlog ${logKey('l')}\nquorum none\n`,
      'line 2: another log has this key',
    ],
    [
      "with a log's key for a witness",
      `witness w ${logKey('w')}\nquorum w\n`,
      'line 1: its key is no vkey of Ed25519 cosignatures',
    ],
    [
      "with a witness's key for a log",
      `log ${vkey('w')}\nquorum none\n`,
      'line 1: its key is no vkey of Ed25519 signatures',
    ],
    [
      'with a comment behind a line',
      `witness w ${vkey('w')} https://w.example # mine\nquorum w\n`,
      'line 1: it is not: witness',
    ],
    ['with Windows line ends', `${three}quorum a\r\n`, 'line 4: it holds a control character'],
    ['with another word', `${three}quorums a\n`, 'line 4: it begins with quorums'],
  ])('%s', (_what, text, problem) => {
    expect(parse(text)).toContain(problem);
  });
});

test('more witnesses never undo a quorum, and fewer than the least never are one', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const threshold = fc.integer({ min: 1, max: 3 });
  fc.assert(
    fc.property(
      threshold,
      threshold,
      fc.constantFrom('all', 'any'),
      fc.subarray(names),
      fc.subarray(names),
      (k, m, how, some, more) => {
        const policy = policyOf(
          `${witnesses(...names)}group g ${k} a b c\ngroup h ${m} d e f\ngroup q ${how} g h\nquorum q\n`,
        );
        const least = how === 'all' ? k + m : Math.min(k, m);
        expect(leastWitnesses(policy)).toBe(least);
        if (some.length < least) expect(isEnough(policy, some)).toBe(false);
        if (isEnough(policy, some)) expect(isEnough(policy, [...some, ...more])).toBe(true);
      },
    ),
  );
});

describe('a checkpoint', () => {
  const signers = [1, 2, 3].map(newSigner);
  const keys = signers.map(({ publicKey }, at) => ({ name: `w${at + 1}.example.com`, publicKey }));
  const policy = policyOf(
    `${keys.map((key, at) => `witness w${at + 1} ${cosignerKeyText(sha256, key)}\n`).join('')}group g 2 w1 w2 w3\nquorum g\n`,
  );
  const text = checkpointText({ origin: 'log', size: 7, root: new Uint8Array(32) });
  const line = (at: number, timeS: number, signed = text) => {
    const [key, signer] = [keys[at], signers[at]];
    if (key === undefined || signer === undefined) throw new Error('no such witness');
    return cosignatureLine(sha256, key, timeS, signer.sign(cosignedBytes(signed, timeS)));
  };
  async function judge(...lines: string[]) {
    const note = parseNote(signedNote(text, sha256, keyOf('log'), new Uint8Array(64)) + lines.join(''));
    if (typeof note === 'string') throw new Error(note);
    const found = await witnessedBy(note, policy, sha256, ed25519);
    if (typeof found === 'string') return found;
    return [
      found.isQuorum,
      found.seenS,
      ...found.by.map(({ witness, cosignature }) => `${witness.name} ${cosignature.timeS}`),
    ];
  }

  test('that two of three have cosigned has the quorum, with their times', async () => {
    expect(await judge(line(2, 30), line(0, 10))).toEqual([true, 10, 'w1 10', 'w3 30']);
  });

  test('was seen when the quorum was complete: one witness ahead of time makes it no later', async () => {
    const judged = await judge(line(0, 10), line(1, 20), line(2, 4_000_000_000));
    expect(judged).toEqual([true, 20, 'w1 10', 'w2 20', 'w3 4000000000']);
  });

  test('that one has cosigned twice has it not', async () => {
    expect(await judge(line(1, 10), line(1, 20))).toEqual([false, 20, 'w2 20']);
    expect(await judge()).toEqual([false, undefined]);
  });

  test('with a cosignature of another tree is malformed', async () => {
    const other = checkpointText({ origin: 'log', size: 8, root: new Uint8Array(32) });
    expect(await judge(line(0, 10), line(1, 20), line(2, 30, other))).toBe('the cosignature of w3 is wrong');
  });
});
