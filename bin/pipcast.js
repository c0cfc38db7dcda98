#!/usr/bin/env node
/** `npx pipcast`: the operator's commands; without one, the server. Like `npm start` it first installs and builds what is missing, and says so on stderr. */
import { existsSync } from 'node:fs';

const ready = new URL('../scripts/ready.mjs', import.meta.url);
// A release and the package have no scripts: they are built.
if (existsSync(ready)) {
  const { readyOrExit } = await import(ready.href);
  await readyOrExit({ say: (line) => console.error(line) });
}
if (process.argv.length === 2) process.argv.push('serve');
await import('../dist/operator/main.js');
