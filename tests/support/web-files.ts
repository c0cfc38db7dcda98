import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { loadStaticFiles, type StaticFile } from '../../src/server/routes/site/static-files.ts';

const PAGE =
  '<!doctype html><html lang="en"><head><title>Pipcast</title></head><body><div id="root"></div></body></html>';
export const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))});\n`;

/** A small built web app, as the server loads it: a page, a compressed script and an image, or other contents by path. */
export function webFiles(
  contents: Readonly<Record<string, string>> = {
    'index.html': PAGE,
    'assets/main-0123abcd.js': SCRIPT,
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  },
): ReadonlyMap<string, StaticFile> {
  const folder = mkdtempSync(join(tmpdir(), 'pipcast-web-'));
  try {
    for (const [path, content] of Object.entries(contents)) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      if (!path.endsWith('.js')) continue;
      writeFileSync(`${file}.br`, brotliCompressSync(content));
      writeFileSync(`${file}.gz`, gzipSync(content));
    }
    return loadStaticFiles(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
