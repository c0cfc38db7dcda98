/** `npm start`: makes sure that everything is installed and built, then is the server itself: its signals and exit code are exact. */
import module from 'node:module';
import { join } from 'node:path';
import { ROOT } from './ready/paths.mjs';
import { readyOrExit } from './ready.mjs';

await readyOrExit();
// Node 22 and later keep compiled code between starts; Node 20 does not know how.
module.enableCompileCache?.(join(ROOT, '.cache', 'compiled'));
await import('../dist/server/main.js');
