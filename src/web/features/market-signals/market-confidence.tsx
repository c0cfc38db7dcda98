import { type MouseEvent, type ReactNode, useRef, type RefObject, useLayoutEffect, memo } from 'react';
import { breakEvenRate } from '../../../core/record/verdict.ts';
import { formatConfidence, formatRate } from '../../lib/figures.ts';
import { formatPercent } from '../../lib/formats.ts';
import { usePayout, usePayoutInput } from '../../lib/payout.ts';
import { Explained } from '../../ui/disclosure.tsx';
import { Gauge } from '../../ui/gauge.tsx';
import { MeasuredTag } from '../../ui/tag.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import { Card } from '../../ui/card.tsx';
import '../../ui/field.css';

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

/** Between two labels, in pixels. */
const GAP = 8;

/** Keeps the labels of a gauge beside each other, whatever their language and their letters make of their widths. */
function useSpreadLabels(line: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const { current } = line as { current: HTMLDivElement };
    const labels = [...current.querySelectorAll('span')];
    // Their widths change with the typeface, which comes later.
    const observer = new ResizeObserver(placeLabels);
    for (const element of [current, ...labels]) observer.observe(element);
    placeLabels();
    return () => observer.disconnect();

    function placeLabels(): void {
      const measured = labels.map(({ offsetLeft: at, offsetWidth: width }) => ({ at, width }));
      const lefts = spreadLabels(measured as [Label, Label, Label], current.offsetWidth);
      for (const [index, { style }] of labels.entries()) {
        const { at, width } = measured[index] as Label;
        const left = lefts[index];
        style.visibility = left === undefined ? 'hidden' : '';
        style.setProperty('--aside', `${(left ?? 0) + width / 2 - at}px`);
      }
    }
  });
}

/** Of a label: where its mark stands and how wide it is, in pixels. */
interface Label {
  readonly at: number;
  readonly width: number;
}

/**
 * The left edge of each label, in pixels from the left end of a line of `room` pixels, in the order of their marks. The value stands under
 * its mark as far as the need has room beside it; the coin, always the first, goes aside for both, and is undefined where it has no room.
 */
export function spreadLabels([coin, need, value]: readonly [Label, Label, Label], room: number) {
  const under = ({ at, width }: Label) => Math.min(Math.max(at - width / 2, 0), room - width);
  let [needLeft, valueLeft] = [under(need), under(value)];
  if (need.at < value.at) {
    needLeft = Math.max(0, Math.min(needLeft, valueLeft - GAP - need.width));
    valueLeft = Math.max(valueLeft, needLeft + need.width + GAP);
  } else {
    needLeft = Math.min(room - need.width, Math.max(needLeft, valueLeft + value.width + GAP));
    valueLeft = Math.min(valueLeft, needLeft - GAP - value.width);
  }
  const coinLeft = Math.min(under(coin), Math.min(needLeft, valueLeft) - GAP - coin.width);
  return [coinLeft < 0 ? undefined : coinLeft, needLeft, valueLeft] as const;
}

/** The broker's payout, and how often a signal must be right for that. Invalid input changes nothing. */
export const PayoutCard = memo(function PayoutCard() {
  const { percent, problem, inputProps } = usePayoutInput();
  const breakEven = uiTexts.breakEven({ rate: formatRate(breakEvenRate(percent / 100)) });
  return (
    <Card label={texts.payout} aside={<Explained what="breakEven">{breakEven}</Explained>}>
      <div className="card__body payout-card" id="payout">
        <input
          {...inputProps}
          className="input"
          aria-label={uiTexts.payout}
          aria-describedby="payout-note"
          aria-invalid={problem !== undefined}
        />
        <p id="payout-note" className={problem === undefined ? 'hint' : 'field__error'}>
          {problem ?? texts.payoutHint}
        </p>
      </div>
    </Card>
  );
});
