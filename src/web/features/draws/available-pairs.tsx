import { AUTO_PAIRS } from '../../../core/market/pairs.ts';
import { signalWords } from '../../ui/signal-texts.ts';
import { texts } from './texts.ts';

/** The pairs P-Special draws from, and which it drew. */
export function AvailablePairs({ current }: { readonly current: string }) {
  return (
    <section aria-label={signalWords.availablePairs}>
      <p className="chips__head">
        <span>{signalWords.availablePairs}</span>
        <span>{texts.oneIsDrawn}</span>
      </p>
      <ul className="chips">
        {AUTO_PAIRS.map((pair) => (
          <li key={pair} aria-current={pair === current || undefined}>
            {pair}
            {pair === current ? <span className="hidden-text">{texts.drawnNow}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
