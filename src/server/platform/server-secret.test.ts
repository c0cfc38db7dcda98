import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openServerSecret, SECRET_FILE } from './server-secret.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'pipcast-secret-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));
const file = () => path.join(dataDir, SECRET_FILE);

describe('openServerSecret', () => {
  test('makes a secret once, for its owner only, and opens the same one again', () => {
    const first = openServerSecret(undefined, dataDir);
    expect(openServerSecret(undefined, dataDir)).toEqual(first);
    expect(readFileSync(file(), 'utf8')).toMatch(/^[\w-]{43}\n$/);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test('derives keys that have nothing in common with each other or with the id', () => {
    const { id, refreshTokenKey, sealingKey } = openServerSecret('s'.repeat(32), dataDir);
    expect(refreshTokenKey).toHaveLength(32);
    expect(sealingKey).toHaveLength(32);
    expect(refreshTokenKey.equals(sealingKey)).toBe(false);
    expect([refreshTokenKey, sealingKey].map((key) => key.toString('base64url')).join()).not.toContain(id);
  });

  test('a configured secret writes no file and is another than the kept one', () => {
    const configured = openServerSecret('s'.repeat(32), dataDir);
    expect(() => statSync(file())).toThrow('ENOENT');
    expect(openServerSecret(undefined, dataDir).id).not.toBe(configured.id);
  });

  test('a file that was cut short is not taken for a secret', () => {
    writeFileSync(file(), 'abc');
    expect(() => openServerSecret(undefined, dataDir)).toThrow(/auth-secret is cut short/);
  });
});
