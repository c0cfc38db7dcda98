import { MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { isScoredPair, SCORED_PAIRS } from '../../../core/market/instruments.ts';
import { OTC_PAIRS } from '../../../core/market/pairs.ts';
import type { RequestLimit } from '../../../core/wire/market.ts';
import { formatCount } from '../../lib/figures.ts';
import { Badge } from '../../ui/tag.tsx';
import { BotForm } from '../../ui/bot-form.tsx';
import { Button } from '../../ui/button.tsx';
import { cardTexts } from './card-texts.ts';
import type { MarketChoice } from './request-store.ts';
import { deskMs, useMarket } from './market-context.ts';
import { secondsTo, type Trouble } from './market-view.ts';
import { texts } from './texts.ts';

interface MarketBotFormProps {
  readonly choice: MarketChoice;
  readonly isBusy: boolean;
  readonly trouble: Trouble | undefined;
  /** The card beside it says why there is trouble. */
  readonly isExplained: boolean;
  /** Why the last request failed. */
  readonly refusal: string | undefined;
  readonly limit: RequestLimit | null;
  /** When the request is decided, on the desk's clock; undefined while none waits. */
  readonly decidesMs: number | undefined;
  readonly onChange: (choice: MarketChoice) => void;
  readonly onRequest: (choice: MarketChoice) => void;
  readonly onCancel: () => void;
}

/** Pairs of the simulated menu without a public quote. */
const UNSCORED = OTC_PAIRS.filter((pair) => !isScoredPair(pair));

/** P-BOT's form for the pairs that have a public price. */
export function MarketBotForm({
  choice,
  isBusy,
  trouble,
  isExplained,
  refusal,
  limit,
  decidesMs,
  onChange,
  onRequest,
  onCancel,
}: MarketBotFormProps) {
  return (
    <BotForm
      choice={choice}
      pairLabel={texts.selectPair}
      busyLabel={isBusy ? texts.analyzing : undefined}
      isDisabled={trouble !== undefined}
      onChange={onChange}
      onRequest={onRequest}
      foot={
        <>
          <p>
            <Badge>{texts.botBadge}</Badge>
          </p>
          <p className="bot-wait">
            <Wait decidesMs={decidesMs} onCancel={onCancel}>
              {limit === null ? texts.byEngine : limitText(limit)}
            </Wait>
          </p>
          <p>
            {trouble === undefined
              ? refusal
              : isExplained
                ? texts.trouble({ title: trouble.title })
                : cardTexts.heardTrouble({ title: trouble.title, reason: trouble.reason })}
          </p>
        </>
      }
    >
      <optgroup label={texts.marketPrice}>
        {SCORED_PAIRS.map((pair) => (
          <option key={pair} value={pair}>
            {pair}
          </option>
        ))}
      </optgroup>
      <optgroup label={texts.notScored}>
        {UNSCORED.map((pair) => (
          <option key={pair} disabled>
            {pair}
          </option>
        ))}
      </optgroup>
    </BotForm>
  );
}

interface WaitProps {
  readonly decidesMs: number | undefined;
  readonly onCancel: () => void;
  readonly children: string;
}

function Wait({ decidesMs = 0, onCancel, children }: WaitProps) {
  const left = useMarket((market) => secondsTo(decidesMs, deskMs(market)));
  if (left === 0) return children;
  return (
    <>
      {texts.decidesIn({ seconds: formatCount(left) })}
      <Button look="line" size="small" onClick={onCancel}>
        {texts.cancelRequest}
      </Button>
    </>
  );
}

/** `11 of 12 requests left this minute`. */
function limitText({ left, most, perMs }: RequestLimit): string {
  const requests = { left: formatCount(left), most: formatCount(most) };
  return perMs === MINUTE_MS
    ? texts.leftThisMinute(requests)
    : texts.leftIn({ ...requests, seconds: formatCount(perMs / SECOND_MS) });
}
