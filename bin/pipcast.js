#!/usr/bin/env node
/** `npx pipcast`: the operator's commands. Like `npm start` it first installs and builds what is missing, and says so on stderr. */
import { readyOrExit } from '../scripts/ready.mjs';

await readyOrExit({ say: (line) => console.error(line) });
await import('../dist/operator/main.js');
