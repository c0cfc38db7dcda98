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
import type { AbstentionReason } from '../../core/engine/abstention.ts';

/** The instant of a round, the feed behind it if any was live, and the name of the engine that decides. */
export type RoundHead = Pick<DecisionRound, 'timeframe' | 'decidedMs' | 'source'> & {
  readonly engine: string;
};

/** The drafts of a round: signals, and abstentions where there is none to give. */
export interface RoundDrafts {
  readonly signals: readonly SignalDraft[];
  readonly abstentions: readonly Draft[];
}

/** The decisions that are due at a round. */
export interface DueAtRound {
  readonly isSpecialDue: boolean;
  readonly requested: readonly ScoredPair[];
}

/** Drafts a round: the special signal if one is due, and one for each pair that was asked for. */
export function draftRound(
  head: RoundHead,
  verdicts: RoundVerdicts,
  due: DueAtRound,
  random: RandomUint32,
): RoundDrafts {
  const { source, engine } = head;
  const signals: SignalDraft[] = [];
  const abstentions: Draft[] = [];
  const codeOf = (pair: ScoredPair): DeskAbstention => {
    const verdict = verdicts.get(pair);
    return typeof verdict === 'string' ? verdict : 'no-feed';
  };
  if (due.isSpecialDue) {
    const best = chooseSpecial(verdicts);
    if (best !== undefined && source !== undefined)
      signals.push(draftSignal('special', source, best, engine, random));
    else abstentions.push(draftAbstention('special', head, [...verdicts.keys()], codeOf, random));
  }
  const without: ScoredPair[] = [];
  for (const pair of due.requested) {
    const verdict = verdicts.get(pair);
    if (typeof verdict !== 'object' || source === undefined) without.push(pair);
    else signals.push(draftSignal('bot', source, verdict, engine, random));
  }
  if (without.length > 0) abstentions.push(draftAbstention('bot', head, without, codeOf, random));
  return { signals, abstentions };
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

/** What an abstention in the ledger gives as its reason. */
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
