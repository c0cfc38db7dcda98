import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '../../server/platform/project-files.ts';
import { type CheckResult, note, ok, problem } from './check.ts';

/** The hash of the word `pipcast` at bcrypt's lowest cost. */
const KNOWN_BCRYPT = '$2y$04$RHLAhnyw4Bthiwpc/i2d5e94L1LG.S/JvL3GH5D25q/RyJVqJS9gO';

/** Whether the libraries with parts in machine code load here, and the embedded PostgreSQL is whole where it is used. */
export async function checkInstall(usesEmbeddedDatabase: boolean): Promise<CheckResult> {
  const argon2 = await import('@node-rs/argon2');
  const bcrypt = await import('@node-rs/bcrypt');
  // Hash and compare, so that a library that loads and miscalculates is noticed too.
  const works =
    (await argon2.verify(await argon2.hash('pipcast'), 'pipcast')) &&
    (await bcrypt.verify('pipcast', KNOWN_BCRYPT));
  if (!works) return problem('the password library does not work here', 'Run: npm ci');
  if (!usesEmbeddedDatabase) return ok('libraries load; the database is external');
  const { findPostgresBinaries } = await import('../../server/db/postgres-binaries.ts');
  try {
    await findPostgresBinaries();
  } catch (error) {
    return problem((error as Error).message, 'Run: npm ci && npm start');
  }
  return ok('libraries load, the embedded PostgreSQL is complete');
}

/** Whether what runs was built from the sources that are here. */
export async function checkBuild(): Promise<CheckResult> {
  const script = join(PROJECT_ROOT, 'scripts', 'ready', 'build-state.mjs');
  if (!existsSync(join(PROJECT_ROOT, 'dist', 'web', 'index.html'))) {
    return problem('the web app is not built', 'Run: npm run build');
  }
  // A deployment may leave the sources and their scripts out.
  if (!existsSync(script)) return note('built; there are no sources here to compare with');
  const { isBuilt } = (await import(pathToFileURL(script).href)) as { isBuilt: () => boolean };
  if (isBuilt()) return ok('up to date with the sources');
  return problem('older than the sources', 'Run: npm run build, then start the server again.');
}
