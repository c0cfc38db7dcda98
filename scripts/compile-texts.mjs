/** The messages of src/web, compiled from ICU MessageFormat while Vite builds, serves or tests: the page carries no parser. */
import compile from 'icu-minify/compile';
import { parseSync } from 'vite';

/**
 * Compiles the messages of each `defineTexts` call in files named `texts.ts` or `*-texts.ts`.
 * @returns {import('vite').Plugin}
 */
export function compileTexts() {
  return {
    name: 'pipcast:compile-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /[/-]texts\.ts$/ },
      handler: (source, file) => ({ code: withCompiledTexts(file, source), map: null }),
    },
  };
}

/**
 * The source with each message in its compiled form.
 * @param {string} file
 * @param {string} source
 * @throws {Error} that names the message which is no string literal or no valid ICU MessageFormat
 */
export function withCompiledTexts(file, source) {
  let code = source;
  // From the end, so that the places before stay where they are.
  for (const { key, message, start, end } of messagesIn(file, source).reverse()) {
    code = code.slice(0, start) + JSON.stringify(compiled(file, key, message)) + code.slice(end);
  }
  return code;
}

/**
 * Every message of the `defineTexts` calls in a file, in their order.
 * @param {string} file
 * @param {string} source
 * @returns {{ room: string, key: string, message: string, start: number, end: number }[]}
 * @throws {Error} that names the message which is no string literal
 */
export function messagesIn(file, source) {
  const { program } = parseSync(file, source);
  return callsIn(program).flatMap(({ arguments: [room, given] }) => {
    const messages = given?.type === 'TSSatisfiesExpression' ? given.expression : given;
    if (room?.type !== 'Literal' || messages?.type !== 'ObjectExpression') {
      throw new Error(`${file}: defineTexts takes the room's name and an object of messages`);
    }
    return messages.properties.map((property) => {
      const key = property.key?.name ?? property.key?.value;
      const { value } = property;
      if (typeof value?.value !== 'string') {
        throw new Error(`${file}: the message "${key}" is not one string literal`);
      }
      return { room: room.value, key, message: value.value, start: value.start, end: value.end };
    });
  });
}

/** @param {any} node @returns {any[]} the calls of defineTexts inside it */
function callsIn(node) {
  if (node === null || typeof node !== 'object') return [];
  if (node.type === 'CallExpression' && node.callee.name === 'defineTexts') return [node];
  return Object.values(node).flatMap(callsIn);
}

/** @param {string} file @param {string} key @param {string} message */
function compiled(file, key, message) {
  try {
    return compile(message);
  } catch (error) {
    throw new Error(`${file}: the message "${key}" is no valid ICU MessageFormat: ${error.message}`, {
      cause: error,
    });
  }
}
