import { type RandomUint32, randomUuid } from '../../core/random/random.ts';
import { controlOf } from '../../core/signals/signal-rules.ts';
import { signalSpan } from '../../core/market/settlement-times.ts';
import { signalId, type SignalMode } from '../../core/signals/ledger-entry.ts';
import type { Decision, EngineSignal } from '../../core/engine/pair-engine.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import type { FeedSource } from '../../core/market/tick.ts';
import { recordedConfidence } from '../../core/engine/confidence-text.ts';
import { sha256 } from '../ledger/ed25519.ts';
import type { DecisionRound } from '../market/market.ts';
import type { Draft } from './recorder.ts';
import type { SignalDraft } from './signal-book.ts';
import type { AbstentionReason } from '../../core/engine/reasons.ts';

/** The instant of a round, the feed behind it if any was live, and the name of the engine that decides. */
export type RoundHead = Pick<DecisionRound, 'timeframe' | 'decidedMs' | 'source'> & {
  readonly engine: string;
};

/** P-Special's draft: the likeliest signal, or that there is none. */
export function draftSpecial(head: RoundHead, verdicts: RoundVerdicts, random: RandomUint32): RoundDrafts {
  const best = chooseSpecial(verdicts);
  if (best !== undefined && head.source !== undefined)
    return { signals: [draftSignal('special', head.source, best, head.engine, random)], abstentions: [] };
  const abstention = draftAbstention('special', head, [...verdicts.keys()], codesIn(verdicts), random);
  return { signals: [], abstentions: [abstention] };
}

/** The drafts for the pairs that P-BOT was asked for: a signal each, and one abstention for those without. */
export function draftRequested(
  head: RoundHead,
  verdicts: RoundVerdicts,
  requested: readonly ScoredPair[],
  random: RandomUint32,
): RoundDrafts {
  const { source, engine } = head;
  const signals: SignalDraft[] = [];
  const without: ScoredPair[] = [];
  for (const pair of requested) {
    const verdict = verdicts.get(pair);
    if (typeof verdict !== 'object' || source === undefined) without.push(pair);
    else signals.push(draftSignal('bot', source, verdict, engine, random));
  }
  if (without.length === 0) return { signals, abstentions: [] };
  return { signals, abstentions: [draftAbstention('bot', head, without, codesIn(verdicts), random)] };
}

function codesIn(verdicts: RoundVerdicts): (pair: ScoredPair) => DeskAbstention {
  return (pair) => {
    const verdict = verdicts.get(pair);
    return typeof verdict === 'string' ? verdict : 'no-feed';
  };
}

export interface RoundDrafts {
  readonly signals: readonly SignalDraft[];
  readonly abstentions: readonly Draft[];
}

/** A decision that was due for these pairs and gave no signal. */
export function draftAbstention(
  mode: SignalMode,
  { timeframe, decidedMs, source, engine }: RoundHead,
  pairs: readonly ScoredPair[],
  codeOf: (pair: ScoredPair) => DeskAbstention,
  random: RandomUint32,
): Draft {
  return {
    kind: 'abstained',
    id: randomUuid(random),
    mode,
    timeframe,
    decidedMs,
    engine,
    ...(source === undefined ? {} : { source }),
    reasons: Object.fromEntries(pairs.map((pair) => [pair, codeOf(pair)])),
  };
}

function draftSignal(
  mode: SignalMode,
  source: FeedSource,
  decision: EngineSignal,
  engine: string,
  random: RandomUint32,
): SignalDraft {
  const { timeframe, direction, confidence, reasons, decidedAtMs: decidedMs } = decision;
  const pair = decision.pair as ScoredPair;
  return {
    kind: 'signal',
    id: signalId(randomUuid(random)),
    mode,
    source,
    pair,
    timeframe,
    decidedMs,
    ...signalSpan(decidedMs, timeframe),
    direction,
    confidence: recordedConfidence(confidence),
    engine,
    reasons,
    control: controlOf(sha256, { engine, decidedMs, timeframe, pair }),
  };
}

/** Why the desk issues no signal where the reason is not the engine's. Codes are kept in the ledger. */
type DeskReason =
  | 'no-feed'
  | 'feeds-disagree'
  /** The decision came too late to be recorded before its start. */
  | 'late'
  | 'database-lost'
  /** A signal for this instant is recorded already. */
  | 'repeated';

export type DeskAbstention = AbstentionReason | DeskReason;

/** What the desk may issue for each pair, or why it may not. */
export type RoundVerdicts = ReadonlyMap<ScoredPair, EngineSignal | DeskAbstention>;

/** Judges a round: `decisions` of the engine, `against` what speaks against any signal for a pair. */
export function roundVerdicts(
  decisions: readonly Decision[],
  against: (pair: ScoredPair) => DeskAbstention | undefined,
): RoundVerdicts {
  return new Map(
    SCORED_PAIRS.map((pair) => {
      const decision = decisions.find((one) => one.pair === pair);
      // A pair that was never quoted has no loop that could decide.
      if (decision === undefined) return [pair, against(pair) ?? 'stale'];
      if (decision.kind === 'abstention') return [pair, decision.reason];
      return [pair, against(pair) ?? decision];
    }),
  );
}

/** P-Special's signal: the one with the highest confidence; of equals the first in the order of the pairs. */
export function chooseSpecial(verdicts: RoundVerdicts): EngineSignal | undefined {
  let best: EngineSignal | undefined;
  for (const verdict of verdicts.values()) {
    if (typeof verdict === 'string') continue;
    if (best === undefined || verdict.confidence > best.confidence) best = verdict;
  }
  return best;
}
