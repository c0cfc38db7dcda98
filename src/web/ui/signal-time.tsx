import {
  formatLocalClock,
  formatMachineTime,
  formatMarketClock,
  formatUtcClock,
  localZoneName,
  MARKET_ZONE_NAME,
} from '../lib/formats.ts';
import { Disclosure } from './disclosure.tsx';
import { texts } from './texts.ts';

/** The time of a draw on the user's clock; on UTC and the market clock on hover, tap or key. */
export function SignalTime({ at }: { readonly at: number }) {
  return (
    <Disclosure
      summary={
        <bdi dir="ltr">
          <time dateTime={formatMachineTime(at)}>{formatLocalClock(at)}</time> {localZoneName(at)}
        </bdi>
      }
    >
      <dl className="zones">
        <dt>UTC</dt>
        <dd>{formatUtcClock(at)}</dd>
        <dt>{texts.marketClock}</dt>
        <dd>
          <bdi dir="ltr">
            {formatMarketClock(at)} {MARKET_ZONE_NAME}
          </bdi>
        </dd>
      </dl>
    </Disclosure>
  );
}
