import { type MouseEvent, type ReactNode, useRef } from 'react';
import { breakEvenRate } from '../../../core/record/verdict.ts';
import { formatConfidence, formatRate } from '../../lib/figures.ts';
import { formatPercent } from '../../lib/formats.ts';
import { usePayout } from '../../lib/payout.ts';
import { Explained } from '../../ui/disclosure.tsx';
import { Gauge } from '../../ui/gauge.tsx';
import { useSpreadLabels } from '../../ui/spread-labels.ts';
import { MeasuredTag } from '../../ui/tag.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';

interface MarketConfidenceProps {
  readonly percent: number | undefined;
  /** The sentence beside it while there is none. */
  readonly note?: ReactNode;
}

/**
 * A measured confidence, in percent, on its line between the coin's 50 and what the reader's payout needs, and what that means for a
 * stake. Undefined while there is none.
 */
export function MarketConfidence({ percent, note }: MarketConfidenceProps) {
  'use memo';
  const payout = usePayout();
  const rate = breakEvenRate(payout / 100);
  const need = {
    worth: percent === undefined ? 'unknown' : percent / 100 < rate ? 'no' : 'perhaps',
    b: <b />,
    need: formatRate(rate),
    payout: formatPercent(payout),
    even: <Explained what="breakEven" />,
    paid: <PayoutLink />,
  };
  const value = percent === undefined ? '–' : formatConfidence(percent);
  return (
    <>
      <div className="signal__line">
        <p className="signal__value">
          <Explained what="confidence">{uiTexts.confidence({ percent: value, b: <b /> })}</Explained>
        </p>
        <MeasuredTag />
      </div>
      {percent === undefined ? null : <ConfidenceGauge percent={percent} need={rate * 100} />}
      <p className="market-card__note">{texts.stake(need)}</p>
      {note === undefined ? null : <p className="market-card__note small">{note}</p>}
    </>
  );
}

/** To the card where the payout is set, without another entry in the browser's history. */
function PayoutLink({ children }: { readonly children?: ReactNode }) {
  function handleClick(event: MouseEvent): void {
    const field = document.querySelector<HTMLInputElement>('#payout input');
    if (field === null) return;
    event.preventDefault();
    field.focus();
    field.select();
  }
  return (
    <a href="#payout" onClick={handleClick}>
      {children}
    </a>
  );
}

function ConfidenceGauge({ percent, need }: { readonly percent: number; readonly need: number }) {
  const line = useRef<HTMLDivElement>(null);
  useSpreadLabels(line);
  const needText = formatRate(need / 100);
  const value = formatConfidence(percent);
  return (
    <figure aria-label={texts.gauge({ value, need: needText })}>
      <Gauge
        ref={line}
        marks={[
          { at: shareOf(50), form: 'coin', text: texts.coin },
          { at: shareOf(need), form: 'need', text: texts.youNeed({ need: withoutSign(needText) }) },
          { at: shareOf(percent), form: 'solid', text: withoutSign(value) },
        ]}
      />
    </figure>
  );
}

/** On the line all figures are percent. */
function withoutSign(percent: string): string {
  return percent.replace('%', '');
}

/** The ends of the line, in percent: what an honest confidence of so short a time can be, and what payouts ask for. */
const LOW = 48;
const HIGH = 58;

/** What lies beyond the line stands at its end. */
function shareOf(percent: number): number {
  return (Math.min(HIGH, Math.max(LOW, percent)) - LOW) / (HIGH - LOW);
}
