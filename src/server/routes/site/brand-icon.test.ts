import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { appManifest, withBrandIcon } from './app-manifest.ts';
import { textOf } from './drawn-pages.ts';
import { staticFile } from './static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'pipcast-icon-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OWN = fileURLToPath(new URL('../../../web/app/icons/', import.meta.url));
const URLS = ['icon-192', 'icon-512', 'maskable-512'].map((name) => `/icons/${name}.png`);
const files = new Map(URLS.map((url) => [url, staticFile(url, 'ours')]));
const bodyOf = (served: ReturnType<typeof withBrandIcon>, url: string) =>
  served.get(url)?.variants.get('identity')?.().body;
const iconsOf = (served: ReturnType<typeof withBrandIcon>) =>
  (
    JSON.parse(textOf(appManifest({ brand: { name: 'Example' }, market: false } as never, served))) as {
      icons: { src: string }[];
    }
  ).icons.map(({ src }) => src);

describe('the operator’s icon', () => {
  it('takes the place of the product’s, in the manifest too', () => {
    const path = join(OWN, 'icon-512.png');
    const served = withBrandIcon(files, path);
    expect(bodyOf(served, '/icons/icon-512.png')).toEqual(readFileSync(path));
    expect(bodyOf(served, '/icons/maskable-512.png')).toEqual(readFileSync(path));
    expect(iconsOf(served)).toEqual(['/icons/icon-512.png', '/icons/maskable-512.png']);
  });

  it('leaves the product’s where none is set', () => {
    expect(withBrandIcon(files, undefined)).toBe(files);
    expect(iconsOf(files)).toEqual(URLS);
    expect(iconsOf(files)).toEqual(URLS);
  });

  it('is refused with what is wrong and what to do', () => {
    const text = join(folder, 'text.png');
    writeFileSync(text, '<svg xmlns="http://www.w3.org/2000/svg" />');
    expect(() => withBrandIcon(files, text)).toThrow(
      `The icon ${text} is not a PNG file; PIPCAST_BRAND_ICON takes a PNG file of 512 by 512 pixels.`,
    );
    const small = join(OWN, 'icon-192.png');
    expect(() => withBrandIcon(files, small)).toThrow(`The icon ${small} is 192 by 192; PIPCAST_BRAND_ICON`);
    const missing = join(folder, 'missing.png');
    expect(() => withBrandIcon(files, missing)).toThrow(`The icon ${missing} cannot be read: ENOENT`);
  });
});
