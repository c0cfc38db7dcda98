import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fadingModel } from '../../../tests/support/engine-model.ts';
import { type MemoryLog, memoryLog } from '../../../tests/support/memory-log.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { loadModels } from './load-models.ts';

let dataDir: string;
let memory: MemoryLog;
beforeEach(() => {
  dataDir = makeTemporaryFolder();
  mkdirSync(join(dataDir, 'models'));
  memory = memoryLog();
});
afterEach(() => removeTemporaryFolder(dataDir));

const put = (timeframe: string, content: unknown) =>
  writeFileSync(
    join(dataDir, 'models', `${timeframe}.json`),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
const problems = () => memory.entries().map(({ problem }) => problem);

test('every shipped model fits this engine', async () => {
  const models = await loadModels(dataDir, memory.log);
  expect(problems()).toEqual([]);
  expect([...models.keys()]).toContain('1min');
});

test("the operator's own model comes before the shipped one", async () => {
  put('30s', fadingModel('30s'));
  put('1min', fadingModel('1min'));
  const models = await loadModels(dataDir, memory.log);
  expect(models.get('30s')).toEqual(fadingModel('30s'));
  expect(models.get('1min')).toEqual(fadingModel('1min'));
});

test.each([
  ['not JSON at all', 'Engine model', 'it is not JSON'],
  ['of another shape', { ...fadingModel(), curve: [] }, /^it is not a model: curve: /],
  ['of another timeframe', fadingModel('5s'), 'it was fitted for 5s'],
  [
    'of another engine',
    { ...fadingModel(), engineVersion: 'fade-0' },
    /^this model was made by engine fade-0/,
  ],
  ['without a weight', { ...fadingModel(), weights: {} }, /^the model has no weight for /],
])('a model that is %s is a warning, and the shipped one is used', async (_title, content, problem) => {
  put('1min', content);
  const models = await loadModels(dataDir, memory.log);
  expect(problems()).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)]);
  expect(models.get('1min')?.weights).toEqual(
    (await loadModels('/nowhere', memory.log)).get('1min')?.weights,
  );
});
