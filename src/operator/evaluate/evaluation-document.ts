import type { Scores } from '../../core/scoring/scores.ts';
import { ENGINE_VERSION } from '../../core/engine/version.ts';
import { DEFINITIONS } from './definitions.ts';
import type { Evaluation, TimeframeEvaluation } from './evaluate-history.ts';

/** The evaluation as one JSON document. Rates are fractions of 1. */
export function evaluationDocument(evaluation: Evaluation, seconds: number): Record<string, unknown> {
  const { request, notes, timeframes } = evaluation;
  const [main, ...others] = timeframes.map(timeframeDocument);
  return {
    ok: true,
    engineVersion: ENGINE_VERSION,
    mode: request.fit === undefined ? 'walk-forward' : 'fit-score',
    fit: request.fit?.map(({ name }) => name),
    score: request.score.map(({ name }) => name),
    payout: request.payout,
    definitions: DEFINITIONS,
    notes,
    ...main,
    otherTimeframes: others,
    seconds,
    decisionsPerSecond: Math.round(decisions(evaluation) / seconds),
  };
}

function timeframeDocument({
  timeframe,
  model,
  sets,
  pooled,
  abstentions,
}: TimeframeEvaluation): Record<string, unknown> {
  return {
    timeframe,
    fitted: model?.fitted,
    cap: model?.curve.cap,
    datasets: sets.map(({ meta, scores, abstentions: own }) => ({
      name: meta.name,
      pair: meta.pair,
      kind: meta.kind,
      ...scoresDocument(scores),
      abstentions: own,
    })),
    pooled: { ...scoresDocument(pooled), abstentions },
  };
}

/** A set without a settled decision has `n` 0 and nothing else: there is no rate of nothing. */
function scoresDocument(scores: Scores | undefined): Record<string, unknown> {
  return scores === undefined ? { n: 0 } : { ...scores };
}

/** Instants that were judged, abstentions included. */
export function decisions({ timeframes }: Evaluation): number {
  let sum = 0;
  for (const { pooled, abstentions } of timeframes) {
    sum += (pooled?.n ?? 0) + (pooled?.unchanged ?? 0) + (pooled?.unsettled ?? 0);
    for (const count of Object.values(abstentions)) sum += count;
  }
  return sum;
}
