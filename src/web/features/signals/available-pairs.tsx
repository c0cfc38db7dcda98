import { AUTO_PAIRS } from '../../../core/market/pairs.ts';
import { Card } from '../../ui/card.tsx';
import { Pip } from '../../ui/pip.tsx';

/** The pairs P-Special draws from, and which it drew. */
export function AvailablePairs({ current }: { readonly current: string | undefined }) {
  return (
    <Card label="Available pairs" aside={current === undefined ? 'Paused' : 'One is drawn each time'}>
      <ul className="rows pairs">
        {AUTO_PAIRS.map((pair) => (
          <li key={pair} aria-current={pair === current || undefined}>
            <span className="pairs__name">{pair}</span>
            {pair === current ? (
              <span className="pairs__drawn">
                Drawn now
                <Pip isOn />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
