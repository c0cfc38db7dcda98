import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { withoutStack } from './thrown-without-stack.ts';

const REACT = join(
  dirname(createRequire(import.meta.url).resolve('react-dom/package.json')),
  'cjs/react-dom-client.production.js',
);

test('the React DOM that is installed makes no error while it is evaluated', () => {
  const code = readFileSync(REACT, 'utf8');
  const built = withoutStack(code);
  const marks = [...built.matchAll(/(\w+Exception) = \{ message: formatProdErrorMessage\((\d+)\) \}/g)];
  expect(marks.map(([, name]) => name)).toEqual([
    'HydrationMismatchException',
    'SuspenseException',
    'SuspenseyCommitException',
    'SuspenseActionException',
    'SelectiveHydrationException',
  ]);
  expect(built.length - code.length).toBe(5 * ('{ message:  }'.length - 'Error()'.length));
  expect(parseSync('react-dom.js', built).errors).toEqual([]);
});

test('another React fails the build', () => {
  expect(() => withoutStack('var SuspenseException = Error(formatProdErrorMessage(460));')).toThrow(
    'React DOM makes 1 errors that mark something, not 5',
  );
});
