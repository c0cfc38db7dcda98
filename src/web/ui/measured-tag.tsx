import { texts } from './measured-texts.ts';
import './tag.css';

/** Solid: what stands beside it was measured on market prices. */
export function MeasuredTag() {
  return (
    <span className="tag">
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M2 11.5 6 7.5l3 2.5 5-6" />
      </svg>
      {texts.measured}
    </span>
  );
}
