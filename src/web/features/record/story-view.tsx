import { type ComponentType, type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { RecordRow, RecordStory } from '../../../core/wire/record.ts';
import { breakEvenRate } from '../../../core/record/verdict.ts';
import type { Outcome, RecordedQuote } from '../../../core/signals/ledger-entry.ts';
import { priceLabelText } from '../../lib/market/price-label.ts';
import { ApiError } from '../../lib/api-client.ts';
import {
  formatAge,
  formatConfidence,
  formatCount,
  formatMid,
  formatMoney,
  formatRate,
  formatFromTo,
} from '../../lib/figures.ts';
import { formatMachineTime, formatMarketClock, MARKET_ZONE_NAME } from '../../lib/formats.ts';
import { Card, Fact } from '../../ui/card.tsx';
import { DirectionFace, DirectionWord, SignalName } from '../../ui/direction-face.tsx';
import { Opens } from '../../ui/opens.tsx';
import { MeasuredTag } from '../../ui/tag.tsx';
import { outcomeWord, voidTexts } from '../../ui/decision-texts.ts';
import { Notice } from '../../ui/notice.tsx';
import { Explained } from '../../ui/disclosure.tsx';
import { OutcomeWord } from '../../ui/outcome.tsx';
import { WhyBars } from '../../ui/why-bars.tsx';
import { useLoader } from '../../lib/loader.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { Fold } from '../../ui/fold.tsx';
import { usePayoutField } from '../../ui/payout-field.tsx';
import { SaveButton } from './exports.tsx';
import type { RecordApi } from './record-api.ts';
import { formatDayAndMinute, formatInstant, formatMarketMs } from './record-format.ts';
import { movedWords, StoryRace } from './story-race.tsx';
import { texts } from './texts.ts';
import { sourceTexts } from '../../lib/market/feed-texts.ts';
import './record.css';
import './story.css';
import { MODE_NAMES, signalWords } from '../../ui/signal-texts.ts';

interface StoryViewProps {
  readonly api: RecordApi;
  readonly id: string;
  readonly ledger: string | undefined;
  /** Shows a signal that is not in the record because it is still open; reports when it is settled. */
  readonly Open?:
    | ComponentType<{
        readonly id: string;
        readonly loading: ReactNode;
        readonly missing: ReactNode;
        readonly onSettled: () => void;
      }>
    | undefined;
}

/** One signal as a picture, with all that is known of it and the proof that the ledger holds it. Give it the id as key. */
export function StoryView({ api, id, ledger, Open }: StoryViewProps) {
  const { value: newest, problem, reload } = useLoader((signal) => api.story(id, ledger, signal));
  // Drawn in slices: the whole story in one would block a slow phone.
  const value = useDeferredValue(newest);
  // The page replaces a list that may have been scrolled.
  useEffect(() => {
    scrollTo(0, 0);
  }, []);
  const isMissing = problem instanceof ApiError && problem.status === 404;
  const notice = problem && (
    <Notice
      title={isMissing ? texts.missing : undefined}
      hint={isMissing ? texts.missingHint : problem.message}
      onRetry={reload}
    />
  );
  return (
    <div className="record" aria-busy={value === undefined && problem === undefined}>
      <p className="story__back">
        <Link href={recordPath(ledger)}>{texts.allSignals}</Link>
      </p>
      {value !== undefined ? (
        <Story story={value} onProof={() => api.proof(id, value.ledger)} />
      ) : isMissing && Open !== undefined ? (
        <Open id={id} loading={<Bones />} missing={notice} onSettled={reload} />
      ) : (
        (notice ?? <Bones />)
      )}
    </div>
  );
}

/** The page as the server draws it: what was signalled and how it ended, and boxes for the rest. */
export function DrawnStory({ story }: { readonly story: RecordStory | undefined }) {
  return (
    <div className="record" aria-busy="true">
      <p className="story__back">
        <Link href="/record">{texts.allSignals}</Link>
      </p>
      {story === undefined ? (
        <Bones />
      ) : (
        <>
          <StoryLabel story={story} />
          <div className="grid">
            <SignalCard story={story} race={null} />
            <div className="card c4 bone-card" />
          </div>
        </>
      )}
    </div>
  );
}

function Bones() {
  return (
    <>
      <output className="hidden-text">{uiTexts.loading}</output>
      <div className="grid">
        <div className="card c8 bone-card bone-card--story" />
        <div className="card c4 bone-card" />
      </div>
    </>
  );
}

interface StoryProps {
  readonly story: RecordStory;
  /** Fetches the proof as a file to keep. */
  readonly onProof: () => Promise<Blob>;
}

function Story({ story, onProof }: StoryProps) {
  const signal = story.entries.map(({ entry }) => entry).find((entry) => entry.kind === 'signal');
  return (
    <>
      <StoryLabel story={story} />
      <div className="grid">
        <div className="stack c8">
          <SignalCard story={story} race={<StoryRace story={story} />} />
          <StoryTimeline story={story} />
        </div>
        <div className="stack c4">
          <ComparisonCard story={story} />
          {signal === undefined ? null : (
            <div className="card story__why">
              <WhyBars {...signal} />
            </div>
          )}
          <Card label={texts.nothing}>
            <p className="card__body story__nothing">
              {texts.nothingText({ record: <Link href={recordPath(story.ledger)} /> })}
            </p>
          </Card>
        </div>
        <StoryProof story={story} onProof={onProof} />
      </div>
    </>
  );
}

function StoryLabel({ story: { label } }: Pick<StoryProps, 'story'>) {
  if (label === null) return null;
  return (
    <p className="lead story__label">
      <b>{texts.replay({ label: priceLabelText(label) })}</b>
    </p>
  );
}

function SignalCard({ story, race }: Pick<StoryProps, 'story'> & { readonly race: ReactNode }) {
  const { row } = story;
  return (
    <section className="card" aria-label={texts.signal}>
      <div className="story__head apart">
        <h1>{formatDayAndMinute(row.startMs)}</h1>
        <p className="note">
          {texts.madeFrom({ mode: MODE_NAMES[row.mode], source: sourceTexts[row.source] })}
        </p>
      </div>
      <div className="story__what row">
        <DirectionFace shows={row.direction} />
        <div>
          <SignalName pair={row.pair} direction={row.direction} />
          <p className="story__when hint">
            {signalWords.when({
              timeframe: row.timeframe,
              start: formatMarketClock(row.startMs),
              expiry: formatMarketClock(row.expiryMs),
              zone: MARKET_ZONE_NAME,
            })}
          </p>
        </div>
        <div className="story__outcome">
          <OutcomeWord outcome={row.outcome} />
          <OutcomeHint row={row} />
        </div>
      </div>
      <div className="story__race">{race}</div>
    </section>
  );
}

function OutcomeHint({ row }: { readonly row: RecordRow }) {
  const { pair, entry, exit, reason } = row;
  if (reason !== null) return <p className="note">{voidTexts[reason]}</p>;
  if (entry === null || exit === null) return <p className="note">{texts.noPrice}</p>;
  return (
    <>
      <b>{movedWords(row)}</b>
      <p className="note">{formatFromTo(formatMid(pair, entry), formatMid(pair, exit))}</p>
    </>
  );
}

function ComparisonCard({ story: { row, entries } }: Pick<StoryProps, 'story'>) {
  const { percent, field, problem } = usePayoutField();
  const payout = percent / 100;
  const late = entries.map(({ entry }) => entry).find((entry) => entry.kind === 'settled')
    ?.enteredLate?.outcome;
  return (
    <Card label={texts.comparison} aside={<MeasuredTag />}>
      <dl className="pairs story__pairs">
        <Fact name={texts.engineSaid}>
          <DirectionWord direction={row.direction} />
          <OutcomeWord outcome={row.outcome} />
        </Fact>
        <Fact name={<Explained what="coin">{texts.coinDrew}</Explained>}>
          <DirectionWord direction={row.control} />
          <OutcomeWord outcome={row.controlOutcome} />
        </Fact>
        {late === undefined ? null : (
          <Fact name={<Explained what="late">{texts.enteredLate}</Explained>}>
            <OutcomeWord outcome={late} />
          </Fact>
        )}
        <Fact name={signalWords.confidence}>
          <b>
            <Explained what="confidence">{formatConfidence(row.confidence)}</Explained>
          </b>
        </Fact>
        <Fact name={texts.needed({ payout: field })}>
          {problem}
          <b>
            <Explained what="breakEven">{formatRate(breakEvenRate(payout))}</Explained>
          </b>
        </Fact>
        <Fact name={texts.paidBack}>
          <b>{formatMoney(paidBack(row.outcome, payout))}</b>
        </Fact>
      </dl>
    </Card>
  );
}

/** What a stake of 1 comes back as; stakes on an unchanged price and on a void signal are refunded. */
function paidBack(outcome: Outcome, payout: number): number {
  if (outcome === 'won') return 1 + payout;
  return outcome === 'lost' ? 0 : 1;
}

function recordPath(ledger: string | undefined): string {
  return ledger === undefined ? '/record' : `/record?ledger=${encodeURIComponent(ledger)}`;
}

/** The five instants of a signal, to the millisecond. */
function StoryTimeline({ story: { row, entries } }: { readonly story: RecordStory }) {
  const signal = entries.find(({ entry }) => entry.kind === 'signal');
  const recordedMs = signal?.entry.atMs ?? row.decidedMs;
  const steps = [
    { name: texts.stepDecided, atMs: row.decidedMs, hint: texts.decidedHint },
    {
      name: texts.recorded,
      atMs: recordedMs,
      hint: texts.recordedHint({
        index: formatCount(signal?.index ?? 0),
        ms: Math.round(recordedMs - row.decidedMs),
      }),
    },
    { name: texts.entered, atMs: row.startMs, hint: priceHint(row, row.entry) },
    { name: signalWords.expired, atMs: row.expiryMs, hint: priceHint(row, row.exit) },
    { name: signalWords.settled, atMs: row.settledMs, hint: settledHint(row) },
  ].toSorted((a, b) => a.atMs - b.atMs);
  return (
    <Card label={texts.timeline} aside={texts.clock}>
      <ol className="timeline">
        {steps.map(({ name, atMs, hint }) => (
          <li key={name}>
            <time dateTime={formatMachineTime(atMs)}>{formatMarketMs(atMs)}</time>
            <b>{name}</b>
            <span>{hint}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function priceHint({ pair }: RecordRow, quote: RecordedQuote | null): string {
  if (quote === null) return texts.noPrice;
  return texts.priceHint({ price: formatMid(pair, quote), age: formatAge(quote.ageMs) });
}

function settledHint({ outcome, reason }: RecordRow): string {
  if (reason !== null) return texts.voidHint({ reason: voidTexts[reason] });
  return texts.settledHint({ outcome: outcomeWord(outcome) });
}

/** What the ledger holds of a signal, and the way from there to the signed checkpoint. */
function StoryProof({ story, onProof }: StoryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="card c12">
      <Fold
        label={texts.proof}
        hint={texts.proofHint({ count: story.entries.length })}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      >
        <p className="proof__lead">{texts.proofText({ code: <code /> })}</p>
        <p>
          <SaveButton name={`pipcast-${story.row.id}.tlog-proof`} load={onProof}>
            {texts.save}
          </SaveButton>
        </p>
        <p className="proof__lead">{texts.ledgerSize({ ledger: story.ledger, count: story.size })}</p>
        {story.entries.map(({ index, entry, leafHash, path }) => (
          <Opens
            key={index}
            className="twin"
            summary={texts.entry({
              index: formatCount(index),
              kind: entry.kind,
              time: formatInstant(entry.atMs),
            })}
          >
            <pre className="proof__text">{JSON.stringify(entry, undefined, 2)}</pre>
            <p>{texts.leafHash}</p>
            <pre className="proof__text">{leafHash}</pre>
            <p>{texts.path}</p>
            <pre className="proof__text">{path.length === 0 ? texts.isRoot : path.join('\n')}</pre>
          </Opens>
        ))}
        <Opens className="twin" summary={texts.checkpoint}>
          <pre className="proof__text">{story.checkpoint}</pre>
        </Opens>
      </Fold>
    </div>
  );
}
