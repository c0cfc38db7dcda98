/** The messages of the page and the command, compiled from ICU MessageFormat while Vite builds, serves or tests: they carry no parser. */
import compile from 'icu-minify/compile';
import { parseSync } from 'vite';

/**
 * Compiles the messages of each `defineTexts` and `sharedTexts` call in files named `texts.ts` or `*-texts.ts`.
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
 * Cuts a file of src/web/languages, asked for with `?part=`, by the pages that show its messages, and compiles these: `head` has the
 * name alone, `record`, `check`, `alerts` and `lab` what these pages show, `worker` what the service worker says, `first` the rest, and `all` all.
 * @returns {import('vite').Plugin}
 */
export function cutLanguages() {
  return {
    name: 'pipcast:cut-languages',
    enforce: 'pre',
    transform: {
      filter: { id: PART },
      handler: (source, id) => ({ code: languagePart(id, source), map: null }),
    },
  };
}

const PART = /\/languages\/[\w-]+\.ts\?part=(\w+)$/;

/** The part of a language's file that is fetched with a room. @param {string} room */
export function partOf(room) {
  return /^(record|check|alerts|lab)(\/|$)/.exec(room)?.[1] ?? 'first';
}

/** @param {string} id @param {string} source */
function languagePart(id, source) {
  const part = PART.exec(id)?.[1];
  const { locale, name, direction, messages } = languageIn(id, source);
  if (part === 'head') return `export default ${JSON.stringify({ locale, name })}`;
  const inRoom = (/** @type {Record<string, string>} */ texts) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compiled(id, key, text)]));
  if (part === 'worker') {
    const alerts = inRoom(messages['alerts/messages'] ?? {});
    const labels = inRoom(messages['lib/price-labels'] ?? {});
    return `export default ${JSON.stringify({ locale, direction, messages: { alerts, labels } })}`;
  }
  const rooms = Object.entries(messages).filter(([room]) => part === 'all' || partOf(room) === part);
  const inside = Object.fromEntries(rooms.map(([room, texts]) => [room, inRoom(texts)]));
  const isWhole = part === 'first' || part === 'all';
  return `export default ${JSON.stringify(isWhole ? { locale, direction, messages: inside } : inside)}`;
}

/**
 * What a file of src/web/languages says.
 * @param {string} file
 * @param {string} source
 * @returns {import('../src/web/lib/catalogue.ts').LanguageFile}
 * @throws {Error} when it exports no object of string literals
 */
export function languageIn(file, source) {
  const { program } = parseSync(file.replace(/\?.*/, ''), source);
  const exported = /** @type {any} */ (program.body.find((node) => node.type === 'ExportDefaultDeclaration'));
  return valueOf(file, exported?.declaration?.expression);
}

/** @param {string} file @param {any} node @returns {any} */
function valueOf(file, node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'ObjectExpression')
    throw new Error(
      `${file}: a language is "export default { ... } satisfies LanguageFile", of string literals`,
    );
  return Object.fromEntries(
    node.properties.map((/** @type {any} */ property) => [
      property.key?.name ?? String(property.key?.value),
      valueOf(file, property.value),
    ]),
  );
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

/** @param {any} node @returns {any[]} the calls inside it that hold messages */
function callsIn(node) {
  if (node === null || typeof node !== 'object') return [];
  if (node.type === 'CallExpression' && /^(?:define|shared)Texts$/.test(node.callee.name)) return [node];
  return Object.values(node).flatMap(callsIn);
}

/** Shorter messages are labels, which stand in one line, and are read to the letter. */
const SENTENCE = 30;

/**
 * A term with a hyphen is never broken there: in a sentence a word joiner (U+2060) stands behind it.
 * @param {string} file @param {string} key @param {string} message
 */
function compiled(file, key, message) {
  try {
    return compile(message.length < SENTENCE ? message : message.replace(/\bP-(?=BOT|Special)/g, 'P-\u2060'));
  } catch (error) {
    throw new Error(`${file}: the message "${key}" is no valid ICU MessageFormat: ${error.message}`, {
      cause: error,
    });
  }
}
