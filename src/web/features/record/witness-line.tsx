import { useState } from 'react';
import type { WitnessReport } from '../../../core/wire/witness.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { useSecond } from '../../lib/clock.ts';
import { now } from '../../lib/now.ts';
import { useStore } from '../../lib/store.ts';
import { createLoader } from '../../lib/loader.ts';
import type { RecordApi } from './record-api.ts';
import { formatAgo } from './record-format.ts';
import { texts } from './texts.ts';

interface WitnessLineProps {
  readonly api: RecordApi;
  readonly ledger: string;
}

/** How often witnesses are asked about, in ms. */
const REFRESH_MS = 10 * SECOND_MS;

/** How many witnesses have seen the ledger, and how long ago; nothing where the operator has none. */
export function WitnessLine({ api, ledger }: WitnessLineProps) {
  const [loader] = useState(() =>
    createLoader(
      async (signal) => ({ report: await api.witnesses(ledger, signal), answeredMs: now() }),
      REFRESH_MS,
    ),
  );
  const { value } = useStore(loader);
  // Only the live ledger is shown to witnesses.
  if (value === undefined || value.report.total === 0 || ledger !== 'live') return null;
  return <Seen report={value.report} answeredMs={value.answeredMs} />;
}

function Seen({ report, answeredMs }: { readonly report: WitnessReport; readonly answeredMs: number }) {
  const second = useSecond();
  return <p className="ledger__hint">{witnessText(report, Math.max(0, second - answeredMs))}</p>;
}

/** "Seen by 2 of 3 witnesses, last 4 s ago. 7 of 9 signals were seen before they expired."; `passedMs` is the time since the server said so. */
export function witnessText({ total, newest, signals }: WitnessReport, passedMs: number): string {
  if (newest === null) return texts.notSeen({ count: total });
  const seen = { seen: newest.seenBy.length, count: total, ago: formatAgo(newest.ageMs + passedMs) };
  const said = newest.isQuorum ? texts.seen(seen) : texts.seenByFew(seen);
  return signals === null || signals.expired === 0
    ? said
    : `${said} ${texts.seenInTime({ seen: signals.inTime, count: signals.expired })}`;
}
