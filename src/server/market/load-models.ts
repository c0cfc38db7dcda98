import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { jsonIn } from '../../core/json/loose.ts';
import { type Brain, brainOf, ENGINE_VERSION, type EngineModel } from '../../core/engine/model.ts';
import { BOT_TIMEFRAMES, type Timeframe } from '../../core/market/timeframes.ts';
import { serverFile } from '../platform/project-files.ts';
import { createHash } from 'node:crypto';
import { Learner } from '../../core/engine/learner.ts';
import { DAY_MS } from '../../core/time/instant.ts';

const curveSchema = z.object({
  sizes: z.array(z.number()).min(1),
  logOdds: z.array(z.number()).min(1),
  cap: z.number(),
  decisions: z.number(),
});
const modelSchema = z.object({
  engineVersion: z.string(),
  timeframe: z.enum(BOT_TIMEFRAMES),
  weights: z.record(z.string(), z.number()),
  curve: curveSchema,
  fitted: z.object({ decisions: z.number(), firstMs: z.number(), lastMs: z.number() }),
});

/**
 * The models to decide with: for each timeframe the operator's own, `models/<timeframe>.json` in the data folder, as
 * `pipcast evaluate --save-model` writes it, or else the shipped one. One that cannot be used is a warning, and passed over.
 */
export async function loadModels(dataDir: string, log: FastifyBaseLogger): Promise<Models> {
  const models = new Map<Timeframe, EngineModel>();
  for (const value of BOT_TIMEFRAMES) {
    const model =
      (await loadModel(ownModelFile(dataDir, value), value, log)) ??
      (await loadModel(shippedModelFile(value), value, log));
    if (model !== undefined) models.set(value, model);
  }
  return models;
}

function ownModelFile(dataDir: string, timeframe: Timeframe): string {
  return join(dataDir, 'models', `${timeframe}.json`);
}

/** The shipped model of a timeframe, fitted on real history; there is none where there was too little history. */
export function shippedModelFile(timeframe: Timeframe): URL {
  return serverFile(`market/models/${timeframe}.json`);
}

/** Reads a model; undefined when there is no such file. Throws an Error that says why it cannot be used. */
export async function readModel(file: string | URL, timeframe: Timeframe): Promise<EngineModel | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new Error(`it cannot be read (${error.code})`);
  });
  return text === undefined ? undefined : parseModel(text, timeframe);
}

async function loadModel(
  file: string | URL,
  timeframe: Timeframe,
  log: FastifyBaseLogger,
): Promise<EngineModel | undefined> {
  try {
    return await readModel(file, timeframe);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    log.warn({ file: String(file), problem }, 'an engine model was not used');
    return undefined;
  }
}

function parseModel(text: string, timeframe: Timeframe): EngineModel {
  const content = jsonIn(text);
  if (content === undefined) throw new Error('it is not JSON');
  const { data: model, error } = modelSchema.safeParse(content);
  if (model === undefined) {
    const [issue] = error.issues;
    throw new Error(`it is not a model: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  }
  if (model.timeframe !== timeframe) throw new Error(`it was fitted for ${model.timeframe}`);
  brainOf(model);
  return model;
}

/** Fitted models by timeframe; a timeframe without one learns from the prices that come, and says nothing until then. */
export type Models = ReadonlyMap<Timeframe, EngineModel>;

/** The engine's name in signals and records: the code's version, and a hash of its models. */
export function engineNameOf(models: Models): string {
  const fitted = BOT_TIMEFRAMES.map((value) => models.get(value) ?? null);
  const hash = createHash('sha256').update(JSON.stringify(fitted)).digest('hex');
  return `${ENGINE_VERSION}-${hash.slice(0, 8)}`;
}

/** The brains of the engine's loops on one source's prices. */
export class Brains {
  readonly #brains = new Map<Timeframe, Brain>();
  readonly #learners: Learner[] = [];
  #day = Number.NEGATIVE_INFINITY;

  constructor(models: Models) {
    for (const value of BOT_TIMEFRAMES) {
      const model = models.get(value);
      if (model !== undefined) {
        this.#brains.set(value, brainOf(model));
        continue;
      }
      const learner = new Learner();
      this.#learners.push(learner);
      this.#brains.set(value, learner);
    }
  }

  of(timeframe: Timeframe): Brain {
    return this.#brains.get(timeframe) as Brain;
  }

  /** Sets the time, before anything of it is decided; a time before the last day changes nothing. */
  advanceTo(ms: number): void {
    const day = Math.floor(ms / DAY_MS);
    if (day <= this.#day) return;
    this.#day = day;
    for (const learner of this.#learners) learner.advanceTo(ms);
  }
}
