import { execFileSync, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../tests/support/temporary-folder.ts';
import { Report } from './report.mjs';
import { runNode, runProgram } from '../ready/run-program.mjs';
import { countTests, orderSeed } from './vitest-project.mjs';

const file = (status: string, ...tests: string[]) => ({
  name: resolve('src/a.test.ts'),
  status,
  message: status === 'failed' ? 'cannot load' : '',
  assertionResults: tests.map((one, index) => ({
    status: one === 'passed late' ? 'passed' : one,
    fullName: `adds ${index}`,
    failureMessages: one === 'failed' || one === 'passed late' ? ['1 is not 2', 'and again'] : [],
  })),
});

describe('counting', () => {
  test('counts passed, failed and skipped tests, and names the failed ones with their reasons', () => {
    const report = { testResults: [file('passed', 'passed', 'pending'), file('failed', 'passed', 'failed')] };
    const failures = [{ title: 'src/a.test.ts: adds 1', reason: '1 is not 2\nand again' }];
    expect(countTests(report, false)).toMatchObject({
      passed: 2,
      failed: 1,
      skipped: 1,
      failures,
      secondTries: [],
    });
  });

  test('a test that passed at its second try has passed, and is named with what failed at first', () => {
    const report = { testResults: [file('passed', 'passed', 'passed late')] };
    const secondTries = [{ title: 'src/a.test.ts: adds 1', reason: '1 is not 2\nand again' }];
    expect(countTests(report, true)).toMatchObject({ passed: 2, failed: 0, failures: [], secondTries });
  });

  test('a file that does not load is one failure', () => {
    const report = { testResults: [file('passed', 'passed'), file('failed')] };
    const failures = [{ title: 'src/a.test.ts: outside of its tests', reason: 'cannot load' }];
    expect(countTests(report, false)).toMatchObject({ passed: 1, failed: 1, failures });
  });

  test('a file whose clean-up fails is one failure although its tests passed', () => {
    expect(countTests({ testResults: [file('failed', 'passed')] }, false)).toMatchObject({ failed: 1 });
  });

  test('a run that may have no test and has none is no failure', () => {
    expect(countTests({ testResults: [] }, true, true)).toMatchObject({ passed: 0, failed: 0 });
    expect(countTests({ testResults: [] }, false, true)).toMatchObject({ failed: 1 });
  });

  test.each([
    ['no report', undefined, false, 'vitest wrote no report'],
    ['no test', { testResults: [] }, true, 'no test ran'],
    ['only skipped tests', { testResults: [file('passed', 'skipped')] }, true, 'no test ran'],
    [
      'an error outside of every test',
      { testResults: [file('passed', 'passed')] },
      false,
      'vitest failed outside of every test',
    ],
  ])('%s is one failure', (_, report, exitedWell, problem) => {
    expect(countTests(report, exitedWell)).toMatchObject({ failed: 1, problem });
  });
});

describe('the order of the tests', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeTemporaryFolder();
  });
  afterEach(() => removeTemporaryFolder(folder));

  const commit = (message: string) => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
    git('init', '--quiet');
    const author = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'];
    git(...author, 'commit', '--quiet', '--allow-empty', '-m', message);
  };

  const hasGit = spawnSync('git', ['--version']).status === 0;
  test.runIf(hasGit)('is the same for the same commit, and another for the next', () => {
    commit('one');
    const first = orderSeed(folder);
    expect(first).toBeGreaterThan(0);
    expect(orderSeed(folder)).toBe(first);
    commit('two');
    expect(orderSeed(folder)).not.toBe(first);
  });

  test('is one and the same where no commit is', () => {
    expect(orderSeed(folder)).toBe(0);
  });
});

describe('reporting', () => {
  let exitCode: typeof process.exitCode;
  beforeEach(() => {
    exitCode = process.exitCode;
  });
  afterEach(() => {
    process.exitCode = exitCode;
  });

  test('says what failed and why before the rest, and closes with what failed, the sum as its last line and exit code 1 after a failure', () => {
    let text = '';
    const report = new Report((more) => {
      text += more;
    });
    report.add('types', { passed: 1, failed: 0, output: 'noise', durationMs: 1240 });
    const failures = [
      { title: 'a.test.ts: adds', reason: '1 is not 2\n  at a.test.ts:7' },
      { title: 'b.test.ts: ends', reason: '' },
    ];
    report.add('tests: core', { passed: 7, failed: 2, failures, output: 'what broke\n', durationMs: 90 });
    const secondTries = [{ title: 'c.test.ts: starts', reason: 'not yet' }];
    report.add('tests: web', { passed: 3, failed: 0, secondTries, output: '', durationMs: 100 });
    report.close();
    expect(text).toBe(
      [
        'ok     types (1.2 s)',
        'FAILED tests: core (0.1 s, 7 passed, 2 failed)',
        '       a.test.ts: adds',
        '  | 1 is not 2',
        '  |   at a.test.ts:7',
        '       b.test.ts: ends',
        '  | what broke',
        'ok     tests: web (0.1 s, 3 passed, 0 failed)',
        '       passed at the second try: c.test.ts: starts',
        '  | not yet',
        'FAILED tests: core (0.1 s, 7 passed, 2 failed)',
        '       a.test.ts: adds',
        '       b.test.ts: ends',
        '11 passed, 2 failed',
        '',
      ].join('\n'),
    );
    expect(process.exitCode).toBe(1);
  });

  test('leaves exit code 0 when nothing failed', () => {
    const report = new Report(() => {});
    report.add('types', { passed: 1, failed: 0, output: '', durationMs: 1 });
    report.close();
    expect(process.exitCode).toBe(0);
  });
});

describe('running a command', () => {
  const node = (code: string) => runNode(['-e', code]);

  test('keeps both streams', async () => {
    const outcome = await node('process.stdout.write("a"); process.stderr.write("b")');
    expect(outcome).toMatchObject({ ok: true, output: expect.stringMatching(/^(ab|ba)$/) });
  });

  test('gives no input, so that nothing waits for an answer', async () => {
    expect(await node('process.stdin.resume().on("end", () => process.exit(0))')).toMatchObject({ ok: true });
  });

  test('an exit code is a failure', async () => {
    expect(await node('process.exitCode = 3')).toMatchObject({ ok: false });
  });

  test('a program that is not there is a failure, not an exception', async () => {
    const outcome = await runProgram('no-such-program', []);
    expect(outcome).toMatchObject({
      ok: false,
      output: expect.stringContaining('cannot start no-such-program'),
    });
  });
});
