import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const DIST = join(ROOT, 'dist');
export const NODE_MODULES = join(ROOT, 'node_modules');

/** Something this machine lacks; the message is for people and says what to do. */
export class NotReadyError extends Error {
  name = 'NotReadyError';
}
