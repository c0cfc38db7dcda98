import { expect, test } from 'vitest';
import { ENGINE_VERSION } from '../../core/engine/model.ts';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { engineNameOf, loadModels } from './load-models.ts';

test('the name of the engine names its models: one that is negated, or left out, is another engine', async () => {
  const models = await loadModels('/nowhere', memoryLog().log);
  const name = engineNameOf(models);
  expect(name).toMatch(new RegExp(`^${ENGINE_VERSION}-[0-9a-f]{8}$`));
  expect(engineNameOf(new Map(models))).toBe(name);
  const [first] = models;
  if (first === undefined) throw new Error('no model is shipped');
  const [timeframe, model] = first;
  const weights = Object.fromEntries(Object.entries(model.weights).map(([key, value]) => [key, -value]));
  expect(engineNameOf(new Map([...models, [timeframe, { ...model, weights }]]))).not.toBe(name);
  expect(engineNameOf(new Map([...models].slice(1)))).not.toBe(name);
});
