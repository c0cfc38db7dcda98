import { texts } from './texts.ts';

/** The boxes of the page in their sizes, before its figures are there. */
export function RecordSkeleton() {
  return (
    <div className="record" aria-busy="true">
      <output className="hidden-text">{texts.loading}</output>
      <div className="record__head">
        <span className="bone bone--title" />
        <span className="bone bone--lead" />
      </div>
      <div className="grid record__grid">
        <div className="card c12 bone-card bone-card--questions" />
        <div className="card c5 bone-card" />
        <div className="card c7 bone-card" />
        <div className="card c8 bone-card" />
        <div className="card c4 bone-card" />
        <div className="card c12 bone-card bone-card--line" />
        <div className="card c12 bone-card bone-card--list" />
      </div>
    </div>
  );
}
