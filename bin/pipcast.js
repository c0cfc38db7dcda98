#!/usr/bin/env node
/** `npx pipcast`: the operator's commands. Like `npm start` it first installs and builds what is missing, and says so on stderr. */
import { existsSync } from 'node:fs';

const ready = new URL('../scripts/ready.mjs', import.meta.url);
// A release has no scripts: it is built.
if (existsSync(ready)) {
  const { readyOrExit } = await import(ready.href);
  await readyOrExit({ say: (line) => console.error(line) });
}
await import('../dist/operator/main.js');
