import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { CliError } from './exit-codes.ts';
import { Output } from './output.ts';

function terminal(env: Record<string, string> = {}, json = false, isTTY = true) {
  const stdout = Object.assign(new PassThrough(), { isTTY });
  const stderr = new PassThrough();
  const output = new Output({ stdin: new PassThrough(), stdout, stderr, env }, json);
  return { output, stdout, stderr };
}
const written = (stream: PassThrough) => String(stream.read() ?? '');

test('colours are for terminals whose user has not refused them', () => {
  expect(terminal().output.colours).toBe(true);
  expect(terminal({ NO_COLOR: '' }).output.colours).toBe(true);
  expect(terminal({ NO_COLOR: '1' }).output.colours).toBe(false);
  expect(terminal({ TERM: 'dumb' }).output.colours).toBe(false);
  expect(terminal({}, true).output.colours).toBe(false);
  expect(terminal({}, false, false).output.colours).toBe(false);
});

test('JSON too is safe to look at on a terminal, and says the same', async () => {
  const { output, stdout } = terminal({}, true);
  const document = { name: 'a\u001b[31m\u009b31m\u202eb\u{e0041}c\u200dd' };
  await output.result(document, () => '');
  const line = written(stdout);
  expect(line).toBe('{"name":"a\\u001b[31m\\u009b31m\\u202eb\\udb40\\udc41c\u200dd"}\n');
  expect(JSON.parse(line)).toEqual(document);
});

test('a result is text for people and one line of JSON for scripts', async () => {
  const people = terminal();
  await people.output.result({ a: 1 }, () => 'one');
  expect(written(people.stdout)).toBe('one\n');
  const scripts = terminal({}, true);
  await scripts.output.result({ a: 'x\ny' }, () => 'one');
  expect(written(scripts.stdout)).toBe('{"a":"x\\ny"}\n');
});

test('a failure has its exit code, and its words cannot reach into the terminal', () => {
  const { output, stderr } = terminal();
  expect(output.fail(new CliError('not_found', 'No \x1b[2J here.', 'Look elsewhere.'))).toBe(3);
  expect(written(stderr)).toBe('No \\x1b[2J here.\nLook elsewhere.\n');
});

test('with --json stderr holds the error alone: remarks are left out', () => {
  const { output, stderr } = terminal({}, true);
  output.note('by the way');
  output.fail(new CliError('usage', 'No.'));
  expect(JSON.parse(written(stderr))).toEqual({ error: { code: 'usage', message: 'No.' } });
});

test('a closed stdout is reported, a broken one is an error', async () => {
  const closed = terminal();
  closed.stdout.destroy();
  expect(await closed.output.write('x')).toBe(false);
  const full = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
  });
  const io = { stdin: new PassThrough(), stdout: full, stderr: new PassThrough(), env: {} };
  await expect(new Output(io, false).write('x')).rejects.toThrow('The output could not be written (ENOSPC).');
});
