import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineModel } from '../../core/engine/model.ts';
import { BOT_TIMEFRAMES, type Timeframe } from '../../core/market/timeframes.ts';
import { engineNameOf, ownModelFile, readModel, shippedModelFile } from '../../server/market/load-models.ts';
import { type CheckResult, note, ok, problem } from './check.ts';

/** Checks the engine's models: which are the operator's own, which shipped, and whether this engine can use them. */
export async function checkModels(dataDir: string): Promise<CheckResult> {
  const own: string[] = [];
  const shipped: string[] = [];
  const none: string[] = [];
  const models = new Map<Timeframe, EngineModel>();
  for (const value of BOT_TIMEFRAMES) {
    const ownFile = ownModelFile(dataDir, value);
    const ownModel = await tryModel(ownFile, value);
    if (typeof ownModel === 'string') {
      return problem(
        `${ownFile} is not used: ${ownModel}`,
        'Fit it again (npx pipcast evaluate --save-model), or remove the file to use what was shipped.',
      );
    }
    const shippedModel = ownModel ?? (await tryModel(shippedModelFile(value), value));
    if (typeof shippedModel === 'string')
      return problem(`the shipped model for ${value} is not used: ${shippedModel}`, 'Run: npm run build');
    if (shippedModel !== undefined) models.set(value, shippedModel);
    (ownModel ? own : shippedModel ? shipped : none).push(value);
  }
  const found = [
    `engine ${engineNameOf(models)}`,
    ...(own.length > 0 ? [`own models for ${own.join(', ')}`] : []),
    ...(shipped.length > 0 ? [`shipped models for ${shipped.join(', ')}`] : []),
    ...(none.length > 0 ? [`${none.join(', ')} learned while it runs`] : []),
  ].join('; ');
  const strangers = await misnamedModels(dataDir);
  if (strangers.length === 0) return ok(found);
  const names = BOT_TIMEFRAMES.map((value) => `${value}.json`).join(', ');
  return note(
    `${found}; ${strangers.join(', ')} in ${join(dataDir, 'models')} not used`,
    `Models are called ${names}.`,
  );
}

/** The model, or why it cannot be used; undefined when there is none. */
async function tryModel(file: string | URL, timeframe: Timeframe): Promise<EngineModel | string | undefined> {
  try {
    return await readModel(file, timeframe);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function misnamedModels(dataDir: string): Promise<readonly string[]> {
  const names = await readdir(join(dataDir, 'models')).catch(() => []);
  const known = new Set<string>(BOT_TIMEFRAMES.map((value) => `${value}.json`));
  return names.filter((name) => name.endsWith('.json') && !known.has(name)).toSorted();
}
