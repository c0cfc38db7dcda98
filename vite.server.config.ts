import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { compileTexts } from './scripts/compile-texts.mjs';
import { licenseTexts } from './scripts/vite/license-texts.ts';

const inSource = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

/**
 * The server and the command line with all that they import, in few files: a process starts in half the time that 400 files and
 * the packages' own take.
 */
export default defineConfig({
  publicDir: false,
  plugins: [compileTexts(), licenseTexts()],
  ssr: {
    noExternal: true,
    // Machine code, and a package that reads files beside its own. A release brings these packages and what they need.
    external: [
      '@fastify/swagger-ui',
      '@node-rs/argon2',
      '@node-rs/bcrypt',
      ...Object.keys(packageJson.optionalDependencies),
    ],
  },
  build: {
    ssr: true,
    target: 'node20',
    license: { fileName: 'server/licenses.md' },
    rolldownOptions: {
      input: {
        'operator/main': inSource('operator/main.ts'),
        'server/cluster-base': inSource('server/start/cluster-base.ts'),
        'server/main': inSource('server/start/main.ts'),
      },
      output: { chunkFileNames: 'server/[name]-[hash].js' },
    },
  },
});
