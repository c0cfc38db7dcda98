import type { RecordRow, RecordStory } from '../../../core/wire/record.ts';
import type { RecordedQuote } from '../../../core/signals/ledger-entry.ts';
import { formatAge, formatCount, formatMid } from '../../lib/figures.ts';
import { Card } from '../../ui/card.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { outcomeWords } from '../../ui/measured-texts.ts';
import { voidTexts } from '../../ui/reason-texts.ts';
import { formatMarketMs } from './record-format.ts';
import { texts } from './story-texts.ts';

/** The five instants of a signal, to the millisecond. */
export function StoryTimeline({ story: { row, entries } }: { readonly story: RecordStory }) {
  const signal = entries.find(({ entry }) => entry.kind === 'signal');
  const recordedMs = signal?.entry.atMs ?? row.decidedMs;
  const steps = [
    { name: texts.decided, atMs: row.decidedMs, hint: texts.decidedHint },
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
            <time dateTime={new Date(atMs).toISOString()}>{formatMarketMs(atMs)}</time>
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
  return texts.settledHint({ outcome: outcomeWords[outcome] });
}
