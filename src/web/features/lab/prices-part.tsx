import type { ReactNode } from 'react';
import type { Rule } from '../../../core/lab/rule.ts';
import { Picture } from '../../ui/picture.tsx';
import { formatDays } from './lab-formats.ts';
import { type LabPrices, spanOf } from './lab-prices.ts';
import { Choice } from '../../ui/field.tsx';
import { ruleOf, wereSeen } from './tried-card.tsx';
import { texts } from './texts.ts';
import type { Opened } from './tries.ts';

interface PricesPartProps {
  readonly choices: readonly LabPrices[];
  readonly prices: LabPrices;
  readonly opened: Opened | undefined;
  readonly isListMissing: boolean;
  readonly onPrices: (key: string) => void;
  /** For the rule that the sealed part was opened for. */
  readonly onLookAgain: (rule: Rule) => void;
  /** A way to open the sealed part. */
  readonly children: ReactNode;
}

/** Which prices a rule is tried on, and how much of them is sealed. */
export function PricesPart(props: PricesPartProps) {
  const { choices, prices, opened, isListMissing, onPrices, onLookAgain, children } = props;
  const openedRule = opened && ruleOf(opened.rule);
  const days = { open: formatDays(spanOf(prices, 'open')), sealed: formatDays(spanOf(prices, 'sealed')) };
  const open = ((prices.sealedDay - prices.firstDay) / (prices.lastDay + 1 - prices.firstDay)) * 100;
  return (
    <div className="lab__prices">
      <Choice
        label={texts.prices}
        value={prices.key}
        options={choices.map((one) => [
          one.key,
          one.kind === 'made up'
            ? texts.madeUp
            : `${one.pair} ${formatDays({ ...spanOf(one, 'open'), untilMs: spanOf(one, 'sealed').untilMs })}`,
        ])}
        onValue={onPrices}
      />
      {isListMissing ? <p className="hint">{texts.notLoaded}</p> : null}
      <Picture
        className="figure lab__span"
        label={texts.pricesPicture({ part: opened === undefined ? 'sealed' : 'opened', ...days })}
      >
        <i style={{ insetInline: `0 ${100 - open}%` }} />
        <i
          className={opened === undefined ? 'lab__sealed' : 'lab__opened'}
          style={{ insetInline: `${open}% 0` }}
        />
      </Picture>
      {opened === undefined ? (
        (children ?? <p className="hint">{texts.staysSealed}</p>)
      ) : (
        <p className="hint">
          {wereSeen(opened)}{' '}
          {openedRule === undefined ? null : (
            <button type="button" className="lab__link reach" onClick={() => onLookAgain(openedRule)}>
              {texts.lookAgain}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
