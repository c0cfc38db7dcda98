import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Report } from './report.mjs';
import { runCommand } from './run-command.mjs';
import { countTests } from './vitest-project.mjs';

const file = (status: string, ...tests: string[]) => ({
  name: resolve('src/a.test.ts'),
  status,
  assertionResults: tests.map((one, index) => ({ status: one, fullName: `adds ${index}` })),
});

describe('counting', () => {
  test('counts passed, failed and skipped tests, and names the failed ones', () => {
    const report = { testResults: [file('passed', 'passed', 'pending'), file('failed', 'passed', 'failed')] };
    const failures = ['src/a.test.ts: adds 1'];
    expect(countTests(report, false)).toEqual({ passed: 2, failed: 1, skipped: 1, failures });
  });

  test('a file that does not load is one failure', () => {
    const report = { testResults: [file('passed', 'passed'), file('failed')] };
    const failures = ['src/a.test.ts: outside of its tests'];
    expect(countTests(report, false)).toMatchObject({ passed: 1, failed: 1, failures });
  });

  test('a file whose clean-up fails is one failure although its tests passed', () => {
    expect(countTests({ testResults: [file('failed', 'passed')] }, false)).toMatchObject({ failed: 1 });
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

describe('reporting', () => {
  let exitCode: typeof process.exitCode;
  beforeEach(() => {
    exitCode = process.exitCode;
  });
  afterEach(() => {
    process.exitCode = exitCode;
  });

  test('closes with what failed, the sum as its last line and exit code 1 after a failure', () => {
    let text = '';
    const report = new Report((more) => {
      text += more;
    });
    report.add('types', { passed: 1, failed: 0, output: 'noise', durationMs: 1240 });
    const failures = ['a.test.ts: adds', 'b.test.ts: ends'];
    report.add('tests: core', { passed: 7, failed: 2, failures, output: 'what broke\n', durationMs: 90 });
    report.add('tests: web', { passed: 3, failed: 0, output: '', durationMs: 100 });
    report.close();
    expect(text).toBe(
      [
        'ok     types (1.2 s)',
        'FAILED tests: core (0.1 s, 7 passed, 2 failed)',
        '  | what broke',
        'ok     tests: web (0.1 s, 3 passed, 0 failed)',
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
  const node = (code: string, timeoutMs = 30_000) =>
    runCommand({ command: process.execPath, args: ['-e', code], timeoutMs });

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

  test('what takes too long is stopped and says so', async () => {
    const outcome = await node('setInterval(() => {}, 1000)', 300);
    expect(outcome).toMatchObject({ ok: false, output: 'stopped after 0.3 s\n' });
  });

  test('a program that is not there is a failure, not an exception', async () => {
    const outcome = await runCommand({ command: 'no-such-program', args: [], timeoutMs: 1000 });
    expect(outcome).toMatchObject({
      ok: false,
      output: expect.stringContaining('cannot start no-such-program'),
    });
  });
});
