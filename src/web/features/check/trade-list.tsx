import { memo } from 'react';
import type { OriginKind } from '../../../core/check/reading/reading.ts';
import {
  type ListedTrade,
  TRADE_SWITCHES,
  type TradeSwitch,
  type Switches,
} from '../../../core/check/reading/trade-switches.ts';
import { originSentence } from '../../../core/check/reason-texts.ts';
import { formatCount } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/field.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { Fold } from '../../ui/fold.tsx';
import type { CheckResult, GivenRecord } from './check-worker.ts';
import { texts } from './texts.ts';
import { tradeTexts } from './trade-texts.ts';
import { useSlices } from './understood.tsx';
import { WRITING } from './writing.ts';

interface TradeListProps {
  readonly result: CheckResult;
  readonly record: GivenRecord;
  readonly onChoice: (choice: Pick<GivenRecord, 'switches'>) => void;
}

/** What each trade was made of, with a switch for it and one for all of its kind. */
export function TradeList({ result: { read, found }, record, onChoice }: TradeListProps) {
  const { switches } = record;
  const { drawn, more } = useSlices(read.list);
  const trades = read.kinds.reduce((sum, [, count]) => sum + count, 0);
  const changed =
    switches.byTrade.size +
    read.kinds.reduce((sum, [kind, count]) => sum + (switches.byKind.has(kind) ? count : 0), 0);
  return (
    <div className="card folds c12">
      <Fold label={tradeTexts.list({ count: trades })} hint={tradeTexts.changed({ count: changed })}>
        <ul className="check__trades ruled">
          {read.kinds.map(([kind, count]) => (
            <li key={kind}>
              <span>{tradeTexts.ofKind({ count, why: originSentence(kind, WRITING) })}</span>
              <Switch
                label={`${tradeTexts.switchKind} (${originSentence(kind, WRITING)})`}
                value={switches.byKind.get(kind)}
                asRead={tradeTexts.asRead}
                onValue={(value) => {
                  const byKind = withSwitch<OriginKind>(switches.byKind, kind, value);
                  onChoice({ switches: { ...switches, byKind } });
                }}
              />
            </li>
          ))}
        </ul>
        <ul className="check__trades ruled">
          {drawn.map((trade) => (
            <OneTrade
              key={trade.at}
              trade={trade}
              what={found.length === 0 ? 'message' : 'row'}
              switches={switches}
              onChoice={onChoice}
            />
          ))}
        </ul>
        {more === undefined ? null : (
          <Button look="line" size="small" onClick={more}>
            {uiTexts.showMore}
          </Button>
        )}
      </Fold>
    </div>
  );
}

function withSwitch<Key>(
  before: ReadonlyMap<Key, TradeSwitch>,
  key: Key,
  value: TradeSwitch | undefined,
): ReadonlyMap<Key, TradeSwitch> {
  const next = new Map(before);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}

interface OneTradeProps {
  readonly trade: ListedTrade;
  readonly what: 'message' | 'row';
  readonly switches: Switches;
  readonly onChoice: TradeListProps['onChoice'];
}

/** Drawn once: the list grows slice by slice. */
const OneTrade = memo(function OneTrade({ trade, what, switches, onChoice }: OneTradeProps) {
  const { at, signal, line, text, signalText, kind, outcome } = trade;
  const row = texts.rowNumber({ what, line: formatCount(line) });
  return (
    <li>
      <span>
        {row}
        <bdi className="hint">{text}</bdi>
        {signal === null || signal === line ? null : (
          <bdi className="hint">{tradeTexts.ofSignal({ line: formatCount(signal), text: signalText })}</bdi>
        )}
        <span className="hint">{originSentence(kind, WRITING)}</span>
      </span>
      <Switch
        label={tradeTexts.switchTrade({ row })}
        value={switches.byTrade.get(at)}
        asRead={tradeTexts.asReadOutcome({ outcome })}
        onValue={(value) =>
          onChoice({ switches: { ...switches, byTrade: withSwitch(switches.byTrade, at, value) } })
        }
      />
    </li>
  );
});

interface SwitchProps {
  readonly label: string;
  readonly value: TradeSwitch | undefined;
  readonly asRead: string;
  readonly onValue: (value: TradeSwitch | undefined) => void;
}

function Switch({ label, value, asRead, onValue }: SwitchProps) {
  return (
    <Choice
      label={label}
      value={value ?? ''}
      options={[['', asRead], ...TRADE_SWITCHES.map((one) => [one, tradeTexts[one]] as const)]}
      onValue={(chosen) => onValue(TRADE_SWITCHES.find((one) => one === chosen))}
    />
  );
}
