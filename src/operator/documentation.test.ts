import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { QUESTION_CODES } from '../core/check/reading/questions.ts';
import { type ConfigVariable, configVariables } from '../server/platform/config-variables.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { Output } from './output.ts';
import { buildProgram } from './program.ts';
import { commandIo } from '../../tests/support/run-here.ts';

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

/** The cells of a table's row. */
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

test('docs/configuration.md lists every setting as the program knows it, and no other', () => {
  const documented = read('configuration.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const known = Object.values<ConfigVariable>(configVariables).map(
    ({ name, default: value, meaning, example }) =>
      ['', `\`${name}\``, value ? `\`${value}\`` : '', meaning, `\`${example}\``, ''].join(' | ').trim(),
  );
  expect(documented.map((line) => cells(line).join(' | ')).sort()).toEqual(
    known.map((line) => cells(line).join(' | ')).sort(),
  );
});

test('docs/operating.md lists every exit code with its meaning', () => {
  const documented = read('operating.md')
    .split('\n')
    .map(cells)
    .filter(([exit = '']) => /^\d+$/.test(exit));
  expect(documented).toEqual(
    Object.entries(EXIT_CODES).map(([name, { exit, meaning }]) => [String(exit), `\`${name}\``, meaning]),
  );
});

test('docs/check.md says of every question where it is asked, and of no other', () => {
  const [, questions = ''] = /## What is asked\n(.*?)\n## /s.exec(read('check.md')) ?? [];
  const documented = questions
    .split('\n')
    .flatMap((line) => cells(line)[0]?.match(/(?<=`)[a-z-]+(?=`)/g) ?? []);
  expect(documented.sort()).toEqual([...QUESTION_CODES].sort());
});

test('the pages on operating, importing, the engine, the check and the lab show every command and option', () => {
  const text = ['operating.md', 'importing.md', 'engine.md', 'check.md', 'lab.md'].map(read).join('\n');
  const { io } = commandIo();
  const program = buildProgram({ io, output: new Output(io, false), end: () => undefined });
  for (const outer of program.commands)
    for (const command of [outer, ...outer.commands]) {
      expect(text).toContain(command === outer ? outer.name() : `${outer.name()} ${command.name()}`);
      for (const { long, hidden } of command.options) if (!hidden) expect(text).toContain(long);
    }
});
