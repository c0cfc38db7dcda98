import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether this runs from its sources, as in `npm run dev` and tests, and not as a build. */
export const FROM_SOURCE = import.meta.url.endsWith('.ts');

const ROOT = folderOfPackage(new URL('./', import.meta.url));

export const PROJECT_ROOT = fileURLToPath(ROOT);

/**
 * The folder that holds `.env` and, by default, the data. Where npm installed the package, perhaps into a cache that it empties, that is
 * where the program was started.
 */
export const SETTINGS_ROOT = /[\\/]node_modules[\\/]/.test(PROJECT_ROOT) ? process.cwd() : PROJECT_ROOT;

/** A file or folder of src/server that is no code, by its path in there; the build copies it. */
export function serverFile(path: string): URL {
  return new URL(`${FROM_SOURCE ? 'src' : 'dist'}/server/${path}`, ROOT);
}

export function packageVersion(): string {
  const text = readFileSync(new URL('package.json', ROOT), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * The nearest folder with a package.json, of `folder` and those above: the build joins files, and alone knows how deep this code lies.
 * Throws an Error where there is none.
 */
export function folderOfPackage(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const above = new URL('../', folder);
  if (above.href === folder.href)
    throw new Error('package.json of Pipcast is missing: keep dist in the folder that it was built in.');
  return folderOfPackage(above);
}
