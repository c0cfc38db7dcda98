import type { Plugin } from 'vite';

const FILE = '/react-dom/cjs/react-dom-client.production.js';
const MARK = /(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g;
/** As many as React 19.2 has. */
const MARKS = 5;

/**
 * React makes errors while its file is evaluated that it throws later as marks: it compares them, and reads no stack. Where an
 * inspector listens (Lighthouse, DevTools, a test), V8 parses the whole file once more for each file and function on such a stack.
 * Plain objects are the same marks. See docs/decisions/0265.
 */
export function thrownWithoutStack(): Plugin {
  return {
    name: 'pipcast:thrown-without-stack',
    apply: 'build',
    transform(code, id) {
      return id.endsWith(FILE) ? { code: withoutStack(code), map: null } : undefined;
    },
  };
}

/** React's code with plain objects in the place of those errors; throws where they are not as expected. */
export function withoutStack(code: string): string {
  const found = code.match(MARK)?.length ?? 0;
  if (found !== MARKS) throw new Error(`React DOM makes ${found} errors that mark something, not ${MARKS}`);
  return code.replace(MARK, '$1 = { message: $2 }');
}
