import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every file under a folder, sorted, as paths that start with it; empty when the folder does not exist.
 * @param {string} folder
 * @param {(folderName: string) => boolean} [enter] which folders to look into; all of them without it
 * @returns {string[]}
 */
export function listFiles(folder, enter = () => true) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return enter(entry.name) ? listFiles(path, enter) : [];
      return entry.isFile() ? [path] : [];
    })
    .sort();
}
