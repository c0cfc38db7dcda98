import { MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { isScoredPair, SCORED_PAIRS } from '../../../core/market/instruments.ts';
import { OTC_PAIRS } from '../../../core/market/pairs.ts';
import type { RequestLimit } from '../../../core/wire/market.ts';
import { formatCount } from '../../lib/figures.ts';
import { useStore } from '../../lib/store.ts';
import { Badge } from '../../ui/tag.tsx';
import { BotForm } from '../../ui/bot-form.tsx';
import { Button } from '../../ui/button.tsx';
import type { BotDesk, BotView } from './bot-desk.ts';
import { deskMs, useMarket } from './market-context.ts';
import { secondsTo, type Trouble } from './market-view.ts';
import { texts } from './texts.ts';

interface MarketBotFormProps {
  readonly desk: BotDesk;
  readonly view: BotView;
  /** Why the chosen pair can have no signal now. */
  readonly trouble: Trouble | undefined;
  readonly limit: RequestLimit | null;
}

/** Pairs of the simulated menu without a public quote. */
const UNSCORED = OTC_PAIRS.filter((pair) => !isScoredPair(pair));

/** P-BOT's form for the pairs that have a public price. */
export function MarketBotForm({ desk, view, trouble, limit }: MarketBotFormProps) {
  const { choice, refusal } = useStore(desk);
  const isBusy = view.kind === 'asking' || view.kind === 'deciding';
  // The card beside it says why there is trouble.
  const isExplained = view.kind === 'idle' && view.trouble !== undefined;
  return (
    <BotForm
      choice={choice}
      pairLabel={texts.selectPair}
      busyLabel={isBusy ? texts.analyzing : undefined}
      isDisabled={trouble !== undefined}
      onChange={desk.choose}
      onRequest={(asked) => void desk.request(asked)}
      foot={
        <>
          <p>
            <Badge>{texts.botBadge}</Badge>
          </p>
          <p className="bot-wait apart">
            <Wait
              decidesMs={view.kind === 'deciding' ? view.asked.decidedMs : undefined}
              onCancel={desk.cancel}
            >
              {trouble === undefined
                ? (refusal ?? (limit === null ? texts.byEngine : limitText(limit)))
                : isExplained
                  ? texts.trouble({ title: trouble.title })
                  : texts.heardTrouble({ title: trouble.title, reason: trouble.reason })}
            </Wait>
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
  return texts.requestsLeft({
    per: perMs === MINUTE_MS ? 'minute' : 'seconds',
    left: formatCount(left),
    most: formatCount(most),
    seconds: formatCount(perMs / SECOND_MS),
  });
}
