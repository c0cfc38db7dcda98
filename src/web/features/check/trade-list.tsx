import type { OriginKind } from '../../../core/check/reading/reading.ts';
import {
  type ListedTrade,
  TRADE_SWITCHES,
  type TradeSwitch,
  type Switches,
} from '../../../core/check/reading/trade-switches.ts';
import { formatCount } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { CheckFold } from './check-card.tsx';
import type { CheckResult, GivenRecord } from './check-messages.ts';
import { texts } from './texts.ts';
import { originTexts, tradeTexts } from './trade-texts.ts';

/** So many trades are listed at first, and at most. */
export const LISTED = { first: 20, most: 1_000 } as const;

interface TradeListProps {
  readonly result: CheckResult;
  readonly record: GivenRecord;
  readonly onChoice: (choice: Partial<Pick<GivenRecord, 'switches' | 'listed'>>) => void;
}

/** What each trade was made of, with a switch for it and one for all of its kind. */
export function TradeList({ result: { read, found }, record, onChoice }: TradeListProps) {
  const { switches, listed } = record;
  const what = found.length === 0 ? 'message' : 'row';
  const trades = read.kinds.reduce((sum, [, count]) => sum + count, 0);
  const changed =
    switches.byTrade.size +
    read.kinds.reduce((sum, [kind, count]) => sum + (switches.byKind.has(kind) ? count : 0), 0);
  const give = (next: Partial<Switches>): void => onChoice({ switches: { ...switches, ...next } });
  return (
    <div className="card check__folds check__wide12">
      <CheckFold label={tradeTexts.list({ count: trades })} finding={tradeTexts.changed({ count: changed })}>
        <ul className="check__trades">
          {read.kinds.map(([kind, count]) => (
            <li key={kind}>
              <span>{tradeTexts.ofKind({ count, why: originTexts[kind] })}</span>
              <Switch
                label={`${tradeTexts.switchKind} (${originTexts[kind]})`}
                value={switches.byKind.get(kind)}
                asRead={tradeTexts.asRead}
                onValue={(value) => give({ byKind: withSwitch<OriginKind>(switches.byKind, kind, value) })}
              />
            </li>
          ))}
        </ul>
        <ul className="check__trades">
          {read.list.map((trade) => (
            <OneTrade
              key={trade.at}
              trade={trade}
              row={texts.rowNumber({ what, line: formatCount(trade.line) })}
              value={switches.byTrade.get(trade.at)}
              onValue={(value) => give({ byTrade: withSwitch(switches.byTrade, trade.at, value) })}
            />
          ))}
        </ul>
        {trades > listed && listed < LISTED.most ? (
          <Button
            look="line"
            size="small"
            onClick={() => onChoice({ listed: Math.min(LISTED.most, listed * 10) })}
          >
            {uiTexts.showMore}
          </Button>
        ) : null}
      </CheckFold>
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
  readonly row: string;
  readonly value: TradeSwitch | undefined;
  readonly onValue: (value: TradeSwitch | undefined) => void;
}

const AS_READ = { won: 'asReadWon', lost: 'asReadLost', tied: 'asReadTied' } as const;

function OneTrade({ trade, row, value, onValue }: OneTradeProps) {
  const { signal, line, text, signalText, kind, outcome } = trade;
  return (
    <li>
      <span>
        {row}
        <bdi className="hint">{text}</bdi>
        {signal === null || signal === line ? null : (
          <bdi className="hint">{tradeTexts.ofSignal({ line: formatCount(signal), text: signalText })}</bdi>
        )}
        <span className="hint">{originTexts[kind]}</span>
      </span>
      <Switch
        label={tradeTexts.switchTrade({ row })}
        value={value}
        asRead={tradeTexts[AS_READ[outcome]]}
        onValue={onValue}
      />
    </li>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly value: TradeSwitch | undefined;
  readonly asRead: string;
  readonly onValue: (value: TradeSwitch | undefined) => void;
}

function Switch({ label, value, asRead, onValue }: SwitchProps) {
  return (
    <span>
      <select
        className="input"
        aria-label={label}
        value={value ?? ''}
        onChange={({ target }) => onValue(TRADE_SWITCHES.find((one) => one === target.value))}
      >
        <option value="">{asRead}</option>
        {TRADE_SWITCHES.map((one) => (
          <option key={one} value={one}>
            {tradeTexts[one]}
          </option>
        ))}
      </select>
    </span>
  );
}
