import { type ReactNode, useEffect, useState } from 'react';
import { leastConfidenceOf } from '../../../core/alerts/alert-rules.ts';
import type { AlertRules } from '../../../core/wire/alerts.ts';
import { SCORED_PAIRS } from '../../../core/market/instruments.ts';
import { breakEvenRate } from '../../../core/record/verdict.ts';
import { formatPercent } from '../../lib/formats.ts';
import { formatRate } from '../../lib/figures.ts';
import { usePayoutInput } from '../../lib/payout.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import type { AlertsApi } from './alerts-api.ts';
import { texts } from './texts.ts';
import { signalWords } from '../../ui/signal-texts.ts';

interface WhatCardProps {
  readonly api: AlertsApi;
  readonly rules: AlertRules;
  readonly onChange: (part: Partial<AlertRules>) => void;
}

/** What a trader can be alerted to besides signals. */
const OTHERS = ['outcomes', 'feed', 'marketOpen', 'verdict', 'sessionEnd'] as const;
export const ALERT_KINDS = ['signals', ...OTHERS] as const;

export function WhatCard({ api, rules, onChange }: WhatCardProps) {
  const hints: Partial<Record<string, string>> = {
    outcomes: texts.outcomesHint,
    sessionEnd: texts.sessionEndHint,
  };
  return (
    <Card label={texts.what}>
      <ul className="rows">
        <SwitchRow
          label={texts.signals}
          hint={texts.signalsHint}
          isOn={rules.signals}
          onSwitch={(signals) => onChange({ signals })}
        >
          {rules.signals ? <WhichSignals api={api} rules={rules} onChange={onChange} /> : null}
        </SwitchRow>
        {OTHERS.map((kind) => (
          <SwitchRow
            key={kind}
            label={texts[kind]}
            hint={hints[kind]}
            isOn={rules[kind]}
            onSwitch={(isOn) => onChange({ [kind]: isOn })}
          />
        ))}
      </ul>
    </Card>
  );
}

/** Percent; a chance of one half is the least that a direction can have. */
const CONFIDENCES = [51, 52, 53, 54, 55, 56, 58, 60];

function WhichSignals({ api, rules, onChange }: WhatCardProps) {
  const { pairs, leastConfidence, aboveBreakEven } = rules;
  const payout = usePayoutInput();
  const need = formatRate(breakEvenRate(payout.percent / 100));
  return (
    <div className="alerts__which">
      <fieldset className="alerts__pairs row">
        <legend>{texts.pairs}</legend>
        {SCORED_PAIRS.map((pair) => (
          <label key={pair} className="alerts__pair tick">
            <input
              type="checkbox"
              checked={pairs.includes(pair)}
              onChange={({ target }) =>
                onChange({
                  pairs: SCORED_PAIRS.filter((one) => (one === pair ? target.checked : pairs.includes(one))),
                })
              }
            />
            {pair}
          </label>
        ))}
      </fieldset>
      <div className="alerts__fields">
        <SelectField
          label={signalWords.confidence}
          value={leastConfidence}
          options={[
            ['0', texts.any],
            ...CONFIDENCES.map(
              (percent) => [String(percent), texts.from({ percent: formatPercent(percent) })] as const,
            ),
          ]}
          onValue={(percent) => onChange({ leastConfidence: Number(percent) })}
        />
        <TextField
          {...payout.inputProps}
          label={uiTexts.payout}
          hint={texts.youNeed({ percent: need })}
          error={payout.problem}
        />
      </div>
      <label className="tick">
        <input
          type="checkbox"
          checked={aboveBreakEven}
          onChange={({ target }) => onChange({ aboveBreakEven: target.checked })}
        />
        {texts.aboveBreakEven}
      </label>
      <LastWeek api={api} rules={rules} />
    </div>
  );
}

/** How many alerts these rules would have been last week. */
function LastWeek({ api, rules }: Pick<WhatCardProps, 'api' | 'rules'>) {
  const [said, setSaid] = useState<ReactNode>();
  const key = `${rules.pairs.join()} ${leastConfidenceOf(rules)}`;
  useEffect(() => {
    const abort = new AbortController();
    // A hand that goes through the choices asks once.
    const timer = setTimeout(() => {
      api.count(rules, abort.signal).then(
        (count) =>
          setSaid(
            <>
              <b>{texts.wouldHaveBeen({ count })}</b> {texts.beforeWhen}
            </>,
          ),
        ({ message }: Error) => {
          if (!abort.signal.aborted) setSaid(message);
        },
      );
    }, 300);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what else the rules say changes nothing about the count
  }, [api, key]);
  return (
    <output className="alerts__count note" aria-live="polite">
      {said}
    </output>
  );
}
