import { AUTO_PAIRS } from '../../../core/market/pairs.ts';
import { Card } from '../../ui/card.tsx';
import { Pip } from '../../ui/pip.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { texts } from './texts.ts';

/** The pairs P-Special draws from, and which it drew. */
export function AvailablePairs({ current }: { readonly current: string | undefined }) {
  return (
    <Card label={signalWords.availablePairs} aside={current === undefined ? texts.paused : texts.oneIsDrawn}>
      <ul className="rows pairs">
        {AUTO_PAIRS.map((pair) => (
          <li key={pair} aria-current={pair === current || undefined}>
            <span className="pairs__name">{pair}</span>
            {pair === current ? (
              <span className="pairs__drawn">
                {texts.drawnNow}
                <Pip isOn />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
