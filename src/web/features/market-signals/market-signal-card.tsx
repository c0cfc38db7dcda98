import { type EpochMs, epochMs, SECOND_MS } from '../../../core/time/instant.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import { type RecordedQuote, type SettledEntry, VOID_REASONS } from '../../../core/signals/ledger-entry.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import { confidenceText } from '../../../core/engine/confidence-text.ts';
import { timeframeMs } from '../../../core/market/timeframes.ts';
import { formatAge, formatPrice } from '../../lib/figures.ts';
import { formatLocalClock } from '../../lib/formats.ts';
import { DirectionFace } from '../../ui/direction-face.tsx';
import { OutcomeWord } from '../../ui/outcome-word.tsx';
import { WhyBars } from '../../ui/why-bars.tsx';
import { Ring, RingSeconds } from '../../ui/ring.tsx';
import { Meta, SignalFrame } from '../../ui/signal-frame.tsx';
import { SignalTime } from '../../ui/signal-time.tsx';
import { type CardPlace, placeProps } from './card-place.tsx';
import { MarketConfidence } from './market-confidence.tsx';
import { secondsTo, type Trouble } from './market-view.ts';
import { sourceName } from './source-name.ts';

interface MarketSignalCardProps {
  readonly place: CardPlace;
  readonly story: SignalStory;
  readonly atMs: EpochMs;
  /** Why no price may come for it; undefined while all is well. */
  readonly trouble: Trouble | undefined;
}

/** A measured signal: before its start, running, past its expiry, settled. */
export function MarketSignalCard({ place, story, atMs, trouble }: MarketSignalCardProps) {
  const { signal, entered, settled } = story;
  const { direction } = signal;
  const isShaken = trouble !== undefined && settled === undefined;
  return (
    <SignalFrame
      {...placeProps(place, isShaken ? 'signal--shaken' : '')}
      what={
        <div key={signal.id} className="signal__row signal__row--new">
          <DirectionFace shows={direction} />
          <div>
            <p className="signal__pair">{signal.pair}</p>
            <p className={`signal__direction signal__direction--${direction.toLowerCase()}`}>{direction}</p>
          </div>
        </div>
      }
      time={<StoryRing story={story} atMs={atMs} />}
      confidence={
        <MarketConfidence rate={signal.confidence / 100}>
          <p className="signal__value">
            Confidence <b>{confidenceText(signal.confidence)}</b>
          </p>
        </MarketConfidence>
      }
      meta={
        <>
          <Meta label="Timeframe">{signal.timeframe}</Meta>
          <Meta label="Generated">
            <SignalTime key={signal.id} at={epochMs(signal.decidedMs)} />
          </Meta>
          <Meta label="Entry price">
            {entered === undefined ? (
              entryOf(story)
            ) : (
              <>
                {priceOf(story, entered.quote)}{' '}
                <span className="signal__origin">
                  {sourceName(signal.source)}, {formatAge(entered.quote.ageMs)} old
                </span>
              </>
            )}
          </Meta>
        </>
      }
      foot={
        <>
          <WhyBars {...signal} />
          <p className="signal__ending">{endingOf(story, atMs, trouble)}</p>
        </>
      }
    />
  );
}

function StoryRing({ story: { signal, settled }, atMs }: { story: SignalStory; atMs: EpochMs }) {
  const total = timeframeMs(signal.timeframe) / SECOND_MS;
  if (settled !== undefined) {
    return (
      <Ring total={total} left={0}>
        <p className="ring__outcome">
          <OutcomeWord outcome={settled.outcome} />
        </p>
      </Ring>
    );
  }
  const isBefore = atMs < signal.startMs;
  const left = secondsTo(isBefore ? signal.startMs : signal.expiryMs, atMs);
  if (left === 0) {
    return (
      <Ring total={total} left={0}>
        <p>
          <b className="ring__word">Expired</b> Settling
        </p>
      </Ring>
    );
  }
  return (
    <Ring total={total} left={isBefore ? total : Math.min(left, total)}>
      <RingSeconds says={isBefore ? 'startsIn' : 'expiresIn'} seconds={left} />
    </Ring>
  );
}

/** What stands for the entry price while there is none. */
function entryOf({ signal, settled }: SignalStory): string {
  return settled === undefined ? `At ${formatLocalClock(epochMs(signal.startMs))}` : 'None';
}

/** The line that says how it goes on, or how it ended. */
function endingOf({ signal, settled }: SignalStory, atMs: EpochMs, trouble: Trouble | undefined): string {
  if (settled !== undefined) return outcomeSentence(signal.pair, settled);
  if (trouble !== undefined) {
    return `${trouble.title}: ${trouble.reason} Without a price in time this signal becomes void.`;
  }
  const expiry = formatLocalClock(epochMs(signal.expiryMs));
  return atMs < signal.expiryMs
    ? `Settled on the price at ${expiry}.`
    : `Settled on the price at ${expiry}, about 5 s after expiry.`;
}

/** `1.15908 to 1.15917.`, or why it could not be settled. */
export function outcomeSentence(pair: SignalStory['signal']['pair'], settled: SettledEntry): string {
  const { entry, exit, reason } = settled;
  if (reason !== undefined) return `Void: ${VOID_REASONS[reason] ?? reason}.`;
  if (entry === undefined || exit === undefined) return 'Void.';
  return `From ${midOf(pair, entry)} to ${midOf(pair, exit)}.`;
}

function priceOf({ signal }: SignalStory, quote: RecordedQuote): string {
  return midOf(signal.pair, quote);
}

function midOf(pair: SignalStory['signal']['pair'], quote: RecordedQuote): string {
  return formatPrice(pair, doubleMid(quote) / 2);
}
