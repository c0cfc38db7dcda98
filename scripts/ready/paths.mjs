import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const DIST = join(ROOT, 'dist');
export const NODE_MODULES = join(ROOT, 'node_modules');

/** Whether the module with this address is the program that Node was started with, be it by a link. @param {string} url */
export function isProgram(url) {
  const [, program = ''] = process.argv;
  return existsSync(program) && realpathSync(program) === fileURLToPath(url);
}

/** Something this machine lacks; the message is for people and says what to do. */
export class NotReadyError extends Error {
  name = 'NotReadyError';
}
