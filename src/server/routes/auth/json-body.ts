import { AuthError } from '../../auth/auth-error.ts';
import { wellFormed } from '../../auth/metadata.ts';

/** No honest client nests deeper; PostgreSQL and JSON.stringify both fail later. */
const DEEPEST_NESTING = 10_000;

/**
 * Reads a request body the way the contract's clients expect: JSON whatever the content type says, field names in any
 * case (a later one wins), `null` as absent, broken UTF-8 and lone surrogates replaced by U+FFFD. Answers the fields of those
 * names, in lower case, and no other: most of the time that thousands of them take is spent on keeping them.
 * Throws `bad_json` when the body is not one JSON object.
 */
export function parseJsonBody(
  bytes: Uint8Array | undefined,
  names: ReadonlySet<string>,
): Record<string, unknown> {
  const text = Buffer.from(bytes ?? []).toString('utf8');
  if (text.trim() === '') throw badJson('the body is empty');
  if (nestsTooDeep(text)) throw badJson('nested too deep');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold a password.
    throw badJson('not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badJson('not an object');
  const fields = new Map<string, unknown>();
  for (const given of Object.keys(value)) {
    const name = given.toLowerCase();
    if (!names.has(name)) continue;
    const field = (value as Record<string, unknown>)[given];
    if (field !== null) fields.set(name, typeof field === 'string' ? wellFormed(field) : field);
  }
  return Object.fromEntries(fields);
}

/** The error for a body that cannot be read; `problem` must not quote the body. */
export function badJson(problem: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${problem}`);
}

function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (inString) {
      if (unit === 0x5c) i++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > DEEPEST_NESTING) return true;
    } else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return false;
}
