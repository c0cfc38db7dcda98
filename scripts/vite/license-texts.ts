import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * Completes the list of licences that Vite writes (`build.license`), which has the texts of licence files alone: some packages keep theirs
 * in the README, or name a licence and no more.
 */
export function licenseTexts(): Plugin {
  return {
    name: 'pipcast:license-texts',
    apply: 'build',
    generateBundle: {
      // After Vite's own.
      order: 'post',
      handler(_options, bundle) {
        const { license } = this.environment.config.build;
        const list = typeof license === 'object' ? bundle[license.fileName ?? ''] : undefined;
        if (list?.type !== 'asset') throw new Error('Vite wrote no list of licences');
        list.source = withLicenseTexts(String(list.source), (name) =>
          packageText(new URL(`../../node_modules/${name}/`, import.meta.url)),
        );
      },
    },
  };
}

/** A list of licences in which each package without a text has the one of `textOf`. */
export function withLicenseTexts(list: string, textOf: (name: string) => string): string {
  return list.replace(/^(## (\S+) - .*\n)(?=\s*(?:## |$(?!\n)))/gm, (_all, heading: string, name: string) => {
    return `${heading}\n${textOf(name)}\n`;
  });
}

/** What the README of the package in a folder says of the licence, and who its author is. */
export function packageText(folder: URL): string {
  const { author } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
    author?: string | { name: string };
  };
  const readme = readdirSync(folder).find((name) => /^readme\.md$/i.test(name));
  const text =
    readme === undefined
      ? undefined
      : /^#+ licen[cs]e\s*\n([^]*?)(?=\n#|$(?!\n))/im.exec(
          readFileSync(new URL(readme, folder), 'utf8'),
        )?.[1];
  const name = typeof author === 'object' ? author.name : author;
  return [text?.trim() || 'The package names its licence and has no text of it.', name && `Author: ${name}`]
    .filter(Boolean)
    .join('\n\n');
}
