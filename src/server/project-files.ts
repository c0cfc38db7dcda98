import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether this runs from its sources, as in `npm run dev` and tests, and not as it was built. */
export const FROM_SOURCE = import.meta.url.endsWith('.ts');

const ROOT = folderOfPackage(new URL('./', import.meta.url));

/** The folder that holds package.json, `.env` and, by default, the data. */
export const PROJECT_ROOT = fileURLToPath(ROOT);

/** A file or folder of src/server that is no code, by its path in there; the build copies it. */
export function serverFile(path: string): URL {
  return new URL(`${FROM_SOURCE ? 'src' : 'dist'}/server/${path}`, ROOT);
}

/** The version of this Pipcast. */
export function packageVersion(): string {
  const text = readFileSync(new URL('package.json', ROOT), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The build joins files: how deep this code lies below the project's folder is known to the build alone. */
function folderOfPackage(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : folderOfPackage(new URL('../', folder));
}
