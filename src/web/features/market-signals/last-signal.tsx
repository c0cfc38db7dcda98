import { epochMs } from '../../../core/time/instant.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { SettledEntry } from '../../../core/signals/ledger-entry.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import { formatLocalClock, formatMachineTime } from '../../lib/formats.ts';
import { formatConfidence, formatMid } from '../../lib/figures.ts';
import { voidTexts } from '../../ui/reason-texts.ts';
import { Card } from '../../ui/card.tsx';
import { DirectionWord } from '../../ui/direction-word.tsx';
import { OutcomeWord } from '../../ui/outcome-word.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { raceTexts } from './card-texts.ts';
import { deskMs, useMarket } from './market-context.ts';
import { texts } from './texts.ts';

interface LastSignalProps {
  readonly story: SignalStory | undefined;
}

/** The signal before the one in view, and how it ended: good or bad, it stands in the same place and size. */
export function LastSignal({ story }: LastSignalProps) {
  const { isOver, isCutOff } = useMarket((market) => ({
    isOver: story === undefined || deskMs(market) >= story.signal.expiryMs,
    isCutOff: market.state.status !== 'live',
  }));
  return (
    <Card label={texts.lastSignal} className="last">
      {story === undefined ? (
        <p className="last__body last__none">{texts.noneYet}</p>
      ) : (
        <div className="last__body">
          <p className="last__what">
            <b>{story.signal.pair}</b> <DirectionWord direction={story.signal.direction} />{' '}
            {story.signal.timeframe}{' '}
            <time dateTime={formatMachineTime(epochMs(story.signal.decidedMs))}>
              {formatLocalClock(epochMs(story.signal.decidedMs))}
            </time>
          </p>
          <p className="last__confidence">
            {texts.measured({ percent: formatConfidence(story.signal.confidence) })}
          </p>
          <p className="last__price">
            {story.settled !== undefined
              ? pricesOf(story.signal.pair, story.settled)
              : isOver && isCutOff
                ? raceTexts.cutOff
                : ''}
          </p>
          <p className="last__outcome">
            {story.settled === undefined ? (
              <span>{isOver ? raceTexts.settling : texts.open}</span>
            ) : (
              <OutcomeWord outcome={story.settled.outcome} />
            )}
          </p>
        </div>
      )}
    </Card>
  );
}

/** `1.15908 to 1.15917`, or why it could not be settled. */
function pricesOf(pair: ScoredPair, { entry, exit, reason }: SettledEntry): string {
  if (reason !== undefined) return voidTexts[reason];
  if (entry === undefined || exit === undefined) return '';
  return signalWords.fromTo({
    entry: formatMid(pair, entry),
    exit: formatMid(pair, exit),
  });
}
