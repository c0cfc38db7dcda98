import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTlogProof, tlogProofText } from './tlog-proof.ts';

/** The example of https://c2sp.org/tlog-proof; its extra line and signatures are shortened there. */
const EXAMPLE = `c2sp.org/tlog-proof@v1
extra YWdlLXYxLjIuMS1kYXJ3aW4tYXJtNjQudGFyLmd6
index 73894
gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=
EKNzoDWG8LGC0Yp9o+sv3qllpMP9uHQ9B20KNL+Q1zs=
RoopEkOdqkYqMB4MJXrbt/hMjOxsVn0IrWjpz1ZMMes=
AHCioX9nLjsrse6YhjRRmk1WUEirVOLLRoOQ6vfO5vk=

example.com/fancylog
109482
sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=

— example.com/fancylog Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`;

test('the example of the specification is read and written back', () => {
  const proof = parseTlogProof(EXAMPLE);
  if (typeof proof === 'string') throw new Error(proof);
  expect(proof).toMatchObject({ index: 73_894, checkpoint: EXAMPLE.slice(EXAMPLE.indexOf('example.com')) });
  expect(proof.path).toHaveLength(5);
  expect(Buffer.from(proof.extra ?? []).toString()).toBe('age-v1.2.1-darwin-arm64.tar.gz');
  expect(tlogProofText(proof)).toBe(EXAMPLE);
});

test('what is written is read', () => {
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(
      fc.option(fc.uint8Array(), { nil: undefined }),
      fc.maxSafeNat(),
      fc.array(hash, { maxLength: 63 }),
      (extra, index, path) => {
        const proof = { extra, index, path, checkpoint: 'log\n1\nroot\n\n— a b\n' };
        expect(parseTlogProof(tlogProofText(proof))).toEqual(proof);
      },
    ),
  );
});

test.each([
  ['', 'it has no empty line'],
  [EXAMPLE.replace('@v1', '@v2'), 'its first line'],
  [EXAMPLE.replace('index 73894', 'index 073894'), 'it has no index line'],
  [EXAMPLE.replace('index 73894\n', ''), 'it has no index line'],
  [EXAMPLE.replace('index 73894', 'index 9007199254740992'), 'it has no index line'],
  [EXAMPLE.replace('extra YWdl', 'extra !WdL'), 'its extra line'],
  [EXAMPLE.replace('5vk=\n', '5vk=\nAAAA\n'), 'a line of it is not a hash'],
  [
    EXAMPLE.replace('5vk=\n', `5vk=\n${'B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=\n'.repeat(59)}`),
    'it has more than 63',
  ],
])('%# is no proof', (text, problem) => {
  expect(parseTlogProof(text)).toContain(problem);
});
