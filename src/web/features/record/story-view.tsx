import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import {
  VOID_REASONS,
  type LedgerEntry,
  type RecordedQuote,
  type SignalEntry,
} from '../../../core/signals/ledger-entry.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import type { RecordRow, RecordStory } from '../../../core/protocol/record-protocol.ts';
import { confidenceText } from '../../../core/engine/confidence-text.ts';
import { formatAge, formatCount, formatPrice } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MeasuredTag } from '../../ui/measured-tag.tsx';
import { WhyBars } from '../../ui/why-bars.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DirectionWord } from '../../ui/direction-word.tsx';
import { OutcomeWord } from '../../ui/outcome-word.tsx';
import { showToast } from '../../ui/toasts.ts';
import { saveFile } from '../../lib/save-file.ts';
import { ApiError } from '../../lib/api-client.ts';
import type { RecordApi } from './record-api.ts';
import { formatInstant, MODE_WORDS, OUTCOME_WORDS } from './record-format.ts';
import { useStore } from '../../lib/store.ts';
import { createLoader } from './loader.ts';
import './record.css';

interface StoryViewProps {
  readonly api: RecordApi;
  readonly id: string;
  readonly ledger: string | undefined;
}

/** One settled signal with everything that is known of it, and the proof that the ledger holds it. Give it the id as key. */
export function StoryView({ api, id, ledger }: StoryViewProps) {
  const [loader] = useState(() => createLoader((signal) => api.story(id, ledger, signal)));
  const { value, problem } = useStore(loader);
  if (value !== undefined) return <Story story={value} onProof={() => api.proof(id, value.ledger)} />;
  if (problem === undefined) return <output className="loading">Loading...</output>;
  const isMissing = problem instanceof ApiError && problem.status === 404;
  return (
    <div className="record">
      <BackLink />
      <Notice
        title={isMissing ? 'There is no such settled signal' : 'The signal did not load'}
        hint={isMissing ? 'It may not be settled yet, or be in another ledger.' : problem.message}
        onRetry={loader.reload}
      />
    </div>
  );
}

interface StoryProps {
  readonly story: RecordStory;
  /** Fetches the proof as a file to keep. */
  readonly onProof: () => Promise<Blob>;
}

function Story({ story, onProof }: StoryProps) {
  const { row } = story;
  return (
    <div className="record">
      <BackLink />
      <div className="story__head">
        <h1>
          {row.pair} {row.direction}, {row.timeframe}
        </h1>
        <MeasuredTag />
      </div>
      {story.label === null ? null : (
        <p className="verdict__lead">
          <b>{story.label}.</b> Not part of the live record.
        </p>
      )}
      <div className="grid">
        <SignalCard story={story} />
        <OutcomeCard story={story} />
        <ProofCard story={story} onProof={onProof} />
      </div>
    </div>
  );
}

function SignalCard({ story }: Pick<StoryProps, 'story'>) {
  const { row } = story;
  const signal = story.entries.map(({ entry }) => entry).find(isSignal);
  return (
    <Card label="Signal" className="c6">
      <dl className="pairs">
        <Item name="Direction">
          <DirectionWord direction={row.direction} />
        </Item>
        <Item name="Confidence">{confidenceText(row.confidence)}</Item>
        <Item name="Kind">{MODE_WORDS[row.mode]}</Item>
        <Item name="Prices from">{sourceName(row)}</Item>
        <Item name="Engine">{row.engine}</Item>
        <Item name="Decided">
          <bdi dir="ltr">{formatInstant(row.decidedMs)}</bdi>
        </Item>
        <Item name="Start">
          <bdi dir="ltr">{formatInstant(row.startMs)}</bdi>
        </Item>
        <Item name="Expiry">
          <bdi dir="ltr">{formatInstant(row.expiryMs)}</bdi>
        </Item>
      </dl>
      {signal === undefined ? null : (
        <div className="card__body">
          <WhyBars {...signal} />
        </div>
      )}
    </Card>
  );
}

function OutcomeCard({ story }: Pick<StoryProps, 'story'>) {
  const { row } = story;
  return (
    <Card label="Outcome" className="c6">
      <dl className="pairs">
        <Item name="Outcome">
          <OutcomeWord outcome={row.outcome} />
          {row.reason === null ? null : <span>{VOID_REASONS[row.reason]}</span>}
        </Item>
        <Item name="Entry">
          <bdi dir="ltr">{quoteText(row, row.entry)}</bdi>
        </Item>
        <Item name="Exit">
          <bdi dir="ltr">{quoteText(row, row.exit)}</bdi>
        </Item>
        <Item name="Settled">
          <bdi dir="ltr">{formatInstant(row.settledMs)}</bdi>
        </Item>
        <Item name="Random control">
          <DirectionWord direction={row.control} />
          <span>{OUTCOME_WORDS[row.controlOutcome]}</span>
        </Item>
      </dl>
    </Card>
  );
}

function ProofCard({ story, onProof }: StoryProps) {
  return (
    <Card label="Proof" aside={`Ledger ${story.ledger}, ${formatCount(story.size)} entries`} className="c12">
      <div className="card__body proof">
        <p>
          The ledger only grows. Each entry below is a leaf of a hash tree as in RFC 6962; with the hashes of
          its path it leads to the root in the signed checkpoint. The file to keep is checked by{' '}
          <code>npx pipcast verify</code>, years later and without this site.
        </p>
        <SaveProof id={story.row.id} onProof={onProof} />
        {story.entries.map(({ index, entry, leafHash, path }) => (
          <details key={index}>
            <summary>
              Entry {formatCount(index)}: {entry.kind}, recorded {formatInstant(entry.atMs)}
            </summary>
            <pre className="proof__text">{JSON.stringify(entry, undefined, 2)}</pre>
            <p>Leaf hash</p>
            <pre className="proof__text">{leafHash}</pre>
            <p>Path to the root</p>
            <pre className="proof__text">{path.length === 0 ? 'The leaf is the root.' : path.join('\n')}</pre>
          </details>
        ))}
        <details>
          <summary>Signed checkpoint</summary>
          <pre className="proof__text">{story.checkpoint}</pre>
        </details>
      </div>
    </Card>
  );
}

function SaveProof({ id, onProof }: { readonly id: string; readonly onProof: () => Promise<Blob> }) {
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      saveFile(await onProof(), `pipcast-${id}.tlog-proof`);
    } catch (error) {
      showToast({ title: 'The proof could not be fetched', text: (error as Error).message });
    }
    setBusy(false);
  }

  return (
    <p>
      <Button
        look="line"
        size="small"
        busyLabel={isBusy ? 'Fetching...' : undefined}
        onClick={() => void save()}
      >
        Save the proof
      </Button>
    </p>
  );
}

function BackLink() {
  return (
    <p className="story__back">
      <Link href="/record">All settled signals</Link>
    </p>
  );
}

function Item({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function quoteText({ pair }: RecordRow, quote: RecordedQuote | null): string {
  if (quote === null) return 'none';
  const mid = formatPrice(pair, doubleMid(quote) / 2);
  return `${mid} (bid ${formatPrice(pair, quote.bid)}, ask ${formatPrice(pair, quote.ask)}), ${formatAge(quote.ageMs)} old`;
}

const SOURCE_NAMES: Readonly<Record<RecordRow['source'], string>> = {
  kraken: 'Kraken',
  deriv: 'Deriv',
  oanda: 'OANDA',
  replay: 'a replay of imported prices',
  synthetic: 'synthetic prices',
};

function sourceName({ source }: RecordRow): string {
  return SOURCE_NAMES[source];
}

function isSignal(entry: LedgerEntry): entry is SignalEntry {
  return entry.kind === 'signal';
}
