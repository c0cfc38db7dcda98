import type { ReactNode } from 'react';
import type { RecordSummary } from '../../../core/wire/record.ts';
import { usePayout } from '../../lib/payout.ts';
import { headlineOf } from './headline.ts';
import { RecordHead } from './record-head.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';

/** The page as the server draws it: its first lines, and boxes for the rest. */
export function DrawnRecord({ summary }: { readonly summary: RecordSummary | undefined }) {
  const payoutPercent = usePayout();
  if (summary === undefined) return <RecordSkeleton />;
  return (
    <RecordSkeleton
      head={
        <RecordHead summary={summary} headline={headlineOf(summary, payoutPercent)} problem={undefined} />
      }
    />
  );
}

/** The boxes of the page in their sizes, before its figures are loaded. */
export function RecordSkeleton({ head }: { readonly head?: ReactNode }) {
  return (
    <div className="record" aria-busy="true">
      <output className="hidden-text">{uiTexts.loading}</output>
      {head ?? (
        <div className="record__head">
          <span className="bone bone--title" />
          <span className="bone bone--lead" />
        </div>
      )}
      <div className="grid record__grid">
        <div className="card c12 bone-card bone-card--questions" />
        <div className="card c5 bone-card" />
        <LowerBones />
      </div>
    </div>
  );
}

/** Those below the first screen of a phone. */
export function LowerBones() {
  return (
    <>
      <div className="card c7 bone-card" />
      <div className="card c12 bone-card" />
      <div className="card c12 bone-card bone-card--folds" />
      <div className="card c12 bone-card bone-card--line" />
      <div className="card c12 bone-card bone-card--list" />
    </>
  );
}
