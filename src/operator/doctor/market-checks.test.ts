import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fadingModel } from '../../../tests/support/engine-model.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { checkModels } from './feed-checks.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = makeTemporaryFolder();
});
afterEach(() => removeTemporaryFolder(dataDir));

const put = (folder: string, name: string, content: string) => {
  mkdirSync(join(dataDir, folder), { recursive: true });
  writeFileSync(join(dataDir, folder, name), content);
};

describe('the models', () => {
  test('are the shipped ones where the operator has none', async () => {
    const result = await checkModels(dataDir);
    expect(result.status).toBe('ok');
    expect(result.found).toMatch(/^engine fade-logit-\d+-[\da-f]{8}; shipped models for .*1min/);
  });

  test("are the operator's own where there are any", async () => {
    put('models', '30s.json', JSON.stringify(fadingModel('30s')));
    expect((await checkModels(dataDir)).found).toContain('own models for 30s; shipped models for 5s');
  });

  test('are a problem when one is of another engine, with its file and what helps', async () => {
    put('models', '1min.json', JSON.stringify({ ...fadingModel(), engineVersion: 'fade-0' }));
    expect(await checkModels(dataDir)).toEqual({
      status: 'problem',
      found: expect.stringContaining(
        `${join(dataDir, 'models', '1min.json')} is not used: this model was made by engine fade-0`,
      ),
      advice: expect.stringContaining('npx pipcast evaluate --save-model'),
    });
  });
});
