import { texts } from './texts.ts';

/** What everybody who reads a signal here should know first. */
export function RiskNote() {
  return <p className="risk">{texts.risk}</p>;
}
